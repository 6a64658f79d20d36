/**
 * What marks and colours mean.
 */
import { CODES } from "./colour_scale.js";
import { element, tint } from "./elements.js";
import { betweenNumbers } from "./numbers.js";
import { inUnit, unitText } from "./units.js";

/** Ends of a scale as people read them; those of lengths in a unit. */
export function endsOf({ range, unit: own }, unit) {
  const isLength = own === "m";
  const [low, high] = [range.low, range.high].map((x) => (isLength ? inUnit(x, unit) : x));
  const [first, last] = [low, high].map(betweenNumbers(low, high));
  return [first, isLength ? `${last} ${unitText(unit)}` : last];
}

/** Colours of a scale, from low to high. */
export function codesOf({ colours }) {
  return colours ?? CODES;
}

/** A scale of colours, with what is at its ends. */
function scaleOf(entry, unit) {
  const { text } = entry;
  const [low, high] = endsOf(entry, unit);
  const bar = element("span", { class: "scale" });
  bar.style.backgroundImage = `linear-gradient(90deg, ${codesOf(entry).join(", ")})`;
  return element("li", { class: "values" }, [
    element("span", { text }), element("span", { class: "end", text: low }), bar, element("span", { class: "end", text: high }),
  ]);
}

/** @param {{text: string, colour: string, kind: string, range?: {low: number, high: number}}[]} legend */
export function showLegend(home, legend, unit) {
  home.replaceChildren(...legend.map((entry) => {
    if (entry.range) return scaleOf(entry, unit);
    const mark = element("span", { class: `mark ${entry.kind}`, attributes: { "aria-hidden": "true" } }, [
      ...(entry.stripes ?? [entry.colour]).map((colour) => tint(element("i"), colour)),
    ]);
    return element("li", {}, [mark, element("span", { text: entry.text })]);
  }));
}
