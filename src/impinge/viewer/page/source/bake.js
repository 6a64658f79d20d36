/**
 * All copies of all meshes as one mesh. Software draws each instance on its own, at a cost of its
 * own; one large mesh of coarse copies is what it can turn in time.
 */
import * as THREE from "three";
import { Places } from "./buffers.js";
import { movePoint } from "./placing.js";

export class Baked {
  /** @param {{surface: object, places: Places, count: number}[]} parts a mesh and where its copies are */
  constructor(parts) {
    this.parts = parts;
    const total = (size) => parts.reduce((sum, part) => sum + part.count * size(part.surface), 0);
    const vertices = total((surface) => surface.positions.length / 3);
    this.positions = new Float32Array(3 * vertices);
    this.normals = new Float32Array(3 * vertices);
    this.paint = new Uint8Array(4 * vertices);
    const indices = new Uint32Array(total((surface) => surface.indices.length));
    let [corner, vertex] = [0, 0];
    for (const { surface, count } of parts) {
      for (let copy = 0; copy < count; copy += 1) {
        for (const index of surface.indices) indices[corner++] = vertex + index;
        vertex += surface.positions.length / 3;
      }
    }
    this.geometry = new THREE.InstancedBufferGeometry();
    const places = new Places(1);
    places.poses.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    places.serve(this.geometry);
    places.send(1);
    this.geometry.setAttribute("position", new THREE.BufferAttribute(this.positions, 3));
    this.geometry.setAttribute("normal", new THREE.BufferAttribute(this.normals, 3));
    // Of each vertex, not of each instance: there is one instance.
    this.geometry.setAttribute("paint", new THREE.BufferAttribute(this.paint, 4, true));
    this.geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  }

  /** Takes over where the copies are now, and their colours. */
  fill() {
    let vertex = 0;
    for (const { surface, places, count } of this.parts) {
      const { positions, normals } = surface;
      for (let copy = 0; copy < count; copy += 1) {
        const pose = places.poses.subarray(12 * copy, 12 * copy + 12);
        const paint = places.paint.subarray(4 * copy, 4 * copy + 4);
        const turn = Float32Array.from(pose);
        turn[3] = turn[7] = turn[11] = 0;
        for (let at = 0; at < positions.length; at += 3, vertex += 1) {
          movePoint(pose, 0, positions[at], positions[at + 1], positions[at + 2], this.positions, 3 * vertex);
          movePoint(turn, 0, normals[at], normals[at + 1], normals[at + 2], this.normals, 3 * vertex);
          this.paint.set(paint, 4 * vertex);
        }
      }
    }
    for (const name of ["position", "normal", "paint"]) this.geometry.getAttribute(name).needsUpdate = true;
  }
}
