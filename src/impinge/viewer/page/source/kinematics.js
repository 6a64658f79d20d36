/**
 * Where the links of a robot are: the formula by which the library poses them, with the same
 * numbers, in double precision. See `impinge/motion/kernels/joint_tree.py`.
 */

/** Kinds of joints, as in `impinge/geometry/joint.py`; all others turn about their axis. */
const [FIXED, PRISMATIC, PLANAR, FLOATING, BALL] = [0, 3, 4, 5, 6];

/** Writes the rotation about a unit axis: nine numbers, row by row. */
function turnAbout(axes, at, angle, out) {
  const [x, y, z] = [axes[at], axes[at + 1], axes[at + 2]];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const v = 2 * Math.sin(0.5 * angle) ** 2;
  out[0] = c + v * x * x; out[1] = v * x * y - s * z; out[2] = v * x * z + s * y;
  out[3] = v * x * y + s * z; out[4] = c + v * y * y; out[5] = v * y * z - s * x;
  out[6] = v * x * z - s * y; out[7] = v * y * z + s * x; out[8] = c + v * z * z;
}

/** Writes the rotation of a quaternion (x, y, z, w). */
function turnOf(q, at, out) {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - s * (y * y + z * z); out[1] = s * (x * y - z * w); out[2] = s * (x * z + y * w);
  out[3] = s * (x * y + z * w); out[4] = 1 - s * (x * x + z * z); out[5] = s * (y * z - x * w);
  out[6] = s * (x * z - y * w); out[7] = s * (y * z + x * w); out[8] = 1 - s * (x * x + y * y);
}

/** Writes rotation and translation of a joint, in its own frame. */
function moveJoint({ kinds, starts, mimic, axes }, k, q, turn, shift) {
  const [kind, at, axis] = [kinds[k], starts[k], 9 * k];
  turn.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  shift.fill(0);
  if (kind === FIXED) return;
  if (kind === FLOATING) {
    shift.set([q[at], q[at + 1], q[at + 2]]);
    turnOf(q, at + 3, turn);
  } else if (kind === BALL) turnOf(q, at, turn);
  else if (kind === PLANAR) {
    for (let i = 0; i < 3; i += 1) shift[i] = q[at] * axes[axis + 3 + i] + q[at + 1] * axes[axis + 6 + i];
    turnAbout(axes, axis, q[at + 2], turn);
  } else {
    const value = mimic[2 * k] * q[at] + mimic[2 * k + 1];
    if (kind === PRISMATIC) for (let i = 0; i < 3; i += 1) shift[i] = value * axes[axis + i];
    else turnAbout(axes, axis, value, turn);
  }
}

/** Writes A B to `out`; all are rows of 3x4 matrices that begin at a place of their arrays. */
function times(a, i, b, j, out, to) {
  for (let row = 0; row < 3; row += 1) {
    const r = i + 4 * row;
    for (let k = 0; k < 4; k += 1) {
      out[to + 4 * row + k] = a[r] * b[j + k] + a[r + 1] * b[j + 4 + k] + a[r + 2] * b[j + 8 + k] + (k === 3 ? a[r + 3] : 0);
    }
  }
}

const [turn, shift, own, frame] = [9, 3, 12, 12].map((length) => new Float64Array(length));

/**
 * Writes the poses of all links, world frame: twelve numbers each, the rows of a 3x4 matrix.
 *
 * @param {{parents, kinds, starts, mimic, origins, axes}} tree one row a link, parents first
 */
export function poseLinks(tree, q, out) {
  for (let k = 0; k < tree.parents.length; k += 1) {
    moveJoint(tree, k, q, turn, shift);
    for (let row = 0; row < 3; row += 1) own.set([turn[3 * row], turn[3 * row + 1], turn[3 * row + 2], shift[row]], 4 * row);
    const parent = tree.parents[k];
    if (parent < 0) times(tree.origins, 16 * k, own, 0, out, 12 * k);
    else {
      times(out, 12 * parent, tree.origins, 16 * k, frame, 0);
      times(frame, 0, own, 0, out, 12 * k);
    }
  }
}

/** Roll, pitch and yaw, about the fixed axes x, y and z in this order, of a quaternion. */
export function anglesOf(q, at) {
  const found = new Float64Array(9);
  turnOf(q, at, found);
  const pitch = Math.asin(Math.max(-1, Math.min(1, -found[6])));
  // Straight up or down, yaw does what roll does: roll is none then.
  if (Math.abs(found[6]) > 1 - 1e-12) return [0, pitch, Math.atan2(-found[1], found[4])];
  return [Math.atan2(found[7], found[8]), pitch, Math.atan2(found[3], found[0])];
}

/** The quaternion (x, y, z, w) of roll, pitch and yaw. */
export function quaternionOf(roll, pitch, yaw) {
  const [a, b, c] = [roll, pitch, yaw].map((angle) => Math.cos(0.5 * angle));
  const [s, t, u] = [roll, pitch, yaw].map((angle) => Math.sin(0.5 * angle));
  return [s * b * c - a * t * u, a * t * c + s * b * u, a * b * u - s * t * c, a * b * c + s * t * u];
}
