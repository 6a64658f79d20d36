"""Points and their hull: how large and thick they are before, how far some stick out after."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, dot, load, lower, norm_sq, store, sub, upper
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at

NEAR = 2.0**-48
"""How deep a point must lie below all planes to be certainly inside, in units of the hull's size: a
plane's distance is a sum of four terms below two, off by 2**-50."""


@kernel
def scale_to_unit(points):
    """Move points to the middle of their bounds and scale them to unit size, in place.

    Returns their size [m], and the largest coordinate that there was. They become zeros where all
    are one.
    """
    low = high = load(points, 0)
    for i in range(len(points)):
        p = load(points, i)
        low, high = lower(p, low), upper(p, high)
    sizes = sub(high, low)
    size = max(sizes[0], sizes[1], sizes[2])
    middle = (low[0] + 0.5 * sizes[0], low[1] + 0.5 * sizes[1], low[2] + 0.5 * sizes[2])
    unit = size if size > 0.0 else 1.0
    for i in range(len(points)):
        p = sub(load(points, i), middle)
        store(points, i, (p[0] / unit, p[1] / unit, p[2] / unit))
    largest = max(abs(low[0]), abs(low[1]), abs(low[2]))
    return size, max(largest, abs(high[0]), abs(high[1]), abs(high[2]))


@kernel
def thickness(points):
    """A lower bound of the least spread of points as a share of the widest, squared.

    Spreads are the singular values of points (n, 3) from their mean, roots of the eigenvalues of
    C = sum x x^T. With eigenvalues a >= b >= c, ``det C / trace(C)^3 <= a a c / a^3 = c / a``. Off
    by some roundings of one: it shows that points are thick, and not how thin they are.
    """
    n, total = len(points), (0.0, 0.0, 0.0)
    for i in range(n):
        total = add(total, load(points, i))
    mean = (total[0] / n, total[1] / n, total[2] / n)
    xx = yy = zz = xy = yz = zx = 0.0
    for i in range(n):
        x, y, z = sub(load(points, i), mean)
        xx, yy, zz = xx + x * x, yy + y * y, zz + z * z
        xy, yz, zx = xy + x * y, yz + y * z, zx + z * x
    trace = xx + yy + zz
    if trace == 0.0:
        return 0.0
    determinant = (
        xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx)
    )  # fmt: skip
    return determinant / (trace * trace * trace)


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
