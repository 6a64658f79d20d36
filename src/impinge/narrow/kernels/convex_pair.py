"""The signed gap of two convex shapes: distance where they are apart, depth where they overlap.

Both are one number: the greatest gap between supporting planes over all directions, positive or
not. Its direction is the contact normal, and it is continuous through contact. How it is found
depends on where the shapes are:

- spheres, capsules and half spaces by formula, overlapping boxes by their fifteen directions;
- apart: GJK on the cores;
- overlapping or touching: the expanding polytope;
- near contact, and for curved shapes, GJK once more with B moved out along the normal (below).

**Moving out.** Where the gap is near zero, the shortest connection is a difference of nearly equal
numbers and its direction is lost. But the best direction n of two shapes does not change when one
of them is moved along n [Joukhadar1999]_: there GJK's connection is long, and its direction good.
Seen from a direction that is off by e, the next one is off by e L / (L + r), for a length L moved
and a radius of curvature r: a small L converges at once. Where both are deep in each other, which
adds to L, it may be turned further the way it turns (``climb_ridge``). Each direction tried gives a
valid bound, and the best is kept.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, moved
from impinge.core.vec import add, along, cross, dot, norm, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import (
    BOX,
    CENTRE,
    CYLINDER,
    HALFSPACE,
    KIND,
    RADIUS,
    REACH,
    SEGMENT,
    SIZES,
)
from impinge.narrow.kernels.boxes import separate_two_boxes
from impinge.narrow.kernels.epa import expand
from impinge.narrow.kernels.features import feature_of
from impinge.narrow.kernels.gjk import APART, INSIDE, gjk, point_on_a
from impinge.narrow.kernels.pair_row import GAP, LOWER, NORMAL, POINT_B, write_pair
from impinge.narrow.kernels.room import CLEARLY, depth_in_tetrahedron
from impinge.narrow.kernels.round_pairs import (
    any_square_to,
    measure_capsules,
    measure_half_space,
)
from impinge.narrow.kernels.support import Pair, difference_point, moved_by

TOUCH = 8.0 * 2.0**-52
"""Share of the largest coordinate below which a gap or a depth is none: rounding of coordinates."""
NEAR = 1e-5
"""Share of the largest coordinate below which a gap's direction is looked for by moving out."""
OUT = 1e-4
"""Share of the larger shape's reach that B is moved out by.

Rounding turns a direction by 1e-16 over this; curvature, and what both points are off across the
normal, grow with it."""
CONFIRMED = 1e-9
"""Share of the largest coordinate that a gap may be below the length of v to confirm it."""
CURVED = 1e-11
"""Share of the largest coordinate within which the depth of curved shapes is enclosed."""
FURTHER = 1e3
"""B is moved out by at least so many times what counts as touching."""
FEW_TURNS, TURNS = 3, 8
"""Times that a direction is looked for anew: nearly all rest after one; more along a ridge."""
SLOW = 1e-3
"""A gain of less than this share of the gap in one turn is slow: the ridge may be long."""
FIRST_TURN, LAST_TURN = 1e-4, 0.5
"""Turns [rad] along a ridge, from the first, four times further each time, to the last."""
NEWTON_STEPS, NEWTON_TURN, PROBE = 8, 0.7, 1e-5
"""Newton's steps, the largest of them [rad], and how far [rad] derivatives are looked for."""
CREASE = 1e-3
"""Share of the larger reach by which a supporting point jumps across a crease: a curved surface
moves it by its radius times the probe."""
SMALL_OUT = 1e-8
"""As OUT, where corners that are nearly in contact need it: the least that rounding allows."""
IN_FACE = 1e-12
"""Share of a face by which the foot of the origin may be beyond its edge: rounding."""
FINE, FLAT_FINE = 1e-13, 1e-10
"""Share of the largest coordinate by which a distance and its bound may differ, for curved shapes
and for polytopes, whose bound follows rounding of the direction at first order."""
SAME_SQ = 1e-18
"""Square of a turn [rad] below which a direction has come to rest: 1e-9."""


@inlined
def furthest_coordinate(rows, start):
    """An upper bound of a shape's coordinates; a half space counts with its plane's offset."""
    middle = norm((rows[start + CENTRE], rows[start + CENTRE + 1], rows[start + CENTRE + 2]))
    return middle if rows[start + KIND] == HALFSPACE else middle + rows[start + REACH]


