/**
 * The camera: where it is, how it turns, and how it is placed so that everything is seen.
 */
import * as THREE from "three";

const ANGLE = 28;
/** Elevation stays this far from straight up and down [rad]: there, left and right would swap. */
const POLE = 0.01;
const NEAREST = 1e-4;
const FARTHEST = 200;
/** How long a flight takes [ms]. */
const FLIGHT = 260;
const WHOLE = { halfX: 1, halfY: 1 };

/** Two directions across `up`: east and north. */
function basisOf(up) {
  const z = new THREE.Vector3(...up).normalize();
  // With z up, azimuth is counted from x; with y up, from z.
  const x = Math.abs(z.z) > 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 0, 1);
  x.addScaledVector(z, -x.dot(z)).normalize();
  return { x, y: new THREE.Vector3().crossVectors(z, x), z };
}

export class Orbit {
  /** @param {number[]} up direction */
  constructor(up) {
    this.camera = new THREE.PerspectiveCamera(ANGLE, 1, 0.01, 100);
    this.basis = basisOf(up);
    this.target = new THREE.Vector3();
    this.distance = 4;
    this.azimuth = -0.95;
    this.elevation = 0.42;
    this.radius = 1;
    this.centre = new THREE.Vector3();
    /** Where the target appears, from -1 to 1 across the view: aside of what covers it. */
    this.spot = { x: 0, y: 0 };
    this.flight = null;
    /** Whether the reader has turned, moved or zoomed it. */
    this.touched = false;
    this.onchange = () => {};
  }

  /** Direction from the target to the camera. */
  towards(azimuth = this.azimuth, elevation = this.elevation) {
    const { x, y, z } = this.basis;
    return new THREE.Vector3()
      .addScaledVector(x, Math.cos(elevation) * Math.cos(azimuth))
      .addScaledVector(y, Math.cos(elevation) * Math.sin(azimuth))
      .addScaledVector(z, Math.sin(elevation));
  }

  /** Angles of a direction from the target to the camera. */
  anglesOf(direction) {
    const d = direction.clone().normalize();
    const { x, y, z } = this.basis;
    const limit = 0.5 * Math.PI - POLE;
    const elevation = Math.max(-limit, Math.min(limit, Math.asin(Math.max(-1, Math.min(1, d.dot(z))))));
    const flat = Math.hypot(d.dot(x), d.dot(y));
    return { elevation, azimuth: flat > 1e-6 ? Math.atan2(d.dot(y), d.dot(x)) : -0.5 * Math.PI };
  }

  setUp(up) {
    this.basis = basisOf(up);
  }

  /** Brings the camera of the renderer to where it should be. */
  apply() {
    const { camera } = this;
    camera.position.copy(this.target).addScaledVector(this.towards(), this.distance);
    camera.up.copy(this.basis.z);
    camera.lookAt(this.target);
    const away = camera.position.distanceTo(this.centre);
    camera.near = Math.max(away - 1.05 * this.radius, 0.002 * this.distance, 1e-5);
    camera.far = Math.max(away + 1.05 * this.radius, 2 * camera.near);
    camera.updateProjectionMatrix();
    camera.projectionMatrix.elements[8] = -this.spot.x;
    camera.projectionMatrix.elements[9] = -this.spot.y;
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    camera.updateMatrixWorld();
  }

  changed() {
    this.apply();
    this.onchange();
  }

  turn(dx, dy) {
    const limit = 0.5 * Math.PI - POLE;
    this.flight = null;
    this.touched = true;
    this.azimuth -= dx;
    this.elevation = Math.max(-limit, Math.min(limit, this.elevation + dy));
    this.changed();
  }

  /** Moves the target across the screen; pixels. */
  pan(dx, dy, height) {
    this.flight = null;
    this.touched = true;
    const size = (2 * this.distance * Math.tan((0.5 * ANGLE * Math.PI) / 180)) / height;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const above = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.target.addScaledVector(right, -dx * size).addScaledVector(above, dy * size);
    this.changed();
  }

  /** Nearer by a factor; the point under the cursor (-1 to 1 across the view) stays there. */
  zoom(factor, x = 0, y = 0) {
    this.flight = null;
    this.touched = true;
    const before = this.distance;
    this.distance = Math.max(NEAREST, Math.min(FARTHEST * Math.max(this.radius, 1e-3), before * factor));
    const half = Math.tan((0.5 * ANGLE * Math.PI) / 180) * (before - this.distance);
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const above = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.target.addScaledVector(right, (x - this.spot.x) * half * this.camera.aspect)
      .addScaledVector(above, (y - this.spot.y) * half);
    this.changed();
  }

