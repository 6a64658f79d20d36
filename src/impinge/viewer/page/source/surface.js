/**
 * What a mesh needs to be drawn: normals that are smooth over round surfaces and sharp at creases,
 * and the creases themselves as lines.
 */
import { numberTriples } from "./triples.js";

/** Faces that meet at a larger angle are a crease [degrees]; as in the library's own pictures. */
const CREASE = 30;
/** Lines are drawn at larger angles only: a coarse sphere should not become a cage [degrees]. */
const LINE = 40;
/** Larger meshes get no lines: finding them takes time, and they would be lost in the picture. */
const MOST_FACES_WITH_LINES = 60000;

/**
 * Vertices at the same place become one, unless they may part in another frame; -0 is 0. What deforms
 * is as in its first frame: folds that come later are no creases.
 */
function weld({ positions, indices, frames }) {
  if (frames) return outward(frames.subarray(0, positions.length), Uint32Array.from(indices));
  const bits = new Int32Array(new Float32Array(positions.map((x) => x + 0)).buffer);
  const { ids, count, first } = numberTriples(bits);
  const points = new Float32Array(3 * count);
  for (let v = 0; v < count; v += 1) {
    for (let k = 0; k < 3; k += 1) points[3 * v + k] = positions[3 * first[v] + k];
  }
  const corners = new Uint32Array(indices.length);
  for (let c = 0; c < corners.length; c += 1) corners[c] = ids[indices[c]];
  return outward(points, corners);
}

/** Faces that all look inward are turned: silhouettes are lit by their normals. */
function outward(points, corners) {
  if (signedVolume(points, corners) < 0) turnInsideOut(corners);
  return { points, corners };
}

/** Six times the volume inside, about the first vertex; below zero if all faces look inward. */
function signedVolume(points, corners) {
  let sum = 0;
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * corners[at + k];
      return [points[v] - points[0], points[v + 1] - points[1], points[v + 2] - points[2]];
    });
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

function turnInsideOut(corners) {
  for (let at = 0; at < corners.length; at += 3) {
    [corners[at + 1], corners[at + 2]] = [corners[at + 2], corners[at + 1]];
  }
}

