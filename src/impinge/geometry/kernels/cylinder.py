"""Cylinders along z, of radius ``r`` and half length ``h``, centred."""

from math import sqrt

from impinge.core.jit import inlined
from impinge.core.vec import unit_vector
from impinge.geometry.kernels.chord import intersect_line_slab, intersect_line_tube

RIM_ABOVE, RIM_BELOW, DISC_ABOVE, DISC_BELOW, SIDE = range(5)
"""Features of a cylinder."""


@inlined
def away_from_axis(p):
    """Unit vector from the z axis to the point; x on the axis."""
    u, _ = unit_vector((p[0], p[1], 0.0))
    return u


@inlined
def closest_point_cylinder(p, r, h):
    """(separation, point, feature): of the surface, from ``p``; negative inside."""
    u = away_from_axis(p)
    beside = sqrt(p[0] * p[0] + p[1] * p[1]) - r
    beyond = abs(p[2]) - h
    up = p[2] >= 0.0
    end = h if up else -h
    if beside >= 0.0 and beyond >= 0.0:
        apart = sqrt(beside * beside + beyond * beyond)
        return apart, (r * u[0], r * u[1], end), RIM_ABOVE if up else RIM_BELOW
    if beside >= beyond:
        return beside, (r * u[0], r * u[1], p[2]), SIDE
    return beyond, (p[0], p[1], end), DISC_ABOVE if up else DISC_BELOW


@inlined
def intersect_line_cylinder(o, d, r, h):
    """(first, its face, last, its face): where the line is inside."""
    first, last = intersect_line_tube(o, d, r)
    s, t = intersect_line_slab(o[2], d[2], h)
    enters, leaves = SIDE, SIDE
    if s > first:
        first, enters = s, DISC_BELOW if d[2] > 0.0 else DISC_ABOVE
    if t < last:
        last, leaves = t, DISC_ABOVE if d[2] > 0.0 else DISC_BELOW
    return first, enters, last, leaves


@inlined
def normal_cylinder(p, face):
    """Out of the face, at a point of it."""
    if face == SIDE:
        return away_from_axis(p)
    return (0.0, 0.0, 1.0 if face == DISC_ABOVE else -1.0)
