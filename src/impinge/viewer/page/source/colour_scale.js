/**
 * Colours of values: viridis, which grows evenly brighter and reads alike with every kind of colour
 * vision. Its darkest and brightest ends are left out: both are lost on one of the backgrounds.
 */

const STOPS = [
  [70, 50, 126], [59, 82, 139], [44, 114, 142], [33, 145, 140], [40, 174, 128], [94, 201, 98], [173, 220, 48],
  [224, 227, 36],
];
const LAST = 255;
const TABLE = Array.from({ length: LAST + 1 }, (_, step) => {
  const at = (step / LAST) * (STOPS.length - 1);
  const k = Math.min(STOPS.length - 2, Math.floor(at));
  return STOPS[k].map((x, j) => x + (at - k) * (STOPS[k + 1][j] - x));
});

/** @param {{low: number, high: number}} range @returns {number[]} red, green, blue, 0 to 255 */
export function colourAt(value, { low, high }) {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return TABLE[Math.max(0, Math.min(LAST, Math.round(LAST * share)))];
}

/** From low to high, evenly apart. */
export const CODES = STOPS.map((rgb) => `rgb(${rgb.join(" ")})`);