  /** Goes there within a moment, or at once where motion is not wanted. */
  fly(goal, still = false) {
    const from = {
      target: this.target.clone(), distance: this.distance, azimuth: this.azimuth, elevation: this.elevation,
    };
    const to = { ...from, ...goal };
    // The short way round.
    to.azimuth = from.azimuth + Math.atan2(Math.sin(to.azimuth - from.azimuth), Math.cos(to.azimuth - from.azimuth));
    this.flight = { from, to, start: null };
    if (still) this.step(Infinity);
    this.onchange();
  }

  /** @returns {boolean} whether it is still flying */
  step(now) {
    if (!this.flight) return false;
    const { from, to } = this.flight;
    this.flight.start ??= Number.isFinite(now) ? now : 0;
    const share = Math.min(1, (now - this.flight.start) / FLIGHT);
    const ease = share * share * (3 - 2 * share);
    this.target.lerpVectors(from.target, to.target, ease);
    this.distance = from.distance * (to.distance / from.distance) ** ease;
    this.azimuth = from.azimuth + ease * (to.azimuth - from.azimuth);
    this.elevation = from.elevation + ease * (to.elevation - from.elevation);
    if (share >= 1) this.flight = null;
    this.apply();
    return this.flight !== null;
  }

  /** From the lowest to the highest of points along a direction. */
  reach(points, axis) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = 0; at < points.length; at += 3) {
      const value = points[at] * axis.x + points[at + 1] * axis.y + points[at + 2] * axis.z;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  }

  /** Where points would appear in a view of a size [px], from its upper left. */
  places(points, { target, distance, azimuth, elevation }, spot, { width, height }) {
    const [back, right, above] = this.axes(azimuth, elevation);
    const half = Math.tan((0.5 * ANGLE * Math.PI) / 180);
    const found = [];
    const way = new THREE.Vector3();
    for (let at = 0; at < points.length; at += 3) {
      way.fromArray(points, at).sub(target);
      const size = Math.max(distance - way.dot(back), 1e-3 * distance) * half;
      const x = spot.x + way.dot(right) / (size * this.camera.aspect);
      const y = spot.y + way.dot(above) / size;
      found.push([0.5 * width * (1 + x), 0.5 * height * (1 - y)]);
    }
    return found;
  }

  /** Towards the camera, right, and up in the picture. */
  axes(azimuth, elevation) {
    const back = this.towards(azimuth, elevation);
    const right = new THREE.Vector3().crossVectors(this.basis.z, back).normalize();
    return [back, right, new THREE.Vector3().crossVectors(back, right)];
  }

  /**
   * Target and distance from which points fill a share of the view.
   *
   * @param {Float32Array} points three numbers each
   * @param {{halfX: number, halfY: number}} area half the sizes of what they may fill, of the view
   */
  framing(points, share, azimuth = this.azimuth, elevation = this.elevation, least = 1e-3, area = WHOLE) {
    const [back, right, above] = this.axes(azimuth, elevation);
    const half = Math.tan((0.5 * ANGLE * Math.PI) / 180);
    const { aspect } = this.camera;
    const target = new THREE.Vector3();
    const box = new THREE.Box3().setFromArray(points);
    box.getCenter(target);
    let distance = Math.max(box.getSize(new THREE.Vector3()).length(), least) / half;
    // The picture shifts and shrinks a little with each change: a few steps settle it.
    for (let round = 0; round < 10; round += 1) {
      let [left, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let at = 0; at < points.length; at += 3) {
        const [x, y, z] = [points[at] - target.x, points[at + 1] - target.y, points[at + 2] - target.z];
        const depth = distance - (x * back.x + y * back.y + z * back.z);
        const size = Math.max(depth, 1e-3 * distance) * half;
        const across = (x * right.x + y * right.y + z * right.z) / (size * aspect);
        const up = (x * above.x + y * above.y + z * above.z) / size;
        left = Math.min(left, across);
        most = Math.max(most, across);
        low = Math.min(low, up);
        high = Math.max(high, up);
      }
      const middle = 0.5 * distance * half;
      target.addScaledVector(right, (left + most) * middle * aspect).addScaledVector(above, (low + high) * middle);
      const fill = Math.max((most - left) / area.halfX, (high - low) / area.halfY) / 2;
      distance = Math.max(distance * Math.min(2, Math.max(0.5, fill / share)), least);
    }
    return { target, distance, azimuth, elevation };
  }
}
