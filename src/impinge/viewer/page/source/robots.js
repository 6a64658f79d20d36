/**
 * Robots of the page: their links follow `state.q`, which frames of a recording and sliders write.
 * Contacts hold at the configurations that the library was asked about; at others, set by hand,
 * they are hidden.
 */
import { poseLinks, quaternionOf } from "./kinematics.js";
import { draw } from "./motions.js";
import { frameIn } from "./placing.js";
import { rowsOfFrame } from "./table_rows.js";

/** Configurations that show how far a robot gets: recorded ones, and any within its ranges. */
const SEEN = 40;

export class Robots {
  constructor(model, store) {
    this.model = model;
    this.store = store;
    this.robots = model.robots.map((robot) => ({
      ...robot,
      poses: new Float64Array(12 * robot.tree.parents.length),
      things: robot.layer === null ? null : model.layerById.get(robot.layer),
    }));
    // Whether contacts were looked for.
    this.checked = model.tables.some((table) => table.posed);
    for (const { things } of this.robots) if (things) things.exact = new Float64Array(12 * things.count);
    store.state.q = this.robots.map((_, k) => this.given(k, store.state.frame));
    this.foresee();
    this.place(store.state.q);
    // Before the listeners of the parts: they see where links are.
    store.on(["q"], (state) => this.take(state));
    store.on(["frame"], ({ frame, q }) => {
      store.change({ q: this.robots.map(({ frames }, k) => (frames ? this.given(k, frame) : q[k])) });
    });
  }

  /** The configuration that the library was asked about at a frame. */
  given(k, frame) {
    const { frames, q } = this.robots[k];
    if (!frames) return q;
    const at = frameIn(this.robots[k], frame) * q.length;
    return Array.from(frames.data.subarray(at, at + q.length));
  }

  isByHand(k, { q, frame }) {
    return this.given(k, frame).some((value, at) => value !== q[k][at]);
  }

  /** Sets the configuration of one robot. */
  set(k, q) {
    this.store.change({ q: this.store.state.q.map((one, other) => (other === k ? q : one)) });
  }

  take(state) {
    this.place(state.q);
    const panes = new Set();
    this.robots.forEach(({ pane }, k) => this.isByHand(k, state) && panes.add(pane));
    for (const part of [...this.model.layers, ...this.model.tables]) {
      if (part.posed) part.stale = panes.has(part.pane);
    }
    const selected = this.model.tableById.get(state.selection?.table);
    this.store.change({ byHand: [...panes].join(" "), ...(selected?.stale ? { selection: null } : {}) });
  }

  /** Tells tables which numbers will come, so that their columns keep their widths and decimals. */
  foresee() {
    for (const q of this.some(6)) {
      this.place(q);
      for (const { things, table } of this.tables()) {
        table.live ??= { at: table.columnAt.get("position"), numbers: [] };
        for (let item = 0; item < things.count; item += 1) table.live.numbers.push(...position(things, item));
      }
    }
  }

  tables() {
    return this.robots
      .filter(({ things }) => things)
      .map(({ things }) => ({ things, table: this.model.tableById.get(things.table) }));
  }

  /** Moves all links: in the picture and in the table of things. */
  place(q) {
    this.robots.forEach(({ tree, poses, things }, k) => {
      poseLinks(tree, q[k], poses);
      for (let item = 0; item < (things?.count ?? 0); item += 1) {
        const at = 12 * things.links.data[item];
        things.exact.set(poses.subarray(at, at + 12), 12 * item);
      }
      if (things) draw(this.model, things);
    });
    for (const { things, table } of this.tables()) {
      const [first] = rowsOfFrame(table, this.store.state.frame);
      const column = table.columnAt.get("position");
      for (let item = 0; item < things.count; item += 1) {
        table.rows[first + things.rows.data[item]][column] = position(things, item);
      }
    }
  }

  /** Points around the links at some configurations. */
  pointsAt(configurations, extents) {
    const found = [];
    for (const q of configurations) {
      this.place(q);
      extents.addMoving(found);
    }
    this.place(this.store.state.q);
    return found;
  }

  /** Recorded configurations of all robots, evenly spread; without a recording that at the start. */
  *recorded() {
    const { times } = this.model;
    const count = Math.min(SEEN, times?.length ?? 1);
    for (let k = 0; k < count; k += 1) {
      const frame = Math.round((k * ((times?.length ?? 1) - 1)) / Math.max(1, count - 1));
      yield this.robots.map((_, robot) => this.given(robot, frame));
    }
  }

  /** Configurations within the ranges of the sliders: the same ones each time. */
  *some(count = SEEN) {
    let seed = 1;
    const share = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    for (let k = 0; k < count; k += 1) {
      yield this.robots.map(({ q, joints }) => {
        const found = [...q];
        for (const { start, parts } of joints) {
          const values = parts.map(({ low, high }) => low + share() * (high - low));
          found.splice(start, numbersOf(parts), ...written(parts, values));
        }
        return found;
      });
    }
  }

  /** The row of its sliders that moves a link, of the robot that a thing belongs to; -1: none. */
  rowOf(layer, item) {
    const robot = this.robots.find(({ things }) => things === layer);
    if (!robot) return { table: null, row: -1 };
    const { tree: { parents, starts }, joints, table } = robot;
    let link = layer.links.data[item];
    while (link >= 0 && starts[link] < 0) link = parents[link];
    let row = 0;
    for (const { start, parts } of joints) {
      if (link >= 0 && start === starts[link]) return { table, row };
      row += parts.length;
    }
    return { table, row: -1 };
  }
}

const isTurn = ({ label }) => label === "yaw";

/** How many numbers of q the sliders of a joint stand for: four for three angles. */
export function numbersOf(parts) {
  return parts.length + Number(parts.some(isTurn));
}

/** Numbers of q from the values of a joint's sliders. */
export function written(parts, values) {
  return parts.some(isTurn) ? [...values.slice(0, -3), ...quaternionOf(...values.slice(-3))] : values;
}

function position({ exact }, item) {
  return [exact[12 * item + 3], exact[12 * item + 7], exact[12 * item + 11]];
}
