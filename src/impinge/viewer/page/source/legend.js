/**
 * What marks and colours mean.
 */
import { CODES } from "./colour_scale.js";
import { element, tint } from "./elements.js";
import { betweenNumbers } from "./numbers.js";

/** Ends of a scale as people read them. */
export function endsOf({ low, high }) {
  return [low, high].map(betweenNumbers(low, high));
}

/** A scale of colours, with what is at its ends. */
function scaleOf({ text, range }) {
  const [low, high] = endsOf(range);
  const bar = element("span", { class: "scale" });
  bar.style.backgroundImage = `linear-gradient(90deg, ${CODES.join(", ")})`;
  return element("li", { class: "values" }, [
    element("span", { text }), element("span", { class: "end", text: low }), bar, element("span", { class: "end", text: high }),
  ]);
}

/** @param {{text: string, colour: string, kind: string, range?: {low: number, high: number}}[]} legend */
export function showLegend(home, legend) {
  home.replaceChildren(...legend.map((entry) => {
    if (entry.range) return scaleOf(entry);
    const mark = element("span", { class: `mark ${entry.kind}`, attributes: { "aria-hidden": "true" } }, [
      tint(element("i"), entry.colour),
    ]);
    return element("li", {}, [mark, element("span", { text: entry.text })]);
  }));
}
