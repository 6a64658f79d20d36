/**
 * How the columns of a table look: the texts of their cells and their widths.
 */
import { alignedNumbers, counted } from "./numbers.js";
import { inUnit, shownUnit, shownValue } from "./units.js";

const DIGITS = 6;
/** Of vectors, which are three numbers side by side: so many of how far they differ. */
const VECTOR_DIGITS = 4;
const PADDING = 18;
/** The first column stands further from the edge. */
const FIRST = 10;
/** Longer names are cut short, and told in full when pointed at [px]. */
const WIDEST_TEXT = 176;
const SORT_MARK = 14;
/** Widths come from so many rows: the longest text of a million need not be found. */
const SAMPLE = 400;
/** Numbers of one column that differ by more cannot share their decimals. */
const SPREAD = 1e6;

let ruler = null;

/** @returns {number} pixels that a text takes */
function widthOf(text, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 7 * text.length;
  ruler.font = font;
  return ruler.measureText(text).width;
}

/** Numbers of a column as they are shown; those below rounding are zero, and tell nothing of the others. */
function numbersOf(table, column, at, unit) {
  const found = [];
  const add = (value) => {
    if (Array.isArray(value)) found.push(...value);
    else if (typeof value === "number" && Math.abs(value) > (column.zero ?? 0)) found.push(value);
  };
  add(table.live?.at === at ? [...table.live.numbers] : null);
  for (const row of table.rows) add(row[at]);
  return shownValue(column, found, unit);
}

/** A number as it is written, or 0 where it is below rounding. */
function aboveRounding(write, column, unit) {
  if (!column.zero) return write;
  const zero = column.unit === "m" ? inUnit(column.zero, unit) : column.zero;
  return (value) => (Math.abs(value) <= zero && value !== null ? "0" : write(value));
}

/** Digits that tell vectors apart, also far from the origin; the selected one is told in full. */
function vectorDigits(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const share = Math.max(Math.abs(low), Math.abs(high)) / (high - low);
  return Number.isFinite(share) ? VECTOR_DIGITS + Math.max(0, Math.floor(Math.log10(share))) : DIGITS;
}

/** @returns {(value: any) => string} for vectors, of one of their numbers */
function writer(table, column, at, unit) {
  switch (column.kind) {
    case "number": {
      const numbers = numbersOf(table, column, at, unit);
      return aboveRounding(alignedNumbers(numbers, column.digits ?? DIGITS, SPREAD), column, unit);
    }
    // A coordinate near zero is nothing special: it needs no more decimals than the others.
    case "vector": {
      const numbers = numbersOf(table, column, at, unit);
      return alignedNumbers(numbers, column.digits ?? vectorDigits(numbers), Infinity);
    }
    case "integer": return (value) => (value === null ? "–" : counted(value));
    case "flag": return (value) => (value === null ? "–" : value ? "yes" : "no");
    default: return (value) => (value === null ? "" : String(value));
  }
}

/**
 * @returns {{column: object, at: number, write: Function, width: number, part: number}[]} width in
 *   pixels, and for vectors that of one of its numbers
 */
export function columnLooks(table, unit, font, headFont) {
  const step = Math.max(1, Math.floor(table.rows.length / SAMPLE));
  return table.columns.map((column, at) => {
    const write = writer(table, column, at, unit);
    let [widest, part] = [0, 0];
    for (let row = 0; row < table.rows.length; row += step) {
      const value = shownValue(column, table.rows[row][at], unit);
      if (column.kind === "vector") {
        for (const x of value ?? []) part = Math.max(part, widthOf(write(x), font));
        widest = Math.max(widest, 3 * part + 20);
      } else widest = Math.max(widest, widthOf(write(value), font));
    }
    if (table.live?.at === at) {
      const numbers = shownValue(column, [...table.live.numbers], unit);
      const ends = [Math.min, Math.max].map((most) => numbers.reduce((x, y) => most(x, y), 0));
      part = Math.max(part, ...ends.map((x) => widthOf(write(x), font)));
      widest = 3 * part + 20;
    }
    const words = column.unit ? `${column.label} ${shownUnit(column, unit)}` : column.label;
    const head = widthOf(words, headFont) + SORT_MARK;
    const text = column.kind === "text" || column.kind === "name";
    const width = Math.max(head, text ? Math.min(widest, WIDEST_TEXT) : widest);
    return { column, at, write, width: Math.ceil(width) + PADDING + (at === 0 ? FIRST : 0), part: Math.ceil(part) };
  });
}
