/**
 * Pictures beside each other in one view: where each is, and its name.
 */
import { byId, element, tint } from "./elements.js";
import { SERIES } from "./palette.js";

/** Equal parts of the view, beside or above each other; places are from its upper left [px]. */
export function panesOf({ width, height }, count) {
  const [across, down] = width >= height ? [count, 1] : [1, count];
  return Array.from({ length: count }, (_, k) => ({
    left: (width * (k % across)) / across,
    top: (height * Math.floor(k / across)) / down,
    width: width / across,
    height: height / down,
  }));
}

/** From a place of the view [px] to the pane that is there, and -1 ... 1 across it. */
export function acrossPane(panes, right, down) {
  const here = ({ left, top, width, height }) => right <= left + width && down <= top + height;
  const pane = Math.max(0, panes.findIndex(here));
  const { left, top, width, height } = panes[pane];
  return { pane, x: (2 * (right - left)) / width - 1, y: 1 - (2 * (down - top)) / height };
}

/** From -1 ... 1 across a pane to a place of the view [px]. */
export function placeInPane({ left, top, width, height }, { x, y }) {
  return [left + 0.5 * width * (1 + x), top + 0.5 * height * (1 - y)];
}

/** Writes the name of each where there are several, in the colour of its lines in plots. */
export function namePanes({ panes: names, plots }, panes) {
  byId("panes").hidden = names.length === 1;
  byId("panes").replaceChildren(...names.map(({ name }, k) => {
    const label = tint(element("span", { class: plots.length > 0 ? "plotted" : "", text: name }), SERIES[k]);
    for (const side of ["left", "top", "width", "height"]) label.style[side] = `${panes[k][side]}px`;
    return label;
  }));
}
