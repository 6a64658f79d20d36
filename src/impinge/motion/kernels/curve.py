"""How much the path of a moving point bends: what a chord of it may be off by.

A point that turns by y = w a(t) while it slides by b(t) s has the acceleration

    x'' = a'^2 w (E cos(y) - V sin(y)) + a'' (V cos(y) + E sin(y)) + b'' s

with V and E of :mod:`impinge.motion.kernels.speed`. Between two times h apart a path with
|x''| <= c stays within c h^2 u (1 - u) / 2 of its chord, where u is the share of the time gone: the
difference vanishes at both ends, and a function with that bound on its second derivative lies
between the two parabolas.
"""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import dot, norm, scale
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.enclose import EASED_ERROR, ROUNDING, enclose_rates
from impinge.motion.kernels.interval import up
from impinge.motion.kernels.pose_at import local_time, triple
from impinge.motion.kernels.speed import RIGID, VANISHING, swing_of


@inlined
def _most_bent(cubic, x0, x1):
    """Bound of the second derivative of x (p + x (q + x r)), which is linear."""
    _, q, r = cubic
    return 2.0 * max(abs(q + 3.0 * x0 * r), abs(q + 3.0 * x1 * r)) + EASED_ERROR


@kernel
def bound_own_curve(rows, i, p, radius, t0, t1):
    """An upper bound on the acceleration of all points within ``radius`` of the body's point ``p``.

    Of one row alone: of a chain, in the frame of the row before. For every time of [t0, t1]; 0
    where nothing turns and nothing is eased.
    """
    w = rows[i, row.TURN]
    if w == 0.0 and rows[i, row.EASED] == 0.0:
        return 0.0
    v, e, size = swing_of(rows, i, p)
    swing = sqrt(max(dot(v, v), dot(e, e)) + abs(dot(v, e))) + ROUNDING * size + VANISHING
    swing += w * RIGID * radius
    turning, _ = enclose_rates(rows, i, t0, t1)
    bent = turning[1] * turning[1] * w * swing
    if rows[i, row.EASED] != 0.0:
        x0, x1 = local_time(rows, i, t0), local_time(rows, i, t1)
        square = rows[i, row.RATE] * rows[i, row.RATE]
        bent += square * _most_bent(triple(rows, i, row.EASE_TURN), x0, x1) * swing
        slide = norm(triple(rows, i, row.SLIDE)) + VANISHING
        bent += square * _most_bent(triple(rows, i, row.EASE_SLIDE), x0, x1) * slide
    return up(bent * (1.0 + ROUNDING))


@kernel
def bound_own_turn(rows, i, t0, t1):
    """Upper bounds on how fast a body turns [rad], and on how fast that changes."""
    w = rows[i, row.TURN]
    if w == 0.0:
        return 0.0, 0.0
    turning, _ = enclose_rates(rows, i, t0, t1)
    changing = 0.0
    if rows[i, row.EASED] != 0.0:
        x0, x1 = local_time(rows, i, t0), local_time(rows, i, t1)
        square = rows[i, row.RATE] * rows[i, row.RATE]
        changing = square * _most_bent(triple(rows, i, row.EASE_TURN), x0, x1)
    return up(w * turning[1] * RIGID), up(w * changing * RIGID)


@kernel
def bound_own_shift(rows, i):
    """How far the body's origin is from that of the frame before, at most, at any time."""
    w = rows[i, row.TURN]
    # Divided before lengths are taken: fast turns about far centres have squares of no number.
    s = 1.0 if w <= 2.0 else 2.0 / w
    swing = norm(scale(s, triple(rows, i, row.SWING))) + norm(scale(s, triple(rows, i, row.CURVE)))
    return norm(triple(rows, i, row.SHIFT)) + norm(triple(rows, i, row.SLIDE)) + swing
