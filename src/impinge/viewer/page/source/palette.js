/**
 * Colours by their names, as the style sheet defines them for the theme in force.
 */

/** Of pictures beside each other, and of several lines in one plot. */
export const SERIES = ["a", "b", "c", "touch", "path", "volume", "near", "candidate"];

/** @param {string} code "#rrggbb" @returns {[number, number, number]} 0 to 255 */
function triple(code) {
  const number = Number.parseInt(code.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** One look at the style sheet; ask for a new one when the theme has changed. */
export class Palette {
  constructor() {
    this.style = getComputedStyle(document.body);
    this.known = new Map();
  }

  /** @param {string} name of a colour, or "#rrggbb" @returns {string} "#rrggbb" */
  code(name) {
    if (/^#[0-9a-f]{6}$/i.test(name)) return name;
    const word = /^[a-z]+$/.test(name ?? "") ? name : "neutral";
    return this.style.getPropertyValue(`--${word}`).trim() || "#808080";
  }

  /** @param {string} name @returns {[number, number, number]} 0 to 255 */
  rgb(name) {
    if (!this.known.has(name)) this.known.set(name, triple(this.code(name)));
    return this.known.get(name);
  }
}
