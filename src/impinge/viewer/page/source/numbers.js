/**
 * Numbers as people read them: aligned in a column, in full beside it.
 */

const MINUS = "\u2212";
/** Outside of this range of sizes a column is written with powers of ten. */
const LARGEST = 1e9;
const SMALLEST = 1e-4;

/** A hyphen is no minus. */
function signed(text) {
  return text.replace(/-/g, MINUS);
}

/** 0.00012 as 1.2 times ten to the minus four, with real superscripts. */
function withPower(value, digits) {
  const [lead, power] = value.toExponential(Math.max(0, digits - 1)).split("e");
  const raised = String(Number(power)).replace(/[-0-9]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]));
  return signed(`${lead}×10${raised}`);
}

/** A few digits, without zeros at the end. */
export function shortNumber(value) {
  return signed(String(Number(value.toPrecision(6))));
}

/** Numbers between two ends, with the digits that tell places between those apart. */
export function betweenNumbers(low, high) {
  const decimals = 2 - Math.floor(Math.log10(high - low || Math.abs(high) || 1));
  const unit = 10 ** decimals;
  return (value) => shortNumber(decimals > 0 && Number.isFinite(unit) ? Math.round(value * unit) / unit : value);
}

/**
 * How numbers of one column are written: with the same decimals, so that they stand below each other.
 *
 * @param {number[]} values all numbers of the column
 * @param {number} digits significant ones of the largest
 * @param {number} spread where the largest is more times the smallest, each has its own power of ten
 * @returns {(value: number) => string}
 */
export function alignedNumbers(values, digits, spread) {
  let [largest, smallest] = [0, Infinity];
  let whole = true;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const size = Math.abs(value);
    largest = Math.max(largest, size);
    if (size > 0) smallest = Math.min(smallest, size);
    whole &&= Number.isInteger(value);
  }
  const odd = (value) => (value === null || Number.isNaN(value) ? "–" : value > 0 ? "∞" : `${MINUS}∞`);
  const plain = (write) => (value) => (Number.isFinite(value) ? signed(write(value)) : odd(value));
  if (largest === 0) return plain((value) => String(Math.abs(value)));
  if (whole && largest < LARGEST) return plain((value) => value.toLocaleString("en"));
  if (largest >= LARGEST || largest < SMALLEST || largest / smallest > spread) {
    return (value) => {
      if (!Number.isFinite(value)) return odd(value);
      return value === 0 ? "0" : withPower(value, digits);
    };
  }
  const decimals = Math.max(0, Math.min(12, digits - 1 - Math.floor(Math.log10(largest))));
  // What rounds to zero has no sign.
  return plain((value) => value.toFixed(decimals).replace(/^-(?=0\.?0*$)/, ""));
}

/** Every digit that the number has. */
export function fullNumber(value) {
  if (typeof value !== "number") return "–";
  return Number.isFinite(value) ? signed(String(value)) : value > 0 ? "∞" : Number.isNaN(value) ? "–" : `${MINUS}∞`;
}

/** The same for machines: what `data-value` holds. */
export function machineValue(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(machineValue).join(" ") : String(value);
}

/** An integer with its thousands apart. */
export function counted(value) {
  return signed(Number(value).toLocaleString("en"));
}
