"""Where a disc lies on another flat part.

The figure that both cover has curved sides. It is represented by its corners, where the rim crosses
a side or another rim, by corners of the other part inside the disc, and by points of the rim at
equal angles, fixed to the body: those of them that are in the figure and not next to a corner.

Everything is measured in units of the disc, in which its rim is the unit circle, however it leans.
"""

from math import sqrt

from impinge.contacts.kernels import found as point
from impinge.contacts.kernels.flat import (
    CORNERS,
    DISC,
    DOT,
    FORM,
    LINE,
    MIDDLE,
    PLANE,
    RADIUS_OF_DISC,
    TO_X,
    TO_Y,
    height_at,
)
from impinge.contacts.kernels.found import add_ordered
from impinge.contacts.kernels.meeting import between, corner, following, locate, side_count
from impinge.core.jit import inlined, kernel

RIM_POINTS = 8
"""Points that stand for a whole rim: a chord between two of them leaves 8 % of the radius out."""
HALF_ROOT = 0.7071067811865476
COSINES = (1.0, HALF_ROOT, 0.0, -HALF_ROOT, -1.0, -HALF_ROOT, 0.0, HALF_ROOT)
APART_SQ = 0.038429439193539015
"""Squared chord of a quarter of the angle between two such points: nearer to a corner of the
figure, they would say the same twice."""
CLOSING = 12
"""Steps of Newton's method for two rims: it needs four, or fails."""
MET = 2.0**-45
"""Share of a radius within which two rims have met: rounding of the steps."""


@inlined
def in_disc(head, x, y):
    """Coordinates of (x, y) in units of a disc."""
    ux, uy = head[TO_X], head[TO_X + 1]
    vx, vy = head[TO_Y], head[TO_Y + 1]
    dx, dy = x - head[MIDDLE], y - head[MIDDLE + 1]
    area = ux * vy - uy * vx
    return (dx * vy - dy * vx) / area, (dy * ux - dx * uy) / area


@inlined
def from_disc(head, u, v):
    """A point of a disc, frame of the contact."""
    return (
        head[MIDDLE] + u * head[TO_X] + v * head[TO_Y],
        head[MIDDLE + 1] + u * head[TO_X + 1] + v * head[TO_Y + 1],
        head[MIDDLE + 2] + u * head[TO_X + 2] + v * head[TO_Y + 2],
    )


@inlined
def on_disc(head, x, y, near):
    """The place of (x, y) on a disc and its nearest point there; -1 if it is off it."""
    u, v = in_disc(head, x, y)
    r = sqrt(u * u + v * v)
    code = 1
    if r > 1.0 + near:
        code = -1
    elif r >= 1.0 - near:
        code = 0
    if r > 1.0:
        return code, from_disc(head, u / r, v / r)
    return code, (x, y, height_at(head, x, y))


@inlined
def beside_corner(head, u, v, found, count, disc_is_b):
    """Is a point of the rim next to a point of the rim that has been found?"""
    for k in range(count):
        at = point.AT_B if disc_is_b else point.AT_A
        if found[k, point.CODE_B if disc_is_b else point.CODE_A] == 0.0:
            x, y = in_disc(head, found[k, at], found[k, at + 1])
            if (x - u) ** 2 + (y - v) ** 2 < APART_SQ:
                return True
    return False


@inlined
def cross_rim(head, corners, disc, k, near, disc_is_b, found, count):
    """Where side ``k`` of a part crosses the rim of a disc."""
    p, q = corner(corners, k), corner(corners, following(head, k))
    pu, pv = in_disc(disc, p[0], p[1])
    qu, qv = in_disc(disc, q[0], q[1])
    du, dv = qu - pu, qv - pv
    length_sq = du * du + dv * dv
    if not length_sq > 0.0:
        return count
    length = sqrt(length_sq)
    off = (pu * dv - pv * du) / length
    if abs(off) > 1.0 - near:
        # A line that only grazes the rim has no crossings that would stay where they are.
        return count
    middle = -(pu * du + pv * dv) / length_sq
    half = sqrt(1.0 - off * off) / length
    for way in range(2):
        t = middle + half if way else middle - half
        if t * length > near and (1.0 - t) * length > near:
            a = from_disc(disc, pu + t * du, pv + t * dv)
            b = between(p, t, q)
            code = int(head[CORNERS]) + k
            count = add_ordered(found, count, a, b, 0, code, point.CROSSING + way, disc_is_b)
    return count


@kernel
def meet_disc(disc, head, corners, snap, disc_is_b, found):
    """A disc and a line or polygon, or a plane: there, points all around its rim."""
    near = snap / disc[RADIUS_OF_DISC]
    count = 0
    for i in range(int(head[CORNERS])):
        p = corner(corners, i)
        code, q = on_disc(disc, p[0], p[1], near)
        if code >= 0:
            count = add_ordered(found, count, q, p, code, i, point.CROSSING, disc_is_b)
    for k in range(side_count(head)):
        count = cross_rim(head, corners, disc, k, near, disc_is_b, found, count)
    if head[FORM] == LINE:
        return count
    return add_rim(disc, head, corners, point.SAMPLE, snap, disc_is_b, found, count)


