"""On which side? Signs of determinants, exact for the floats given.

A plain determinant is compared with a bound on its rounding error; only where that cannot tell,
an exact sum of products decides (Shewchuk 1997 [Shewchuk1997]_).

Range: any finite coordinates. A sign does not change when an axis is scaled, so the exact sum
first scales each to about one. Coordinates more than 2**300 times smaller than the largest on their
axis then count as zero, so that no product of three underflows.
"""

from math import frexp, ldexp

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, sub
from impinge.geometry.kernels.expansion import (
    add_product,
    add_triple_product,
    expansion_sign,
    two_diff_tail,
)

EPSILON = 2.0**-52
UNIT_ROUNDOFF = 2.0**-53
ORIENT2D_RELATIVE = (3.0 + 16.0 * UNIT_ROUNDOFF) * UNIT_ROUNDOFF
ORIENT3D_RELATIVE = (8.0 + 64.0 * UNIT_ROUNDOFF) * UNIT_ROUNDOFF
"""Rounding error of a determinant, relative to the sum of its terms' magnitudes (permanent).

Shewchuk has 3 and 7 roundings on the way of a term; we allow one more in three dimensions, since
``dot`` adds its three terms from the left whatever the order he proves the bound for.
"""
UNDERFLOW = 2.0**-1000
"""More than all the products of one determinant can lose below the smallest float."""
SMALLEST = 2.0**-300
"""Coordinates below this, after scaling, count as zero in the exact sum."""


@inlined
def orient_bound(extent):
    """Error bound of :func:`orient3d` for points whose coordinates differ by at most ``extent``.

    A term is a product of three differences, each at most ``extent``. On its way to the result it
    is rounded 8 times (3 differences, 2 products, the difference in the cross product, 2 sums in
    the dot product), so 6 terms err by at most 6 ((1 + u)^8 - 1) extent^3 < 48.01 u extent^3,
    which is 24.005 EPSILON extent^3. The factor 25 leaves room for rounding this bound itself.
    """
    return 25.0 * EPSILON * extent * extent * extent + UNDERFLOW


@inlined
def orient3d(a, b, c, d):
    """The plain determinant of ``a - d, b - d, c - d``: off by at most :func:`orient_bound`."""
    return dot(sub(a, d), cross(sub(b, d), sub(c, d)))


@inlined
def unit_scale(largest):
    """The power of two that brings ``largest`` to about one (1 for 0)."""
    _, exponent = frexp(largest)
    # Beyond, the power itself would not be a float.
    return ldexp(1.0, min(-exponent, 1000))


@inlined
def flushed(x):
    return x if abs(x) >= SMALLEST else 0.0


@inlined
def scaled_point(a, x_scale, y_scale, z_scale):
    return (flushed(a[0] * x_scale), flushed(a[1] * y_scale), flushed(a[2] * z_scale))


@inlined
def same_point(a, b):
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]


@inlined
def tail_free(a, d, ad):
    """True where ``ad = a - d`` was not rounded."""
    return (
        two_diff_tail(a[0], d[0], ad[0]) == 0.0
        and two_diff_tail(a[1], d[1], ad[1]) == 0.0
        and two_diff_tail(a[2], d[2], ad[2]) == 0.0
    )


@kernel
def add_determinant(e, n, sign, a, b, c):
    """Adds ``sign`` times the determinant of the rows ``a, b, c`` to the expansion."""
    n = add_triple_product(e, n, sign * a[0], b[1], c[2])
    n = add_triple_product(e, n, -sign * a[0], b[2], c[1])
    n = add_triple_product(e, n, sign * a[1], b[2], c[0])
    n = add_triple_product(e, n, -sign * a[1], b[0], c[2])
    n = add_triple_product(e, n, sign * a[2], b[0], c[1])
    return add_triple_product(e, n, -sign * a[2], b[1], c[0])


