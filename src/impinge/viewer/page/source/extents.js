/**
 * Points that stand for what is to be seen, so that the camera can be placed.
 */
import { carrier, frameIn, movePoint, patchLabels, poseStart, seenRange, verticesOf } from "./placing.js";

const DIRECTIONS = [];
for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) {
  if (x || y || z) DIRECTIONS.push([x, y, z]);
}

/** Things so many times as large as the smallest of a selection are where it is, not what it is. */
const MUCH_LARGER = 4;
/** Of larger layers some items stand for all. */
const MOST_ITEMS = 20000;
const SIGNS = DIRECTIONS.filter((signs) => signs.every((sign) => sign !== 0));

/** The vertices that lie furthest in 26 directions. */
function extremes(positions) {
  const found = new Set();
  for (const [x, y, z] of DIRECTIONS) {
    let [best, most] = [-1, -Infinity];
    for (let at = 0; at < positions.length; at += 3) {
      const value = x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
      if (value > most) [best, most] = [at, value];
    }
    if (best >= 0) found.add(best);
  }
  return Float32Array.from([...found].flatMap((at) => [...positions.subarray(at, at + 3)]));
}

/** The vertices that lie furthest along the axes in all frames: which, and when. */
function furthest({ positions: { length }, frames }) {
  const found = [];
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [axis, axis];
    for (let at = axis; at < frames.length; at += 3) {
      if (frames[at] < frames[low]) low = at;
      if (frames[at] > frames[high]) high = at;
    }
    for (const at of [low, high]) found.push({ frame: Math.floor(at / length), point: frames.subarray(at - axis, at - axis + 3) });
  }
  return found;
}

export class Extents {
  constructor(model) {
    this.model = model;
    this.meshes = new Map();
  }

  ofThing(layer, item, frame) {
    const mesh = layer.mesh.data[item];
    const key = this.model.meshes[mesh].frames ? `${mesh} ${frameIn(layer, frame)}` : mesh;
    if (!this.meshes.has(key)) this.meshes.set(key, extremes(verticesOf(this.model, layer, item, frame)));
    return this.meshes.get(key);
  }

  /** Adds the outermost points of one item at a frame. */
  addItem(layer, item, frame, out) {
    const spot = [0, 0, 0];
    if (layer.kind === "things") {
      const start = poseStart(layer, item, frame);
      const points = this.ofThing(layer, item, frame);
      for (let at = 0; at < points.length; at += 3) {
        movePoint(layer.poses.data, start, points[at], points[at + 1], points[at + 2], spot, 0);
        out.push(...spot);
      }
      return;
    }
    const [pose, start] = carrier(this.model, layer, item, frame);
    for (const point of pointsOf(layer, item)) {
      movePoint(pose, start, ...point, spot, 0);
      out.push(...spot);
    }
  }

  /** All layers that count, at one frame or, for what moves, at a few. */
  all(frames) {
    const out = [];
    for (const layer of this.model.layers) {
      // Patches are where their thing is.
      if (layer.frame === false || !layer.visible || layer.kind === "patches") continue;
      for (const frame of layer.moves ? frames : [frames[0]]) {
        const [first, end] = layer.frames ? [0, layer.count] : seenRange(layer, frame, layer.level);
        const step = Math.max(1, Math.floor((end - first) / MOST_ITEMS));
        for (let item = first; item < end; item += step) {
          if (!this.isPatch(layer, item)) this.addItem(layer, item, frame, out);
        }
      }
      if (layer.moves) this.addFurthest(layer, out);
    }
    return Float32Array.from(out);
  }

  /** Adds how far things get that deform: between the frames looked at they may get further. */
  addFurthest(layer, out) {
    const spot = [0, 0, 0];
    layer.mesh.data.forEach((mesh, item) => {
      if (!this.model.meshes[mesh].frames) return;
      for (const { frame, point } of furthest(this.model.meshes[mesh])) {
        movePoint(layer.poses.data, 12 * ((layer.timed ? frame * layer.count : 0) + item), ...point, spot, 0);
        out.push(...spot);
      }
    });
  }

  /** Adds points of the things that move in a step, or with joints, where they are now. */
  addMoving(out) {
    for (const layer of this.model.layers) {
      if (!layer.exact || layer.frame === false || !layer.visible) continue;
      for (let item = 0; item < layer.count; item += 1) this.addItem(layer, item, 0, out);
    }
  }

  /** Whether a thing stands for something that does not end: it is not what the camera looks at. */
  isPatch(layer, item) {
    return layer.kind === "things" && this.model.meshes[layer.mesh.data[item]].patch;
  }

  /** Those of what was selected: without ways there, and without ground and what is as large. */
  marked(marked, frame) {
    const out = [];
    const things = [];
    for (const [id, items] of marked) {
      const layer = this.model.layerById.get(id);
      if (layer.ways) continue;
      for (const item of items.keys()) {
        const isThing = layer.kind === "things";
        const points = isThing ? [] : out;
        this.addItem(layer, item, frame, points);
        if (isThing) things.push({ points, size: this.isPatch(layer, item) ? Infinity : sizeOf(points) });
      }
    }
    const most = MUCH_LARGER * Math.min(...things.map(({ size }) => size));
    for (const { points, size } of things) if (size <= most) out.push(...points);
    return Float32Array.from(out);
  }
}

/** The diagonal of a box around points. */
function sizeOf(points) {
  const along = [0, 1, 2].map((k) => points.filter((_, at) => at % 3 === k));
  return Math.hypot(...along.map((values) => Math.max(...values) - Math.min(...values)));
}

/** Points of an item that is no thing, before it is moved. */
export function pointsOf(layer, item) {
  const three = (data, at) => [data[at], data[at + 1], data[at + 2]];
  switch (layer.kind) {
    case "lines":
      return [three(layer.segments.data, 6 * item), three(layer.segments.data, 6 * item + 3)];
    case "strands": {
      const found = [];
      for (let k = layer.offsets.data[item]; k < layer.offsets.data[item + 1]; k += 1) {
        found.push(three(layer.positions.data, 3 * k));
      }
      return found;
    }
    case "balls": {
      const centre = three(layer.centres.data, 3 * item);
      const reach = layer.radii.data[item];
      return [-1, 1].flatMap((sign) => [0, 1, 2].map((k) => centre.map((x, j) => x + (j === k ? sign * reach : 0))));
    }
    case "boxes": {
      const centre = three(layer.centres.data, 3 * item);
      const halves = three(layer.halves.data, 3 * item);
      const axis = (row, k) => (layer.axes ? layer.axes.data[9 * item + 3 * row + k] : Number(row === k));
      return SIGNS.map((signs) => centre.map((x, row) => {
        return x + signs.reduce((sum, sign, k) => sum + sign * halves[k] * axis(row, k), 0);
      }));
    }
    case "solids": {
      const found = [];
      for (let t = layer.offsets.data[item]; t < layer.offsets.data[item + 1]; t += 1) {
        found.push(three(layer.positions.data, 3 * layer.indices.data[3 * t]));
      }
      return found;
    }
    case "patches": {
      const found = [];
      patchLabels(layer, 0).forEach((label, face) => {
        if (label === item) found.push(three(layer.positions.data, 3 * layer.indices.data[3 * face]));
      });
      return found;
    }
    default:
      return [three(layer.positions.data, 3 * item)];
  }
}
