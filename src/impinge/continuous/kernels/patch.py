"""Four moving points as one patch that moves past the origin.

A vertex p meets the face (a, b, c) where the triangle of the differences p - a, p - b, p - c holds
the origin; the edges (a, b) and (c, d) meet where the parallelogram of a - c, b - c, a - d, b - d
does. So both questions are one: a flat patch, whose corners move on lines, and its distance from
the origin. A difference of two floats is off by 2**-53 of itself, however far away both are.

Corners are numbered so that 1 and 2 are the neighbours of 0; corner 3 of a triangle is corner 2
once more, which spares loops over corners from asking. A point of the patch is
c0 + u (c1 - c0) + v (c2 - c0).
"""

from math import frexp, ldexp, sqrt

from impinge.core.jit import inlined
from impinge.core.vec import along, cross, dot, scale, sub

LARGEST_POWER = 1000
"""Differences are scaled by at most this power of two: the power itself must be a float."""


@inlined
def patch_of(a, b, c, d, square):
    """The corners for the edges (a, b) and (c, d), or for the vertex a and the face (b, c, d)."""
    if square:
        return sub(a, c), sub(b, c), sub(a, d), sub(b, d)
    last = sub(a, d)
    return sub(a, b), sub(a, c), last, last


@inlined
def patch_at(start, end, t):
    """The corners at the time t, between those at 0 and at 1."""
    return (
        along(start[0], t, sub(end[0], start[0])),
        along(start[1], t, sub(end[1], start[1])),
        along(start[2], t, sub(end[2], start[2])),
        along(start[3], t, sub(end[3], start[3])),
    )


@inlined
def scaled_patch(factor, c):
    return scale(factor, c[0]), scale(factor, c[1]), scale(factor, c[2]), scale(factor, c[3])


@inlined
def velocity_at(start, end, u, v):
    """How fast the point (u, v) of the patch moves."""
    w0, w1, w2 = sub(end[0], start[0]), sub(end[1], start[1]), sub(end[2], start[2])
    return along(along(w0, u, sub(w1, w0)), v, sub(w2, w0))


@inlined
def sizes_of(start, end):
    """The largest coordinate of all corners, on each axis."""
    x = y = z = 0.0
    for k in range(4):
        a, b = start[k], end[k]
        x = max(x, max(abs(a[0]), abs(b[0])))
        y = max(y, max(abs(a[1]), abs(b[1])))
        z = max(z, max(abs(a[2]), abs(b[2])))
    return x, y, z


@inlined
def unit_factor(sizes):
    """The power of two that brings the largest coordinate between one half and one."""
    largest = max(sizes[0], max(sizes[1], sizes[2]))
    return ldexp(1.0, min(-frexp(largest)[1], LARGEST_POWER)) if largest > 0.0 else 1.0


@inlined
def square_to(n, e, ee):
    """``n`` without what it has along ``e``, whose square is ``ee``."""
    return along(n, -dot(n, e) / ee, e) if ee > 0.0 else n


@inlined
def nearest_on_side(a, b):
    """Place on the side from a to b that is nearest to the origin, the vector there, its square."""
    e = sub(b, a)
    ee = dot(e, e)
    ahead = -dot(a, e)
    if not ahead > 0.0:
        return 0.0, a, dot(a, a)
    if ahead >= ee:
        return 1.0, b, dot(b, b)
    s = ahead / ee
    # Once more: the first difference is off by the rounding of its long terms.
    x = square_to(along(a, s, e), e, ee)
    return s, x, dot(x, x)


@inlined
def nearest_on_border(c, square):
    """``(direction, distance, u, v)`` of the point of the border that is nearest to the origin."""
    u, x, xx = nearest_on_side(c[0], c[1])
    v = 0.0
    s, y, yy = nearest_on_side(c[0], c[2])
    if yy < xx:
        u, v, x, xx = 0.0, s, y, yy
    if square:
        s, y, yy = nearest_on_side(c[1], c[3])
        if yy < xx:
            u, v, x, xx = 1.0, s, y, yy
        s, y, yy = nearest_on_side(c[2], c[3])
        if yy < xx:
            u, v, x, xx = s, 1.0, y, yy
    else:
        s, y, yy = nearest_on_side(c[1], c[2])
        if yy < xx:
            u, v, x, xx = 1.0 - s, s, y, yy
    return x, sqrt(xx), u, v


@inlined
def nearest_on_patch(c, square):
    """``(direction, distance, u, v, inside)`` of the point that is nearest to the origin.

    The direction leads to it, and need not be of length one. Inside the patch it is the normal:
    the vector to the point would be off by as much as it is long where it is short. The distance is
    that of the point (u, v), so that it is never too small, whatever has become of a flat triangle.
    """
    q, s = sub(c[1], c[0]), sub(c[2], c[0])
    qq, ss = dot(q, q), dot(s, s)
    # Square to the longer side: the product alone is not, the flatter the patch the less.
    n = square_to(cross(q, s), q, qq) if qq >= ss else square_to(cross(q, s), s, ss)
    nn = dot(n, n)
    if nn > 0.0:
        u, v = -dot(cross(c[0], s), n) / nn, -dot(cross(q, c[0]), n) / nn
        if u >= 0.0 and v >= 0.0 and (max(u, v) if square else u + v) <= 1.0:
            x = along(along(c[0], u, q), v, s)
            return (n if dot(n, c[0]) >= 0.0 else scale(-1.0, n)), sqrt(dot(x, x)), u, v, True
    x, d, u, v = nearest_on_border(c, square)
    return x, d, u, v, False
