/**
 * Numbers over time, below the slider and as wide as it: one lane for each name, with a line at the
 * time that is shown. Pressed or dragged, a lane moves the time.
 */
import { frameAt } from "./clocks.js";
import { byId, element, tint } from "./elements.js";
import { betweenNumbers } from "./numbers.js";
import { Palette, SERIES } from "./palette.js";

/** The slider's handle stands this far from its ends [px]. */
const INSET = 8;
/** Above and below the lines of a lane [px]. */
const PADDING = 7;
const LINE_WIDTH = 1.6;
/** How strong the area below a single line is. */
const AREA = 0.12;
/** With more lines, a lane says how many there are in place of their values. */
const MOST_VALUES = 3;

/** Lines of a plot: one for each number of a track; where there are several, in several colours. */
function linesOf({ times, values: { data, shape }, pane }, panes) {
  const width = shape[1] ?? 1;
  const colour = (k) => (panes * width === 1 ? "accent" : SERIES[(pane * width + k) % SERIES.length]);
  return Array.from({ length: width }, (_, k) => ({
    times,
    at: (row) => data[row * width + k],
    colour: colour(k),
  }));
}

/** Plots of one name in one lane: those of two recordings are compared. */
function lanesOf({ plots, panes }) {
  const lanes = new Map();
  for (const plot of plots) {
    const key = `${plot.kind} ${plot.name}`;
    if (!lanes.has(key)) lanes.set(key, { name: plot.name, lines: [] });
    lanes.get(key).lines.push(...linesOf(plot, panes.length));
  }
  return [...lanes.values()];
}

