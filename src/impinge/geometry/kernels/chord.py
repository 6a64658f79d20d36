"""Where a line is inside of something convex: from one parameter to another.

An interval that is empty is ``(inf, -inf)``. Directions have length one.
"""

from math import inf, sqrt

from impinge.core.jit import inlined
from impinge.core.vec import cross, dot, norm

ALONG = 1e-140
"""A direction with less than this across an axis runs along it: squares would vanish, and on no
coordinate that is allowed would it get anywhere."""


@inlined
def roots(a, b, c, root):
    """Both solutions of ``a t^2 + 2 b t + c = 0``, in order, from ``root = sqrt(b^2 - a c)``.

    Without the difference of nearly equal numbers: the smaller one from the product of both.
    """
    q = -(b + root) if b >= 0.0 else root - b
    if q == 0.0:
        return 0.0, 0.0
    s, t = q / a, c / q
    return min(s, t), max(s, t)


@inlined
def intersect_line_ball(o, d, r):
    """Inside the ball of radius ``r`` about the origin."""
    beside = norm(cross(o, d))
    disc = (r - beside) * (r + beside)
    if not disc >= 0.0:
        return inf, -inf
    length = norm(o)
    return roots(1.0, dot(o, d), (length - r) * (length + r), sqrt(disc))


@inlined
def intersect_line_tube(o, d, r):
    """Inside the endless cylinder of radius ``r`` about the z axis."""
    across = sqrt(d[0] * d[0] + d[1] * d[1])
    rho = sqrt(o[0] * o[0] + o[1] * o[1])
    if across < ALONG:
        return (-inf, inf) if rho <= r else (inf, -inf)
    beside = abs(o[0] * d[1] - o[1] * d[0])
    disc = (across * r - beside) * (across * r + beside)
    if not disc >= 0.0:
        return inf, -inf
    b = o[0] * d[0] + o[1] * d[1]
    return roots(across * across, b, (rho - r) * (rho + r), sqrt(disc))


@inlined
def intersect_line_slab(o, d, h):
    """Where the coordinate ``o + t d`` is within ``-h`` and ``h``."""
    if d == 0.0:
        return (-inf, inf) if abs(o) <= h else (inf, -inf)
    s, t = (-h - o) / d, (h - o) / d
    return min(s, t), max(s, t)
