"""Bounds on motions that may be chains of rows: speed, acceleration, turning, distance.

A link of an articulation moves along a chain: row k moves in the frame of row k - 1, the first in
the world. Let y_k be a point of the last link, seen from the frame before row k. With R_k the
rotation of row k, w_k how fast it turns, and s_k and c_k bounds on speed and acceleration of points
fixed in frame k, at the places y_{k+1} that the point takes there,

    |y_k'|  <= s_k + |y_{k+1}'|
    |y_k''| <= c_k + 2 w_k |y_{k+1}'| + |y_{k+1}''|

The second is the product rule for y_k = R_k y_{k+1} + T_k, whose mixed term is 2 R_k' y_{k+1}'. A
point is never further from where it is at the middle of an interval than speed times half the
interval, nor further from the origin of a frame than all offsets below it together: of these two
balls, the one that reaches less far out is taken for the next row.

The whole link turns by the sum of all w_k at most. Its angular velocity is the sum of the rows'
own, each carried by the rows above, so that it changes by at most

    sum over k of w_k (sum of w_j, j < k)

Rows of chains have constant rates over the whole step (:mod:`impinge.motion.kernels.joint_rows`),
so that s_k = |slide| + |V| and c_k = w_k |V|, with V of :mod:`impinge.motion.kernels.speed`, and
w_k |y| added for points around.

The printed bounds of [Zhang2007]_ are for speeds only, and can be too low; these follow from the
product rule alone. Each sum is rounded upward.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved
from impinge.core.vec import norm
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.curve import bound_own_curve, bound_own_shift, bound_own_turn
from impinge.motion.kernels.enclose import ROUNDING
from impinge.motion.kernels.pose_at import own_pose_at, triple
from impinge.motion.kernels.speed import RIGID, bound_own_speed, swing_of

OUTWARD = 1.0 + 2.0**-40
"""On sums over a chain, each of whose terms is a bound already."""
DEPTH = 1.0 / 16.0
"""Pads for rounding are shares of ``bound_shift``: it grows by this share for each row of a chain,
since each product of poses is rounded again."""


@inlined
def step_out(rows, k, p, radius, speed, bent):
    """Add the motion of row ``k`` to the bounds of points within ``radius`` of ``p``."""
    w = rows[k, row.TURN]
    v, e, size = swing_of(rows, k, p)
    swing = max(norm(v), norm(e)) + ROUNDING * size + w * RIGID * radius
    bent += w * (swing + 2.0 * RIGID * speed)
    return speed + (norm(triple(rows, k, row.SLIDE)) + swing), bent


@inlined
def carry_ball(rotation, shift, p, rigid, speed, half, reach):
    """A ball that contains the points in the frame before: its middle, radius and rigid part."""
    p = moved(rotation, shift, p)
    radius = (rigid + speed * half) * OUTWARD
    if norm(p) + radius > reach:
        # A ball around the origin reaches less far; from here on it is what moves rigidly.
        p, radius = (0.0, 0.0, 0.0), reach * OUTWARD
        rigid = radius
    return p, radius, rigid


@kernel
def bound_chain(rows, i, p, radius, t0, t1):
    """Bounds on speed and acceleration of points within ``radius`` of ``p``, the whole chain; and
    on the acceleration of ``p`` alone.
    """
    first = i - int(rows[i, row.ABOVE])
    middle, half = 0.5 * (t0 + t1), 0.5 * (t1 - t0) * OUTWARD
    speed, bent, rigid = 0.0, 0.0, radius
    slow, curve, point, arm, stiff = 0.0, 0.0, p, 0.0, 0.0
    reach, far = norm(p) + radius, norm(p)
    for k in range(i, first - 1, -1):
        speed, bent = step_out(rows, k, p, radius, speed, bent)
        slow, curve = step_out(rows, k, point, arm, slow, curve)
        if k == first:
            break
        rotation, shift = own_pose_at(rows, k, middle)
        own = bound_own_shift(rows, k)
        reach, far = reach + own, far + own
        p, radius, rigid = carry_ball(rotation, shift, p, rigid, speed, half, reach)
        point, arm, stiff = carry_ball(rotation, shift, point, stiff, slow, half, far)
    return speed * OUTWARD, bent * OUTWARD, curve * OUTWARD


@inlined
def bound_speed(rows, i, p, radius, t0, t1):
    """An upper bound on the speed of all points within ``radius`` of the body's point ``p``."""
    if rows[i, row.ABOVE] == 0.0:
        return bound_own_speed(rows, i, p, radius, t0, t1)
    return bound_chain(rows, i, p, radius, t0, t1)[0]


@inlined
def bound_curve(rows, i, p, radius, t0, t1):
    """An upper bound on the acceleration of all points within ``radius`` of the point ``p``."""
    if rows[i, row.ABOVE] == 0.0:
        return bound_own_curve(rows, i, p, radius, t0, t1)
    return bound_chain(rows, i, p, radius, t0, t1)[1]


@inlined
def bound_motion(rows, i, p, reach, core, t0, t1):
    """Bounds on speed and acceleration: of points within ``reach`` and ``core`` of ``p``, and of
    ``p`` alone.

    ``core`` is not the larger one; a chain takes ``reach`` for both, in one pass.
    """
    if rows[i, row.ABOVE] == 0.0:
        bent = bound_own_curve(rows, i, p, core, t0, t1)
        centre = bound_own_curve(rows, i, p, 0.0, t0, t1)
        return bound_own_speed(rows, i, p, reach, t0, t1), bent, centre
    return bound_chain(rows, i, p, reach, t0, t1)


@inlined
def bound_turn(rows, i, t0, t1):
    """Upper bounds on how fast a body turns [rad], and on how fast that changes."""
    if rows[i, row.ABOVE] == 0.0:
        return bound_own_turn(rows, i, t0, t1)
    turn, change = 0.0, 0.0
    for k in range(i - int(rows[i, row.ABOVE]), i + 1):
        own = rows[k, row.TURN] * RIGID
        change += own * turn
        turn += own
    return turn * OUTWARD, change * OUTWARD


@kernel
def bound_shift(rows, i):
    """How far the body's origin is from the world's, at most, at any time of the row."""
    above = rows[i, row.ABOVE]
    far = 0.0
    for k in range(i - int(above), i + 1):
        far += bound_own_shift(rows, k)
    return far * (1.0 + DEPTH * above)