@inlined
def largest_coordinate(pair):
    """Of both shapes, in the frame of A; an upper bound."""
    shift = pair.shift
    return max(
        furthest_coordinate(pair.rows_a, pair.start_a),
        furthest_coordinate(pair.rows_b, pair.start_b),
        abs(shift[0]),
        abs(shift[1]),
        abs(shift[2]),
    )


@inlined
def centre_of(rows, start):
    return (rows[start + CENTRE], rows[start + CENTRE + 1], rows[start + CENTRE + 2])


@inlined
def from_a_to_b(pair):
    """From the middle of A to that of B; any direction if they are one."""
    middle = moved(pair.rotation, pair.shift, centre_of(pair.rows_b, pair.start_b))
    d = sub(middle, centre_of(pair.rows_a, pair.start_a))
    return d if d[0] != 0.0 or d[1] != 0.0 or d[2] != 0.0 else (0.0, 0.0, 1.0)


@inlined
def balls_of(pair):
    """The radii around both cores."""
    return pair.rows_a[pair.start_a + RADIUS], pair.rows_b[pair.start_b + RADIUS]


@inlined
def finish(pair, gap, n, on_a, count, ids_a, ids_b, lower, touch, steps, out):
    """Add the balls around the cores, and write the answer.

    ``lower`` bounds the magnitude of the cores' gap from below.
    """
    ra, rb = balls_of(pair)
    if ra > 0.0 or rb > 0.0:
        if gap < 0.0:
            lower += ra + rb
        elif gap < ra + rb:
            # The length of a connection is never below the distance: the balls overlap by more.
            lower = ra + rb - gap
        else:
            lower = max(lower - (ra + rb), 0.0)
        gap -= ra + rb
        on_a = along(on_a, ra, n)
    if abs(gap) <= touch:
        gap = 0.0
        lower = 0.0
    i, j = ids_a, ids_b
    feature_a = feature_of(pair.rows_a, pair.start_a, count, i[0], i[1], i[2], n)
    inward = scale(-1.0, apply_transposed(pair.rotation, n))
    feature_b = feature_of(pair.rows_b, pair.start_b, count, j[0], j[1], j[2], inward)
    write_pair(out, gap, n, on_a, feature_a, feature_b, lower, steps)


@inlined
def smaller_reach(pair):
    return min(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])


@inlined
def gap_along(pair, n):
    """What a direction proves: the gap between the supporting planes across it."""
    return dot(n, difference_point(pair, n)[0])


@inlined
def length_out(pair, touch):
    """How far [m] B is moved beyond contact."""
    reach = max(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])
    return max(OUT * reach, FURTHER * touch)


@inlined
def seen_from_outside(pair, n, gap, length, touch):
    """GJK with B moved along ``n``, the gap along which is ``gap``, to ``length``; and its way."""
    way = length - gap
    return gjk(moved_by(pair, way, n), n, touch, inf), way


@kernel
def turned_from_outside(pair, n, length, touch):
    """The direction seen from outside along ``n``, and the gap along it."""
    found, _ = seen_from_outside(pair, n, gap_along(pair, n), length, touch)
    if found.status != APART:
        return n, -inf
    turned = unit_vector(found.v)[0]
    return turned, gap_along(pair, turned)


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


@inlined
def slope_along(pair, n, u, v):
    """The gap's derivative at unit ``n`` in directions ``u`` and ``v``: w, less what is along n."""
    w = difference_point(pair, n)[0]
    across = along(w, -dot(w, n), n)
    return dot(across, u), dot(across, v), dot(w, n)


