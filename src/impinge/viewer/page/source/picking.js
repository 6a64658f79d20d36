/**
 * What is under the cursor: the first surface along the ray, or a mark within a few pixels.
 */
import * as THREE from "three";
import { carrier, movePoint, poseStart, seenRange, verticesOf } from "./placing.js";
import { pointsOf } from "./extents.js";

/** A mark counts as hit this far from the cursor; if it lies behind a surface, this far [px]. */
const REACH = 8;
const HIDDEN_REACH = 3;
/** Marks lie on surfaces: they are hidden if they are further away by this share. */
const BEHIND = 1.005;
const MARKS = ["points", "arrows", "lines", "strands"];
/** Layers with more marks are not searched: a cloud is looked at, not picked. */
const MOST_MARKS = 60000;

/** Distance along a ray to a triangle, Infinity if it misses. */
function hitTriangle(p, i, j, k, o, d) {
  const [ux, uy, uz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
  const [vx, vy, vz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
  const [qx, qy, qz] = [d[1] * vz - d[2] * vy, d[2] * vx - d[0] * vz, d[0] * vy - d[1] * vx];
  const det = ux * qx + uy * qy + uz * qz;
  if (det === 0) return Infinity;
  const [tx, ty, tz] = [o[0] - p[i], o[1] - p[i + 1], o[2] - p[i + 2]];
  const a = (tx * qx + ty * qy + tz * qz) / det;
  if (a < 0 || a > 1) return Infinity;
  const [rx, ry, rz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
  const b = (d[0] * rx + d[1] * ry + d[2] * rz) / det;
  if (b < 0 || a + b > 1) return Infinity;
  const t = (vx * rx + vy * ry + vz * rz) / det;
  return t > 0 ? t : Infinity;
}

/** Centre and radius of a ball around a mesh. */
function ballOf(positions) {
  const box = new THREE.Box3().setFromArray(positions);
  const centre = box.getCenter(new THREE.Vector3());
  return { centre, radius: 0.5 * box.getSize(new THREE.Vector3()).length() };
}

export class Picking {
  constructor(model, orbit) {
    this.model = model;
    this.orbit = orbit;
    this.balls = new Map();
  }

  ball(mesh, positions) {
    if (this.model.meshes[mesh].frames) return ballOf(positions);
    if (!this.balls.has(mesh)) this.balls.set(mesh, ballOf(positions));
    return this.balls.get(mesh);
  }

  /**
   * @param {number} x from -1 (left) to 1 @param {number} y from -1 (below) to 1
   * @param {{width: number, height: number}} size of the pane in pixels
   * @param {number} pane
   * @returns {{layer: object, item: number, point: number[]}|null}
   */
  at(x, y, size, state, pane) {
    const thing = this.nearestThing(x, y, state, pane);
    return this.nearestMark(x, y, size, state, pane, thing) ?? thing;
  }

  nearestThing(x, y, { frame, visible }, pane = 0) {
    const { camera } = this.orbit;
    const origin = camera.position;
    const way = new THREE.Vector3(x, y, 0.5).unproject(camera).sub(origin).normalize();
    let best = null;
    let nearest = Infinity;
    for (const layer of this.model.layers) {
      if (layer.kind !== "things" || !visible[layer.id] || layer.pane !== pane) continue;
      for (let item = 0; item < layer.count; item += 1) {
        const found = this.along(layer, item, frame, origin, way, nearest);
        if (found < nearest) {
          nearest = found;
          best = { layer, item };
        }
      }
    }
    if (!best) return null;
    return { ...best, point: origin.clone().addScaledVector(way, nearest).toArray() };
  }

  /** How many points have a thing in front of them that is not among those marked. */
  hidden(points, marked, state) {
    const { camera } = this.orbit;
    let count = 0;
    for (let at = 0; at < points.length; at += 3) {
      const place = new THREE.Vector3().fromArray(points, at);
      const spot = place.clone().project(camera);
      const found = this.nearestThing(spot.x, spot.y, state);
      if (!found || marked.get(found.layer.id)?.has(found.item)) continue;
      const away = camera.position.distanceTo(new THREE.Vector3(...found.point));
      if (away < camera.position.distanceTo(place)) count += 1;
    }
    return count;
  }

  /** Distance to a thing along the ray, in its own frame: rigid poses keep lengths. */
  along(layer, item, frame, origin, way, limit) {
    const pose = layer.poses.data;
    const at = poseStart(layer, item, frame);
    const positions = verticesOf(this.model, layer, item, frame);
    const { centre, radius } = this.ball(layer.mesh.data[item], positions);
    const spot = [0, 0, 0];
    movePoint(pose, at, centre.x, centre.y, centre.z, spot, 0);
    const [cx, cy, cz] = [spot[0] - origin.x, spot[1] - origin.y, spot[2] - origin.z];
    const middle = cx * way.x + cy * way.y + cz * way.z;
    const off = cx * cx + cy * cy + cz * cz - middle * middle;
    if (off > radius * radius || middle + radius < 0 || middle - radius > limit) return Infinity;
    const [ox, oy, oz] = [origin.x - pose[at + 3], origin.y - pose[at + 7], origin.z - pose[at + 11]];
    const o = [0, 1, 2].map((k) => pose[at + k] * ox + pose[at + 4 + k] * oy + pose[at + 8 + k] * oz);
    const d = [0, 1, 2].map((k) => pose[at + k] * way.x + pose[at + 4 + k] * way.y + pose[at + 8 + k] * way.z);
    const { indices } = this.model.meshes[layer.mesh.data[item]];
    let nearest = Infinity;
    for (let t = 0; t < indices.length; t += 3) {
      const hit = hitTriangle(positions, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2], o, d);
      if (hit < nearest) nearest = hit;
    }
    return nearest;
  }

  /** Points, arrows and lines lie on top: the one nearest to the cursor. */
  nearestMark(x, y, size, { frame, level, visible }, pane, thing) {
    const { camera } = this.orbit;
    const full = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const spot = new THREE.Vector4();
    const pixel = [0, 0, 0];
    const onScreen = (layer, item, point) => {
      const [pose, start] = carrier(this.model, layer, item, frame);
      movePoint(pose, start, ...point, pixel, 0);
      spot.set(...pixel, 1).applyMatrix4(full);
      if (spot.w <= 0) return null;
      return [(0.5 * size.width * spot.x) / spot.w, (0.5 * size.height * spot.y) / spot.w];
    };
    const cursor = [0.5 * size.width * x, 0.5 * size.height * y];
    const depth = (point) => camera.position.distanceTo(new THREE.Vector3(...point));
    const limit = thing ? BEHIND * depth(thing.point) : Infinity;
    let best = null;
    let nearest = REACH;
    for (const layer of this.model.layers) {
      if (!MARKS.includes(layer.kind) || !visible[layer.id] || layer.pane !== pane) continue;
      const [first, end] = seenRange(layer, frame, level[layer.id]);
      if (end - first > MOST_MARKS) continue;
      for (let item = first; item < end; item += 1) {
        const points = pointsOf(layer, item);
        const ends = points.map((point) => onScreen(layer, item, point));
        if (ends.some((place) => place === null)) continue;
        let [away, at] = [Infinity, 0];
        for (let k = 0; k < Math.max(1, ends.length - 1); k += 1) {
          const here = distanceTo(cursor, ends[k], ends[Math.min(k + 1, ends.length - 1)]);
          if (here < away) [away, at] = [here, k];
        }
        if (away >= nearest) continue;
        const [pose, start] = carrier(this.model, layer, item, frame);
        const point = [0, 0, 0];
        movePoint(pose, start, ...points[at], point, 0);
        if (away > HIDDEN_REACH && depth(point) > limit) continue;
        nearest = away;
        best = { layer, item, point };
      }
    }
    return best;
  }
}

/** From a point to a segment, in the plane. */
function distanceTo(point, a, b) {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const size = ux * ux + uy * uy;
  const share = size > 0 ? Math.max(0, Math.min(1, ((point[0] - a[0]) * ux + (point[1] - a[1]) * uy) / size)) : 0;
  return Math.hypot(point[0] - a[0] - share * ux, point[1] - a[1] - share * uy);
}
