/**
 * Which rows of a table are shown, and in what order.
 */
import { frameIn } from "./placing.js";

const TEXTS = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Rows of the frame: all, if the table knows no frames. */
export function rowsOfFrame(table, frame) {
  if (table.stale) return [0, 0];
  const own = frameIn(table, frame);
  return table.frames ? [table.frames[own], table.frames[own + 1]] : [0, table.rows.length];
}

/** Of one row, whose names would take more width than there is: they stand one below the other. */
export function isUpright(table) {
  return table.rows.length === 1 && !table.frames && table.things?.columns.length !== 1;
}

/** Compares two cells; what is missing comes last either way. */
function compare(kind, a, b) {
  if (kind === "text" || kind === "name") return TEXTS.compare(String(a), String(b));
  if (kind === "vector") {
    for (let k = 0; k < a.length; k += 1) if (a[k] !== b[k]) return a[k] - b[k];
    return 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function missing(value) {
  return value === null || value === undefined || Number.isNaN(value);
}

/** Whether the texts of a row contain all the words. */
export function matches(table, row, words) {
  if (words.length === 0) return true;
  const texts = table.columns
    .map((column, at) => (column.kind === "name" || column.kind === "text" ? String(table.rows[row][at]).toLowerCase() : ""));
  return words.every(({ word, whole }) => texts.some((text) => (whole ? text === word : text.includes(word))));
}

/**
 * What to look for: words, or all of a name between quotation marks.
 *
 * @param {string} search
 * @returns {{word: string, whole: boolean}[]}
 */
export function wordsOf(search) {
  const text = search.toLowerCase();
  if (/^".*"$/s.test(text)) return [{ word: text.slice(1, -1), whole: true }];
  return text.split(/\s+/).filter((word) => word.length > 0).map((word) => ({ word, whole: false }));
}

/**
 * @param {{key: string, descending: boolean}|null} sort
 * @returns {number[]} numbers of rows
 */
export function orderedRows(table, frame, search, sort) {
  const [first, end] = rowsOfFrame(table, frame);
  const words = wordsOf(search);
  const found = [];
  for (let row = first; row < end; row += 1) if (matches(table, row, words)) found.push(row);
  const at = sort ? table.columnAt.get(sort.key) : undefined;
  if (at === undefined) return found;
  const { kind } = table.columns[at];
  const sign = sort.descending ? -1 : 1;
  return found.sort((p, q) => {
    const [a, b] = [table.rows[p][at], table.rows[q][at]];
    if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b)) || p - q;
    return sign * compare(kind, a, b) || p - q;
  });
}
