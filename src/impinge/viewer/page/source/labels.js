/**
 * Words beside places of the picture: above it, and moved as the camera moves.
 */
import { byId, element } from "./elements.js";

export class Labels {
  /**
   * @param {{text: string, at: number[], layer: string|null, since?: number}[]} labels places are those
   *   of the world; one with `since` is there from that frame on
   * @param {(point: number[]) => number[]|null} place where a point appears in the view [px]
   */
  constructor(labels, place) {
    this.place = place;
    this.entries = labels.map((label) => ({ ...label, mark: element("span", { text: label.text }) }));
    byId("labels").replaceChildren(...this.entries.map(({ mark }) => mark));
  }

  /** @param {{visible: Record<string, boolean>, frame: number}} state layers by their ids */
  move({ visible, frame }) {
    for (const entry of this.entries) {
      const seen = (entry.layer === null || visible[entry.layer]) && frame >= (entry.since ?? 0);
      entry.spot = seen ? this.place(entry.at) : null;
      entry.mark.hidden = entry.spot === null;
      if (entry.spot) entry.mark.style.transform = `translate(${entry.spot[0]}px, ${entry.spot[1]}px)`;
    }
  }

  /** Those that are seen: for a picture that is saved. */
  seen() {
    return this.entries.filter(({ spot }) => spot).map(({ text, spot }) => ({ text, spot }));
  }
}
