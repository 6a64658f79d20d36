"""Where a moving body is, and how fast, at one time."""

from math import cos, sin

from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved, times
from impinge.core.vec import clamp01
from impinge.motion.kernels import motion_row as row


@inlined
def triple(rows, i, at):
    """Three numbers of row ``i``, from column ``at`` on."""
    return (rows[i, at], rows[i, at + 1], rows[i, at + 2])


@inlined
def nine(rows, i, at):
    """The same of nine numbers, a matrix."""
    return triple(rows, i, at) + triple(rows, i, at + 3) + triple(rows, i, at + 6)


@inlined
def local_time(rows, i, t):
    """Time within the row, 0 to 1."""
    return clamp01((t - rows[i, row.START]) * rows[i, row.RATE])


@inlined
def progress_at(rows, i, t):
    """How far turning and sliding have gone by ``t``, a and b, from 0 to 1."""
    x = local_time(rows, i, t)
    if rows[i, row.EASED] == 0.0:
        return x, x
    p, q, r = triple(rows, i, row.EASE_TURN)
    k, m, n = triple(rows, i, row.EASE_SLIDE)
    return clamp01(x * (p + x * (q + x * r))), clamp01(x * (k + x * (m + x * n)))


@inlined
def rates_at(rows, i, t):
    """da/dt and db/dt."""
    rate = rows[i, row.RATE]
    if rows[i, row.EASED] == 0.0:
        return rate, rate
    x = local_time(rows, i, t)
    p, q, r = triple(rows, i, row.EASE_TURN)
    k, m, n = triple(rows, i, row.EASE_SLIDE)
    return (rate * (p + x * (2.0 * q + x * 3.0 * r)), rate * (k + x * (2.0 * m + x * 3.0 * n)))


@inlined
def swings(w, a):
    """sin(y) / w, (1 - cos(y)) / w, cos(y), sin(y) and 1 - cos(y) of y = w a.

    Nothing cancels: 1 - cos(y) is twice the square of the sine of half the angle.
    """
    if w == 0.0:
        return a, 0.0, 1.0, 0.0, 0.0
    y = w * a
    s, half = sin(y), sin(0.5 * y)
    versed = 2.0 * half * half
    return s / w, versed / w, cos(y), s, versed


@inlined
def pose_at(rows, i, t):
    """Rotation, nine numbers row by row, and translation of row ``i`` at time ``t``."""
    if rows[i, row.ABOVE] == 0.0:
        return own_pose_at(rows, i, t)
    return chain_pose_at(rows, i, t)


@kernel
def chain_pose_at(rows, i, t):
    """The same of the last row of a chain."""
    k = i - int(rows[i, row.ABOVE])
    rotation, shift = own_pose_at(rows, k, t)
    while k < i:
        k += 1
        turn, offset = own_pose_at(rows, k, t)
        shift = moved(rotation, shift, offset)
        rotation = times(rotation, turn)
    return rotation, shift


@inlined
def own_pose_at(rows, i, t):
    """The pose of one row alone: of a chain, in the frame of the row before."""
    a, b = progress_at(rows, i, t)
    p, q, _, s, k = swings(rows[i, row.TURN], a)
    rotation = (
        _entry(rows, i, 0, s, k), _entry(rows, i, 1, s, k), _entry(rows, i, 2, s, k),
        _entry(rows, i, 3, s, k), _entry(rows, i, 4, s, k), _entry(rows, i, 5, s, k),
        _entry(rows, i, 6, s, k), _entry(rows, i, 7, s, k), _entry(rows, i, 8, s, k),
    )  # fmt: skip
    shift = (
        _coordinate(rows, i, 0, b, p, q),
        _coordinate(rows, i, 1, b, p, q),
        _coordinate(rows, i, 2, b, p, q),
    )
    return rotation, shift


@inlined
def velocity_at(rows, i, t):
    """Velocity of the body's origin, and angular velocity, world frame, per unit of time."""
    a, _ = progress_at(rows, i, t)
    rate_a, rate_b = rates_at(rows, i, t)
    w = rows[i, row.TURN]
    _, _, c, s, _ = swings(w, a)
    slide, axis, spin = triple(rows, i, row.SLIDE), triple(rows, i, row.AXIS), rate_a * w
    swing, curve = triple(rows, i, row.SWING), triple(rows, i, row.CURVE)
    linear = (
        rate_b * slide[0] + rate_a * (c * swing[0] + s * curve[0]),
        rate_b * slide[1] + rate_a * (c * swing[1] + s * curve[1]),
        rate_b * slide[2] + rate_a * (c * swing[2] + s * curve[2]),
    )
    return linear, (spin * axis[0], spin * axis[1], spin * axis[2])


@inlined
def write_pose(rows, i, t, pose):
    """Write the upper three rows of the pose of row ``i`` at time ``t``."""
    rotation, shift = pose_at(rows, i, t)
    for j in range(3):
        for k in range(3):
            pose[j, k] = rotation[3 * j + k]
        pose[j, 3] = shift[j]


@kernel
def pose_rows(rows, places, times, out, start, stop):
    """Fill ``out[k]``, 4x4, with the pose of row ``places[k]`` at ``times[k]``."""
    for k in range(start, stop):
        write_pose(rows, places[k], times[k], out[k])
        for j in range(3):
            out[k, 3, j] = 0.0
        out[k, 3, 3] = 1.0


@kernel
def velocity_rows(rows, places, times, out, start, stop):
    """Fill ``out[k]``, six numbers, with the velocities of row ``places[k]`` at ``times[k]``."""
    for k in range(start, stop):
        linear, angular = velocity_at(rows, places[k], times[k])
        for j in range(3):
            out[k, j] = linear[j]
            out[k, 3 + j] = angular[j]


@inlined
def _entry(rows, i, j, s, versed):
    turned = rows[i, row.ROTATION + j] + s * rows[i, row.TURN_B + j]
    return turned - versed * rows[i, row.TURN_A + j]


@inlined
def _coordinate(rows, i, j, b, p, q):
    slid = rows[i, row.SHIFT + j] + b * rows[i, row.SLIDE + j]
    return slid + (p * rows[i, row.SWING + j] + q * rows[i, row.CURVE + j])
