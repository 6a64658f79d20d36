"""Solids about z, centred: capsules, which are balls along a segment, cylinders and cones.

Of radius ``r`` and half length ``h``; the base of a cone is at z = -h, its apex at z = h.
"""

from math import inf, sqrt

from impinge.core.jit import inlined
from impinge.core.vec import add, scale, unit_vector
from impinge.geometry.kernels.chord import (
    ALONG,
    intersect_line_ball,
    intersect_line_slab,
    intersect_line_tube,
    roots,
)

CAP_BELOW, CAP_ABOVE, BETWEEN = range(3)
"""Features of a capsule."""
RIM_ABOVE, RIM_BELOW, DISC_ABOVE, DISC_BELOW, SIDE = range(5)
"""Features of a cylinder."""
APEX, RIM, DISC, SLOPE = range(4)
"""Features of a cone."""

GRAZING = 2.0**-40
"""Share of the radius by which the middle of the piece of a line that is inside may come out as
outside. The roots of a line nearly along the side may be lost in rounding: then they are somewhere
else."""


@inlined
def on_axis(z, h):
    """The point of a segment along z, from -h to h, that is nearest."""
    return (0.0, 0.0, min(max(z, -h), h))


@inlined
def feature_of_capsule(z, h):
    return CAP_BELOW if z < -h else (CAP_ABOVE if z > h else BETWEEN)


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


@inlined
def length_2d(x, y):
    return sqrt(x * x + y * y)


@inlined
def closest_point_cone(p, r, h):
    """(separation, point, feature): of the surface, from ``p``; negative inside.

    In the half-plane of the axis and the point: ``t`` along the side from the apex, ``beside`` out
    of it.
    """
    u = away_from_axis(p)
    rho = length_2d(p[0], p[1])
    down = h - p[2]
    slant = length_2d(r, 2.0 * h)
    cos, sin = 2.0 * h / slant, r / slant
    t = rho * sin + down * cos
    beside = rho * cos - down * sin
    below = -h - p[2]
    if below >= beside and rho <= r:
        return below, (p[0], p[1], -h), RIM if rho == r else DISC
    if t <= 0.0:
        return length_2d(rho, down), (0.0, 0.0, h), APEX
    if t >= slant or below > 0.0:
        return length_2d(rho - r, below), (r * u[0], r * u[1], -h), RIM
    return beside, (t * sin * u[0], t * sin * u[1], h - t * cos), SLOPE


@inlined
def outside_cone(o, d, k, s):
    """Is the point at ``s`` on the line wider of the axis than the cone, and how much?"""
    x, y, down = o[0] + s * d[0], o[1] + s * d[1], o[2] + s * d[2]
    return length_2d(x, y) - k * down


@inlined
def intersect_line_nappes(o, d, k):
    """(s, t, bend): where the line meets the double cone, and whether it is inside between them.

    ``z`` is counted from the apex down. Where ``bend`` is positive, the line is inside from ``s``
    to ``t``; else before ``s``, on one nappe, and after ``t``, on the other. The discriminant is a
    difference of squares, as that of the tube is. ``(inf, -inf, ..)`` if it is nowhere inside.
    """
    bend = d[0] * d[0] + d[1] * d[1] - k * k * d[2] * d[2]
    b = o[0] * d[0] + o[1] * d[1] - k * k * o[2] * d[2]
    rho = length_2d(o[0], o[1])
    c = (rho - k * o[2]) * (rho + k * o[2])
    wide = k * length_2d(o[0] * d[2] - o[2] * d[0], o[1] * d[2] - o[2] * d[1])
    beside = abs(o[0] * d[1] - o[1] * d[0])
    disc = (wide - beside) * (wide + beside)
    if not disc >= 0.0 or (disc == 0.0 and b == 0.0 and c > 0.0):
        return inf, -inf, bend
    if bend == 0.0:
        # Along the side: the other one is at infinity.
        t = -0.5 * c / b if b != 0.0 else 0.0
        return t, t, bend
    s, t = roots(bend, b, c, sqrt(disc))
    return s, t, bend


@inlined
def intersect_line_cone(o, d, r, h):
    """(first, its face, last, its face): where the line is inside.

    Between the planes of apex and base the cone is convex, and whether the line is inside at these
    says which of the roots count.
    """
    k = 0.5 * r / h
    o = (o[0], o[1], h - o[2])
    d = (d[0], d[1], -d[2])
    if abs(d[2]) < ALONG:
        if not 0.0 <= o[2] <= 2.0 * h:
            return inf, SLOPE, -inf, SLOPE
        s, t = intersect_line_tube(o, d, k * o[2])
        return s, SLOPE, t, SLOPE
    first, last = intersect_line_slab(o[2] - h, d[2], h)
    enters, leaves = (APEX, DISC) if d[2] > 0.0 else (DISC, APEX)
    outside_first = outside_cone(o, d, k, first) > 0.0
    outside_last = outside_cone(o, d, k, last) > 0.0
    if not outside_first and not outside_last:
        return first, enters, last, leaves
    s, t, bend = intersect_line_nappes(o, d, k)
    if outside_first and outside_last:
        # What is inside from some point on goes on to the base.
        if not bend > 0.0:
            return inf, SLOPE, -inf, SLOPE
        if s > first:
            first, enters = s, SLOPE
        if t < last:
            last, leaves = t, SLOPE
        if outside_cone(o, d, k, 0.5 * (first + last)) > GRAZING * r:
            return inf, SLOPE, -inf, SLOPE
        return first, enters, last, leaves
    if outside_first:
        first, enters = min(max(s if bend > 0.0 else t, first), last), SLOPE
    else:
        last, leaves = min(max(t if bend > 0.0 else s, first), last), SLOPE
    return first, enters, last, leaves


@inlined
def normal_cone(p, out, face, r, h):
    """Out of the face, at a point of it.

    At the apex, and next to it where rounding says on which side it is, that of the side to which
    ``out`` leads.
    """
    if face == DISC:
        return (0.0, 0.0, -1.0)
    if length_2d(p[0], p[1]) > GRAZING * r:
        u = away_from_axis(p)
    elif abs(out[0]) + abs(out[1]) > ALONG:
        u = away_from_axis(out)
    else:
        return (0.0, 0.0, 1.0)
    slant = length_2d(r, 2.0 * h)
    return (2.0 * h / slant * u[0], 2.0 * h / slant * u[1], r / slant)
