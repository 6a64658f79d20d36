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

/**
 * One or two vectors, paint and emphasis of each mark. All marks are one mesh, with these repeated at
 * every corner: software draws each instance on its own, at a cost of its own.
 */
export class Marks {
  /**
   * @param {{positions: Float32Array, indices: number[]}|null} base drawn for each mark; null for points
   * @param {string[]} vectors names of the attributes of three numbers
   */
  constructor(base, vectors) {
    this.geometry = new THREE.BufferGeometry();
    this.base = base;
    this.corners = base ? base.positions.length / 3 : 1;
    this.sizes = Object.fromEntries([...vectors.map((name) => [name, 3]), ["paint", 4], ["emphasis", 1]]);
    this.capacity = -1;
    this.reserve(0);
  }

  /** Room for at least so many marks; what was written before is lost. */
  reserve(count) {
    if (count <= this.capacity) return;
    this.capacity = Math.max(count, 16);
    // A buffer on the card cannot grow: the old ones go, new ones are made at the next picture.
    this.geometry.dispose();
    for (const [name, size] of Object.entries(this.sizes)) {
      const Type = name === "paint" ? Uint8Array : Float32Array;
      this[name] = new Type(size * this.capacity);
      const spread = this.base ? new Type(size * this.capacity * this.corners) : this[name];
      const attribute = new THREE.BufferAttribute(spread, size, name === "paint");
      this.geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    if (this.base) this.repeat(this.base);
    else this.geometry.setAttribute("position", this.geometry.getAttribute("start"));
  }

  /** Corners and triangles of the base, once for each mark. */
  repeat({ positions, indices }) {
    const all = new Float32Array(positions.length * this.capacity);
    const triangles = new Uint32Array(indices.length * this.capacity);
    for (let mark = 0; mark < this.capacity; mark += 1) {
      all.set(positions, positions.length * mark);
      indices.forEach((k, at) => { triangles[indices.length * mark + at] = this.corners * mark + k; });
    }
    this.geometry.setAttribute("position", new THREE.BufferAttribute(all, 3));
    this.geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
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
    for (const [name, size] of Object.entries(this.sizes)) {
      const attribute = this.geometry.getAttribute(name);
      attribute.needsUpdate = true;
      if (!this.base) continue;
      const [from, to] = [this[name], attribute.array];
      for (let mark = 0, at = 0; mark < count; mark += 1) {
        for (let corner = 0; corner < this.corners; corner += 1) {
          for (let k = size * mark; k < size * (mark + 1); k += 1, at += 1) to[at] = from[k];
        }
      }
    }
    this.geometry.setDrawRange(0, count * (this.base ? this.base.indices.length : 1));
  }
}

/** Corners of a strip from 0 to 1: x along, y across. */
export const STRIP = {
  positions: Float32Array.of(0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0),
  indices: [0, 1, 2, 0, 2, 3],
};
/** Shaft and head: x is 0 at the tail, 1 at the neck, 2 at the tip; z tells the head. */
export const ARROW_SHAPE = {
  positions: Float32Array.of(0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0, 1, -1, 1, 2, 0, 1, 1, 1, 1),
  indices: [0, 1, 2, 0, 2, 3, 4, 5, 6],
};

/** A mesh that is always drawn: instances are elsewhere than the geometry's own bounds say. */
export function shown(Kind, geometry, material, order) {
  const object = new Kind(geometry, material);
  object.frustumCulled = false;
  object.matrixAutoUpdate = false;
  object.renderOrder = order;
  return object;
}
