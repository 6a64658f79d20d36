/**
 * Marks: points, arrows and lines. Seen through surfaces, and of the same size wherever they are.
 */
import * as THREE from "three";
import { ARROW_SHAPE, Marks, shown, STRIP } from "./buffers.js";
import { colourAt } from "./colour_scale.js";
import { arrowMaterials, dotMaterials, lineMaterials, settle, solidMaterials } from "./materials.js";
import { carrier, movePoint, seenRange } from "./placing.js";

const FADE = 0.55;
/** Larger clouds get no rims: these would cover their neighbours. */
const MOST_DOTS_WITH_RIM = 5000;
const END_DOT = 7;
/** Of neighbouring strands, so that each is seen. */
const SHADES = [1, 0.78, 0.9, 0.7, 1.08];

/** Adds marks once for each of their materials. */
export function addTwice(group, marks, materials, order) {
  marks.materials = materials;
  materials.forEach((material, k) => {
    group.add(shown(marks.base ? THREE.Mesh : THREE.Points, marks.geometry, material, order + k));
  });
}

class MarksDrawing {
  constructor(model, layer) {
    this.model = model;
    this.layer = layer;
    this.object = new THREE.Group();
  }

  /** Calls `write(item, place)` for what is to be seen, and paints it. */
  fill(marks, { frame, level, palette, marked, somethingSelected }, write, copies = 1) {
    const [first, end] = seenRange(this.layer, frame, level);
    settle(marks.materials, end - first);
    marks.reserve(copies * (end - first));
    const { values, range, colours } = this.layer;
    const plain = palette.rgb(this.layer.colour);
    let at = 0;
    for (let item = first; item < end; item += 1) {
      const chosen = marked?.has(item);
      const fade = somethingSelected && !chosen ? FADE : 0;
      const own = colours ? palette.rgb(this.layer.palette[colours.data[item]]) : plain;
      const rgb = values ? colourAt(values.data[item], range) : own;
      for (let copy = 0; copy < copies; copy += 1) {
        write(item, at, copy);
        marks.colour(at, rgb, fade, chosen ? 1 : 0);
        at += 1;
      }
    }
    marks.send(at);
  }

  /** Writes a point of the layer's array, moved with its thing. */
  place(item, frame, source, from, out, at) {
    const [pose, start] = carrier(this.model, this.layer, item, frame);
    movePoint(pose, start, source[from], source[from + 1], source[from + 2], out, 3 * at);
  }
}

export class PointsDrawing extends MarksDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.dots = new Marks(null, ["start"]);
    const rim = layer.count > MOST_DOTS_WITH_RIM ? 0 : 1.5;
    const materials = dotMaterials(shared, layer.size ?? 7, rim);
    addTwice(this.object, this.dots, layer.solid ? solidMaterials(materials) : materials, layer.solid ? 5 : 30);
  }

  update(state) {
    const positions = this.layer.positions.data;
    this.fill(this.dots, state, (item, at) => {
      this.place(item, state.frame, positions, 3 * item, this.dots.start, at);
    });
  }
}

export class LinesDrawing extends MarksDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.lines = new Marks(STRIP, ["start", "finish"]);
    addTwice(this.object, this.lines, lineMaterials(shared, layer.width ?? 1.5, layer.dashed), 20);
    this.ends = layer.ends ? new Marks(null, ["start"]) : null;
    if (this.ends) addTwice(this.object, this.ends, dotMaterials(shared, END_DOT, 1.5), 24);
  }

  update(state) {
    const segments = this.layer.segments.data;
    this.fill(this.lines, state, (item, at) => {
      this.place(item, state.frame, segments, 6 * item, this.lines.start, at);
      this.place(item, state.frame, segments, 6 * item + 3, this.lines.finish, at);
    });
    if (!this.ends) return;
    this.fill(this.ends, state, (item, at, end) => {
      this.place(item, state.frame, segments, 6 * item + 3 * end, this.ends.start, at);
    }, 2);
  }
}

/** Polylines that hide each other, and that things hide. */
export class StrandsDrawing extends MarksDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.lines = new Marks(STRIP, ["start", "finish"]);
    addTwice(this.object, this.lines, solidMaterials(lineMaterials(shared, layer.width ?? 2, false)), 5);
  }

  update({ frame, palette, marked, somethingSelected }) {
    const { layer, lines } = this;
    const [positions, offsets] = [layer.positions.data, layer.offsets.data];
    const [first, end] = seenRange(layer, frame, 0);
    lines.reserve(offsets[end] - offsets[first]);
    const plain = palette.rgb(layer.colour);
    let at = 0;
    for (let item = first; item < end; item += 1) {
      const chosen = marked?.has(item);
      const fade = somethingSelected && !chosen ? FADE : 0;
      const shade = SHADES[(item - first) % SHADES.length];
      const rgb = plain.map((x) => Math.min(255, shade * x));
      for (let k = offsets[item]; k + 1 < offsets[item + 1]; k += 1, at += 1) {
        for (let j = 0; j < 3; j += 1) {
          lines.start[3 * at + j] = positions[3 * k + j];
          lines.finish[3 * at + j] = positions[3 * k + 3 + j];
        }
        lines.colour(at, rgb, fade, chosen ? 1 : 0);
      }
    }
    lines.send(at);
  }
}

export class ArrowsDrawing extends MarksDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.arrows = new Marks(ARROW_SHAPE, ["start", "vector"]);
    addTwice(this.object, this.arrows, arrowMaterials(shared, layer.pixels, layer.width ?? undefined), 26);
  }

  update(state) {
    const positions = this.layer.positions.data;
    const vectors = this.layer.vectors.data;
    const turn = (item, at) => {
      const { vector } = this.arrows;
      const [pose, from] = carrier(this.model, this.layer, item, state.frame);
      for (let k = 0; k < 3; k += 1) {
        vector[3 * at + k] = [0, 1, 2].reduce((sum, j) => sum + pose[from + 4 * k + j] * vectors[3 * item + j], 0);
      }
    };
    this.fill(this.arrows, state, (item, at) => {
      this.place(item, state.frame, positions, 3 * item, this.arrows.start, at);
      turn(item, at);
    });
  }
}