@kernel
def newton_direction(pair, n, gap, touch):
    """The top of the gap near ``n`` where it is smooth; (n, gap, whether it was found).

    Newton's method on the two directions across n, with differences of supporting points for the
    second derivatives. Where a flat or straight part is in contact these vanish or jump, and where
    they are not those of a top it is not approached: then nothing is claimed.
    """
    found = False
    for _ in range(NEWTON_STEPS):
        u = any_square_to(n)
        v = cross(n, u)
        f, g, _ = slope_along(pair, n, u, v)
        if f * f + g * g <= touch * touch:
            found = True
            break
        f1, g1, _ = slope_along(pair, unit_vector(along(n, PROBE, u))[0], u, v)
        f2, g2, _ = slope_along(pair, unit_vector(along(n, -PROBE, u))[0], u, v)
        f3, g3, _ = slope_along(pair, unit_vector(along(n, PROBE, v))[0], u, v)
        f4, g4, _ = slope_along(pair, unit_vector(along(n, -PROBE, v))[0], u, v)
        s = 0.5 / PROBE
        a, b, c = s * (f1 - f2), 0.5 * s * (g1 - g2 + f3 - f4), s * (g3 - g4)
        determinant = a * c - b * b
        if not (a < 0.0 and determinant > 1e-9 * a * c and determinant > 0.0):
            break
        x, y = (b * g - c * f) / determinant, (b * f - a * g) / determinant
        if not x * x + y * y <= NEWTON_TURN * NEWTON_TURN:
            break
        turned = unit_vector(along(along(n, x, u), y, v))[0]
        higher = gap_along(pair, turned)
        if not higher >= gap - touch:
            break
        n, gap = turned, higher
    return n, gap, found


@inlined
def jump_across(pair, n, d):
    """How a supporting point changes from one side of ``n`` to the other: A's or B's, the larger.

    Not that of the difference: the other shape's point moves a little as well.
    """
    w, a, _, _ = difference_point(pair, unit_vector(along(n, PROBE, d))[0])
    v, b, _, _ = difference_point(pair, unit_vector(along(n, -PROBE, d))[0])
    of_a = sub(a, b)
    of_b = sub(add(w, a), add(v, b))
    return of_a if norm_sq(of_a) > norm_sq(of_b) else of_b


@inlined
def on_crease(pair, n, e):
    """The crease along ``e`` near ``n``: its own line, the direction square to it, the way on.

    And how the gap rises that way, along the crease.
    """
    line = unit_vector(jump_across(pair, unit_vector(along(n, -dot(n, e), e))[0], e))[0]
    line = line if dot(line, e) > 0.0 else scale(-1.0, line)
    n = unit_vector(along(n, -dot(n, line), line))[0]
    t = cross(line, n)
    return line, n, t, dot(difference_point(pair, n)[0], t)


@kernel
def edge_direction(pair, n, gap, touch):
    """The top of the gap near ``n`` on a crease; (n, gap, whether it was found).

    Where an edge, or a straight line of a cylinder or cone, is in contact, the supporting point
    jumps along it: the best direction is square to the jump. Square to it the gap is smooth, and
    its top is Newton's; or there is a second such line, and the direction is square to both.
    """
    large = CREASE * max(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])
    u = any_square_to(n)
    first, second = jump_across(pair, n, u), jump_across(pair, n, cross(n, u))
    if norm_sq(second) > norm_sq(first):
        first = second
    if norm_sq(first) <= large * large:
        return n, gap, False
    e = unit_vector(first)[0]
    found = False
    for _ in range(NEWTON_STEPS):
        e, n, t, slope = on_crease(pair, n, e)
        second = jump_across(pair, n, t)
        second = along(second, -dot(second, e), e)
        if norm_sq(second) > large * large:
            turned = unit_vector(cross(e, second))[0]
            n = turned if dot(turned, n) > 0.0 else scale(-1.0, turned)
            found = True
            break
        if abs(slope) <= touch:
            found = True
            break
        ahead = on_crease(pair, unit_vector(along(n, PROBE, t))[0], e)[3]
        behind = on_crease(pair, unit_vector(along(n, -PROBE, t))[0], e)[3]
        bend = (ahead - behind) / (2.0 * PROBE)
        if not (bend < 0.0 and abs(slope) <= NEWTON_TURN * -bend):
            break
        n = unit_vector(along(n, -slope / bend, t))[0]
    return n, gap_along(pair, n), found


@inlined
def polished(pair, n, gap, touch):
    """A better direction near ``n``, by Newton's method; and whether it is the top."""
    top, higher, found = newton_direction(pair, n, gap, touch)
    if not found:
        top, higher, found = edge_direction(
            pair, top if higher > gap else n, max(higher, gap), touch
        )
    return top, higher, found


