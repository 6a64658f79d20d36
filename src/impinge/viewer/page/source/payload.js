/**
 * From the text in the page to the model that everything else reads: arrays decoded, references
 * resolved, what was left out filled in.
 */

import { isUnit } from "./units.js";

const DTYPES = {
  f8: Float64Array,
  f4: Float32Array,
  i4: Int32Array,
  u4: Uint32Array,
  u2: Uint16Array,
  u1: Uint8Array,
};

const ARRAY_FIELDS = [
  "positions", "indices", "mesh", "poses", "colours", "frames", "rows", "levels", "vectors",
  "segments", "centres", "halves", "axes", "radii", "of", "offsets", "edges", "edge_offsets",
  "motions", "pieces", "arms", "values", "links", "apart", "labels", "parents",
];

/** JSON has no words for these: they come as text. */
const ODD_NUMBERS = { inf: Infinity, "-inf": -Infinity, nan: NaN };

/**
 * @typedef {{data: ArrayLike<number>, shape: number[]}} Binary
 */

/** @param {string} text base64 @returns {Uint8Array} */
function bytesOf(text) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k += 1) bytes[k] = raw.charCodeAt(k);
  return bytes;
}

/** @returns {Binary} */
function decode(entry) {
  const Type = DTYPES[entry.dtype];
  const bytes = bytesOf(entry.data);
  const count = Math.floor(bytes.length / Type.BYTES_PER_ELEMENT);
  const data = new Type(bytes.buffer, bytes.byteOffset, count);
  return { data: entry.step ? restored(data, entry) : data, shape: entry.shape };
}

/** Numbers from whole steps above the low corner of a box; each column has its own. */
function restored(steps, { low, step }) {
  const found = new Float32Array(steps.length);
  const width = low.length;
  for (let k = 0; k < width; k += 1) {
    for (let at = k; at < steps.length; at += width) found[at] = low[k] + step[k] * steps[at];
  }
  return found;
}

/** How many items a layer has. */
function countOf(layer) {
  switch (layer.kind) {
    case "things": return layer.mesh.data.length;
    case "lines": return layer.segments.shape[0];
    case "boxes":
    case "balls": return layer.centres.shape[0];
    case "patches": return layer.levels.data.at(-1);
    case "strands":
    case "solids": return layer.offsets.data.length - 1;
    default: return layer.positions.shape[0];
  }
}

function readLayer(raw, arrays, meshes, panes) {
  const layer = { visible: true, colour: "neutral", about: null, level: 0, pane: 0, ...raw };
  for (const field of ARRAY_FIELDS) {
    layer[field] = typeof raw[field] === "number" ? arrays[raw[field]] : null;
  }
  layer.count = countOf(layer);
  layer.timed = layer.kind === "things" && layer.poses.shape.length === 3;
  layer.clock = panes[layer.pane].clock;
  layer.moves = layer.timed || (layer.kind === "things" && [...layer.mesh.data].some((mesh) => meshes[mesh].frames));
  // Written anew as time passes: equal arrays are shared between layers.
  if (layer.motions || layer.links) layer.poses = { ...layer.poses, data: layer.poses.data.slice() };
  return layer;
}

function readRobot(raw, arrays, panes) {
  const tree = {};
  for (const field of ["parents", "kinds", "starts", "mimic", "origins", "axes"]) tree[field] = arrays[raw[field]].data;
  return { ...raw, tree, frames: raw.frames === null ? null : arrays[raw.frames], clock: panes[raw.pane].clock };
}

function readTable(raw, panes) {
  const table = { about: null, frames: null, things: null, sort: null, select: null, moments: null, pane: 0, ...raw };
  table.clock = panes[table.pane].clock;
  table.columns.forEach((column, at) => {
    if (column.kind !== "number") return;
    for (const row of table.rows) if (row[at] in ODD_NUMBERS) row[at] = ODD_NUMBERS[row[at]];
  });
  table.columnAt = new Map(table.columns.map((column, at) => [column.key, at]));
  return table;
}

/**
 * @param {string} text JSON, as the library writes it
 * @returns the model
 */
export function readPayload(text) {
  const raw = JSON.parse(text);
  if (raw.version !== 1) throw new Error(`payload: version ${raw.version} is not known here`);
  const arrays = (raw.arrays ?? []).map(decode);
  const array = (number) => (typeof number === "number" ? arrays[number].data : null);
  // The frame of a pane's own recording at each frame of the page, where these differ.
  const panes = (raw.panes ?? [{}]).map(({ name, clock }) => ({ name: name ?? "", clock: array(clock) }));
  const meshes = (raw.meshes ?? []).map((mesh) => ({
    positions: array(mesh.positions),
    indices: array(mesh.indices),
    frames: array(mesh.frames),
    flat: Boolean(mesh.flat),
    patch: Boolean(mesh.patch),
  }));
  const layers = (raw.layers ?? []).map((layer) => readLayer(layer, arrays, meshes, panes));
  const tables = (raw.tables ?? []).map((table) => readTable(table, panes));
  return {
    title: raw.title ?? "",
    // What stands over the headline: nothing where that says the same.
    heading: raw.heading ?? raw.title ?? "",
    headline: raw.headline ?? [raw.subtitle ?? ""],
    generator: raw.generator ?? "",
    origin: raw.origin ?? [0, 0, 0],
    scale: raw.scale ?? 1,
    unit: isUnit(raw.unit) ? raw.unit : "m",
    up: raw.up ?? [0, 0, 1],
    camera: raw.camera ?? null,
    // What stands on ground of its own needs no other.
    floor: !layers.some((layer) => layer.frame === false) && !raw.meshes?.some((mesh) => mesh.patch),
    meshes,
    panes,
    plots: (raw.plots ?? []).map((plot) => ({
      pane: 0, ...plot, times: array(plot.times), values: arrays[plot.values],
    })),
    times: raw.times && raw.times.length > 0 ? raw.times : null,
    robots: (raw.robots ?? []).map((robot) => readRobot(robot, arrays, panes)),
    step: raw.step ?? null,
    // The frame shown first, what the clock says at each, and frames that are marked on the slider.
    frame: raw.frame ?? 0,
    clockWords: raw.clock_words ?? null,
    moments: (raw.moments ?? []).map((moment) => ({ ...moment, time: moment.frame })),
    layers,
    layerById: new Map(layers.map((layer) => [layer.id, layer])),
    tables,
    tableById: new Map(tables.map((table) => [table.id, table])),
    legend: (raw.legend ?? []).map((entry) => ({ kind: "things", ...entry })),
    labels: raw.labels ?? [],
    notes: raw.notes ?? [],
    cautions: raw.cautions ?? [],
  };
}
