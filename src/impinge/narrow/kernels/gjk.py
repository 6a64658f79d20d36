"""The point of the difference B - A that is nearest to the origin, by GJK.

Gilbert, Johnson and Keerthi 1988 [Gilbert1988]_: a simplex of points of B - A is moved towards the
origin, one supporting point at a time. Its nearest point v is the shortest connection of A and B
once no point of B - A lies nearer along v. Corners carry their points on A and their numbers, so
that witness points and features need no second search.

Deviations. The search direction is v itself, but the loop ends in three ways: by the duality
gap |v| - w.v / |v|, which bounds the error of the distance whatever rounding did; by a corner
found again; or when v no longer gets shorter. The tetrahedron is tested by its three new faces
only: the fourth was the last triangle, and the new corner is on the origin's side of it.
"""

from math import inf
from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, norm_sq, sub
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
    """Corners of the simplex; what is behind them means nothing."""
    weights: tuple[float, ...]
    corners: tuple[Any, ...]
    """Points w of B - A."""
    on_a: tuple[Any, ...]
    """Their points of A."""
    ids_a: tuple[int, ...]
    ids_b: tuple[int, ...]
    steps: int


@inlined
def point_on_a(nearest):
    """The end of v on A."""
    a, b, c = nearest.on_a[0], nearest.on_a[1], nearest.on_a[2]
    x, y, z = nearest.weights[0], nearest.weights[1], nearest.weights[2]
    return (
        x * a[0] + y * b[0] + z * c[0],
        x * a[1] + y * b[1] + z * c[1],
        x * a[2] + y * b[2] + z * c[2],
    )


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


@kernel
def gjk(pair, direction, touch, limit):
    """The nearest point of B - A to the origin, in the frame of A.

    ``direction`` (not zero) is where to begin, a guess of the way from A to B. Two shapes nearer
    than ``touch`` touch; the search ends early when they are proved to be more than ``limit``
    apart (inf: never).

    """
    w0, a0, i0, j0 = difference_point(pair, direction)
    w1, w2, w3 = w0, w0, w0
    a1, a2, a3 = a0, a0, a0
    i1, i2, i3 = i0, i0, i0
    j1, j2, j3 = j0, j0, j0
    count = 1
    weights = (1.0, 0.0, 0.0, 0.0)
    v = w0
    vv = norm_sq(v)
    touch_sq = touch * touch
    low_sq = 0.0
    status = APART
    stalled = 0
    steps = 1
    while steps < LONGEST:
        if vv <= touch_sq:
            status = TOUCHING
            break
        w, a, i, j = difference_point(pair, v)
        steps += 1
        vw = dot(v, w)
        if vw > 0.0:
            low_sq = max(low_sq, vw * (vw / vv))
            if low_sq > limit * limit:
                break
        gap = vv - vw
        if gap <= RELATIVE * vv or gap * gap <= 0.0625 * touch_sq * vv:
            break
        if i < RIM and j < RIM:
            if i == i0 and j == j0:
                break
            if count > 1 and i == i1 and j == j1:
                break
            if count > 2 and i == i2 and j == j2:
                break
        if count == 1:
            nearer, two = nearest_of_segment(w0, w)
            trial = (two[0], 0.0, 0.0, two[1])
        elif count == 2:
            nearer, three = nearest_of_triangle(w0, w1, w)
            trial = (three[0], three[1], 0.0, three[2])
        else:
            inside, nearer, trial = nearest_of_tetrahedron(w0, w1, w2, w)
            if inside:
                w3, a3, i3, j3 = w, a, i, j
                count = 4
                status = INSIDE
                break
        nearer_sq = norm_sq(nearer)
        if not nearer_sq < vv:
            # A turn of v by 1e-9 is lost in its length, but not in the bound: go on for a while.
            stalled += 1
            if stalled > STALLED or nearer_sq > vv * LEVEL:
                break
        v = nearer
        vv = nearer_sq
        # Keep the corners that carry the new point, in the first places.
        kept = 0
        x, y, z = 0.0, 0.0, 0.0
        if trial[0] > 0.0:
            x = trial[0]
            kept = 1
        if count > 1 and trial[1] > 0.0:
            if kept == 0:
                w0, a0, i0, j0 = w1, a1, i1, j1
                x = trial[1]
            else:
                y = trial[1]
            kept += 1
        if count > 2 and trial[2] > 0.0:
            if kept == 0:
                w0, a0, i0, j0 = w2, a2, i2, j2
                x = trial[2]
            elif kept == 1:
                w1, a1, i1, j1 = w2, a2, i2, j2
                y = trial[2]
            else:
                z = trial[2]
            kept += 1
        if trial[3] > 0.0:
            if kept == 0:
                w0, a0, i0, j0 = w, a, i, j
                x = trial[3]
            elif kept == 1:
                w1, a1, i1, j1 = w, a, i, j
                y = trial[3]
            else:
                w2, a2, i2, j2 = w, a, i, j
                z = trial[3]
            kept += 1
        count = kept
        weights = (x, y, z, 0.0)
    return Nearest(
        status, v, low_sq, count, weights,
        (w0, w1, w2, w3), (a0, a1, a2, a3), (i0, i1, i2, i3), (j0, j1, j2, j3), steps,
    )  # fmt: skip