@kernel
def best_direction(pair, n, curved, ridge, touch):
    """The direction near ``n`` with the greatest gap, and that gap; perhaps along a ``ridge``."""
    length = length_out(pair, touch)
    gap = gap_along(pair, n)
    if curved:
        top, higher, found = polished(pair, n, gap, touch)
        if higher > gap:
            n, gap = top, higher
        if found and higher >= gap:
            return n, gap
    last = n
    for turn in range(TURNS if ridge else FEW_TURNS):
        turned, found = turned_from_outside(pair, n, length, touch)
        turn_sq = norm_sq(sub(turned, n))
        before, here = gap, n
        if found > gap:
            n, gap = turned, found
        if turn_sq <= SAME_SQ:
            break
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
    if curved and 0.0 < gap < length:
        # A corner over a rim: directions turn only as fast as the gap is long beside the way out.
        short = max(gap, SMALL_OUT / OUT * length)
        for _ in range(TURNS):
            turned, found = turned_from_outside(pair, n, short, touch)
            if not found > gap:
                break
            n, gap = turned, found
    if curved:
        top, higher, found = polished(pair, n, gap, touch)
        if higher > gap:
            return top, higher
    return n, gap


@kernel
def finish_from_outside(pair, n, gap, lower, touch, steps, out):
    """The answer along a direction and gap that are known: only the points are looked for."""
    found, way = seen_from_outside(pair, n, gap, length_out(pair, touch), touch)
    if found.status == APART:
        # Both ends lie in their shapes, and are apart by the gap along n but for a little across
        # it, which they share.
        off = along(along(found.v, -way, n), -gap, n)
        on_a = along(point_on_a(found), 0.5, off)
        steps += found.steps
        finish(pair, gap, n, on_a, found.count, found.ids_a, found.ids_b, lower, touch, steps, out)
    else:
        _, on_a, i, j = difference_point(pair, n)
        finish(pair, gap, n, on_a, 1, (i, i, i, i), (j, j, j, j), lower, touch, steps, out)


@kernel
def measure_from_outside(pair, n, curved, ridge, lower, touch, steps, out):
    """The gap along a direction near ``n``, the best one there, with points: B is moved out."""
    n, gap = best_direction(pair, n, curved, ridge, touch)
    finish_from_outside(pair, n, gap, lower, touch, steps, out)


@inlined
def point_at_foot(corners, on_a):
    """The point of A for the foot of the origin on a face, and whether it is in the face."""
    a, b, c = corners
    n = cross(sub(b, a), sub(c, a))
    x, y, z = dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b))
    total = x + y + z
    if not (total > 0.0 and min(x, y, z) >= -IN_FACE * total):
        return on_a[0], False
    x, y, z = x / total, y / total, z / total
    p, q, r = on_a
    foot = (
        x * p[0] + y * q[0] + z * r[0],
        x * p[1] + y * q[1] + z * r[1],
        x * p[2] + y * q[2] + z * r[2],
    )
    return foot, True


@kernel
def measure_inside(pair, curved, size, touch, nearest, out):
    """The depth of cores that overlap, or touch; ``nearest`` is where GJK ended."""
    room = False
    if nearest.status == INSIDE:
        w = nearest.corners
        room = depth_in_tetrahedron(w[0], w[1], w[2], w[3]) > CLEARLY * size
    found = expand(pair, touch, CURVED * size if curved else touch, room, nearest)
    lower = max(found.lower, 0.0)
    steps = nearest.steps + found.steps
    on_a, in_face = point_at_foot(found.corners, found.on_a)
    if curved or not (found.tight and in_face):
        # Bounds that did not meet: more faces are as near as this one than there was room for.
        ridge = curved and -found.gap - found.lower > 2.0 * CURVED * size
        measure_from_outside(pair, found.normal, curved, ridge, lower, touch, steps, out)
    else:
        finish(
            pair, found.gap, found.normal, on_a, 3, found.ids_a, found.ids_b,
            lower, touch, steps, out,
        )  # fmt: skip


@kernel
def measure_near(pair, curved, size, distance, touch, nearest, out):
    """Apart by very little: the direction of v is mostly rounding, and is looked for from outside.

    Where no direction there confirms the length of v, the search has ended too early: a plane that
    separates better is looked for by the expanding polytope, which also knows what "outside" is.
    """
    n, gap = best_direction(pair, unit_vector(nearest.v)[0], curved, np.bool_(False), touch)
    if not curved and gap >= distance - CONFIRMED * size:
        # Between polytopes a gap follows its direction at first order: v itself is better known.
        finish(
            pair, distance, n, point_on_a(nearest), nearest.count, nearest.ids_a, nearest.ids_b,
            gap, touch, nearest.steps, out,
        )  # fmt: skip
        return
    if gap < distance - CONFIRMED * size:
        found = expand(pair, touch, CURVED * size if curved else touch, np.bool_(False), nearest)
        if found.gap > gap:
            n = found.normal
    measure_from_outside(pair, n, curved, np.bool_(False), 0.0, touch, nearest.steps, out)
    if out[GAP] > 0.0:
        out[LOWER] = out[GAP]


