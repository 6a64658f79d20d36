"""Balls, and capsules: balls along a segment."""

from math import sqrt

from impinge.core.jit import inlined
from impinge.core.vec import add, norm, scale, unit_vector
from impinge.geometry.kernels.chord import (
    intersect_line_ball,
    intersect_line_slab,
    intersect_line_tube,
)

CAP_BELOW, CAP_ABOVE, SIDE = 0, 1, 2
"""Features of a capsule."""


@inlined
def closest_point_ball(p, r):
    """(separation, point, feature): of the surface, from ``p``; negative inside."""
    u, _ = unit_vector(p)
    return norm(p) - r, scale(r, u), 0


@inlined
def on_axis(z, h):
    """The point of a segment along z, from -h to h, that is nearest."""
    return (0.0, 0.0, min(max(z, -h), h))


@inlined
def feature_of_capsule(z, h):
    return CAP_BELOW if z < -h else (CAP_ABOVE if z > h else SIDE)


@inlined
def normal_capsule(p, h):
    """Out of a capsule of half length ``h``, at a point of its surface."""
    c = on_axis(p[2], h)
    u, _ = unit_vector((p[0], p[1], p[2] - c[2]))
    return u


@inlined
def closest_point_capsule(p, r, h):
    """(separation, point, feature), half length ``h``: of the surface, from ``p``."""
    c = on_axis(p[2], h)
    z = p[2] - c[2]
    distance = sqrt(p[0] * p[0] + p[1] * p[1] + z * z)
    point = add(c, scale(r, normal_capsule(p, h)))
    return distance - r, point, feature_of_capsule(p[2], h)


@inlined
def intersect_line_capsule(o, d, r, h):
    """Where the line is inside: from its first to its last point in one of three pieces."""
    below, behind_below = intersect_line_ball((o[0], o[1], o[2] + h), d, r)
    above, behind_above = intersect_line_ball((o[0], o[1], o[2] - h), d, r)
    first, last = min(below, above), max(behind_below, behind_above)
    s, t = intersect_line_tube(o, d, r)
    u, v = intersect_line_slab(o[2], d[2], h)
    s, t = max(s, u), min(t, v)
    if s <= t:
        first, last = min(first, s), max(last, t)
    return first, last
