/**
 * Buffers of instances: what differs from one copy of a geometry to the next.
 */
import * as THREE from "three";

/** A plain geometry from arrays. */
export function geometryOf({ positions, normals, indices }) {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  if (normals) geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  if (indices) geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return geometry;
}

/** A geometry that shares the vertices of another and has instances of its own. */
export function sharing(geometry) {
  const copy = new THREE.InstancedBufferGeometry();
  copy.setIndex(geometry.index);
  for (const name of ["position", "normal"]) {
    if (geometry.hasAttribute(name)) copy.setAttribute(name, geometry.getAttribute(name));
  }
  return copy;
}

/** Poses and paint of the copies of a mesh; any number of geometries may use them. */
export class Places {
  constructor(capacity) {
    this.poses = new Float32Array(12 * capacity);
    this.paint = new Uint8Array(4 * capacity);
    this.rows = new THREE.InstancedInterleavedBuffer(this.poses, 12);
    this.rows.setUsage(THREE.DynamicDrawUsage);
    this.paints = new THREE.InstancedBufferAttribute(this.paint, 4, true);
    this.paints.setUsage(THREE.DynamicDrawUsage);
    this.geometries = [];
  }

  /** Lets a geometry be drawn once for each place. */
  serve(geometry) {
    for (let k = 0; k < 3; k += 1) {
      geometry.setAttribute(`row${k}`, new THREE.InterleavedBufferAttribute(this.rows, 4, 4 * k));
    }
    geometry.setAttribute("paint", this.paints);
    this.geometries.push(geometry);
    return geometry;
  }

  /** Sends what was written to the card. */
  send(count) {
    this.rows.needsUpdate = true;
    this.paints.needsUpdate = true;
    for (const geometry of this.geometries) geometry.instanceCount = count;
  }
}

/** One or two vectors, paint and emphasis of each mark. */
export class Marks {
  /**
   * @param {{positions: Float32Array, indices: Uint16Array}} base drawn for each mark
   * @param {string[]} vectors names of the attributes of three numbers
   */
  constructor(base, vectors) {
    this.geometry = new THREE.InstancedBufferGeometry();
    this.geometry.setAttribute("position", new THREE.BufferAttribute(base.positions, 3));
    this.geometry.setIndex(new THREE.BufferAttribute(base.indices, 1));
    this.vectors = vectors;
    this.capacity = -1;
    this.reserve(0);
  }

  /** Room for at least so many marks; what was written before is lost. */
  reserve(count) {
    if (count <= this.capacity) return;
    this.capacity = Math.max(count, 16);
    // A buffer on the card cannot grow: the old ones go, new ones are made at the next picture.
    this.geometry.dispose();
    for (const name of this.vectors) this.attribute(name, new Float32Array(3 * this.capacity), 3, false);
    this.attribute("paint", new Uint8Array(4 * this.capacity), 4, true);
    this.attribute("emphasis", new Float32Array(this.capacity), 1, false);
  }

  attribute(name, array, size, normalized) {
    this[name] = array;
    this.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(array, size, normalized));
  }

  /** Writes paint: a colour, how far it fades, and how much it stands out. */
  colour(at, rgb, fade, emphasis) {
    this.paint[4 * at] = rgb[0];
    this.paint[4 * at + 1] = rgb[1];
    this.paint[4 * at + 2] = rgb[2];
    this.paint[4 * at + 3] = Math.round(255 * fade);
    this.emphasis[at] = emphasis;
  }

  send(count) {
    for (const name of [...this.vectors, "paint", "emphasis"]) {
      this.geometry.getAttribute(name).needsUpdate = true;
    }
    this.geometry.instanceCount = count;
  }
}

/** Corners of a strip from 0 to 1: x along, y across. */
export const STRIP = {
  positions: Float32Array.of(0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0),
  indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
};
export const SQUARE = {
  positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
  indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
};
/** Shaft and head: x is 0 at the tail, 1 at the neck, 2 at the tip; z tells the head. */
export const ARROW_SHAPE = {
  positions: Float32Array.of(0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0, 1, -1, 1, 2, 0, 1, 1, 1, 1),
  indices: Uint16Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6),
};

/** A mesh that is always drawn: instances are elsewhere than the geometry's own bounds say. */
export function shown(Kind, geometry, material, order) {
  const object = new Kind(geometry, material);
  object.frustumCulled = false;
  object.matrixAutoUpdate = false;
  object.renderOrder = order;
  return object;
}