@kernel
def cross_rims(disc_a, disc_b, side):
    """A crossing of two rims, in units of A and in units of B; and whether there is one.

    ``side`` is 1 or -1: left or right of the way between the centres. From where circles across
    the normal would cross, by Newton's method to where these do.
    """
    ra, rb = disc_a[RADIUS_OF_DISC], disc_b[RADIUS_OF_DISC]
    dx, dy = disc_b[MIDDLE] - disc_a[MIDDLE], disc_b[MIDDLE + 1] - disc_a[MIDDLE + 1]
    d = sqrt(dx * dx + dy * dy)
    x = (d * d + (ra - rb) * (ra + rb)) / (2.0 * d)
    y = side * sqrt(max((ra - x) * (ra + x), 0.0))
    ex, ey = dx / d, dy / d
    px, py = disc_a[MIDDLE] + x * ex - y * ey, disc_a[MIDDLE + 1] + x * ey + y * ex
    u, v = in_disc(disc_a, px, py)
    s, t = in_disc(disc_b, px, py)
    for _ in range(CLOSING):
        a, b = sqrt(u * u + v * v), sqrt(s * s + t * t)
        u, v, s, t = u / a, v / a, s / b, t / b
        p, q = from_disc(disc_a, u, v), from_disc(disc_b, s, t)
        rx, ry = q[0] - p[0], q[1] - p[1]
        if max(abs(rx), abs(ry)) <= MET * min(ra, rb):
            return u, v, s, t, True
        # Along both rims: alpha times A's direction less beta times B's closes the gap.
        ax, ay = u * disc_a[TO_Y] - v * disc_a[TO_X], u * disc_a[TO_Y + 1] - v * disc_a[TO_X + 1]
        bx, by = s * disc_b[TO_Y] - t * disc_b[TO_X], s * disc_b[TO_Y + 1] - t * disc_b[TO_X + 1]
        area = ay * bx - ax * by
        if area == 0.0:
            return u, v, s, t, False
        alpha = (ry * bx - rx * by) / area
        beta = (ry * ax - rx * ay) / area
        u, v = u - alpha * v, v + alpha * u
        s, t = s - beta * t, t + beta * s
    return u, v, s, t, False


@inlined
def lay_dot(head, corners, x, y, snap):
    """The place of (x, y) on a flat part of any form, and its point there; -1 if it is off it."""
    form = int(head[FORM])
    if form == PLANE:
        return 0, (x, y, height_at(head, x, y))
    if form == DISC:
        return on_disc(head, x, y, snap / head[RADIUS_OF_DISC])
    if form == DOT:
        return -1, (x, y, 0.0)
    return locate(head, corners, x, y, snap)


@inlined
def add_rim(disc, other, corners, first, snap, disc_is_b, found, count):
    """The points that stand for the rim of a disc, where they are on another part."""
    corner_count = count
    for k in range(RIM_POINTS):
        u, v = COSINES[k], COSINES[(k + 6) % RIM_POINTS]
        p = from_disc(disc, u, v)
        code, q = lay_dot(other, corners, p[0], p[1], snap)
        if code >= 0 and not beside_corner(disc, u, v, found, corner_count, disc_is_b):
            count = add_ordered(found, count, p, q, 0, code, first + k, disc_is_b)
    return count


@kernel
def meet_discs(disc_a, disc_b, no_corners, snap, found):
    """Two discs: crossings of their rims, then points of the smaller rim, then of the other."""
    ra, rb = disc_a[RADIUS_OF_DISC], disc_b[RADIUS_OF_DISC]
    dx, dy = disc_b[MIDDLE] - disc_a[MIDDLE], disc_b[MIDDLE + 1] - disc_a[MIDDLE + 1]
    d = sqrt(dx * dx + dy * dy)
    count = 0
    if abs(ra - rb) + snap < d < ra + rb - snap:
        for way in range(2):
            u, v, s, t, met = cross_rims(disc_a, disc_b, 1.0 - 2.0 * way)
            if met:
                p, q = from_disc(disc_a, u, v), from_disc(disc_b, s, t)
                count = add_ordered(found, count, p, q, 0, 0, point.CROSSING + way, False)
    second = point.SAMPLE + RIM_POINTS
    if ra <= rb:
        count = add_rim(disc_a, disc_b, no_corners, point.SAMPLE, snap, False, found, count)
        return add_rim(disc_b, disc_a, no_corners, second, snap, True, found, count)
    count = add_rim(disc_b, disc_a, no_corners, point.SAMPLE, snap, True, found, count)
    return add_rim(disc_a, disc_b, no_corners, second, snap, False, found, count)
