/**
 * From which side a place is seen that other things hide.
 */

/** Turns that are tried, the smallest first [rad]. */
const TURNS = [0, 0.35, -0.35, 0.7, -0.7, 1.05, -1.05, 1.4, -1.4, 2, -2, 2.6, -2.6, Math.PI];
/** About so many points tell how much of what is around the place is seen. */
const SOME = 8;

/**
 * The angles themselves where the place is seen from there, else those with most of what is around it.
 *
 * @param {{azimuth: number, elevation: number}} start
 * @param {Float32Array} place three numbers, or none
 * @param {Float32Array} around three numbers each
 * @param {(angles: object, points: Float32Array) => number} hidden how many points are hidden from there
 */
export function freeAngles(start, place, around, hidden) {
  if (place.length === 0 || hidden(start, place) === 0) return start;
  const stride = 3 * Math.max(1, Math.round(around.length / (3 * SOME)));
  const some = around.filter((_, at) => at % stride < 3);
  let [best, fewest] = [start, Infinity];
  for (const turn of TURNS) {
    const angles = { ...start, azimuth: start.azimuth + turn };
    const count = hidden(angles, place) > 0 ? Infinity : hidden(angles, some);
    if (count < fewest) [best, fewest] = [angles, count];
    if (count === 0) break;
  }
  return best;
}
