"""How fast, and how far, points of a moving body can get: upper bounds for culling and stepping.

Points are given by a lever arm: all within ``radius`` of a point ``p`` of the body. Only their
distance from the axis through p makes them faster than p, so that a caller who knows how far they
reach square to it may give that. All bounds hold for every time of [t0, t1].

A point p has the velocity s + cos(y) V + sin(y) E with V = v + w B p and E = e - w A p, both square
to the axis and to each other: its turning part keeps its length, and its speed depends on time
through one wave, s . (cos(y) V + sin(y) E). Directed bounds are those of conservative advancement
[Mirtich1996]_.
"""

from math import pi, sin, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, norm
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.enclose import (
    EASED_ERROR,
    ROUNDING,
    TIME_ERROR,
    arc_of,
    enclose_rates,
    range_arc_wave,
)
from impinge.motion.kernels.interval import add, magnitude, mul, scaled, up, widened
from impinge.motion.kernels.pose_at import progress_at, triple

VANISHING = 2.0**-500
"""Added to roots of squares: below it squares vanish. Sizes begin at 1e-150, which is more."""
RIGID = 1.0 + 2.0**-40
"""Factor by which the turn of a lever arm is taken longer: rows are rotations to 1e-14."""


@inlined
def swing_of(rows, i, p):
    """V and E of the body's point ``p``, and a bound on the sum of what they are summed from."""
    w = rows[i, row.TURN]
    swing, curve = triple(rows, i, row.SWING), triple(rows, i, row.CURVE)
    v = (
        swing[0] + w * _times(rows, i, row.TURN_B, p),
        swing[1] + w * _times(rows, i, row.TURN_B + 3, p),
        swing[2] + w * _times(rows, i, row.TURN_B + 6, p),
    )
    e = (
        curve[0] - w * _times(rows, i, row.TURN_A, p),
        curve[1] - w * _times(rows, i, row.TURN_A + 3, p),
        curve[2] - w * _times(rows, i, row.TURN_A + 6, p),
    )
    # Entries of a rotation are not above one, and there are nine of each matrix.
    arm = abs(p[0]) + abs(p[1]) + abs(p[2])
    return v, e, _sum(swing) + _sum(curve) + 8.0 * w * arm


@inlined
def _times(rows, i, at, p):
    return rows[i, at] * p[0] + rows[i, at + 1] * p[1] + rows[i, at + 2] * p[2]


@inlined
def _sum(v):
    return abs(v[0]) + abs(v[1]) + abs(v[2])


@kernel
def bound_own_speed(rows, i, p, radius, t0, t1):
    """An upper bound on the speed of all points within ``radius`` of the body's point ``p``.

    Of one row alone: of a chain, in the frame of the row before.
    """
    w, eased = rows[i, row.TURN], rows[i, row.EASED]
    v, e, size = swing_of(rows, i, p)
    s = triple(rows, i, row.SLIDE)
    if w == 0.0 and size + _sum(s) == 0.0:
        # At rest.
        return up(VANISHING * (1.0 + ROUNDING))
    arc = arc_of(rows, i, t0, t1)
    turning, sliding = enclose_rates(rows, i, t0, t1)
    most = sliding[1] * _sum(s) + turning[1] * size

    # Coordinate by coordinate: right where the parts cancel, up to 1.7 times too much elsewhere.
    square = 0.0
    for j in range(3):
        wave = range_arc_wave(w, eased, arc, v[j], e[j])
        speed = magnitude(add(scaled(s[j], sliding), mul(turning, wave))) + ROUNDING * most
        square += speed * speed

    # As a whole: |cos V + sin E|^2 is at most the greater square, and what they are not square.
    turned = max(dot(v, v), dot(e, e)) + abs(dot(v, e))
    along = range_arc_wave(w, eased, arc, dot(s, v), dot(s, e))[1]
    both = turning[1] * sliding[1] if along > 0.0 else turning[0] * sliding[0]
    whole = (
        sliding[1] * sliding[1] * dot(s, s)
        + turning[1] * turning[1] * turned
        + 2.0 * both * along
        + 4.0 * ROUNDING * most * most
    )
    # Rounded upward generously; a sum of squares that overflows says nothing, and is infinite.
    fastest = sqrt(max(min(square, whole), 0.0)) + turning[1] * w * RIGID * radius
    return up((fastest + VANISHING) * (1.0 + ROUNDING))


@kernel
def range_speed_along(rows, i, p, radius, n, t0, t1):
    """The range of n . velocity of all points within ``radius`` of the body's point ``p``.

    ``n`` need not be a unit vector. Its ends are bounds on how fast the points can approach what is
    in direction n, and recede from it.
    """
    w = rows[i, row.TURN]
    arc = arc_of(rows, i, t0, t1)
    turning, sliding = enclose_rates(rows, i, t0, t1)
    v, e, size = swing_of(rows, i, p)
    s = triple(rows, i, row.SLIDE)
    wave = range_arc_wave(w, rows[i, row.EASED], arc, dot(n, v), dot(n, e))
    speed = add(scaled(dot(n, s), sliding), mul(turning, wave))
    # Turning moves an arm square to the axis: of n only what is square to it counts.
    across = norm(cross(triple(rows, i, row.AXIS), n)) + VANISHING
    arm = turning[1] * w * RIGID * radius * across
    error = ROUNDING * _sum(n) * (sliding[1] * _sum(s) + turning[1] * (size + w * radius))
    return widened(speed, arm + error)


@kernel
def bound_travel(rows, i, p, radius, t0, t1):
    """How far points within ``radius`` of the body's point ``p`` can get from where they are at t0.

    The lesser of two bounds: speed times time, and what slides plus the chord of what turns, which
    does not grow beyond half a turn.
    """
    w = rows[i, row.TURN]
    a0, b0 = progress_at(rows, i, t0)
    a1, b1 = progress_at(rows, i, t1)
    v, e, size = swing_of(rows, i, p)
    s = triple(rows, i, row.SLIDE)
    # How far the progress at both ends may be off, as in enclosures.
    late = 2.0 * (TIME_ERROR if rows[i, row.EASED] == 0.0 else EASED_ERROR)
    way = (norm(s) + VANISHING) * (b1 - b0)
    if w > 0.0:
        turn = w * (a1 - a0)
        chord = 2.0 if turn >= pi else 2.0 * sin(0.5 * turn)
        swing = sqrt(max(dot(v, v), dot(e, e)) + abs(dot(v, e))) + VANISHING
        circle = (swing + ROUNDING * size) / w
        way += (circle + RIGID * radius) * (chord + ROUNDING + late * w)
    straight = bound_own_speed(rows, i, p, radius, t0, t1) * (t1 - t0)
    error = late * _sum(s) + ROUNDING * (_sum(s) + size) * (b1 - b0)
    return up(min((way + error) * (1.0 + ROUNDING), up(straight)))


@kernel
def speed_rows(rows, places, points, radius, directions, times, out, start, stop):
    """Fill ``out[k]`` with speed, travel, and the range of speeds along ``directions[k]``."""
    for k in range(start, stop):
        i, t0, t1 = places[k], times[k, 0], times[k, 1]
        p = (points[k, 0], points[k, 1], points[k, 2])
        n = (directions[k, 0], directions[k, 1], directions[k, 2])
        out[k, 0] = bound_own_speed(rows, i, p, radius, t0, t1)
        out[k, 1] = bound_travel(rows, i, p, radius, t0, t1)
        out[k, 2], out[k, 3] = range_speed_along(rows, i, p, radius, n, t0, t1)
