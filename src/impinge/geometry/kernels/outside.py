"""How far points stick out of a hull that was made without them."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import dot, load, norm_sq, sub
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at

NEAR = 2.0**-48
"""How deep a point must lie below all planes to be certainly inside, in units of the hull's size: a
plane's distance is a sum of four terms below two, off by 2**-50."""


@inlined
def distance_sq_to_row(p, vertices, triangles, f):
    a = load(vertices, triangles[f, 0])
    b = load(vertices, triangles[f, 1])
    c = load(vertices, triangles[f, 2])
    v, w = closest_point_triangle(p, a, b, c)
    return norm_sq(sub(point_at(a, sub(b, a), sub(c, a), v, w), p))


@kernel
def distance_outside(points, vertices, triangles, planes):
    """The largest distance of the points from a solid hull, in units of its size; 0 if all inside.

    ``planes`` are unit normals out of the hull and offsets, one a triangle. Points on the surface
    count with what rounding makes of their distance.
    """
    worst_sq = 0.0
    for i in range(len(points)):
        p = load(points, i)
        nearest_sq = inf
        for f in range(len(triangles)):
            if dot(load(planes, f), p) + planes[f, 3] > -NEAR:
                nearest_sq = min(nearest_sq, distance_sq_to_row(p, vertices, triangles, f))
        if nearest_sq < inf:
            worst_sq = max(worst_sq, nearest_sq)
    return sqrt(worst_sq)


@kernel
def distance_from_own(points, vertices, triangles, own):
    """The largest distance of the points from the triangles ``own``, one a point."""
    worst_sq = 0.0
    for i in range(len(points)):
        worst_sq = max(worst_sq, distance_sq_to_row(load(points, i), vertices, triangles, own[i]))
    return sqrt(worst_sq)
