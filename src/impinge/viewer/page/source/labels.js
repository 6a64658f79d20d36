/**
 * Words beside places of the picture: above it, and moved as the camera moves.
 */
import { byId, element } from "./elements.js";

export class Labels {
  /**
   * @param {{text: string, at: number[], layer: string|null}[]} labels places are those of the world
   * @param {(point: number[]) => number[]|null} place where a point appears in the view [px]
   */
  constructor(labels, place) {
    this.place = place;
    this.entries = labels.map((label) => ({ ...label, mark: element("span", { text: label.text }) }));
    byId("labels").replaceChildren(...this.entries.map(({ mark }) => mark));
  }

  /** @param {Record<string, boolean>} visible layers by their ids */
  move(visible) {
    for (const entry of this.entries) {
      entry.spot = entry.layer === null || visible[entry.layer] ? this.place(entry.at) : null;
      entry.mark.hidden = entry.spot === null;
      if (entry.spot) entry.mark.style.transform = `translate(${entry.spot[0]}px, ${entry.spot[1]}px)`;
    }
  }

  /** Those that are seen: for a picture that is saved. */
  seen() {
    return this.entries.filter(({ spot }) => spot).map(({ text, spot }) => ({ text, spot }));
  }
}
