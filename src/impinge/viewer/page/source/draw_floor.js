/**
 * A floor of thin lines below everything, a round length apart: it tells where up is, and how large.
 */
import * as THREE from "three";
import { Marks, STRIP } from "./buffers.js";
import { addTwice } from "./draw_marks.js";
import { lineMaterials } from "./materials.js";
import { roundLength } from "./overlay.js";

/** About so many cells along the longer side. */
const CELLS = 10;
/** Below the lowest point by this share of the size, so that what stands on it is not cut. */
const GAP = 0.002;
/** How far its colour fades into the background. */
const FADE = 0.35;

export class FloorDrawing {
  /**
   * @param {Float32Array} points of everything that is seen
   * @param {{x: THREE.Vector3, y: THREE.Vector3, z: THREE.Vector3}} basis z is up
   * @param {number} scale metres a drawing unit, so that cells are of a round length
   */
  constructor(points, basis, scale, shared) {
    this.object = new THREE.Group();
    this.lines = new Marks(STRIP, ["start", "finish"]);
    const materials = lineMaterials(shared, 1, false);
    addTwice(this.object, this.lines, materials, -2);
    // Nothing is seen through: it is the ground.
    this.object.children[0].visible = false;
    this.segments = floorLines(points, basis, scale);
  }

  update({ palette }) {
    const { lines, segments } = this;
    lines.reserve(segments.length);
    segments.forEach(([from, to], k) => {
      lines.start.set(from.toArray(), 3 * k);
      lines.finish.set(to.toArray(), 3 * k);
      lines.colour(k, palette.rgb("rule"), FADE, 0);
    });
    lines.send(segments.length);
  }
}

function floorLines(points, { x, y, z }, scale) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const point = new THREE.Vector3();
  for (let at = 0; at < points.length; at += 3) {
    point.fromArray(points, at);
    [x, y, z].forEach((axis, k) => {
      low[k] = Math.min(low[k], point.dot(axis));
      high[k] = Math.max(high[k], point.dot(axis));
    });
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], 1e-9);
  const cell = roundLength((size * scale) / CELLS * 1.5) / scale;
  const [first, last] = [low, high].map((ends, side) => [0, 1].map((k) => {
    const middle = 0.5 * (low[k] + high[k]);
    // A cell more than needed on either side.
    return middle + (Math.ceil((high[k] - middle) / cell) + 1) * cell * (side === 0 ? -1 : 1);
  }));
  const height = low[2] - GAP * size;
  const place = (a, b) => new THREE.Vector3().addScaledVector(x, a).addScaledVector(y, b).addScaledVector(z, height);
  const lines = [];
  for (let a = first[0]; a <= last[0] + 0.5 * cell; a += cell) lines.push([place(a, first[1]), place(a, last[1])]);
  for (let b = first[1]; b <= last[1] + 0.5 * cell; b += cell) lines.push([place(first[0], b), place(last[0], b)]);
  return lines;
}
