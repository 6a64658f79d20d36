"""What two triangles share that touch without cutting each other: a point, a segment or an area."""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, cross, dot, load, norm, norm_sq, scale, store, sub
from impinge.geometry.kernels.ray import main_axis
from impinge.geometry.kernels.triangle import common_point
from impinge.narrow.kernels.contour import cut_edge, signs_over

MOST_CORNERS = 9
"""A triangle cut by three half planes has six corners at most; rounding may leave doubles."""


@inlined
def spread(low, high, start, end, d, p):
    """The stretch of a line along ``d``, with a point in it."""
    s = dot(d, p)
    if s < low:
        low, start = s, p
    if s > high:
        high, end = s, p
    return low, high, start, end


@inlined
def stretch(sp, sq, sr, p, q, r, a, b, c, d):
    """The part of the triangle pqr in the plane of abc, along ``d``: its ends, and where these are.

    Given are the exact signs of its vertices over that plane, not all zero.
    """
    low, high, start, end = inf, -inf, p, p
    if sp == 0:
        low, high, start, end = spread(low, high, start, end, d, p)
    if sq == 0:
        low, high, start, end = spread(low, high, start, end, d, q)
    if sr == 0:
        low, high, start, end = spread(low, high, start, end, d, r)
    if sp * sq < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(p, q, a, b, c)[0])
    if sq * sr < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(q, r, a, b, c)[0])
    if sr * sp < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(r, p, a, b, c)[0])
    return low, high, start, end


@inlined
def left_of(p, q, r, i, j):
    """How far r is to the left of the line pq, times its length, seen in the coordinates i, j."""
    return (q[i] - p[i]) * (r[j] - p[j]) - (q[j] - p[j]) * (r[i] - p[i])


@kernel
def clip(polygon, count, out, p, q, i, j, turn):
    """The part of a polygon to the left of the line pq (right where ``turn`` is -1); its size."""
    kept = 0
    for k in range(count):
        u, v = load(polygon, k), load(polygon, k + 1 if k + 1 < count else 0)
        hu, hv = turn * left_of(p, q, u, i, j), turn * left_of(p, q, v, i, j)
        if hu >= 0.0 and kept < len(out):
            store(out, kept, u)
            kept += 1
        if ((hu > 0.0 and hv < 0.0) or (hu < 0.0 and hv > 0.0)) and kept < len(out):
            store(out, kept, along(u, hu / (hu - hv), sub(v, u)))
            kept += 1
    return kept


@kernel
def shared_area(a0, a1, a2, b0, b1, b2, n):
    """(length of the border, its mean point, area) of what triangles of one plane share.

    ``n`` is a normal of the plane. The length is -1 where rounding leaves nothing.
    """
    axis = main_axis(n)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn = 1.0 if left_of(b0, b1, b2, i, j) > 0.0 else -1.0
    polygon, other = np.empty((MOST_CORNERS, 3)), np.empty((MOST_CORNERS, 3))
    store(polygon, 0, a0)
    store(polygon, 1, a1)
    store(polygon, 2, a2)
    count = clip(polygon, 3, other, b0, b1, i, j, turn)
    count = clip(other, count, polygon, b1, b2, i, j, turn)
    count = clip(polygon, count, other, b2, b0, i, j, turn)
    if count == 0:
        return -1.0, a0, 0.0
    origin = load(other, 0)
    length, mean, area = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(count):
        u = sub(load(other, k), origin)
        v = sub(load(other, k + 1 if k + 1 < count else 0), origin)
        side = norm(sub(v, u))
        length += side
        mean = along(mean, 0.5 * side, add(u, v))
        area = along(area, 0.5, cross(u, v))
    if length > 0.0:
        origin = along(origin, 1.0 / length, mean)
    return length, origin, norm(area)


@kernel
def touch_triangle_triangle(a0, a1, a2, na, b0, b1, b2, nb):
    """(length, mean point, area) of what two triangles that meet share, if they cut nothing off.

    A point has no length; a segment has its own; an area has that of its border.
    """
    sa0, sa1, sa2 = signs_over(b0, b1, b2, a0, a1, a2)
    sb0, sb1, sb2 = signs_over(a0, a1, a2, b0, b1, b2)
    flat_a = sa0 == 0 and sa1 == 0 and sa2 == 0
    flat_b = sb0 == 0 and sb1 == 0 and sb2 == 0
    if flat_a and flat_b and norm_sq(na) > 0.0 and norm_sq(nb) > 0.0:
        length, point, area = shared_area(a0, a1, a2, b0, b1, b2, na)
        if length >= 0.0:
            return length, point, area
    d = cross(na, nb)
    if not (flat_a or flat_b) and norm_sq(d) > 0.0:
        low, high, start, end = stretch(sa0, sa1, sa2, a0, a1, a2, b0, b1, b2, d)
        low_b, high_b, start_b, end_b = stretch(sb0, sb1, sb2, b0, b1, b2, a0, a1, a2, d)
        if low_b > low:
            low, start = low_b, start_b
        if high_b < high:
            high, end = high_b, end_b
        if low <= high:
            return norm(sub(end, start)), scale(0.5, add(start, end)), 0.0
    return 0.0, common_point(a0, a1, a2, b0, b1, b2), 0.0
