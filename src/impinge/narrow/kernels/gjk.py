"""The point of the difference B - A that is nearest to the origin, by GJK.

Gilbert, Johnson and Keerthi 1988 [Gilbert1988]_: a simplex of points of B - A is moved towards the
origin, one supporting point at a time. Its nearest point v is the shortest connection of A and B
once no point of B - A lies nearer along v. Corners carry their points on A and their numbers, so
that witness points and features need no second search.

Deviations. The search direction is v itself after the first steps, which lean towards where the
search began, as with the momentum of [Montaut2022]_ but for the beginning only. The loop ends in
three ways: by the duality gap |v| - w.v / |v|, which bounds the error of the distance whatever
rounding did; by a corner found again; or when v no longer gets shorter. The tetrahedron is tested
by its three new faces only: the fourth was the last triangle, and the new corner is on the origin's
side of it.
"""

from math import inf
from typing import NamedTuple

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, norm_sq, scale, sub
from impinge.hierarchy.kernels.one_tree import largest_of
from impinge.narrow.kernels.corners import (
    ON_A,
    ROW,
    W,
    blend,
    copy_corner,
    is_corner,
    points_of,
    set_corner,
    vector_at,
    with_entry,
)
from impinge.narrow.kernels.simplex import nearest_of_segment, nearest_of_triangle
from impinge.narrow.kernels.support import RIM, difference_point

APART, INSIDE, TOUCHING = 0, 1, 2
"""The origin is outside B - A, inside a tetrahedron of it, or on its surface within rounding."""
RELATIVE = 1e-15
"""Share of the distance below which the duality gap ends the search: rounding of one product."""
LONGEST = 200
"""Steps after which the search ends. Polytopes need at most some twenty, curved shapes some fifty;
each step is a lower bound, so ending early is never wrong, only less exact."""
STALLED = 4
"""Steps that may leave v no shorter."""
LEANT, LEAN = 2, 2.0
"""Steps that lean towards where the search began, and how much the first does; less at each.

The point of a simplex of one or two corners is mostly to the side of where A and B are nearest, and
a direction of its own is worse than the first guess. On hulls of 64 vertices 0.4 steps of 4.6 are
saved if they overlap, 1.9 of 8.2 if they are near each other; needles take half a step more."""
SIMPLEX_TABLE = 4 * ROW
"""Numbers of a table with room for a tetrahedron."""
FIRST_THREE = (0, 1, 2)
"""The corners of a triangle, or fewer, in the table."""
LEVEL = 1.0 + 8.0 * 2.0**-52
"""A square of v that is longer by no more than this is as long: rounding."""


class Nearest(NamedTuple):
    """Where a search ended."""

    status: int
    v: tuple[float, ...]
    """The nearest point of the simplex, from A to B."""
    low_sq: float
    """Square of a lower bound of the distance."""
    count: int
    """Corners of the simplex: the first rows of the table."""
    weights: tuple[float, ...]
    steps: int


@inlined
def point_on_a(nearest, corners):
    """The end of v on A."""
    return blend(nearest.weights, points_of(corners, FIRST_THREE, ON_A))


@inlined
def tetrahedron_of(corners):
    """The points w of the first four corners."""
    a, b, c = points_of(corners, FIRST_THREE, W)
    return a, b, c, vector_at(corners, 3 * ROW)


@inlined
def beyond_face(p, q, r, opposite):
    """Whether the face (p, q, r) may separate the origin from the opposite corner."""
    n = cross(sub(q, p), sub(r, p))
    return dot(n, p) * dot(n, sub(opposite, p)) >= 0.0


@inlined
def nearest_of_tetrahedron(a, b, c, d):
    """(inside, point, weights of a, b, c, d): d is new, the origin is on its side of (a, b, c)."""
    best_sq = inf
    best = d
    weights = (0.0, 0.0, 0.0, 1.0)
    inside = True
    if beyond_face(a, b, d, c):
        inside = False
        p, w = nearest_of_triangle(a, b, d)
        best_sq = norm_sq(p)
        best = p
        weights = (w[0], w[1], 0.0, w[2])
    if beyond_face(b, c, d, a):
        inside = False
        p, w = nearest_of_triangle(b, c, d)
        if norm_sq(p) < best_sq:
            best_sq = norm_sq(p)
            best = p
            weights = (0.0, w[0], w[1], w[2])
    if beyond_face(c, a, d, b):
        inside = False
        p, w = nearest_of_triangle(c, a, d)
        if norm_sq(p) < best_sq:
            best = p
            weights = (w[1], 0.0, w[0], w[2])
    return inside, best, weights


