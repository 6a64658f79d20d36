/**
 * Where things are that move in a step: the formula by which the library moves them, with the same
 * numbers, in double precision. So a thing is where `motion.pose(t)` is at every time, after fifty
 * turns as well.
 */

/** Columns of a row of a motion, as in `impinge/motion/kernels/motion_row.py`. */
const [START, RATE, TURN, SHIFT, SLIDE, SWING, CURVE] = [1, 2, 3, 7, 10, 13, 16];
const [EASED, EASE_TURN, EASE_SLIDE, ROTATION, TURN_A, TURN_B] = [19, 20, 23, 26, 35, 44];
const LENGTH = 56;

/** Times at which it is seen how far things get; fewer, where things are many. */
const SAMPLES = 61;
const FEWEST_SAMPLES = 5;
const MANY_THINGS = 50;

const clamp01 = (x) => Math.max(0, Math.min(1, x));

/** Writes the pose of a row at a time of the step: rows of a 3x4 matrix, from `to` on. */
export function writePose(rows, row, time, out, to) {
  const at = row * LENGTH;
  const x = clamp01((time - rows[at + START]) * rows[at + RATE]);
  const eased = (from) => clamp01(x * (rows[at + from] + x * (rows[at + from + 1] + x * rows[at + from + 2])));
  const [turned, slid] = rows[at + EASED] === 0 ? [x, x] : [eased(EASE_TURN), eased(EASE_SLIDE)];
  const whole = rows[at + TURN];
  const sine = Math.sin(whole * turned);
  // One less the cosine, without a difference of two numbers that are almost equal.
  const versed = 2 * Math.sin(0.5 * whole * turned) ** 2;
  const [p, q] = whole === 0 ? [turned, 0] : [sine / whole, versed / whole];
  for (let k = 0; k < 3; k += 1) {
    for (let j = 3 * k; j < 3 * k + 3; j += 1) {
      out[to + k + j] = rows[at + ROTATION + j] + sine * rows[at + TURN_B + j] - versed * rows[at + TURN_A + j];
    }
    out[to + 4 * k + 3] = rows[at + SHIFT + k] + slid * rows[at + SLIDE + k]
      + (p * rows[at + SWING + k] + q * rows[at + CURVE + k]);
  }
}

/** The row that tells a thing's motion at a time: the last piece of its path that has begun. */
function rowAt({ motions, pieces }, item, time) {
  let [low, high] = [pieces.data[item], pieces.data[item + 1] - 1];
  while (low < high) {
    const middle = Math.ceil(0.5 * (low + high));
    if (motions.data[middle * LENGTH + START] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Draws the things of a layer where they are exactly. */
export function draw({ origin, scale }, layer) {
  const { exact, poses: { data }, arms: { data: arm } } = layer;
  for (let item = 0; item < layer.count; item += 1) {
    for (let k = 0; k < 3; k += 1) {
      const row = 12 * item + 4 * k;
      for (let j = 0; j < 3; j += 1) data[row + j] = exact[row + j];
      // A mesh far from its own origin is drawn from its middle.
      const turned = exact[row] * arm[3 * item] + exact[row + 1] * arm[3 * item + 1] + exact[row + 2] * arm[3 * item + 2];
      data[row + 3] = (turned + exact[row + 3] - origin[k]) / scale;
    }
  }
}

export class Motions {
  constructor(model) {
    this.model = model;
    this.layers = model.layers.filter((layer) => layer.motions);
    for (const layer of this.layers) layer.exact = new Float64Array(12 * layer.count);
    const things = this.layers.reduce((sum, layer) => sum + layer.count, 0);
    const last = Math.max(FEWEST_SAMPLES, Math.floor(SAMPLES * Math.min(1, MANY_THINGS / Math.max(things, 1)))) - 1;
    this.times = Array.from({ length: last + 1 }, (_, k) => k / last);
    this.foresee();
  }

  /** Tells tables which numbers will come, so that their columns keep their widths and decimals. */
  foresee() {
    for (const time of [0, 0.19, 0.38, 0.57, 0.76, 1]) {
      this.at(time);
      for (const { layer, table } of this.tables()) {
        table.live ??= { at: table.columnAt.get("position"), numbers: [] };
        for (let item = 0; item < layer.count; item += 1) table.live.numbers.push(...this.position(layer, item));
      }
    }
  }

  /** Layers of things that move, with the tables that say where those are. */
  tables() {
    return this.layers
      .map((layer) => ({ layer, table: this.model.tableById.get(layer.table) }))
      .filter(({ table }) => table?.columnAt.has("position"));
  }

  position({ exact }, item) {
    return [exact[12 * item + 3], exact[12 * item + 7], exact[12 * item + 11]];
  }

  /** Moves everything to a time: in the picture and in the table of things. */
  at(time) {
    for (const layer of this.layers) {
      for (let item = 0; item < layer.count; item += 1) {
        writePose(layer.motions.data, rowAt(layer, item, time), time, layer.exact, 12 * item);
      }
      draw(this.model, layer);
    }
    for (const { layer, table } of this.tables()) {
      const column = table.columnAt.get("position");
      for (let item = 0; item < layer.count; item += 1) {
        table.rows[layer.rows.data[item]][column] = this.position(layer, item);
      }
    }
  }
}
