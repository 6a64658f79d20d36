/**
 * The bar below the picture: the slider over frames or over a step, play, speed.
 */
import { FrameClock, StepClock } from "./clocks.js";
import { byId } from "./elements.js";
import { showMoments } from "./moments.js";
import { shortNumber } from "./numbers.js";

/** Strides that a page key moves by. */
const PAGE = 10;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE };

export class TimeBar {
  constructor(model, store) {
    this.store = store;
    this.bar = byId("time");
    this.bar.hidden = !model.times;
    this.clock = model.times ? new (model.step ? StepClock : FrameClock)(model) : null;
    if (!this.clock) return;
    this.slider = this.bar.querySelector("input[type=range]");
    this.button = this.bar.querySelector("button.play");
    this.speed = this.bar.querySelector("select");
    this.loop = this.bar.querySelector("input[type=checkbox]");
    this.slider.max = String(this.clock.last);
    this.slider.step = this.clock.step;
    this.slider.setAttribute("aria-label", this.clock.label);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.button.addEventListener("click", () => this.toggle());
    this.speed.addEventListener("change", () => this.begin());
    if (model.step) this.slider.addEventListener("keydown", (event) => this.pressed(event));
    const moments = model.step?.moments ?? model.moments;
    if (moments.length > 0) {
      const say = (time) => (model.step ? shortNumber(time) : this.clock.words({ frame: time }).now);
      this.tell = showMoments(this.bar.querySelector(".ticks"), { moments, last: this.clock.last, say }, (time) => this.go(time));
      this.bar.classList.add("marked");
    }
    store.on(["frame", "time"], () => this.renew());
    this.renew();
  }

  renew() {
    const { clock, slider, store: { state } } = this;
    const { time, now, of, aloud } = clock.words(state);
    const place = clock.place(state);
    this.bar.dataset.frame = String(state.frame);
    this.bar.dataset.time = String(time);
    slider.value = String(place);
    slider.setAttribute("aria-valuetext", aloud);
    slider.style.setProperty("--done", `${(100 * place) / Math.max(1, clock.last)}%`);
    this.bar.querySelector(".now").textContent = now.replace("-", "\u2212");
    this.bar.querySelector(".of").textContent = of;
    this.tell?.(time);
  }

  /** Stops there. */
  go(place) {
    if (!this.clock) return;
    this.stop();
    this.store.change(this.clock.placed(place));
  }

  /** To the next moment of a step, or to the first again. */
  jump() {
    const moment = this.clock?.next?.(this.store.state);
    if (moment) this.go(moment.time);
  }

  toggle() {
    if (!this.clock) return;
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    this.playing = true;
    if (this.clock.place(this.store.state) === this.clock.last) this.store.change(this.clock.placed(0));
    this.mark();
    this.begin();
    this.next = requestAnimationFrame((now) => this.tick(now));
  }

  stop() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.next);
    this.mark();
    this.store.change({ playing: false });
  }

  mark() {
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.button.classList.toggle("on", this.playing);
    if (this.playing) this.store.change({ playing: true });
  }

  /** From here on, at the speed in force. */
  begin() {
    if (!this.clock) return;
    this.startTime = this.clock.seconds(this.store.state);
    this.startClock = null;
  }

  tick(now) {
    if (!this.playing) return;
    this.startClock ??= now;
    const seconds = this.startTime + 0.001 * (now - this.startClock) * Number(this.speed.value);
    if (seconds >= this.clock.end) {
      this.store.change(this.clock.placed(this.clock.last));
      if (!this.loop.checked) return this.stop();
      this.store.change(this.clock.placed(0));
      this.begin();
    } else this.store.change(this.clock.played(seconds));
    this.next = requestAnimationFrame((then) => this.tick(then));
    return undefined;
  }

  step(by) {
    if (!this.clock) return;
    this.stop();
    this.store.change(this.clock.stepped(this.store.state, by));
  }

  /** Keys on the slider go by strides as well: the browser's own would jump over moments. */
  pressed(event) {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    this.step(KEYS[event.key]);
  }
}
