"""Is the answer so far the best there is? A plane between two meshes proves it at once.

Flat faces that look at each other, parallel or nearly so, are equally far apart everywhere. Float32
boxes cannot order such pairs, and best-first would visit them all: 2e8 for two sheets of 20,000
triangles a thousand sizes apart, most of them after the answer was found. But along the direction
u of the shortest connection |y - x| >= u . y - u . x, so if the lowest corner of B is ahead of
the highest of A by the distance found, nothing is nearer. And if not, these two corners show where
to look next.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, norm_sq, scale, sub
from impinge.geometry.kernels.triangle import closest_triangle_triangle
from impinge.geometry.kernels.triangle_distance import distance_sq_triangle_triangle
from impinge.narrow.kernels.relation import moved_corners, scaled_corners

INDISTINCT = 2.0**-49
"""In the common unit: a distance that is better by no more is not looked for. The rounding of
the coordinates along a direction is half as large."""
TURNS = 8


@inlined
def span_above(u, x, y, z):
    return max(dot(u, x), max(dot(u, y), dot(u, z)))


@inlined
def span_below(u, x, y, z):
    return min(dot(u, x), min(dot(u, y), dot(u, z)))


@inlined
def direction_between(x, y, z, p, q, r):
    """Unit vector along the shortest connection of two triangles (zero if they meet)."""
    _, on_a, on_b = closest_triangle_triangle(x, y, z, p, q, r)
    d = sub(on_b, on_a)
    length = sqrt(norm_sq(d))
    return scale(1.0 / length, d) if length > 0.0 else (0.0, 0.0, 0.0)


@inlined
def normal_along(u, x, y, z):
    """The normal of a triangle, turned to the side of u; u itself if it has none."""
    n = cross(sub(y, x), sub(z, x))
    length = sqrt(norm_sq(n))
    if not length > 0.0:
        return u
    return scale(1.0 / length if dot(n, u) > 0.0 else -1.0 / length, n)


@kernel
def support_triangles(u, triangles_a, scale_a, triangles_b, turn_b, shift):
    """The triangle of A that reaches highest along u, that of B which reaches lowest, the gap."""
    highest, lowest = -inf, inf
    i = j = 0
    for k in range(len(triangles_a)):
        x, y, z = scaled_corners(triangles_a, k, scale_a)
        h = span_above(u, x, y, z)
        if h > highest:
            highest, i = h, k
    for k in range(len(triangles_b)):
        p, q, r = moved_corners(triangles_b, k, turn_b, shift)
        h = span_below(u, p, q, r)
        if h < lowest:
            lowest, j = h, k
    return i, j, lowest - highest


@kernel
def settle(i, j, goal, triangles_a, scale_a, triangles_b, turn_b, shift):
    """From a pair of triangles to a nearer one, if support leads there: (i, j, proved).

    ``proved`` says that no pair of triangles is nearer than this one, or nearer than ``goal``.
    """
    x, y, z = scaled_corners(triangles_a, i, scale_a)
    p, q, r = moved_corners(triangles_b, j, turn_b, shift)
    best_sq = distance_sq_triangle_triangle(x, y, z, p, q, r, inf)
    for _ in range(TURNS):
        u = direction_between(x, y, z, p, q, r)
        if not norm_sq(u) > 0.0:
            break
        # The least that is asked for is more than rounding: what overlaps is never proved apart.
        enough = max(min(sqrt(best_sq), goal) - INDISTINCT, 2.0 * INDISTINCT)
        top, low, gap = support_triangles(u, triangles_a, scale_a, triangles_b, turn_b, shift)
        if gap >= enough:
            return i, j, True
        # Points far apart and a little beside the best ones are as far apart, within rounding,
        # but their direction is not the best one. In front of a face, its normal is.
        for n in (normal_along(u, x, y, z), normal_along(u, p, q, r)):
            _, _, gap = support_triangles(n, triangles_a, scale_a, triangles_b, turn_b, shift)
            if gap >= enough:
                return i, j, True
        before = best_sq
        p, q, r = moved_corners(triangles_b, low, turn_b, shift)
        for k in range(len(triangles_a)):
            x, y, z = scaled_corners(triangles_a, k, scale_a)
            d_sq = distance_sq_triangle_triangle(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq:
                best_sq, i, j = d_sq, k, low
        x, y, z = scaled_corners(triangles_a, top, scale_a)
        for k in range(len(triangles_b)):
            p, q, r = moved_corners(triangles_b, k, turn_b, shift)
            d_sq = distance_sq_triangle_triangle(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq:
                best_sq, i, j = d_sq, top, k
        if not best_sq < before:
            break
        x, y, z = scaled_corners(triangles_a, i, scale_a)
        p, q, r = moved_corners(triangles_b, j, turn_b, shift)
    return i, j, False
