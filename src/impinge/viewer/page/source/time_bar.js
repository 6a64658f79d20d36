/**
 * The bar below the picture: frames of a recording, play, speed.
 */
import { byId } from "./elements.js";
import { shortNumber } from "./numbers.js";

/** The last frame that has begun at a time. */
export function frameAt(times, time) {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = Math.ceil(0.5 * (low + high));
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

export class TimeBar {
  constructor(model, store) {
    this.times = model.times;
    this.store = store;
    this.bar = byId("time");
    this.bar.hidden = !this.times;
    if (!this.times) return;
    this.slider = this.bar.querySelector("input[type=range]");
    this.button = this.bar.querySelector("button.play");
    this.speed = this.bar.querySelector("select");
    this.loop = this.bar.querySelector("input[type=checkbox]");
    this.decimals = decimalsFor(this.times);
    this.slider.max = String(this.times.length - 1);
    this.slider.addEventListener("input", () => {
      this.stop();
      store.change({ frame: Number(this.slider.value) });
    });
    this.button.addEventListener("click", () => this.toggle());
    this.speed.addEventListener("change", () => this.begin());
    store.on(["frame"], () => this.renew());
    this.renew();
  }

  renew() {
    const { frame } = this.store.state;
    const time = this.times[frame];
    this.bar.dataset.frame = String(frame);
    this.bar.dataset.time = String(time);
    this.slider.value = String(frame);
    this.slider.setAttribute("aria-valuetext", `frame ${frame}, ${shortNumber(time)} seconds`);
    this.slider.style.setProperty("--done", `${(100 * frame) / Math.max(1, this.times.length - 1)}%`);
    this.bar.querySelector(".now").textContent = `${time.toFixed(this.decimals)} s`.replace("-", "\u2212");
    this.bar.querySelector(".of").textContent = `frame ${frame + 1} of ${this.times.length}`;
  }

  toggle() {
    if (!this.times) return;
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    this.playing = true;
    if (this.store.state.frame === this.times.length - 1) this.store.change({ frame: 0 });
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
    this.startTime = this.times[this.store.state.frame];
    this.startClock = null;
  }

  tick(now) {
    if (!this.playing) return;
    this.startClock ??= now;
    const time = this.startTime + 0.001 * (now - this.startClock) * Number(this.speed.value);
    const last = this.times.length - 1;
    if (time >= this.times[last]) {
      this.store.change({ frame: last });
      if (!this.loop.checked) return this.stop();
      this.store.change({ frame: 0 });
      this.begin();
    } else this.store.change({ frame: frameAt(this.times, time) });
    this.next = requestAnimationFrame((then) => this.tick(then));
    return undefined;
  }

  step(by) {
    if (!this.times) return;
    this.stop();
    const frame = Math.max(0, Math.min(this.times.length - 1, this.store.state.frame + by));
    this.store.change({ frame });
  }
}

/** Enough to tell neighbouring frames apart. */
function decimalsFor(times) {
  let least = Infinity;
  for (let k = 1; k < times.length; k += 1) least = Math.min(least, times[k] - times[k - 1]);
  return Number.isFinite(least) ? Math.max(0, Math.min(9, 1 - Math.floor(Math.log10(least)))) : 3;
}
