/**
 * Solids of any number of faces, to look through: all that are to be seen are one mesh.
 */
import * as THREE from "three";
import { Marks, Places, shown, STRIP } from "./buffers.js";
import { addTwice } from "./draw_marks.js";
import { EDGE_WIDTH, VolumesDrawing } from "./draw_volumes.js";
import { lineMaterials, shellMaterial } from "./materials.js";
import { carrier, movePoint, seenRange } from "./placing.js";
import { surfaceOf } from "./surface.js";

/** A mesh of one solid alone, without the vertices of the others. */
function alone(layer, item) {
  const numbers = new Map();
  const positions = [];
  const [from, to] = [3 * layer.offsets.data[item], 3 * layer.offsets.data[item + 1]];
  const indices = Array.from(layer.indices.data.subarray(from, to), (vertex) => {
    if (!numbers.has(vertex)) {
      numbers.set(vertex, numbers.size);
      positions.push(...layer.positions.data.subarray(3 * vertex, 3 * vertex + 3));
    }
    return numbers.get(vertex);
  });
  return { positions: Float32Array.from(positions), indices, flat: true };
}

export class SolidsDrawing extends VolumesDrawing {
  constructor(model, layer, shared) {
    super(model, layer);
    this.places = new Places(1);
    this.places.poses.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    this.faces = shown(THREE.Mesh, new THREE.BufferGeometry(), shellMaterial(shared, layer.fill ?? 0.1, 0), 10);
    this.object.add(this.faces);
    this.edges = new Marks(STRIP, ["start", "finish"]);
    addTwice(this.object, this.edges, lineMaterials(shared, EDGE_WIDTH, false), 12);
    this.made = new Map();
  }

  /** Surface and edges of one solid, in its own frame; made once. */
  solid(item) {
    if (!this.made.has(item)) {
      const { edges, edge_offsets: offsets } = this.layer;
      const surface = surfaceOf(alone(this.layer, item));
      const lines = edges
        ? edges.data.subarray(6 * offsets.data[item], 6 * offsets.data[item + 1])
        : surface.lines;
      this.made.set(item, { surface, lines });
    }
    return this.made.get(item);
  }

  update(state) {
    const [first, end] = seenRange(this.layer, state.frame, state.level);
    const solids = [];
    for (let item = first; item < end; item += 1) solids.push(this.solid(item));
    const vertices = solids.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0);
    const corners = solids.reduce((sum, { surface }) => sum + surface.indices.length, 0);
    const lines = solids.reduce((sum, solid) => sum + solid.lines.length / 6, 0);
    const positions = new Float32Array(3 * vertices);
    const normals = new Float32Array(3 * vertices);
    const paint = new Uint8Array(4 * vertices);
    const indices = new Uint32Array(corners);
    this.edges.reserve(lines);
    let [vertex, corner, line] = [0, 0, 0];
    solids.forEach((solid, k) => {
      const item = first + k;
      const [pose, start] = carrier(this.model, this.layer, item, state.frame);
      const [rgb, fade, emphasis] = this.paintOf(state, item);
      const { surface } = solid;
      for (const index of surface.indices) indices[corner++] = vertex + index;
      for (let at = 0; at < surface.positions.length; at += 3, vertex += 1) {
        movePoint(pose, start, ...surface.positions.subarray(at, at + 3), positions, 3 * vertex);
        for (let row = 0; row < 3; row += 1) {
          for (let j = 0; j < 3; j += 1) {
            normals[3 * vertex + row] += pose[start + 4 * row + j] * surface.normals[at + j];
          }
        }
        paint.set(rgb, 4 * vertex);
        paint[4 * vertex + 3] = 255 * fade;
      }
      for (let at = 0; at < solid.lines.length; at += 6, line += 1) {
        movePoint(pose, start, ...solid.lines.subarray(at, at + 3), this.edges.start, 3 * line);
        movePoint(pose, start, ...solid.lines.subarray(at + 3, at + 6), this.edges.finish, 3 * line);
        this.edges.colour(line, rgb, fade, emphasis);
      }
    });
    this.edges.send(lines);
    this.takeFaces({ positions, normals, paint, indices });
  }

  takeFaces({ positions, normals, paint, indices }) {
    this.faces.geometry.dispose();
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    this.places.geometries.length = 0;
    this.places.serve(geometry);
    // Of each vertex, not of each instance: there is one instance.
    geometry.setAttribute("paint", new THREE.BufferAttribute(paint, 4, true));
    this.places.send(1);
    this.faces.geometry = geometry;
  }
}
