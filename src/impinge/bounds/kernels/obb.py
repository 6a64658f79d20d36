"""Boxes along axes of their own: centre, half extents, and three unit axes as rows of nine."""

from math import frexp, inf, ldexp, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed
from impinge.core.vec import add, along, cross, dot, load, norm_sq, scale, sub
from impinge.geometry.kernels.segment import closest_segment_segment

SEPARATION_ROUNDING = 2.0**-48
"""Share of the numbers involved by which boxes must be apart along an axis to be so called. An
offset along an axis is a sum of three products, a reach of eighteen: they err by 2**-49."""


@inlined
def axis_of(axes, k):
    if k == 0:
        return (axes[0], axes[1], axes[2])
    if k == 1:
        return (axes[3], axes[4], axes[5])
    return (axes[6], axes[7], axes[8])


@inlined
def reach_along(half, axes, v):
    """How far a box extends from its centre along ``v``, times the length of ``v``."""
    d = apply(axes, v)
    return half[0] * abs(d[0]) + half[1] * abs(d[1]) + half[2] * abs(d[2])


@inlined
def apart_along(v, offset, size, half_a, axes_a, half_b, axes_b):
    """Are the boxes proved to be apart along ``v``, whatever was rounded?"""
    length = abs(v[0]) + abs(v[1]) + abs(v[2])
    reach = reach_along(half_a, axes_a, v) + reach_along(half_b, axes_b, v)
    return abs(dot(offset, v)) > reach + SEPARATION_ROUNDING * length * size


@kernel
def overlap_obb_obb(centre_a, half_a, axes_a, centre_b, half_b, axes_b):
    """Do the closed boxes meet? Boxes within 2**-48 of their size of each other count as meeting.

    The separating axis test over 15 axes, Gottschalk, Lin, Manocha 1996 [Gottschalk1996]_.
    Deviation: both boxes are projected on each cross product as computed, where the paper reads its
    projections from the products of axes. Then any vector serves as an axis, also what rounding
    leaves of the cross product of parallel axes, and no tolerance for these is needed.
    """
    offset = sub(centre_b, centre_a)
    size = abs(offset[0]) + abs(offset[1]) + abs(offset[2])
    size += half_a[0] + half_a[1] + half_a[2] + half_b[0] + half_b[1] + half_b[2]
    for i in range(3):
        a = axis_of(axes_a, i)
        b = axis_of(axes_b, i)
        if apart_along(a, offset, size, half_a, axes_a, half_b, axes_b):
            return False
        if apart_along(b, offset, size, half_a, axes_a, half_b, axes_b):
            return False
    for i in range(3):
        for j in range(3):
            v = cross(axis_of(axes_a, i), axis_of(axes_b, j))
            if apart_along(v, offset, size, half_a, axes_a, half_b, axes_b):
                return False
    return True


@inlined
def overlap_point_obb(p, centre, half, axes):
    """Is the point in the closed box?"""
    d = apply(axes, sub(p, centre))
    return (abs(d[0]) <= half[0]) & (abs(d[1]) <= half[1]) & (abs(d[2]) <= half[2])


@inlined
def outside(x, h):
    return max(abs(x) - h, 0.0)


@kernel
def distance_point_obb(p, centre, half, axes):
    """Distance of a point and a box, 0 inside. Nothing overflows on the way."""
    d = apply(axes, sub(p, centre))
    x, y, z = outside(d[0], half[0]), outside(d[1], half[1]), outside(d[2], half[2])
    largest = max(x, max(y, z))
    if largest == 0.0:
        return 0.0
    x, y, z = x / largest, y / largest, z / largest
    return largest * sqrt(x * x + y * y + z * z)


@inlined
def corner_of(k, centre, half, axes):
    """Corner 0 to 7: bit i says on which side of axis i."""
    x = half[0] if k & 1 else -half[0]
    y = half[1] if k & 2 else -half[1]
    z = half[2] if k & 4 else -half[2]
    return add(centre, apply_transposed(axes, (x, y, z)))


@inlined
def nearest_corner(best, centre_a, half_a, axes_a, centre_b, half_b, axes_b):
    """The lesser of ``best`` and the distances of B's corners to A."""
    for k in range(8):
        p = corner_of(k, centre_b, half_b, axes_b)
        best = min(best, distance_point_obb(p, centre_a, half_a, axes_a))
    return best


@kernel
def distance_obb_obb(centre_a, half_a, axes_a, centre_b, half_b, axes_b):
    """Distance of two boxes, 0 just where :func:`overlap_obb_obb` says that they meet.

    The closest points of polytopes that are apart are a corner and a face's, or two edges': all
    16 and all 144 are tried. Errs by less than 1e-14 of the boxes' size and distance.
    """
    if overlap_obb_obb(centre_a, half_a, axes_a, centre_b, half_b, axes_b):
        return 0.0
    # From A's centre, and by a power of two such that squares neither overflow nor vanish.
    offset = sub(centre_b, centre_a)
    size = max(abs(offset[0]), max(abs(offset[1]), abs(offset[2])))
    _, exponent = frexp(size)
    s = ldexp(1.0, min(-exponent, 1000))
    here = (0.0, 0.0, 0.0)
    there, half_a, half_b = scale(s, offset), scale(s, half_a), scale(s, half_b)
    best = nearest_corner(inf, here, half_a, axes_a, there, half_b, axes_b)
    best = nearest_corner(best, there, half_b, axes_b, here, half_a, axes_a)
    best_sq = best * best
    for i in range(8):
        p = corner_of(i, here, half_a, axes_a)
        for j in range(3):
            # Each edge once: from the corner whose bit is clear.
            if i & (1 << j):
                continue
            q = corner_of(i | (1 << j), here, half_a, axes_a)
            for k in range(8):
                r = corner_of(k, there, half_b, axes_b)
                for m in range(3):
                    if k & (1 << m):
                        continue
                    e = corner_of(k | (1 << m), there, half_b, axes_b)
                    u, v = closest_segment_segment(p, q, r, e)
                    apart = sub(along(p, u, sub(q, p)), along(r, v, sub(e, r)))
                    best_sq = min(best_sq, norm_sq(apart))
    return sqrt(best_sq) / s


@kernel
def bound_along(points, axes):
    """Lowest and highest coordinates of the rows along three axes."""
    x0 = y0 = z0 = inf
    x1 = y1 = z1 = -inf
    for i in range(len(points)):
        x, y, z = apply(axes, load(points, i))
        x0, x1 = min(x, x0), max(x, x1)
        y0, y1 = min(y, y0), max(y, y1)
        z0, z1 = min(z, z0), max(z, z1)
    return (x0, y0, z0), (x1, y1, z1)


@kernel
def overlap_point_obb_rows(points, centre, half, axes, out, start, stop):
    for i in range(start, stop):
        out[i] = overlap_point_obb(load(points, i), centre, half, axes)


@kernel
def distance_point_obb_rows(points, centre, half, axes, out, start, stop):
    for i in range(start, stop):
        out[i] = distance_point_obb(load(points, i), centre, half, axes)