@kernel
def measure_cores(pair, direction, size, touch, out):
    """Any two convex shapes, by search; ``direction`` is where to begin."""
    nearest = gjk(pair, direction, touch, inf)
    kind_a, kind_b = pair.rows_a[pair.start_a + KIND], pair.rows_b[pair.start_b + KIND]
    curved = kind_a >= CYLINDER or kind_b >= CYLINDER
    if nearest.status != APART:
        measure_inside(pair, curved, size, touch, nearest, out)
        return
    distance = sqrt(norm_sq(nearest.v))
    if distance <= NEAR * size:
        measure_near(pair, curved, size, distance, touch, nearest, out)
        return
    n = scale(1.0 / distance, nearest.v)
    if abs(distance - sqrt(nearest.low_sq)) > (FINE if curved else FLAT_FINE) * size:
        # Corners that have come too close together for the search to go on.
        measure_from_outside(pair, n, curved, np.bool_(False), 0.0, touch, nearest.steps, out)
        out[LOWER] = abs(out[GAP])
        ra, rb = balls_of(pair)
        longer = distance - (out[GAP] + (ra + rb))
        if 0.0 < longer <= CONFIRMED * size:
            # A bound from below, and v from above, which is nearer: it errs at second order.
            out[GAP] += longer
            for k in range(3):
                out[POINT_B + k] += longer * out[NORMAL + k]
        return
    if curved:
        # A distance errs at second order in its direction, which is looked at once more.
        known = gap_along(pair, n)
        top, higher, _ = polished(pair, n, known, touch)
        if higher > known + touch:
            finish_from_outside(
                pair, top, distance, sqrt(nearest.low_sq), touch, nearest.steps, out
            )
            return
    finish(
        pair, distance, n, point_on_a(nearest), nearest.count, nearest.ids_a, nearest.ids_b,
        min(sqrt(nearest.low_sq), distance), touch, nearest.steps, out,
    )  # fmt: skip


@inlined
def separate_boxes(pair):
    """The greatest gap of two boxes along their fifteen directions, and that direction."""
    a, b = pair.start_a + SIZES, pair.start_b + SIZES
    ha = (pair.rows_a[a], pair.rows_a[a + 1], pair.rows_a[a + 2])
    hb = (pair.rows_b[b], pair.rows_b[b + 1], pair.rows_b[b + 2])
    return separate_two_boxes(ha, hb, pair.rotation, pair.shift)


@kernel
def measure_pair_from(pair, warm, direction, out):
    """As :func:`measure_pair`; if ``warm``, beginning with ``direction``, a guess of the normal."""
    size = largest_coordinate(pair)
    touch = TOUCH * size
    kind_a, kind_b = pair.rows_a[pair.start_a + KIND], pair.rows_b[pair.start_b + KIND]
    if kind_a <= SEGMENT and kind_b <= SEGMENT:
        measure_capsules(pair, touch, out)
        return
    if kind_a == HALFSPACE:
        measure_half_space(pair, touch, out)
        return
    if kind_a == BOX and kind_b == BOX:
        gap, n = separate_boxes(pair)
        if gap <= touch:
            finish_from_outside(pair, n, gap, max(-gap, 0.0), touch, 0, out)
            return
        direction = n
    elif not warm:
        direction = from_a_to_b(pair)
    measure_cores(pair, direction, size, touch, out)


@kernel
def measure_pair(rows_a, start_a, rows_b, start_b, rotation, shift, out):
    """Fill ``out`` (:mod:`impinge.narrow.kernels.pair_row`) for two convex shapes, frame of A.

    ``rotation`` and ``shift`` take coordinates of B to those of A. A may be a half space, B not.
    """
    pair = Pair(rows_a, start_a, rows_b, start_b, rotation, shift)
    measure_pair_from(pair, np.bool_(False), shift, out)
