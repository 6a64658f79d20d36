"""Cones along z: base of radius ``r`` at z = -h, apex at z = h."""

from math import inf, sqrt

from impinge.core.jit import inlined
from impinge.geometry.kernels.chord import ALONG, intersect_line_slab, intersect_line_tube, roots
from impinge.geometry.kernels.cylinder import away_from_axis

APEX, RIM, DISC, SIDE = range(4)
"""Features of a cone."""

GRAZING = 2.0**-40
"""Share of the radius by which the middle of the piece of a line that is inside may come out as
outside. The roots of a line nearly along the side may be lost in rounding: then they are somewhere
else."""


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
    return beside, (t * sin * u[0], t * sin * u[1], h - t * cos), SIDE


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
            return inf, SIDE, -inf, SIDE
        s, t = intersect_line_tube(o, d, k * o[2])
        return s, SIDE, t, SIDE
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
            return inf, SIDE, -inf, SIDE
        if s > first:
            first, enters = s, SIDE
        if t < last:
            last, leaves = t, SIDE
        if outside_cone(o, d, k, 0.5 * (first + last)) > GRAZING * r:
            return inf, SIDE, -inf, SIDE
        return first, enters, last, leaves
    if outside_first:
        first, enters = min(max(s if bend > 0.0 else t, first), last), SIDE
    else:
        last, leaves = min(max(t if bend > 0.0 else s, first), last), SIDE
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