@inlined
def leaned(v, direction, share):
    """A direction between ``v`` and another one, which counts ``share`` times as much."""
    return along(scale(largest_of(direction), v), share * largest_of(v), direction)


@inlined
def is_known(corners, count, i, j):
    """Whether two vertices are those of one of the first ``count`` corners."""
    if i >= RIM or j >= RIM:
        return False
    return (
        is_corner(corners, 0, i, j)
        or (count > 1 and is_corner(corners, 1, i, j))
        or (count > 2 and is_corner(corners, 2, i, j))
    )


@kernel
def gjk(pair, direction, touch, limit, corners):
    """The nearest point of B - A to the origin, in the frame of A.

    ``direction`` (not zero) is where to begin, a guess of the way from A to B. Two shapes nearer
    than ``touch`` touch; the search ends early when they are proved to be more than ``limit``
    apart (inf: never). ``corners`` is room for the simplex, SIMPLEX_TABLE numbers or more.
    """
    w, a, i, j = difference_point(pair, direction)
    # The first three places are read whether or not there are as many corners.
    set_corner(corners, 0, w, a, i, j)
    set_corner(corners, 1, w, a, i, j)
    set_corner(corners, 2, w, a, i, j)
    count = 1
    weights = (1.0, 0.0, 0.0)
    v = w
    vv = norm_sq(v)
    touch_sq = touch * touch
    low_sq = 0.0
    status = APART
    stalled = 0
    leant = LEANT
    steps = 1
    while steps < LONGEST:
        if vv <= touch_sq:
            status = TOUCHING
            break
        leaning = steps <= leant
        d = leaned(v, direction, LEAN / steps) if leaning else v
        w, a, i, j = difference_point(pair, d)
        steps += 1
        dw = dot(d, w)
        if dw > 0.0:
            low_sq = max(low_sq, dw * (dw / norm_sq(d)))
            if low_sq > limit * limit:
                break
        gap = vv - dot(v, w)
        if (
            gap <= RELATIVE * vv
            or gap * gap <= 0.0625 * touch_sq * vv
            or is_known(corners, count, i, j)
        ):
            # What another direction finds ends nothing.
            if leaning:
                leant = 0
                continue
            break
        w0, w1, w2 = points_of(corners, FIRST_THREE, W)
        if count == 1:
            nearer, two = nearest_of_segment(w0, w)
            trial = (two[0], 0.0, 0.0, two[1])
        elif count == 2:
            nearer, three = nearest_of_triangle(w0, w1, w)
            trial = (three[0], three[1], 0.0, three[2])
        else:
            inside, nearer, trial = nearest_of_tetrahedron(w0, w1, w2, w)
            if inside:
                set_corner(corners, 3, w, a, i, j)
                count = 4
                status = INSIDE
                break
        nearer_sq = norm_sq(nearer)
        if leaning and not nearer_sq < vv:
            leant = 0
            continue
        if not nearer_sq < vv:
            # A turn of v by 1e-9 is lost in its length, but not in the bound: go on for a while.
            stalled += 1
            if stalled > STALLED or nearer_sq > vv * LEVEL:
                break
        v = nearer
        vv = nearer_sq
        # Keep the corners that carry the new point, in the first places.
        kept, weights = 0, (0.0, 0.0, 0.0)
        if trial[0] > 0.0:
            kept, weights = 1, (trial[0], 0.0, 0.0)
        if trial[1] > 0.0:
            if kept == 0:
                copy_corner(corners, 1, 0)
            kept, weights = kept + 1, with_entry(weights, kept, trial[1])
        if trial[2] > 0.0:
            if kept < 2:
                copy_corner(corners, 2, kept)
            kept, weights = kept + 1, with_entry(weights, kept, trial[2])
        if trial[3] > 0.0:
            set_corner(corners, kept, w, a, i, j)
            kept, weights = kept + 1, with_entry(weights, kept, trial[3])
        count = kept
    return Nearest(status, v, low_sq, count, weights, steps)
