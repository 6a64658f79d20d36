"""Singular values of a matrix of three rows, with rotations on both sides."""

from math import sqrt

from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import inlined
from impinge.core.mat import apply, times, transposed
from impinge.core.vec import any_square_to, cross, dot, norm_sq, scale, sub

NO_LENGTH = 1e-150
"""A vector shorter than this has no direction."""


@inlined
def squared(f):
    """The six numbers of ``f^T f``: xx, xy, xz, yy, yz, zz."""
    g = times(transposed(f), f)
    return g[0], g[1], g[2], g[4], g[5], g[8]


@inlined
def signed_svd(f):
    """Left vectors, right vectors and singular values of ``f``, in descending order.

    Both sides are rotations: the last value is negative where ``f`` reflects. So an inverted
    element turns back along its shortest axis [Irving2004]_.
    """
    xx, xy, xz, yy, yz, zz = squared(f)
    a, b = principal_axes(xx, xy, xz, yy, yz, zz)
    c = cross(a, b)
    la, lb, lc = norm_sq(apply(f, a)), norm_sq(apply(f, b)), norm_sq(apply(f, c))
    if la < lb:
        a, b, la, lb = b, a, lb, la
    if la < lc:
        a, c, la, lc = c, a, lc, la
    if lb < lc:
        b, c = c, b
    c = cross(a, b)
    ua, ub = apply(f, a), apply(f, b)
    sa = sqrt(norm_sq(ua))
    ua = scale(1.0 / sa, ua) if sa > NO_LENGTH else (1.0, 0.0, 0.0)
    ub = sub(ub, scale(dot(ua, ub), ua))
    sb = sqrt(norm_sq(ub))
    ub = scale(1.0 / sb, ub) if sb > 1e-14 * sa and sb > NO_LENGTH else any_square_to(ua)
    uc = cross(ua, ub)
    return ua, ub, uc, a, b, c, (sa, sb, dot(uc, apply(f, c)))


@inlined
def outer_sum(ua, ub, uc, va, vb, vc):
    """The matrix ``ua va^T + ub vb^T + uc vc^T``."""
    return times(transposed((*ua, *ub, *uc)), (*va, *vb, *vc))


@inlined
def nearest_rotation(f):
    """The rotation that is nearest to ``f``; also where ``f`` reflects."""
    ua, ub, uc, va, vb, vc, _ = signed_svd(f)
    return outer_sum(ua, ub, uc, va, vb, vc)
