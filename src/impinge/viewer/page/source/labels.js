/**
 * Words beside places of the picture: above it, and moved as the camera moves.
 */
import { byId, element } from "./elements.js";
import { wordsText } from "./units.js";

/** From a place to the words beside it [px]. */
const BESIDE = 10;
/** Words that a line leads to: from the place to the line, and to its end [px]. */
const CLEAR = 11;
const LEAD = 78;
/** Between words and the borders of the view [px]. */
const BORDER = 8;
/** Words that come nearer to their place would hide it [px]. */
const COVERED = 24;
/** Shorter on the screen, a direction is one that is looked along [px]. */
const UNSEEN = 0.5;

const between = (low, x, high) => Math.max(low, Math.min(x, high));

export class Labels {
  /**
   * @param {{text: string, words?: object[], at: number[], layer: string|null, since?: number, until?: number, posed?: boolean, along?: number[]}[]} labels
   *   places are those of the world; one with `since` is there from that frame on, up to `until`, one that
   *   is `posed` as long as no robot is set by hand, one with `along`
   *   stands off its place, to the side of that vector, and a line leads there
   * @param {(point: number[], pane: number) => number[]|null} place where a point appears in the view [px]
   * @param {() => {width: number, height: number}} size of the view [px]
   * @param {() => {width: number, height: number}|null} card what covers its upper left corner, up to there [px]
   */
  constructor(labels, place, size, card) {
    this.place = place;
    this.size = size;
    this.card = card;
    this.entries = labels.map((label) => ({
      words: [label.text],
      ...label,
      mark: element("span", { text: label.text }),
      lead: label.along ? element("i", { class: "lead" }) : null,
    }));
    byId("labels").replaceChildren(...this.entries.flatMap(({ lead, mark }) => (lead ? [lead, mark] : [mark])));
  }

  /** @param {{visible: Record<string, boolean>, frame: number, unit: string, byHand: string}} state layers by their ids */
  move({ visible, frame, unit, byHand }) {
    for (const entry of this.entries) {
      entry.text = wordsText(entry.words, unit);
      if (entry.mark.textContent !== entry.text) entry.mark.textContent = entry.text;
      const now = frame >= (entry.since ?? 0) && frame <= (entry.until ?? Infinity) && !(entry.posed && byHand);
      const seen = now && (entry.layer === null || visible[entry.layer]);
      const spot = seen ? this.place(entry.at, entry.pane) : null;
      entry.mark.hidden = spot === null;
      if (entry.lead) entry.lead.hidden = spot === null;
      entry.spot = spot && (entry.along ? this.aside(entry, spot) : { start: [spot[0] + BESIDE, spot[1]], line: null });
      if (!spot) continue;
      const { start, line } = entry.spot;
      entry.mark.style.transform = `translate(${start[0]}px, ${start[1]}px)`;
      if (line) draw(entry.lead, line);
    }
  }

  /** Where words off a place begin, and the line to them: across `along`, where two things part. */
  aside({ at, along, mark, pane }, spot) {
    const tip = this.place(at.map((x, k) => x + along[k]), pane) ?? spot;
    const across = [spot[1] - tip[1], tip[0] - spot[0]];
    const length = Math.hypot(...across);
    let way = length > UNSEEN ? across.map((x) => x / length) : [0, -1];
    if (way[1] > 0) way = way.map((x) => -x);
    const { width, height } = this.size();
    const card = this.card();
    const wide = mark.offsetWidth;
    const wordsAt = ([x, y]) => {
      const end = [spot[0] + LEAD * x, spot[1] + LEAD * y];
      // They begin at its end where it goes to the right, end there where it goes to the left.
      const share = between(0, 0.5 - 1.3 * x, 1);
      const left = between(BORDER, end[0] - share * wide + (1 - 2 * share) * BORDER, width - wide - BORDER);
      const top = card && left < card.width + BORDER ? card.height + 2 * BORDER : 2 * BORDER;
      const middle = between(top, end[1] + BORDER * y, height - 2 * BORDER);
      const line = [[spot[0] + CLEAR * x, spot[1] + CLEAR * y], [end[0], middle - BORDER * y]];
      return { start: [left, middle], line };
    };
    const covers = ({ start: [x, y] }) => Math.abs(y - spot[1]) < COVERED && x < spot[0] + COVERED && x + wide > spot[0] - COVERED;
    // To one side, to the other, or above: long words reach back over their place.
    const tried = [way, way.map((x) => -x), [0, -1]].map(wordsAt);
    return tried.find((words) => !covers(words)) ?? tried[0];
  }

  /** Those that are seen: for a picture that is saved. */
  seen() {
    return this.entries.filter(({ spot }) => spot).map(({ text, spot }) => ({ text, ...spot }));
  }
}

/** A thin element as a line between two places. */
function draw(lead, [[x, y], [toX, toY]]) {
  lead.style.width = `${Math.hypot(toX - x, toY - y)}px`;
  lead.style.transform = `translate(${x}px, ${y}px) rotate(${Math.atan2(toY - y, toX - x)}rad)`;
}
