/**
 * Lengths in the unit that the reader has chosen. The library gives all of them in metres.
 */
import { shortNumber } from "./numbers.js";

/** How many of each unit a metre has, by the names that the library uses. */
const PER_METRE = { m: 1, cm: 100, mm: 1000, um: 1e6, km: 1e-3, in: 1 / 0.0254, ft: 1 / 0.3048 };
const SIGNS = { um: "µm" };
/** Those of the switch, in its order. */
export const UNITS = ["m", "cm", "mm", "um", "in", "ft", "km"];
/** Digits of a double that survive a product. */
const DIGITS = 15;
/** Digits of lengths in sentences. */
const FEW = 4;

export function isUnit(unit) {
  return unit in PER_METRE;
}

/** As it is written: "µm" for "um". */
export function unitText(unit) {
  return SIGNS[unit] ?? unit;
}

/** The unit of a column as it is shown: lengths have that of the page. */
export function shownUnit(column, unit) {
  return column.unit === "m" ? unitText(unit) : column.unit;
}

/** A length in metres in a unit. */
export function inUnit(metres, unit) {
  const value = metres * PER_METRE[unit];
  return unit === "m" || !Number.isFinite(value) ? value : Number(value.toPrecision(DIGITS));
}

/** A value of a column as it is shown: of lengths, vectors of them and nothing else, in the unit. */
export function shownValue(column, value, unit) {
  if (column.unit !== "m" || unit === "m") return value;
  if (Array.isArray(value)) return value.map((x) => inUnit(x, unit));
  return typeof value === "number" ? inUnit(value, unit) : value;
}

/** @param {(string|{lengths: number[], between: string})[]} words a sentence with lengths in it */
export function wordsText(words, unit) {
  return words.map((word) => {
    if (typeof word === "string") return word;
    const few = word.lengths.map((x) => shortNumber(Number(inUnit(x, unit).toPrecision(FEW))));
    return `${few.join(word.between)} ${unitText(unit)}`;
  }).join("");
}

/** The switch among the tools: chooses the unit, and shows that of the page. */
export function startUnits(home, store) {
  home.replaceChildren(...UNITS.map((unit) => new Option(unitText(unit), unit)));
  const show = ({ unit }) => { home.value = unit; };
  home.addEventListener("change", () => store.change({ unit: home.value }));
  store.on(["unit"], show);
  show(store.state);
  return () => store.change({ unit: UNITS[(UNITS.indexOf(store.state.unit) + 1) % UNITS.length] });
}
