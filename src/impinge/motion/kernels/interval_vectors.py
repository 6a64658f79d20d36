"""Vectors of three intervals and matrices of nine, row by row: boxes, and what moves them.

Coordinate by coordinate, as Eqs 17-19 of Redon's chapter [Redon2006]_ have it: a vector of
intervals is a box along the axes. Sums are taken from left to right, each rounded outward.
"""

from impinge.core.jit import inlined
from impinge.motion.kernels.interval import add, hull, mul, neg, point, root, scaled, square, sub


@inlined
def point_vector(v):
    """The box of one point."""
    return (point(v[0]), point(v[1]), point(v[2]))


@inlined
def point_matrix(m):
    """The nine intervals of nine numbers."""
    return (
        point(m[0]), point(m[1]), point(m[2]),
        point(m[3]), point(m[4]), point(m[5]),
        point(m[6]), point(m[7]), point(m[8]),
    )  # fmt: skip


@inlined
def add_vectors(a, b):
    return (add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2]))


@inlined
def sub_vectors(a, b):
    return (sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2]))


@inlined
def neg_vector(a):
    return (neg(a[0]), neg(a[1]), neg(a[2]))


@inlined
def hull_vectors(a, b):
    """The least box around both."""
    return (hull(a[0], b[0]), hull(a[1], b[1]), hull(a[2], b[2]))


@inlined
def scaled_vector(a, v):
    """An interval times a vector of numbers."""
    return (scaled(v[0], a), scaled(v[1], a), scaled(v[2], a))


@inlined
def dot(a, b):
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))


@inlined
def dot_numbers(v, a):
    """The product of a vector of numbers and one of intervals: half the work of :func:`dot`."""
    return add(add(scaled(v[0], a[0]), scaled(v[1], a[1])), scaled(v[2], a[2]))


@inlined
def cross(a, b):
    return (
        sub(mul(a[1], b[2]), mul(a[2], b[1])),
        sub(mul(a[2], b[0]), mul(a[0], b[2])),
        sub(mul(a[0], b[1]), mul(a[1], b[0])),
    )


@inlined
def norm_sq(a):
    """Tighter than ``dot(a, a)``: squares are never below zero."""
    return add(add(square(a[0]), square(a[1])), square(a[2]))


@inlined
def norm(a):
    return root(norm_sq(a))


@inlined
def apply(m, a):
    """The matrix ``m`` times the vector ``a``, both of intervals."""
    return (
        dot((m[0], m[1], m[2]), a),
        dot((m[3], m[4], m[5]), a),
        dot((m[6], m[7], m[8]), a),
    )


@inlined
def apply_transposed(m, a):
    return (
        dot((m[0], m[3], m[6]), a),
        dot((m[1], m[4], m[7]), a),
        dot((m[2], m[5], m[8]), a),
    )


@inlined
def moved(m, t, v):
    """The box of ``m v + t`` for a point ``v`` of numbers."""
    return (
        add(dot_numbers(v, (m[0], m[1], m[2])), t[0]),
        add(dot_numbers(v, (m[3], m[4], m[5])), t[1]),
        add(dot_numbers(v, (m[6], m[7], m[8])), t[2]),
    )


@inlined
def times(m, n):
    """The product of two matrices of intervals."""
    x, y, z = (n[0], n[3], n[6]), (n[1], n[4], n[7]), (n[2], n[5], n[8])
    p, q, r = (m[0], m[1], m[2]), (m[3], m[4], m[5]), (m[6], m[7], m[8])
    return (
        dot(p, x), dot(p, y), dot(p, z),
        dot(q, x), dot(q, y), dot(q, z),
        dot(r, x), dot(r, y), dot(r, z),
    )  # fmt: skip