@kernel
def expand_orient3d(e, a, b, c, d):
    """Fills ``e`` with det(a - d, b - d, c - d); the count, and the scales of the three axes.

    At most 24 components if the differences are floats, else 96. In the second case the coordinates
    themselves are multiplied: the determinant is det(a, b, c) - det(d, b, c) - det(a, d, c) -
    det(a, b, d).
    """
    x_scale = unit_scale(max(max(abs(a[0]), abs(b[0])), max(abs(c[0]), abs(d[0]))))
    y_scale = unit_scale(max(max(abs(a[1]), abs(b[1])), max(abs(c[1]), abs(d[1]))))
    z_scale = unit_scale(max(max(abs(a[2]), abs(b[2])), max(abs(c[2]), abs(d[2]))))
    a = scaled_point(a, x_scale, y_scale, z_scale)
    b = scaled_point(b, x_scale, y_scale, z_scale)
    c = scaled_point(c, x_scale, y_scale, z_scale)
    d = scaled_point(d, x_scale, y_scale, z_scale)
    ad, bd, cd = sub(a, d), sub(b, d), sub(c, d)
    n = 0
    if tail_free(a, d, ad) and tail_free(b, d, bd) and tail_free(c, d, cd):
        n = add_determinant(e, n, 1.0, ad, bd, cd)
    else:
        n = add_determinant(e, n, 1.0, a, b, c)
        n = add_determinant(e, n, -1.0, d, b, c)
        n = add_determinant(e, n, -1.0, a, d, c)
        n = add_determinant(e, n, -1.0, a, b, d)
    return n, x_scale, y_scale, z_scale


@kernel
def orient3d_exact(a, b, c, d):
    """Sign of the determinant by an exact sum."""
    if same_point(a, b) or same_point(a, c) or same_point(b, c):
        return 0
    if same_point(a, d) or same_point(b, d) or same_point(c, d):
        return 0
    e = np.empty(96)
    n, _, _, _ = expand_orient3d(e, a, b, c, d)
    return expansion_sign(e, n)


@kernel
def orient3d_rounded(a, b, c, d):
    """The determinant as an exact sum, rounded once at the end: all digits are right."""
    e = np.empty(96)
    n, x_scale, y_scale, z_scale = expand_orient3d(e, a, b, c, d)
    total = 0.0
    for i in range(n):
        total += e[i]
    return total / x_scale / y_scale / z_scale


@kernel
def orient3d_sign(a, b, c, d):
    """Exact sign of det(a - d, b - d, c - d): -1, 0 or 1.

    Positive when ``a, b, c`` run counter-clockwise seen from the side opposite to ``d``.
    """
    ad, bd, cd = sub(a, d), sub(b, d), sub(c, d)
    yz, zy = bd[1] * cd[2], bd[2] * cd[1]
    zx, xz = bd[2] * cd[0], bd[0] * cd[2]
    xy, yx = bd[0] * cd[1], bd[1] * cd[0]
    det = ad[0] * (yz - zy) + ad[1] * (zx - xz) + ad[2] * (xy - yx)
    permanent = (
        abs(ad[0]) * (abs(yz) + abs(zy))
        + abs(ad[1]) * (abs(zx) + abs(xz))
        + abs(ad[2]) * (abs(xy) + abs(yx))
    )
    bound = ORIENT3D_RELATIVE * permanent + UNDERFLOW
    # Where a product has overflowed, neither comparison holds.
    if det > bound:
        return 1
    if det < -bound:
        return -1
    return orient3d_exact(a, b, c, d)


@kernel
def orient2d_exact(ax, ay, bx, by, cx, cy):
    """Sign of the determinant by an exact sum of at most 12 components."""
    x_scale = unit_scale(max(abs(ax), max(abs(bx), abs(cx))))
    y_scale = unit_scale(max(abs(ay), max(abs(by), abs(cy))))
    ax, bx, cx = flushed(ax * x_scale), flushed(bx * x_scale), flushed(cx * x_scale)
    ay, by, cy = flushed(ay * y_scale), flushed(by * y_scale), flushed(cy * y_scale)
    e = np.empty(12)
    n = add_product(e, 0, ax, by)
    n = add_product(e, n, -ax, cy)
    n = add_product(e, n, -cx, by)
    n = add_product(e, n, -ay, bx)
    n = add_product(e, n, ay, cx)
    n = add_product(e, n, cy, bx)
    return expansion_sign(e, n)


@kernel
def orient2d_sign(ax, ay, bx, by, cx, cy):
    """Exact sign of det(a - c, b - c): 1 when ``a, b, c`` run counter-clockwise, 0 on a line."""
    left = (ax - cx) * (by - cy)
    right = (ay - cy) * (bx - cx)
    det = left - right
    bound = ORIENT2D_RELATIVE * (abs(left) + abs(right)) + UNDERFLOW
    if det > bound:
        return 1
    if det < -bound:
        return -1
    return orient2d_exact(ax, ay, bx, by, cx, cy)
