"""Boxes around triangles and points, along axes of their own; the smallest rectangle in a plane."""

from math import inf, sqrt

import numpy as np

from impinge.bounds.kernels.aabb import corner_at, middle_of_corners
from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed
from impinge.core.vec import add, along, cross, dot, lower, norm, scale, sub, unit_vector, upper
from impinge.geometry.kernels.orientation import unit_scale

FIT_ROUNDING = 2.0**-48
"""Share of the box's reach that a box is fitted larger by: projections of differences from the
centre, sums of three products, err by 2**-50 of it, and axes are square to each other to 2**-51."""


@inlined
def square_axes(u, v):
    """Three unit vectors, right-handed and square to each other to rounding, from nearly such."""
    u, _ = unit_vector(u)
    v, _ = unit_vector(along(v, -dot(u, v), u))
    w = cross(u, v)
    return (u[0], u[1], u[2], v[0], v[1], v[2], w[0], w[1], w[2])


@kernel
def principal_axes_of_sheets(triangles, first, stop, middle, s):
    """Axes along which the triangles spread as sheets, from the middle and scaled by ``s``.

    Weighed by area, so that finer triangles weigh no more; where there is no area, by corners.
    Sums over a triangle: Gottschalk, Lin, Manocha 1996 [Gottschalk1996]_.
    """
    for weighed in (True, False):
        total = 0.0
        mean = (0.0, 0.0, 0.0)
        xx = xy = xz = yy = yz = zz = 0.0
        for i in range(first, stop):
            a = scale(s, sub(corner_at(triangles, i, 0, 3), middle))
            b = scale(s, sub(corner_at(triangles, i, 1, 3), middle))
            c = scale(s, sub(corner_at(triangles, i, 2, 3), middle))
            weight = norm(cross(sub(b, a), sub(c, a))) if weighed else 1.0
            # The mean of products over a sheet is that of its corners and of three times its
            # centroid, a twelfth of their sum; without area it is that of the corners alone.
            g = add(add(a, b), c)
            share = weight / 12.0 if weighed else weight / 3.0
            own = 1.0 if weighed else 0.0
            total += weight
            mean = along(mean, weight / 3.0, g)
            xx += share * (a[0] * a[0] + b[0] * b[0] + c[0] * c[0] + own * g[0] * g[0])
            xy += share * (a[0] * a[1] + b[0] * b[1] + c[0] * c[1] + own * g[0] * g[1])
            xz += share * (a[0] * a[2] + b[0] * b[2] + c[0] * c[2] + own * g[0] * g[2])
            yy += share * (a[1] * a[1] + b[1] * b[1] + c[1] * c[1] + own * g[1] * g[1])
            yz += share * (a[1] * a[2] + b[1] * b[2] + c[1] * c[2] + own * g[1] * g[2])
            zz += share * (a[2] * a[2] + b[2] * b[2] + c[2] * c[2] + own * g[2] * g[2])
        if total > 0.0:
            break
    m = scale(1.0 / total, mean)
    u, v = principal_axes(
        xx / total - m[0] * m[0],
        xy / total - m[0] * m[1],
        xz / total - m[0] * m[2],
        yy / total - m[1] * m[1],
        yz / total - m[1] * m[2],
        zz / total - m[2] * m[2],
    )
    return square_axes(u, v)


@kernel
def bound_corners_obb(triangles, first, stop):
    """Centre, half lengths and axes of a box around the corners of rows ``first`` to ``stop - 1``.

    Along the principal axes of the triangles as sheets, in no order. The half lengths are measured
    from the centre as it is returned, and made larger by ``FIT_ROUNDING``.
    """
    count = 3 * (stop - first)
    middle, size = middle_of_corners(triangles, first, count, 3)
    if size == 0.0:
        return middle, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    axes = principal_axes_of_sheets(triangles, first, stop, middle, unit_scale(size))
    low, high = (inf, inf, inf), (-inf, -inf, -inf)
    for k in range(count):
        p = apply(axes, sub(corner_at(triangles, first, k, 3), middle))
        low, high = lower(low, p), upper(high, p)
    centre = add(middle, apply_transposed(axes, along(low, 0.5, sub(high, low))))
    half = (0.0, 0.0, 0.0)
    for k in range(count):
        p = apply(axes, sub(corner_at(triangles, first, k, 3), centre))
        half = upper(half, (abs(p[0]), abs(p[1]), abs(p[2])))
    pad = FIT_ROUNDING * (half[0] + half[1] + half[2])
    return centre, (half[0] + pad, half[1] + pad, half[2] + pad), axes


@kernel
def bound_along(points, axes):
    """Lowest and highest coordinates of the rows along three axes."""
    low, high = (inf, inf, inf), (-inf, -inf, -inf)
    for i in range(len(points)):
        p = apply(axes, corner_at(points, 0, i, 1))
        low, high = lower(low, p), upper(high, p)
    return low, high


@inlined
def turn(p, i, j, k):
    """Twice the area of three points: positive where they turn left."""
    return (p[j, 0] - p[i, 0]) * (p[k, 1] - p[i, 1]) - (p[j, 1] - p[i, 1]) * (p[k, 0] - p[i, 0])


@kernel
def outline(points, order, ring):
    """Write the corners of the convex hull to ``ring``, leftward round; returns their number.

    ``order`` sorts the points by x, then y: Andrew's chains, lower then upper. Points on an edge
    are left out.
    """
    count, n = 0, len(order)
    for chain in range(2):
        base = count + 1
        for step in range(n):
            i = order[step] if chain == 0 else order[n - 1 - step]
            while count > base and not turn(points, ring[count - 2], ring[count - 1], i) > 0.0:
                count -= 1
            ring[count] = i
            count += 1
        # The last point of a chain is the first of the next.
        count -= 1
    return max(count, 1)


@inlined
def climb_ring(p, ring, n, at, ux, uy):
    """The place furthest along (ux, uy) from ``at`` on, leftward round."""
    for _ in range(n):
        i, j = ring[at], ring[(at + 1) % n]
        if not (p[j, 0] - p[i, 0]) * ux + (p[j, 1] - p[i, 1]) * uy > 0.0:
            break
        at = (at + 1) % n
    return at


@kernel
def smallest_rectangle(points, order):
    """Unit vector along a side of the smallest rectangle around the points.

    It has a side on an edge of the hull; with each edge in turn, the points furthest along it,
    across and against move on round the hull: the rotating calipers of Toussaint 1983
    [Toussaint1983]_. (1, 0) where the points are one.
    """
    ring = np.empty(2 * len(order) + 1, np.int64)
    n = outline(points, order, ring)
    best, best_x, best_y = inf, 1.0, 0.0
    ahead = across = behind = 0
    for k in range(n):
        i, j = ring[k], ring[(k + 1) % n]
        ux, uy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
        length = sqrt(ux * ux + uy * uy)
        if length == 0.0:
            continue
        ux, uy = ux / length, uy / length
        ahead = climb_ring(points, ring, n, ahead if k else 1 % n, ux, uy)
        across = climb_ring(points, ring, n, across if k else ahead, -uy, ux)
        behind = climb_ring(points, ring, n, behind if k else across, -ux, -uy)
        a, b, c = ring[ahead], ring[across], ring[behind]
        width = (points[a, 0] - points[c, 0]) * ux + (points[a, 1] - points[c, 1]) * uy
        height = (points[b, 1] - points[i, 1]) * ux - (points[b, 0] - points[i, 0]) * uy
        if width * height < best:
            best, best_x, best_y = width * height, ux, uy
    return best_x, best_y
