"""Measures row by row: one pair of features in, one row of output.

Kernels square and multiply coordinates. So that neither large nor tiny ones leave the range of a
float, a row is first scaled by a power of two until its largest coordinate is about one: no digit
changes, except that coordinates 1e300 times smaller than the largest of their row become zero.
"""

from math import frexp, ldexp, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, load, norm, scale, store, sub
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.geometry.kernels.segment import closest_segment_segment
from impinge.geometry.kernels.triangle import (
    closest_point_triangle,
    closest_triangle_triangle,
    point_at,
)

UNIT_EXTENT = 2.0
"""Largest difference of two coordinates in a row that has been scaled to [-1, 1]."""


@inlined
def unit_factors(rows_a, rows_b):
    """The power of two that brings the largest coordinate into [0.5, 1), and the way back."""
    size = 0.0
    for i in range(rows_a.shape[0]):
        for j in range(3):
            size = max(size, abs(rows_a[i, j]))
    for i in range(rows_b.shape[0]):
        for j in range(3):
            size = max(size, abs(rows_b[i, j]))
    _, exponent = frexp(size)
    # The power itself must be a float.
    k = min(-exponent, 1000)
    return ldexp(1.0, k), ldexp(1.0, -k)


@inlined
def load_scaled(rows, i, factor):
    return scale(factor, load(rows, i))


@inlined
def load_triangle(rows, factor):
    return load_scaled(rows, 0, factor), load_scaled(rows, 1, factor), load_scaled(rows, 2, factor)


@kernel
def closest_point_triangle_rows(points, triangles, out, out_distance, start, stop):
    for i in range(start, stop):
        up, down = unit_factors(points[i : i + 1], triangles[i])
        p = load_scaled(points, i, up)
        a, b, c = load_triangle(triangles[i], up)
        ab, ac = sub(b, a), sub(c, a)
        v, w = closest_point_triangle(p, a, b, c)
        store(out, i, scale(down, point_at(a, ab, ac, v, w)))
        out_distance[i] = down * norm(along(along(sub(p, a), -v, ab), -w, ac))


@kernel
def closest_segment_segment_rows(segments_a, segments_b, out_a, out_b, out_distance, start, stop):
    for i in range(start, stop):
        up, down = unit_factors(segments_a[i], segments_b[i])
        p1, q1 = load_scaled(segments_a[i], 0, up), load_scaled(segments_a[i], 1, up)
        p2, q2 = load_scaled(segments_b[i], 0, up), load_scaled(segments_b[i], 1, up)
        d1, d2 = sub(q1, p1), sub(q2, p2)
        s, t = closest_segment_segment(p1, q1, p2, q2)
        store(out_a, i, scale(down, along(p1, s, d1)))
        store(out_b, i, scale(down, along(p2, t, d2)))
        out_distance[i] = down * norm(along(along(sub(p1, p2), s, d1), -t, d2))


@kernel
def closest_triangle_triangle_rows(
    triangles_a, triangles_b, out_a, out_b, out_distance, start, stop
):
    for i in range(start, stop):
        up, down = unit_factors(triangles_a[i], triangles_b[i])
        a0, a1, a2 = load_triangle(triangles_a[i], up)
        b0, b1, b2 = load_triangle(triangles_b[i], up)
        distance_sq, point_a, point_b = closest_triangle_triangle(a0, a1, a2, b0, b1, b2)
        store(out_a, i, scale(down, point_a))
        store(out_b, i, scale(down, point_b))
        out_distance[i] = down * sqrt(distance_sq)


@kernel
def overlap_triangle_triangle_rows(triangles_a, triangles_b, out, start, stop):
    bound = orient_bound(UNIT_EXTENT)
    for i in range(start, stop):
        up, _ = unit_factors(triangles_a[i], triangles_b[i])
        a0, a1, a2 = load_triangle(triangles_a[i], up)
        b0, b1, b2 = load_triangle(triangles_b[i], up)
        out[i] = overlap_triangle_triangle(a0, a1, a2, b0, b1, b2, bound)
