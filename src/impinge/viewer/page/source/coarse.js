/**
 * Coarse copies of meshes, for the moments in which the picture moves: vertices in one cell of a
 * grid whose normals look the same way become one, and triangles that lose a corner vanish. Both
 * sides of a thin plate stay apart, each with its own light.
 */
import { numberTriples } from "./triples.js";

/** A grid of n cells along the longest side leaves about this times n squared triangles. */
const TRIANGLES_A_CELL = 5;
/** Ways that a normal may look: along an axis, or against it. */
const WAYS = 6;

/** The axis that a normal is closest to, and which way along it: 0 to 5. */
function wayOf(normals, at) {
  let axis = 0;
  for (let k = 1; k < 3; k += 1) if (Math.abs(normals[at + k]) > Math.abs(normals[at + axis])) axis = k;
  return 2 * axis + (normals[at + axis] < 0 ? 1 : 0);
}

/**
 * @param {{positions: Float32Array, normals: Float32Array, indices: Uint32Array}} surface
 * @param {number} target about how many triangles should be left
 */
export function coarseCopy(surface, target) {
  const { positions, normals, indices } = surface;
  if (indices.length / 3 <= target) return surface;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 1) {
    low[at % 3] = Math.min(low[at % 3], positions[at]);
    high[at % 3] = Math.max(high[at % 3], positions[at]);
  }
  const longest = Math.max(...high.map((x, k) => x - low[k])) || 1;
  const cell = longest / Math.max(2, Math.sqrt(target / TRIANGLES_A_CELL));
  const keys = new Int32Array(positions.length);
  for (let at = 0; at < positions.length; at += 1) {
    keys[at] = Math.floor((positions[at] - low[at % 3]) / cell);
  }
  for (let at = 0; at < keys.length; at += 3) keys[at] = WAYS * keys[at] + wayOf(normals, at);
  const { ids, count } = numberTriples(keys);
  const points = new Float32Array(3 * count);
  const sums = new Float32Array(3 * count);
  const members = new Uint32Array(count);
  for (let v = 0; v < ids.length; v += 1) {
    members[ids[v]] += 1;
    for (let k = 0; k < 3; k += 1) {
      points[3 * ids[v] + k] += positions[3 * v + k];
      sums[3 * ids[v] + k] += normals[3 * v + k];
    }
  }
  for (let at = 0; at < points.length; at += 1) points[at] /= members[Math.floor(at / 3)];
  const corners = [];
  for (let c = 0; c < indices.length; c += 3) {
    const [a, b, d] = [ids[indices[c]], ids[indices[c + 1]], ids[indices[c + 2]]];
    if (a !== b && b !== d && d !== a) corners.push(a, b, d);
  }
  return { positions: points, normals: sums, indices: Uint32Array.from(corners) };
}
