/**
 * How much detail to draw while the picture moves: less, as long as frames take too long.
 */

/** A frame that takes longer is too slow to follow the hand [ms]: 33 would be 30 a second. */
const SLOW = 28;
/** Frames further apart than this do not belong to one movement [ms]. */
const PAUSE = 400;
/** A full picture that takes longer is not drawn at every change [ms]. */
const PATIENCE = 60;
/** Triangles that software draws in time. */
const AFFORDABLE = 18000;
/** Triangles that are drawn when a movement ends; all of them after a longer rest. */
const MOST_AT_REST = { software: 1e6, card: 4e7 };

/** What is left out, step by step. */
const STEPS = [
  { most: 2, coarse: false, creases: true, quick: false },
  { most: 1, coarse: false, creases: false, quick: true },
  { most: 1, coarse: true, creases: false, quick: true },
  { most: 0.7, coarse: true, creases: false, quick: true },
  { most: 0.5, coarse: true, creases: false, quick: true },
];
/** Software draws a picture at rest this much larger, so that its edges are smooth. */
const LARGER = 2;

export class Pace {
  /** @param {boolean} software whether there is no graphics card */
  constructor(software) {
    this.software = software;
    this.step = software ? 1 : 0;
    this.slow = false;
    this.patient = false;
    this.last = -Infinity;
    this.sum = 0;
    this.count = 0;
  }

  /** Never less than all there is, however long it takes: for a picture to be taken. */
  insist() {
    this.patient = true;
  }

  /** After a full picture: how long it took. */
  learn(ms) {
    this.slow = ms > PATIENCE;
  }

  /**
   * @param {number} now [ms] @param {boolean} wantsSpeed more pictures will follow
   * @param {number} triangles of everything @param {boolean} calm after a longer rest
   * @returns {{ratio: number, share: number, creases: boolean, quick: boolean, bake: boolean}} pixels a
   *   pixel of the page, the share of triangles to keep, whether creases are drawn, whether light may
   *   be rough, and whether all copies become one mesh
   */
  choose(now, wantsSpeed, triangles, calm = false) {
    const moving = wantsSpeed && !this.patient;
    if (moving) this.watch(now, triangles);
    this.last = now;
    const { most, coarse, creases, quick } = STEPS[moving ? this.step : 0];
    const screen = globalThis.devicePixelRatio || 1;
    const ratio = Math.min(!moving && this.software ? Math.max(LARGER, screen) : screen, most);
    const budget = coarse ? AFFORDABLE : MOST_AT_REST[this.software ? "software" : "card"];
    const all = !moving && (calm || this.patient);
    const share = all ? 1 : Math.min(1, budget / Math.max(triangles, 1));
    this.full = !moving && share === 1;
    return { ratio, share, creases, quick, bake: coarse && this.software };
  }

  watch(now, triangles) {
    if (this.slow && this.step === 1 && triangles > AFFORDABLE) this.step = 2;
    const took = now - this.last;
    if (took > PAUSE && this.count === 0) return;
    this.sum += took;
    this.count += 1;
    // Three in a row: a single slow frame may have had another reason.
    if (this.count < 3) return;
    if (this.sum / this.count > SLOW && this.step + 1 < STEPS.length) this.step += 1;
    this.sum = 0;
    this.count = 0;
  }
}
