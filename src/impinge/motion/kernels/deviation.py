"""How far apart two motions carry one body: a bound that no time exceeds, by branch and bound.

Points within ``radius`` of the body's origin are apart by at most |Ta - Tb| + radius |Ra - Rb|, the
latter being the norm of a difference of rotations, 2 sin of half the angle between them. At the
middle of an interval of time that is known to rounding; elsewhere in it, it is larger by at most
half the interval's length times its fastest change: the difference of the velocities, and of the
angular velocities, since the angle between two frames changes no faster than that. Intervals are
halved until the bound is near to the largest value found.
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.enclose import (
    ROUNDING,
    arc_of,
    enclose_pose,
    enclose_rates,
    enclose_velocity,
    range_arc_wave,
)
from impinge.motion.kernels.interval import magnitude, scaled, shifted, square, sub, up, widened
from impinge.motion.kernels.interval_vectors import norm, sub_vectors

TIGHT = 2.0**-7
"""Share by which the bound may lie above the largest value found: below one percent."""
FLOOR = 2.0**-40
"""Share of the coordinates below which nothing is refined: motions that are equal to rounding."""
NOT_RIGID = 2.0**-44
"""By which the norm of a difference of rotations may exceed that of exact ones: rows are rotations
to 1e-14."""
MOST_PARTS = 4096
"""Intervals looked at; what is left then is bounded as it is. They wait in line, so that these are
the shortest."""
FIRST = 8
"""Samples taken first, so that intervals far below the maximum are not refined."""


@inlined
def bound_apart(rows_a, i, rows_b, j, radius, t):
    """Not less than how far points within ``radius`` are apart at time ``t``."""
    turn_a, shift_a = enclose_pose(rows_a, i, t, t)
    turn_b, shift_b = enclose_pose(rows_b, j, t, t)
    total = 0.0
    for k in range(9):
        total = up(total + square(sub(turn_a[k], turn_b[k]))[1])
    # Two equal singular values and a zero: the sum of squares is twice that of the norm.
    turned = sqrt(0.5 * total) + NOT_RIGID
    return up(up(norm(sub_vectors(shift_a, shift_b))[1]) + up(up(turned) * radius))


@inlined
def bound_change(rows_a, i, rows_b, j, radius, t0, t1):
    """Not less than how fast that changes between ``t0`` and ``t1``."""
    linear = _difference(rows_a, i, rows_b, j, t0, t1)
    rate_a, _ = enclose_rates(rows_a, i, t0, t1)
    rate_b, _ = enclose_rates(rows_b, j, t0, t1)
    spin_a, spin_b = scaled(rows_a[i, row.TURN], rate_a), scaled(rows_b[j, row.TURN], rate_b)
    angular = (
        sub(scaled(rows_a[i, row.AXIS], spin_a), scaled(rows_b[j, row.AXIS], spin_b)),
        sub(scaled(rows_a[i, row.AXIS + 1], spin_a), scaled(rows_b[j, row.AXIS + 1], spin_b)),
        sub(scaled(rows_a[i, row.AXIS + 2], spin_a), scaled(rows_b[j, row.AXIS + 2], spin_b)),
    )
    # Rows are rotations to rounding only: a share of their own turning is added.
    wobble = NOT_RIGID * (magnitude(spin_a) + magnitude(spin_b))
    return up(norm(linear)[1] + up(radius * (norm(angular)[1] + wobble)))


@inlined
def _difference(rows_a, i, rows_b, j, t0, t1):
    """Intervals of the difference of both origins' velocities.

    Two motions of one angle, as those between the same poses are, have waves of one angle: their
    difference is one too, and what they have in common is gone.
    """
    same = rows_a[i, row.EASED] + rows_b[j, row.EASED] == 0.0
    for column in (row.TURN, row.START, row.RATE):
        same &= rows_a[i, column] == rows_b[j, column]
    if same:
        arc = arc_of(rows_a, i, t0, t1)
        return (
            _common(rows_a, i, rows_b, j, 0, arc),
            _common(rows_a, i, rows_b, j, 1, arc),
            _common(rows_a, i, rows_b, j, 2, arc),
        )
    return sub_vectors(enclose_velocity(rows_a, i, t0, t1), enclose_velocity(rows_b, j, t0, t1))


@kernel
def _common(rows_a, i, rows_b, j, k, arc):
    s = rows_a[i, row.SLIDE + k] - rows_b[j, row.SLIDE + k]
    v = rows_a[i, row.SWING + k] - rows_b[j, row.SWING + k]
    e = rows_a[i, row.CURVE + k] - rows_b[j, row.CURVE + k]
    wave = shifted(range_arc_wave(rows_a[i, row.TURN], 0.0, arc, v, e), s)
    # Each difference is rounded once.
    return scaled(rows_a[i, row.RATE], widened(wave, ROUNDING * (abs(s) + abs(v) + abs(e))))


@kernel
def bound_deviation(rows_a, i, rows_b, j, radius, t0, t1):
    """An upper bound on how far apart points within ``radius`` get between ``t0`` and ``t1``."""
    waiting = np.empty((2 * MOST_PARTS + 1, 2))
    best = 0.0
    for k in range(FIRST + 1):
        t = t0 + (t1 - t0) * (k / FIRST)
        best = max(best, bound_apart(rows_a, i, rows_b, j, radius, min(t, t1)))
    _, shift = enclose_pose(rows_a, i, t0, t1)
    size = magnitude(shift[0]) + magnitude(shift[1]) + magnitude(shift[2]) + radius
    found, k, count = best, 0, 1
    waiting[0, 0], waiting[0, 1] = t0, t1
    while k < count:
        low, high = waiting[k, 0], waiting[k, 1]
        middle, k = 0.5 * (low + high), k + 1
        value = bound_apart(rows_a, i, rows_b, j, radius, middle)
        best = max(best, value)
        half = up(max(high - middle, middle - low))
        limit = up(value + up(half * bound_change(rows_a, i, rows_b, j, radius, low, high)))
        enough = limit <= best * (1.0 + TIGHT) + FLOOR * size
        if enough or k > MOST_PARTS or not low < middle < high:
            found = max(found, limit)
        else:
            waiting[count, 0], waiting[count, 1] = low, middle
            waiting[count + 1, 0], waiting[count + 1, 1] = middle, high
            count += 2
    return found


@kernel
def deviation_rows(rows_a, rows_b, places, radius, times, out, start, stop):
    """Fill ``out[k]`` for the rows ``places[k]`` between ``times[k, 0]`` and ``times[k, 1]``."""
    for k in range(start, stop):
        i, j = places[k, 0], places[k, 1]
        t0, t1 = times[k, 0], times[k, 1]
        out[k] = bound_deviation(rows_a, i, rows_b, j, radius, t0, t1)