/** Least and greatest of all lines; a little apart where they are equal. */
function rangeOf(lines) {
  let [low, high] = [Infinity, -Infinity];
  for (const { times, at } of lines) {
    for (let row = 0; row < times.length; row += 1) {
      const value = at(row);
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return { low, high, size: high - low || Math.abs(high) || 1, middle: low + 0.5 * (high - low) };
}

export class Plots {
  /** @param {(frame: number) => void} go */
  constructor(model, store, go) {
    this.model = model;
    this.store = store;
    this.home = byId("plots");
    this.lanes = lanesOf(model);
    this.home.hidden = this.lanes.length === 0 || !model.times;
    document.body.classList.toggle("plotted", !this.home.hidden);
    if (this.home.hidden) return;
    this.start = model.times[0];
    this.span = model.times[model.times.length - 1] - this.start || 1;
    this.cursor = element("i", { class: "cursor" });
    this.home.replaceChildren(...this.lanes.map((lane) => this.lane(lane)), this.cursor);
    const drag = (event) => {
      if (event.type === "pointerdown") {
        this.home.setPointerCapture(event.pointerId);
        event.preventDefault();
      } else if (!this.home.hasPointerCapture(event.pointerId)) return;
      const box = this.lanes[0].canvas.getBoundingClientRect();
      go(this.frameNear(this.start + (this.span * (event.clientX - box.left)) / Math.max(1, box.width)));
    };
    this.home.addEventListener("pointerdown", drag);
    this.home.addEventListener("pointermove", drag);
    store.on(["theme"], () => this.draw());
    store.on(["frame"], () => this.mark());
    new ResizeObserver(() => this.fit()).observe(byId("time"));
    this.fit();
  }

  /** The frame of the page whose time is nearest. */
  frameNear(time) {
    const { times } = this.model;
    const frame = frameAt(times, time);
    const next = Math.min(frame + 1, times.length - 1);
    return times[next] - time < time - times[frame] ? next : frame;
  }

  lane(lane) {
    const { low, high } = Object.assign(lane, { range: rangeOf(lane.lines) }).range;
    const short = betweenNumbers(low, high);
    // A digit more than the ends have: values move between them.
    lane.write = betweenNumbers(0, 0.1 * (high - low));
    lane.canvas = element("canvas", { attributes: { "aria-hidden": "true" } });
    lane.values = lane.lines.map(({ colour }) => tint(element("b"), colour));
    lane.dots = lane.lines.map(({ colour }) => tint(element("i", { class: "dot" }), colour));
    const said = lane.lines.length > MOST_VALUES ? [element("b", { text: `${lane.lines.length} values` })] : lane.values;
    const ends = Number.isFinite(low) ? [high, low] : [];
    return element("div", {
      class: "lane", data: { name: lane.name },
      attributes: { role: "img", "aria-label": `${lane.name} over time${ends.length > 0 ? `, from ${short(low)} to ${short(high)}` : ""}` },
    }, [
      element("span", { class: "ends", attributes: { "aria-hidden": "true" } }, ends.map((value) => element("span", { text: short(value) }))),
      lane.canvas,
      ...lane.dots,
      element("span", { class: "said" }, [element("span", { class: "lane-name", text: lane.name, title: lane.name }), element("span", { class: "values" }, said)]),
    ]);
  }

  /** As wide as the slider: a time is below its place there. */
  fit() {
    const home = this.home.getBoundingClientRect();
    const rail = document.querySelector("#time .rail").getBoundingClientRect();
    const seen = rail.width > 0 ? rail : home;
    this.home.style.setProperty("--left", `${seen.left - home.left + INSET}px`);
    this.home.style.setProperty("--right", `${home.right - seen.right + INSET}px`);
    this.home.classList.toggle("narrow", home.right - seen.right < 130);
    this.draw();
  }

  /** Down from the top of a lane [px]. */
  down({ range: { size, middle } }, value, height) {
    return 0.5 * height - ((value - middle) / size) * (height - 2 * PADDING);
  }

  draw() {
    const palette = new Palette();
    const ratio = Math.max(1, globalThis.devicePixelRatio || 1);
    for (const lane of this.lanes) {
      const { clientWidth: width, clientHeight: height } = lane.canvas;
      if (width === 0) return;
      lane.height = height;
      [lane.canvas.width, lane.canvas.height] = [Math.round(ratio * width), Math.round(ratio * height)];
      const sheet = lane.canvas.getContext("2d");
      sheet.scale(ratio, ratio);
      sheet.lineWidth = LINE_WIDTH;
      sheet.lineJoin = "round";
      const single = lane.lines.length === 1;
      for (const line of lane.lines) {
        const colour = palette.code(line.colour);
        const path = this.path(lane, line, width, height);
        sheet.strokeStyle = colour;
        sheet.stroke(path.line);
        if (!single) continue;
        sheet.globalAlpha = AREA;
        sheet.fillStyle = colour;
        sheet.fill(path.area);
        sheet.globalAlpha = 1;
      }
    }
    this.mark();
  }

  /** A line through all values, with gaps where there are none; and the area down to the border. */
  path(lane, { times, at }, width, height) {
    const [line, area] = [new Path2D(), new Path2D()];
    let begun = null;
    const close = (x) => {
      if (begun === null) return;
      area.lineTo(x, height);
      area.lineTo(begun, height);
      area.closePath();
      begun = null;
    };
    let x = 0;
    for (let row = 0; row < times.length; row += 1) {
      const value = at(row);
      if (!Number.isFinite(value)) {
        close(x);
        continue;
      }
      x = (width * (times[row] - this.start)) / this.span;
      const y = this.down(lane, value, height);
      if (begun === null) {
        begun = x;
        line.moveTo(x, y);
        area.moveTo(x, y);
      } else {
        line.lineTo(x, y);
        area.lineTo(x, y);
      }
    }
    close(x);
    return { line, area };
  }

  /** The line at the time that is shown, a dot on each line there, and the values. */
  mark() {
    const time = this.model.times[this.store.state.frame];
    const share = (time - this.start) / this.span;
    this.home.style.setProperty("--at", String(share));
    this.home.dataset.time = String(time);
    for (const lane of this.lanes) {
      lane.lines.forEach(({ times, at }, k) => {
        const value = at(frameAt(times, time));
        const known = Number.isFinite(value) && times[0] <= time;
        lane.values[k].textContent = known ? lane.write(value) : "–";
        lane.values[k].dataset.value = known ? String(value) : "";
        lane.dots[k].hidden = !known;
        if (known) lane.dots[k].style.setProperty("--down", `${this.down(lane, value, lane.height)}px`);
      });
    }
  }
}
