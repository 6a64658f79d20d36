/**
 * Volumes that enclose something, to look through: boxes and balls.
 */
import * as THREE from "three";
import { geometryOf, Marks, Places, shown, STRIP } from "./buffers.js";
import { addTwice } from "./draw_marks.js";
import { lineMaterials, shellMaterial } from "./materials.js";
import { carrier, movePoint, seenRange } from "./placing.js";

export const EDGE_WIDTH = 1.3;
const FADE = 0.6;
/** Balls are rounder while they are few. */
const FEW_BALLS = 100;
const ROUND_STEPS = 64;
const BALL_STEPS = 24;

const CORNERS = [];
for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) CORNERS.push([x, y, z]);
/** Pairs of corners that differ in one coordinate. */
const BOX_EDGES = [];
CORNERS.forEach((a, i) => CORNERS.forEach((b, j) => {
  if (i < j && a.filter((x, k) => x !== b[k]).length === 1) BOX_EDGES.push([a, b]);
}));

/** Twelve triangles, from -1 to 1. */
function unitBox() {
  const box = new THREE.BoxGeometry(2, 2, 2);
  return geometryOf({
    positions: box.getAttribute("position").array,
    normals: box.getAttribute("normal").array,
    indices: Uint16Array.from(box.index.array),
  });
}

function unitBall(steps) {
  const ball = new THREE.SphereGeometry(1, steps, steps / 2);
  return geometryOf({
    positions: ball.getAttribute("position").array,
    normals: ball.getAttribute("position").array,
    indices: Uint16Array.from(ball.index.array),
  });
}

export class VolumesDrawing {
  constructor(model, layer) {
    this.model = model;
    this.layer = layer;
    this.object = new THREE.Group();
  }

  paintOf({ palette, marked, somethingSelected }, item) {
    const chosen = marked?.has(item);
    const fade = somethingSelected && !chosen ? FADE : 0;
    return [palette.rgb(this.layer.colour), fade, chosen ? 1 : 0];
  }

  /** Rows of the matrix that stretches, turns and moves a unit volume, to `out`. */
  matrix(item, frame, halves, axes, out, to) {
    const [pose, start] = carrier(this.model, this.layer, item, frame);
    const centre = this.layer.centres.data;
    const own = Array.from({ length: 9 }, (_, k) => (axes ? axes[9 * item + k] : k % 4 === 0 ? 1 : 0));
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) {
        let sum = 0;
        for (let k = 0; k < 3; k += 1) sum += pose[start + 4 * i + k] * own[3 * k + j];
        out[to + 4 * i + j] = sum * halves[j];
      }
      out[to + 4 * i + 3] = pose[start + 4 * i + 3];
      for (let k = 0; k < 3; k += 1) out[to + 4 * i + 3] += pose[start + 4 * i + k] * centre[3 * item + k];
    }
  }

  /** Shells of what is to be seen; `halvesOf(item)` are the half sizes along its axes. */
  fillShells(state, halvesOf, axes) {
    const [first, end] = seenRange(this.layer, state.frame, state.level);
    for (let item = first, at = 0; item < end; item += 1, at += 1) {
      this.matrix(item, state.frame, halvesOf(item), axes, this.places.poses, 12 * at);
      const [rgb, fade] = this.paintOf(state, item);
      this.places.paint.set(rgb, 4 * at);
      this.places.paint[4 * at + 3] = 255 * fade;
    }
    this.places.send(end - first);
    return [first, end];
  }
}

export class BoxesDrawing extends VolumesDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.places = new Places(layer.count);
    const fill = layer.fill ?? 0;
    if (fill > 0) {
      this.object.add(shown(THREE.Mesh, this.places.serve(unitBox()), shellMaterial(shared, fill, 0), 10));
    }
    this.edges = new Marks(STRIP, ["start", "finish"]);
    addTwice(this.object, this.edges, lineMaterials(shared, EDGE_WIDTH, false), 12);
  }

  update(state) {
    const halves = this.layer.halves.data;
    const [first, end] = this.fillShells(
      state, (item) => halves.subarray(3 * item, 3 * item + 3), this.layer.axes?.data,
    );
    const { edges, places } = this;
    edges.reserve(12 * (end - first));
    for (let item = first, at = 0; item < end; item += 1) {
      const paint = this.paintOf(state, item);
      for (const [a, b] of BOX_EDGES) {
        movePoint(places.poses, 12 * (item - first), a[0], a[1], a[2], edges.start, 3 * at);
        movePoint(places.poses, 12 * (item - first), b[0], b[1], b[2], edges.finish, 3 * at);
        edges.colour(at, ...paint);
        at += 1;
      }
    }
    edges.send(12 * (end - first));
  }
}

export class BallsDrawing extends VolumesDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.places = new Places(layer.count);
    const material = shellMaterial(shared, layer.fill ?? 0.1, 1);
    this.balls = [ROUND_STEPS, BALL_STEPS].map((steps) =>
      shown(THREE.Mesh, this.places.serve(unitBall(steps)), material, 10));
    this.object.add(...this.balls);
  }

  update(state) {
    const radii = this.layer.radii.data;
    const [first, end] = this.fillShells(state, (item) => [radii[item], radii[item], radii[item]], null);
    this.balls.forEach((object, k) => { object.visible = (k === 0) === (end - first <= FEW_BALLS); });
  }
}
