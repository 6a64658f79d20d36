"""Vectors of three intervals: boxes.

Coordinate by coordinate, as Eqs 17-19 of Redon's chapter [Redon2006]_ have it: a vector of
intervals is a box along the axes. Sums are taken from left to right, each rounded outward.
"""

from impinge.core.jit import inlined
from impinge.motion.kernels.interval import add, hull, mul, root, square, sub


@inlined
def sub_vectors(a, b):
    return (sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2]))


@inlined
def hull_vectors(a, b):
    """The least box around both."""
    return (hull(a[0], b[0]), hull(a[1], b[1]), hull(a[2], b[2]))


@inlined
def dot(a, b):
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))


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
