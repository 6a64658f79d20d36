"""A point that two overlapping convex shapes have in common.

The middle of both deepest points is one, mostly: not of a needle through a plate, whose way out is
far from where they meet. Then the corners of GJK's last tetrahedron tell: the weights that make the
origin of corners w = b - a of the difference make one and the same point of their ends on both.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved
from impinge.core.memory import scratch_floats
from impinge.core.vec import along, cross, dot, scale, sub
from impinge.geometry.kernels.convex import closest_point_convex
from impinge.geometry.kernels.convex_row import FACES, HALFSPACE, HULL, KIND
from impinge.narrow.kernels.convex_pair import TOUCH, balls_of, from_a_to_b, largest_coordinate
from impinge.narrow.kernels.corners import ON_A, ROW, points_of, vector_at
from impinge.narrow.kernels.gjk import (
    FIRST_THREE,
    INSIDE,
    SIMPLEX_TABLE,
    gjk,
    point_on_a,
    tetrahedron_of,
)
from impinge.narrow.kernels.support import in_frame_of_b

REFINED = 2
"""Times that weights are corrected by what they leave: those of a tetrahedron as thin as 1e-8 of
its length are known to half their digits at first."""
PROJECTED = 8
"""Times that a point is put onto one shape and the other, where it is not yet in both."""

MANY = 256
"""Faces of a hull from which on GJK takes less time than a look at all of them."""
DEEP = 1e-3
"""Share of the largest coordinate: polytopes that overlap by as much hold a tetrahedron of points
of their difference around the origin, whose weights are known to nearly all digits."""


@inlined
def volume_of(a, b, c):
    """Six times the volume of a tetrahedron with the origin, whatever its sign."""
    return abs(dot(a, cross(b, c)))


@inlined
def weighted(weights, points):
    """The weighted sum of four points."""
    p = along(scale(weights[0], points[0]), weights[1], points[1])
    return along(along(p, weights[2], points[2]), weights[3], points[3])


@inlined
def shares(x, y, z, t):
    """As weights: none below zero, and one in sum."""
    x, y, z, t = max(x, 0.0), max(y, 0.0), max(z, 0.0), max(t, 0.0)
    total = x + y + z + t
    if not total > 0.0:
        return 1.0, 0.0, 0.0, 0.0
    return x / total, y / total, z / total, t / total


@kernel
def weights_of_origin(w):
    """Weights of the four corners of a tetrahedron around the origin that make the origin."""
    weights = shares(
        volume_of(w[1], w[2], w[3]), volume_of(w[0], w[2], w[3]),
        volume_of(w[0], w[1], w[3]), volume_of(w[0], w[1], w[2]),
    )  # fmt: skip
    a, b, c = sub(w[1], w[0]), sub(w[2], w[0]), sub(w[3], w[0])
    u, v, t = cross(b, c), cross(c, a), cross(a, b)
    volume = dot(a, u)
    if volume == 0.0:
        return weights
    for _ in range(REFINED):
        left = weighted(weights, w)
        x, y, z = dot(left, u) / volume, dot(left, v) / volume, dot(left, t) / volume
        weights = shares(weights[0] + x + y + z, weights[1] - x, weights[2] - y, weights[3] - z)
    return weights


@kernel
def point_of_cores(pair):
    """A point of A's core that is in B's, if they overlap; else A's end of the shortest way."""
    corners = scratch_floats(SIMPLEX_TABLE)
    nearest = gjk(pair, from_a_to_b(pair), TOUCH * largest_coordinate(pair), inf, corners)
    if nearest.status != INSIDE:
        return point_on_a(nearest, corners)
    a, b, c = points_of(corners, FIRST_THREE, ON_A)
    on_a = (a, b, c, vector_at(corners, 3 * ROW + ON_A))
    return weighted(weights_of_origin(tetrahedron_of(corners)), on_a)


@inlined
def put_onto(rows, start, p):
    """The nearest point of a solid; the point itself, if it is inside."""
    apart, q, _ = closest_point_convex(rows, start, p)
    return q if apart > 0.0 else p


@inlined
def outside_of_both(pair, p):
    """How far a point is outside of one of the shapes, the further; negative inside of both."""
    q = in_frame_of_b(pair, p)
    of_a = closest_point_convex(pair.rows_a, pair.start_a, p)[0]
    return max(of_a, closest_point_convex(pair.rows_b, pair.start_b, q)[0])


@inlined
def between_cores(depth, ra, rb):
    """How far from A's core towards B's the middle is of what both balls hold between them.

    The cores are ``ra + rb - depth`` apart.
    """
    apart = ra + rb - depth
    return 0.5 * (max(apart - rb, 0.0) + min(ra, apart))


@inlined
def is_large(rows_a, start_a, rows_b, start_b):
    """Whether both are polytopes, and one has so many faces that looking at all takes long."""
    polytopes = rows_a[start_a + KIND] == HULL and rows_b[start_b + KIND] == HULL
    return polytopes and max(rows_a[start_a + FACES], rows_b[start_b + FACES]) > MANY


@kernel
def meeting_point(pair, gap, n, on_a, on_b):
    """A common point of shapes that overlap or touch, whose deepest points are known; frame of A.

    The middle of these, if it is in both; of large polytopes a point of GJK's tetrahedron, which is
    in both where they overlap by much, instead of looking at all of their faces. Or what is deepest
    in a half space; or what is between two cores that are apart; or a point of both cores. Where
    shapes barely overlap that may be off by more than rounding, and is put onto one and the other
    in turn.
    """
    middle = along(scale(0.5, on_a), 0.5, on_b)
    size = largest_coordinate(pair)
    if -gap > DEEP * size and is_large(pair.rows_a, pair.start_a, pair.rows_b, pair.start_b):
        return point_of_cores(pair)
    enough = TOUCH * size
    least = outside_of_both(pair, middle)
    if least <= enough:
        return middle
    if pair.rows_a[pair.start_a + KIND] == HALFSPACE:
        return on_b
    if pair.rows_b[pair.start_b + KIND] == HALFSPACE:
        return on_a
    ra, rb = balls_of(pair)
    if ra + rb > 0.0 and gap + ra + rb > 0.0:
        return along(on_a, between_cores(-gap, ra, rb) - ra, n)
    best = middle
    p = point_of_cores(pair)
    for _ in range(PROJECTED):
        outside = outside_of_both(pair, p)
        if outside < least:
            best, least = p, outside
        if least <= enough:
            break
        p = put_onto(pair.rows_a, pair.start_a, p)
        q = put_onto(pair.rows_b, pair.start_b, in_frame_of_b(pair, p))
        p = moved(pair.rotation, pair.shift, q)
    return best
