"""The best direction near a given one: the greatest gap between supporting planes.

**Moving out.** Where the gap is near zero, the shortest connection is a difference of nearly equal
numbers and its direction is lost. But the best direction n of two shapes does not change when one
of them is moved along n [Joukhadar1999]_: there GJK's connection is long, and its direction good.
Seen from a direction that is off by e, the next one is off by e L / (L + r), for a length L moved
and a radius of curvature r: a small L converges at once. Where both are deep in each other, which
adds to L, it may be turned further the way it turns (``climb_ridge``). Each direction tried gives a
valid bound, and the best is kept.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.memory import scratch_floats
from impinge.core.vec import along, norm_sq, sub, unit_vector
from impinge.geometry.kernels.convex_row import REACH
from impinge.narrow.kernels.gjk import APART, SIMPLEX_TABLE, gjk
from impinge.narrow.kernels.polishing import gap_along, polished
from impinge.narrow.kernels.support import moved_by

OUT = 1e-4
"""Share of the larger shape's reach that B is moved out by.

Rounding turns a direction by 1e-16 over this; curvature, and what both points are off across the
normal, grow with it."""
SMALL_OUT = 1e-8
"""As OUT, where corners that are nearly in contact need it: the least that rounding allows."""
FURTHER = 1e3
"""B is moved out by at least so many times what counts as touching."""
FEW_TURNS, TURNS = 3, 8
"""Times that a direction is looked for anew: nearly all rest after one; more along a ridge."""
SLOW = 1e-3
"""A gain of less than this share of the gap in one turn is slow: the ridge may be long."""
FIRST_TURN, LAST_TURN = 1e-4, 0.5
"""Turns [rad] along a ridge, from the first, four times further each time, to the last."""
SAME_SQ = 1e-18
"""Square of a turn [rad] below which a direction has come to rest: 1e-9."""


@inlined
def length_out(pair, touch):
    """How far [m] B is moved beyond contact."""
    reach = max(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])
    return max(OUT * reach, FURTHER * touch)


@inlined
def seen_from_outside(pair, n, gap, length, touch, corners):
    """GJK with B moved along ``n``, the gap along which is ``gap``, to ``length``; and its way."""
    way = length - gap
    return gjk(moved_by(pair, way, n), n, touch, inf, corners), way


@kernel
def turned_from_outside(pair, n, length, touch):
    """The direction seen from outside along ``n``, and the gap along it."""
    corners = scratch_floats(SIMPLEX_TABLE)
    found, _ = seen_from_outside(pair, n, gap_along(pair, n), length, touch, corners)
    if found.status != APART:
        return n, -inf
    turned = unit_vector(found.v)[0]
    return turned, gap_along(pair, turned)


@inlined
def higher_by_polishing(pair, n, gap, other, found, touch):
    """The higher of direction ``n`` and the top next to ``other``; and whether that is the top.

    ``gap`` and ``found`` are the gaps along both.
    """
    top, higher, sure = polished(pair, other, found, touch)
    if higher > gap:
        return top, higher, sure
    return n, gap, sure and higher >= gap


@kernel
def climb_ridge(pair, n, gap, way, length, touch):
    """A direction with a greater gap, where directions converge slowly: along a nearly round ridge.

    Seen from outside the direction turns the right way, but by far too little. So it is turned
    further and further that ``way``, looked at from outside, which brings it back to the ridge, as
    long as the gap grows; a parabola through the last three finds the top.
    """
    across, known = unit_vector(way)
    if not known:
        return n, gap
    t0, t1, g0, g1 = 0.0, FIRST_TURN, gap, gap
    best, best_n = gap, n
    t, t_last = 0.0, 0.0
    g, g_last = gap, gap
    step = FIRST_TURN
    while step <= LAST_TURN:
        m, found = turned_from_outside(pair, unit_vector(along(n, step, across))[0], length, touch)
        t0, t1, t = t_last, t, step
        g0, g1, g_next = g_last, g, found
        t_last, g_last, g = t1, g1, g_next
        if found > best:
            best, best_n = found, m
        elif step > FIRST_TURN:
            break
        step *= 4.0
    # The top of the parabola through (t0, g0), (t1, g1), (t, g).
    a, b = (g1 - g0) / (t1 - t0) if t1 > t0 else 0.0, (g - g1) / (t - t1) if t > t1 else 0.0
    if t1 > t0 and t > t1 and b < a:
        top = 0.5 * (t0 + t1) - 0.5 * a * (t - t0) / (b - a)
        m, found = turned_from_outside(pair, unit_vector(along(n, top, across))[0], length, touch)
        if found > best:
            best, best_n = found, m
    return best_n, best


@kernel
def best_direction(pair, n, curved, ridge, touch):
    """The direction near ``n`` with the greatest gap, and that gap; perhaps along a ``ridge``.

    And whether it is known to be a top, of curved shapes: the only one, if the gap is positive.
    """
    length = length_out(pair, touch)
    gap = gap_along(pair, n)
    if curved:
        n, gap, sure = higher_by_polishing(pair, n, gap, n, gap, touch)
        if sure:
            return n, gap, sure
    last = n
    for turn in range(TURNS if ridge else FEW_TURNS):
        turned, found = turned_from_outside(pair, n, length, touch)
        turn_sq = norm_sq(sub(turned, n))
        before, here = gap, n
        if found > gap:
            n, gap = turned, found
        if turn_sq <= SAME_SQ:
            break
        if curved:
            # Seen from outside a direction may be worse by rounding, yet nearer to the top.
            n, gap, sure = higher_by_polishing(pair, n, gap, turned, found, touch)
            if sure:
                return n, gap, sure
        if ridge and gap - before <= SLOW * abs(gap):
            turned = turned_from_outside(pair, n, length, touch)[0]
            n, gap = climb_ridge(pair, n, gap, sub(turned, n), length, touch)
            if turn > 0:
                # Steepest ascent zigzags between two slow directions; from where it was two turns
                # ago to where it is leads along both [Shah1964]_.
                n, gap = climb_ridge(pair, n, gap, sub(n, last), length, touch)
        last = here
        if gap - before <= 0.25 * touch:
            break
    if not curved:
        return n, gap, False
    if gap < length:
        # A corner over a rim: directions turn only as fast as the gap is long beside the way out.
        short = max(gap, SMALL_OUT / OUT * length)
        for _ in range(TURNS):
            turned, found = turned_from_outside(pair, n, short, touch)
            before = gap
            if found > gap:
                n, gap = turned, found
            n, gap, sure = higher_by_polishing(pair, n, gap, turned, found, touch)
            if sure:
                return n, gap, sure
            if not gap > before:
                break
    return higher_by_polishing(pair, n, gap, n, gap, touch)
