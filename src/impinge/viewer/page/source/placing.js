/**
 * Where things are at a frame, and which items of a layer are to be seen.
 */

/** The frame of the recording that a layer or table belongs to, at a frame of the page. */
export function frameIn({ clock }, frame) {
  return clock ? clock[frame] : frame;
}

/** The name of a layer or table; with that of its pane, where there are several. */
export function nameIn({ panes }, { name, pane }) {
  return panes.length > 1 ? `${name} · ${panes[pane].name}` : name;
}

/** Vertices of a thing's mesh at a frame, in its own frame: three numbers each. */
export function verticesOf(model, layer, item, frame) {
  const { positions, frames } = model.meshes[layer.mesh.data[item]];
  const start = positions.length * frameIn(layer, frame);
  return frames ? frames.subarray(start, start + positions.length) : positions;
}

/**
 * Start of a thing's pose in the layer's array of poses: twelve numbers, the rows of a 3x4 matrix.
 */
export function poseStart(layer, item, frame) {
  return 12 * ((layer.timed ? frameIn(layer, frame) * layer.count : 0) + item);
}

/** The palette entry of a thing at a frame. */
export function colourOf(layer, item, frame) {
  const colours = layer.stale ? layer.apart : layer.colours;
  if (!colours) return layer.colour;
  const { data, shape } = colours;
  const at = shape.length === 2 ? frameIn(layer, frame) * layer.count + item : item;
  return (layer.palette ?? [layer.colour])[data[at]] ?? layer.colour;
}

/**
 * Items of a layer that are to be seen: those of the frame, and of the level.
 *
 * @returns {[number, number]} first, and one after the last
 */
export function seenRange(layer, frame, level) {
  // Marks of configurations that are not shown.
  if (layer.stale && layer.kind !== "things") return [0, 0];
  let [first, end] = [0, layer.count];
  if (layer.frames) [first, end] = layer.frames.data.subarray(frameIn(layer, frame));
  if (layer.levels) {
    first = Math.max(first, layer.levels.data[level]);
    end = Math.min(end, layer.levels.data[level + 1]);
  }
  return [first, Math.max(first, end)];
}

/** The item that each face of a patched surface belongs to at a level; -1 where there is none. */
export function patchLabels({ labels, parents }, level) {
  let found = labels.data;
  for (let k = 0; k < level; k += 1) found = found.map((item) => (item < 0 ? item : parents.data[item]));
  return found;
}

/** Writes R p + t to `out`; `pose` are rows of a 3x4 matrix that begin at `at`. */
export function movePoint(pose, at, x, y, z, out, to) {
  out[to] = pose[at] * x + pose[at + 1] * y + pose[at + 2] * z + pose[at + 3];
  out[to + 1] = pose[at + 4] * x + pose[at + 5] * y + pose[at + 6] * z + pose[at + 7];
  out[to + 2] = pose[at + 8] * x + pose[at + 9] * y + pose[at + 10] * z + pose[at + 11];
}

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/**
 * The pose that an item moves with: of the thing it belongs to, else none.
 *
 * @returns {[ArrayLike<number>, number]} array of poses, and where this one begins
 */
export function carrier(model, layer, item, frame) {
  if (!layer.of) return [IDENTITY, 0];
  const things = model.layerById.get(layer.things);
  // One entry stands for all items.
  const thing = layer.of.data[Math.min(item, layer.of.data.length - 1)];
  if (!things || thing < 0) return [IDENTITY, 0];
  return [things.poses.data, poseStart(things, thing, frame)];
}

/** The pose of a thing in the world: sixteen numbers, row by row, in double precision. */
export function worldPose(model, layer, item, frame) {
  if (layer.exact) return [...layer.exact.subarray(12 * item, 12 * item + 12), 0, 0, 0, 1];
  const { data } = layer.poses;
  const at = poseStart(layer, item, frame);
  const rows = [];
  for (let k = 0; k < 3; k += 1) {
    rows.push(data[at + 4 * k], data[at + 4 * k + 1], data[at + 4 * k + 2]);
    rows.push(model.origin[k] + model.scale * data[at + 4 * k + 3]);
  }
  return [...rows, 0, 0, 0, 1];
}

/** Drawing coordinates of a point of the world. */
export function drawn(model, point) {
  return point.map((x, k) => (x - model.origin[k]) / model.scale);
}

/** The point of the world at drawing coordinates. */
export function world(model, point) {
  return [...point].map((x, k) => model.origin[k] + model.scale * x);
}