/** Normals of the faces; their lengths are twice the areas. */
function faceNormals(points, corners, normals = new Float32Array(corners.length)) {
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [3 * corners[at], 3 * corners[at + 1], 3 * corners[at + 2]];
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    normals[at] = uy * vz - uz * vy;
    normals[at + 1] = uz * vx - ux * vz;
    normals[at + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/** Corners around each vertex, as one list with offsets. */
function cornersByVertex(corners, vertices) {
  const offsets = new Uint32Array(vertices + 1);
  for (const v of corners) offsets[v + 1] += 1;
  for (let v = 0; v < vertices; v += 1) offsets[v + 1] += offsets[v];
  const next = offsets.slice();
  const list = new Uint32Array(corners.length);
  for (let c = 0; c < corners.length; c += 1) list[next[corners[c]]++] = c;
  return { offsets, list };
}

/** Splits vertices where normals differ, so that few are drawn twice. */
function splitAtCreases(points, corners, flat) {
  const normals = faceNormals(points, corners);
  const lengths = new Float32Array(corners.length / 3);
  for (let f = 0; f < lengths.length; f += 1) {
    lengths[f] = Math.hypot(normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
  }
  const least = flat ? 0.999 : Math.cos((CREASE * Math.PI) / 180);
  const { offsets, list } = cornersByVertex(corners, points.length / 3);
  const sources = [];
  const outNormals = [];
  const indices = new Uint32Array(corners.length);
  for (let v = 0; v + 1 < offsets.length; v += 1) {
    const firstOut = sources.length;
    for (let i = offsets[v]; i < offsets[v + 1]; i += 1) {
      const f = Math.floor(list[i] / 3);
      let [x, y, z] = [0, 0, 0];
      for (let j = offsets[v]; j < offsets[v + 1]; j += 1) {
        const g = Math.floor(list[j] / 3);
        const dot =
          normals[3 * f] * normals[3 * g] +
          normals[3 * f + 1] * normals[3 * g + 1] +
          normals[3 * f + 2] * normals[3 * g + 2];
        if (g === f || dot > least * lengths[f] * lengths[g]) {
          x += normals[3 * g];
          y += normals[3 * g + 1];
          z += normals[3 * g + 2];
        }
      }
      const length = Math.hypot(x, y, z) || 1;
      [x, y, z] = [x / length, y / length, z / length];
      let at = firstOut;
      const end = sources.length;
      while (at < end) {
        const alike = x * outNormals[3 * at] + y * outNormals[3 * at + 1] + z * outNormals[3 * at + 2];
        if (alike > 0.9995) break;
        at += 1;
      }
      if (at === end) {
        sources.push(v);
        outNormals.push(x, y, z);
      }
      indices[list[i]] = at;
    }
  }
  const positions = gather(points, sources, new Float32Array(3 * sources.length));
  return { positions, normals: Float32Array.from(outNormals), indices, sources };
}

/** Writes points of some vertices one after the other. */
function gather(points, vertices, out) {
  for (let k = 0; k < vertices.length; k += 1) {
    const from = 3 * vertices[k];
    out[3 * k] = points[from];
    out[3 * k + 1] = points[from + 1];
    out[3 * k + 2] = points[from + 2];
  }
  return out;
}

/** Vertices of the edges at which faces meet at an angle, or that have one face only: pairs. */
function creaseEnds(points, corners) {
  const normals = faceNormals(points, corners);
  const keys = new Int32Array(3 * corners.length);
  for (let c = 0; c < corners.length; c += 1) {
    const next = c % 3 === 2 ? c - 2 : c + 1;
    keys[3 * c] = Math.min(corners[c], corners[next]);
    keys[3 * c + 1] = Math.max(corners[c], corners[next]);
  }
  const { ids, count, first } = numberTriples(keys);
  const sharp = new Uint8Array(count).fill(1);
  const limit = Math.cos((LINE * Math.PI) / 180);
  for (let c = 0; c < corners.length; c += 1) {
    const other = first[ids[c]];
    if (other === c) continue;
    const [f, g] = [3 * Math.floor(c / 3), 3 * Math.floor(other / 3)];
    const dot = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
    const size =
      Math.hypot(normals[f], normals[f + 1], normals[f + 2]) *
      Math.hypot(normals[g], normals[g + 1], normals[g + 2]);
    if (dot >= limit * size) sharp[ids[c]] = 0;
  }
  const ends = [];
  for (let e = 0; e < count; e += 1) {
    if (sharp[e]) ends.push(keys[3 * first[e]], keys[3 * first[e] + 1]);
  }
  return ends;
}

/**
 * @param {{positions: Float32Array, indices: ArrayLike<number>, flat: boolean, frames?: Float32Array|null}} mesh
 * @returns {{positions: Float32Array, normals: Float32Array, indices: Uint32Array, lines: Float32Array,
 *   sources: number[], ends: number[]}} the vertices that positions and ends of lines come from
 */
export function surfaceOf(mesh) {
  const { points, corners } = weld(mesh);
  const ends = corners.length / 3 <= MOST_FACES_WITH_LINES ? creaseEnds(points, corners) : [];
  const lines = gather(points, ends, new Float32Array(3 * ends.length));
  return { ...splitAtCreases(points, corners, mesh.flat), lines, ends };
}

/** Moves a surface to other places of its vertices, in place; creases stay the edges they were. */
export function deform(surface, points) {
  const { positions, normals, indices, lines, sources, ends } = surface;
  gather(points, sources, positions);
  gather(points, ends, lines);
  normals.fill(0);
  surface.faces = faceNormals(positions, indices, surface.faces);
  for (let c = 0; c < indices.length; c += 1) {
    const [from, to] = [c - (c % 3), 3 * indices[c]];
    for (let k = 0; k < 3; k += 1) normals[to + k] += surface.faces[from + k];
  }
  for (let at = 0; at < normals.length; at += 3) {
    const size = Math.sqrt(normals[at] ** 2 + normals[at + 1] ** 2 + normals[at + 2] ** 2) || 1;
    for (let k = at; k < at + 3; k += 1) normals[k] /= size;
  }
}

/** The surface with one normal a vertex: pushed outward along these, it shows as an outline. */
export function shellOf(mesh) {
  const { points, corners } = weld(mesh);
  const faces = faceNormals(points, corners);
  const normals = new Float32Array(points.length);
  for (let c = 0; c < corners.length; c += 1) {
    const f = 3 * Math.floor(c / 3);
    // By direction, not by area: at a corner of a box all three faces count alike.
    const length = Math.hypot(faces[f], faces[f + 1], faces[f + 2]) || 1;
    for (let k = 0; k < 3; k += 1) normals[3 * corners[c] + k] += faces[f + k] / length;
  }
  return { positions: points, normals, indices: corners };
}
