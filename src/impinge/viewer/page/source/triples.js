/**
 * Numbers equal triples of integers alike: what welds vertices, finds shared edges, fills cells.
 */

/**
 * @param {Int32Array} triples three integers each
 * @returns {{ids: Int32Array, count: number, first: Int32Array}} the number of each triple, how many
 *   there are, and where each appeared first
 */
export function numberTriples(triples) {
  const total = triples.length / 3;
  let size = 16;
  while (size < 2 * total) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const ids = new Int32Array(total);
  const first = new Int32Array(total);
  let count = 0;
  for (let k = 0; k < total; k += 1) {
    const [a, b, c] = [triples[3 * k], triples[3 * k + 1], triples[3 * k + 2]];
    let hash = Math.imul(a, 73856093) ^ Math.imul(b, 19349663) ^ Math.imul(c, 83492791);
    hash ^= hash >>> 15;
    let slot = hash & (size - 1);
    for (;;) {
      const id = slots[slot];
      if (id < 0) {
        slots[slot] = count;
        first[count] = k;
        ids[k] = count;
        count += 1;
        break;
      }
      const at = 3 * first[id];
      if (triples[at] === a && triples[at + 1] === b && triples[at + 2] === c) {
        ids[k] = id;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return { ids, count, first: first.slice(0, count) };
}
