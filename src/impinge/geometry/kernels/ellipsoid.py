"""Balls and ellipsoids about the origin, along the axes, by radii ``e``."""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import norm, scale, sub, unit_vector
from impinge.geometry.kernels.chord import intersect_line_ball
from impinge.geometry.kernels.orientation import unit_scale

STEPS = 100
"""Most steps towards the closest point. The most in twenty million tries were 18, over aspects of 1
to 1e6, points outside, inside, on planes of symmetry and down to 1e-280 beside them."""

WIDE = 16.0
"""Ratio of bounds on the root above which their geometric mean is tried beside Newton's step: where
a coordinate is tiny, Newton's steps grow by half each at first, and would have to cross many powers
of ten."""


LEAST = 1e-280
"""A product of coordinate and radius below this, at unit size, is none: quotients of still smaller
ones would lose their digits. The answer is off by as little."""


@inlined
def closest_point_ball(p, r):
    """(separation, point, feature): of the surface, from ``p``; negative inside."""
    u, _ = unit_vector(p)
    return norm(p) - r, scale(r, u), 0


@inlined
def flushed(x):
    return x if x >= LEAST else 0.0


@inlined
def share(a, b, u):
    """The coordinate of the closest point over its radius; 0 where the point has none."""
    return a / (u + b) if a > 0.0 else 0.0


@inlined
def squares(a, b, u):
    """The sum of squares of all shares, less one: falls with ``u``, ever more slowly."""
    x, y, z = share(a[0], b[0], u), share(a[1], b[1], u), share(a[2], b[2], u)
    return x * x + y * y + z * z - 1.0


@inlined
def slope(a, b, u):
    """Half of how fast it falls."""
    x, y, z = share(a[0], b[0], u), share(a[1], b[1], u), share(a[2], b[2], u)
    return share(x * x, b[0], u) + share(y * y, b[1], u) + share(z * z, b[2], u)


@inlined
def find_root(a, b, low, high):
    """``u`` at which the squares sum to one: not below ``low``, not above ``high``.

    Newton from the left never passes the root of a convex function.
    """
    u = low
    for _ in range(STEPS):
        excess = squares(a, b, u)
        if not excess > 0.0:
            break
        step = min(u + 0.5 * excess / slope(a, b, u), high)
        if not step > u:
            break
        u = step
        if high > WIDE * u:
            middle = sqrt(u) * sqrt(high)
            if squares(a, b, middle) > 0.0:
                u = middle
            else:
                high = middle
    return u


@kernel
def closest_point_ellipsoid(p, e):
    """(separation, point): of the surface, from ``p``; negative inside.

    The closest point x to y has x_i = e_i^2 y_i / (t + e_i^2), where t solves a secular equation
    (Eberly 2013 [Eberly2013]_). Here u = t + m^2 is solved for, m the smallest radius, and e_i^2 -
    m^2 taken as a product: inside, u may be near zero, and t + m^2 would be lost in rounding. Where
    y has no coordinate along the shortest axis and u has come to zero, the point is above or below
    the plane across it; of both, the one on the positive side.
    """
    y = (abs(p[0]), abs(p[1]), abs(p[2]))
    # At unit size: numbers are multiplied four at a time.
    unit = unit_scale(max(max(max(y[0], e[0]), max(y[1], e[1])), max(y[2], e[2])))
    y, e = scale(unit, y), scale(unit, e)
    m = min(e[0], min(e[1], e[2]))
    a = (flushed(e[0] * y[0]), flushed(e[1] * y[1]), flushed(e[2] * y[2]))
    b = ((e[0] - m) * (e[0] + m), (e[1] - m) * (e[1] + m), (e[2] - m) * (e[2] + m))
    low = max(max(a[0] - b[0], a[1] - b[1]), max(a[2] - b[2], 0.0))
    u = low
    aside = 0.0
    if low == 0.0 and squares(a, b, 0.0) < 0.0:
        aside = sqrt(-squares(a, b, 0.0))
    else:
        u = find_root(a, b, low, max(norm(a), low))
    f = (share(a[0], b[0], u), share(a[1], b[1], u), share(a[2], b[2], u))
    if aside > 0.0:
        if e[0] == m:
            f = (aside, f[1], f[2])
        elif e[1] == m:
            f = (f[0], aside, f[2])
        else:
            f = (f[0], f[1], aside)
    # Onto the surface, whatever was rounded.
    f, _ = unit_vector(f)
    x = (e[0] * f[0], e[1] * f[1], e[2] * f[2])
    distance = norm(sub(y, x))
    if norm((y[0] / e[0], y[1] / e[1], y[2] / e[2])) < 1.0:
        distance = -distance
    x = scale(1.0 / unit, x)
    return distance / unit, (
        -x[0] if p[0] < 0.0 else x[0],
        -x[1] if p[1] < 0.0 else x[1],
        -x[2] if p[2] < 0.0 else x[2],
    )


@inlined
def intersect_line_ellipsoid(o, d, e):
    """Where the line is inside: as in the ball that it is a picture of."""
    w = (d[0] / e[0], d[1] / e[1], d[2] / e[2])
    speed = norm(w)
    s, t = intersect_line_ball((o[0] / e[0], o[1] / e[1], o[2] / e[2]), scale(1.0 / speed, w), 1.0)
    return s / speed, t / speed


@inlined
def normal_ellipsoid(p, e):
    """Out of the surface, at a point of it."""
    m = min(e[0], min(e[1], e[2]))
    u, _ = unit_vector(
        (p[0] / e[0] * (m / e[0]), p[1] / e[1] * (m / e[1]), p[2] / e[2] * (m / e[2]))
    )
    return u
