/**
 * What is shown at the moment, in coordinates of the world.
 */
import { pointsOf } from "./extents.js";
import { movePoint, poseStart, seenRange, verticesOf, world } from "./placing.js";

/** Vertices of a thing as they are drawn: three numbers each. */
export function shapeOf(model, { frame }, found) {
  if (!found) return null;
  const { layer, item } = found;
  const [vertices, start] = [verticesOf(model, layer, item, frame), poseStart(layer, item, frame)];
  const [out, spot] = [[], [0, 0, 0]];
  for (let at = 0; at < vertices.length; at += 3) {
    movePoint(layer.poses.data, start, ...vertices.subarray(at, at + 3), spot, 0);
    out.push(...world(model, spot));
  }
  return out;
}

/** What a layer of marks shows: points, and the value of each item. */
export function marksOf(model, { frame, level }, name, pane) {
  const layer = model.layers.find((one) => one.name === name && one.pane === pane);
  if (!layer) return null;
  const [first, end] = seenRange(layer, frame, level[layer.id]);
  return Array.from({ length: end - first }, (_, k) => ({
    points: pointsOf(layer, first + k).map((point) => world(model, point)),
    value: layer.values?.data[first + k] ?? null,
  }));
}
