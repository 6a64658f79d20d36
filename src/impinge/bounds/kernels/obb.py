"""Boxes along axes of their own: centre, half extents, and three unit axes as rows of nine."""

from math import inf, sqrt

from impinge.bounds.kernels.aabb import length_of_gaps
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed
from impinge.core.vec import add, along, cross, dot, load, norm_sq, scale, store, sub
from impinge.geometry.kernels.orientation import unit_scale
from impinge.geometry.kernels.segment import closest_segment_segment

SEPARATION_ROUNDING = 2.0**-48
"""Share of the numbers involved by which boxes must be apart along an axis to be so called. An
offset along an axis is a sum of three products, a reach of eighteen: they err by 2**-49."""

RELATIVE_ROUNDING = 2.0**-47
"""Share of the numbers involved by which a gap is made smaller before it is divided by the length
of its axis. Entries of the rotation between the boxes err by 2**-51, and stand for products of the
others to as much: offsets and reaches, sums of up to six products with them, by 2**-48."""

PARALLEL_SQ = 2.0**-48
"""Squared length e^2 of a cross product of axes below which it is left out. What only this axis
tells apart is nearer than e of the boxes' size, and the rounding, divided by e, is more than that:
nothing is lost, and its direction, which is rounding, has no say."""


@inlined
def axes_at(volumes, row):
    return (
        volumes[row, 6], volumes[row, 7], volumes[row, 8],
        volumes[row, 9], volumes[row, 10], volumes[row, 11],
        volumes[row, 12], volumes[row, 13], volumes[row, 14],
    )  # fmt: skip


@inlined
def half_at(volumes, row):
    return (volumes[row, 3], volumes[row, 4], volumes[row, 5])


@inlined
def obb_at(volumes, row):
    return load(volumes, row), half_at(volumes, row), axes_at(volumes, row)


@inlined
def store_obb(volumes, row, centre, half, axes):
    store(volumes, row, centre)
    for k in range(3):
        volumes[row, 3 + k] = half[k]
    for k in range(9):
        volumes[row, 6 + k] = axes[k]


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
def wider_gap(best, apart, length_sq):
    """The larger of ``best`` and ``apart`` over a length not above one; the root only at need."""
    if apart > min(best, 0.0) and length_sq > PARALLEL_SQ:
        return max(best, apart / sqrt(length_sq))
    return best


@kernel
def gap_obb_obb(centre_a, half_a, axes_a, centre_b, half_b, axes_b):
    """The largest signed gap over the 15 axes of the separating axis test, at unit length.

    Where positive a lower bound of the distance whatever was rounded; not positive where boxes
    overlap, and negative by how far the intervals do along the best axis. In the frame of A, with
    the products of axes, as the paper has it [Gottschalk1996]_: fewer multiplications than
    :func:`overlap_obb_obb` takes. Deviation: the gaps are divided by the lengths of the cross
    products, and those of nearly parallel axes are left out, which can only lower the answer.
    """
    offset = sub(centre_b, centre_a)
    t = apply(axes_a, offset)
    # Columns of the rotation between the boxes: the axes of B in the frame of A.
    c = (
        apply(axes_a, axis_of(axes_b, 0)),
        apply(axes_a, axis_of(axes_b, 1)),
        apply(axes_a, axis_of(axes_b, 2)),
    )
    size = abs(offset[0]) + abs(offset[1]) + abs(offset[2])
    size += half_a[0] + half_a[1] + half_a[2] + half_b[0] + half_b[1] + half_b[2]
    rounding = RELATIVE_ROUNDING * size
    best = -inf
    for i in range(3):
        reach = half_b[0] * abs(c[0][i]) + half_b[1] * abs(c[1][i]) + half_b[2] * abs(c[2][i])
        best = max(best, abs(t[i]) - half_a[i] - reach - rounding)
    for j in range(3):
        d = c[j]
        reach = half_a[0] * abs(d[0]) + half_a[1] * abs(d[1]) + half_a[2] * abs(d[2])
        best = max(best, abs(dot(t, d)) - half_b[j] - reach - rounding)
        k, m = (j + 1) % 3, (j + 2) % 3
        for i in range(3):
            # Along e_i x c_j: zero at i, -d[n] and d[l] at the other two places.
            l, n = (i + 1) % 3, (i + 2) % 3
            reach = half_a[l] * abs(d[n]) + half_a[n] * abs(d[l])
            reach += half_b[k] * abs(c[m][i]) + half_b[m] * abs(c[k][i])
            apart = abs(t[n] * d[l] - t[l] * d[n]) - reach - rounding
            best = wider_gap(best, apart, d[l] * d[l] + d[n] * d[n])
    return best


@kernel
def distance_point_obb(p, centre, half, axes):
    """Distance of a point and a box, 0 inside. Nothing overflows on the way."""
    d = apply(axes, sub(p, centre))
    return length_of_gaps(
        max(abs(d[0]) - half[0], 0.0), max(abs(d[1]) - half[1], 0.0), max(abs(d[2]) - half[2], 0.0)
    )


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
    s = unit_scale(max(abs(offset[0]), max(abs(offset[1]), abs(offset[2]))))
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
def overlap_point_obb_rows(points, centre, half, axes, out, start, stop):
    for i in range(start, stop):
        d = apply(axes, sub(load(points, i), centre))
        out[i] = (abs(d[0]) <= half[0]) & (abs(d[1]) <= half[1]) & (abs(d[2]) <= half[2])


@kernel
def distance_point_obb_rows(points, centre, half, axes, out, start, stop):
    for i in range(start, stop):
        out[i] = distance_point_obb(load(points, i), centre, half, axes)
