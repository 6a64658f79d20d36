/**
 * Patches of a surface: faces in the colour of the region they belong to, at a level of a hierarchy.
 */
import * as THREE from "three";
import { Marks, Places, shown, STRIP } from "./buffers.js";
import { colourAt } from "./colour_scale.js";
import { addTwice } from "./draw_marks.js";
import { FADE, SEE_THROUGH } from "./draw_things.js";
import { bodyMaterial, lineMaterials, patchMaterial, solidMaterials } from "./materials.js";
import { carrier, movePoint, patchLabels, seenRange, verticesOf } from "./placing.js";
import { deform, surfaceOf } from "./surface.js";
import { numberTriples } from "./triples.js";

const OUTLINE_WIDTH = 1.4;
/** How dark outlines are: a share of the ink. */
const OUTLINE_INK = 0.55;
/** Patches of fewer faces than this, on average, have no outlines: these would cover the colours. */
const LEAST_FACES = 4;

/** The corner opposite to each: where the same edge begins in the other face; -1 at a border. */
function oppositeCorners(indices) {
  const keys = new Int32Array(3 * indices.length);
  for (let c = 0; c < indices.length; c += 1) {
    const [a, b] = [indices[c], indices[c % 3 === 2 ? c - 2 : c + 1]];
    keys[3 * c] = Math.min(a, b);
    keys[3 * c + 1] = Math.max(a, b);
  }
  const { ids, first } = numberTriples(keys);
  const found = new Int32Array(indices.length).fill(-1);
  for (let c = 0; c < indices.length; c += 1) {
    const other = first[ids[c]];
    if (other === c) continue;
    found[c] = other;
    found[other] = c;
  }
  return found;
}

export class PatchesDrawing {
  constructor(model, layer, shared) {
    this.model = model;
    this.layer = layer;
    this.things = model.layerById.get(layer.things);
    this.thing = layer.of.data[0];
    const { frames } = model.meshes[this.things.mesh.data[this.thing]];
    this.deforms = frames !== null;
    this.opposite = oppositeCorners(layer.indices.data);
    this.surface = surfaceOf({ positions: layer.positions.data, indices: layer.indices.data, flat: false, frames });
    this.places = new Places(1);
    this.materials = { full: patchMaterial(shared), clear: bodyMaterial(shared, SEE_THROUGH) };
    this.object = new THREE.Group();
    this.faces = shown(THREE.Mesh, this.geometry(layer.indices.data.length), this.materials.full, 1);
    this.object.add(this.faces);
    this.lines = new Marks(STRIP, ["start", "finish"]);
    addTwice(this.object, this.lines, solidMaterials(lineMaterials(shared, OUTLINE_WIDTH, false)), 5);
    this.moved = false;
  }

  /** Three vertices for each face, since each has a colour of its own. */
  geometry(corners) {
    const geometry = new THREE.InstancedBufferGeometry();
    this.places.serve(geometry);
    for (const name of ["position", "normal"]) {
      geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * corners), 3));
    }
    geometry.setAttribute("paint", new THREE.BufferAttribute(new Uint8Array(4 * corners), 4, true));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(corners), 1));
    return geometry;
  }

  get triangles() {
    return this.layer.indices.data.length / 3;
  }

  /** Writes where the corners are, and their normals. */
  move(vertices) {
    const { surface } = this;
    if (this.deforms) deform(surface, vertices);
    for (const [name, from] of [["position", surface.positions], ["normal", surface.normals]]) {
      const { array } = this.faces.geometry.getAttribute(name);
      for (let c = 0; c < surface.indices.length; c += 1) {
        const at = 3 * surface.indices[c];
        array[3 * c] = from[at];
        array[3 * c + 1] = from[at + 1];
        array[3 * c + 2] = from[at + 2];
      }
      this.faces.geometry.getAttribute(name).needsUpdate = true;
    }
    this.moved = true;
  }

  /** Colours of all items, and how far they fade. */
  paintOf({ palette, marked, carried, somethingSelected }, item) {
    const { values, range, colours, palette: names, colour } = this.layer;
    const own = colours ? names[colours.data[item]] : colour;
    const fades = somethingSelected && !marked?.has(item) && !carried?.has(this.thing);
    return [values ? colourAt(values.data[item], range) : palette.rgb(own), fades ? FADE : 0];
  }

  update(state) {
    const { layer, places, faces } = this;
    const { frame, level } = state;
    const vertices = this.deforms ? verticesOf(this.model, this.things, this.thing, frame) : layer.positions.data;
    if (this.deforms || !this.moved) this.move(vertices);
    const [pose, start] = carrier(this.model, layer, 0, frame);
    places.poses.set(pose.subarray(start, start + 12));
    places.send(1);
    const labels = patchLabels(layer, level);
    const { array: paint } = faces.geometry.getAttribute("paint");
    const { array: index } = faces.geometry.index;
    let corners = 0;
    labels.forEach((item, face) => {
      if (item < 0) return;
      const [rgb, fade] = this.paintOf(state, item);
      for (let c = 3 * face; c < 3 * face + 3; c += 1) {
        paint.set(rgb, 4 * c);
        paint[4 * c + 3] = 255 * fade;
        index[corners++] = c;
      }
    });
    faces.geometry.getAttribute("paint").needsUpdate = true;
    faces.geometry.index.needsUpdate = true;
    faces.geometry.setDrawRange(0, corners);
    faces.material = state.seeThrough ? this.materials.clear : this.materials.full;
    faces.renderOrder = state.seeThrough ? 4 : 1;
    for (const material of Object.values(this.materials)) material.wireframe = state.wireframe;
    this.drawOutlines(state, labels, vertices, pose, start);
  }

  /** Lines between patches, and around them. */
  drawOutlines(state, labels, vertices, pose, start) {
    const { layer, lines, opposite } = this;
    const [first, end] = seenRange(layer, state.frame, state.level);
    const ink = state.palette.rgb("ink");
    const ends = [];
    if (labels.length >= LEAST_FACES * (end - first)) {
      opposite.forEach((other, c) => {
        const item = labels[Math.floor(c / 3)];
        const beyond = other < 0 ? -1 : labels[Math.floor(other / 3)];
        if (item >= 0 && item !== beyond && (beyond < 0 || c < other)) ends.push(c);
      });
    }
    lines.reserve(ends.length);
    ends.forEach((c, at) => {
      [c, c % 3 === 2 ? c - 2 : c + 1].forEach((corner, k) => {
        const v = 3 * layer.indices.data[corner];
        movePoint(pose, start, vertices[v], vertices[v + 1], vertices[v + 2], k ? lines.finish : lines.start, 3 * at);
      });
      const [rgb, fade] = this.paintOf(state, labels[Math.floor(c / 3)]);
      lines.colour(at, rgb.map((x, k) => (1 - OUTLINE_INK) * x + OUTLINE_INK * ink[k]), fade, 0);
    });
    lines.send(ends.length);
  }
}
