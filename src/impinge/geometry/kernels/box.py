"""Boxes about the origin, by half edge lengths ``h``."""

from math import inf, sqrt

from impinge.core.jit import inlined
from impinge.geometry.kernels.chord import intersect_line_slab


@inlined
def clamped(x, h):
    return min(max(x, -h), h)


@inlined
def closest_point_box(p, h):
    """(separation, point): of the surface, from ``p``; negative inside."""
    q = (clamped(p[0], h[0]), clamped(p[1], h[1]), clamped(p[2], h[2]))
    x, y, z = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    if x != 0.0 or y != 0.0 or z != 0.0:
        return sqrt(x * x + y * y + z * z), q
    x, y, z = h[0] - abs(p[0]), h[1] - abs(p[1]), h[2] - abs(p[2])
    if x <= y and x <= z:
        return -x, (h[0] if p[0] >= 0.0 else -h[0], p[1], p[2])
    if y <= z:
        return -y, (p[0], h[1] if p[1] >= 0.0 else -h[1], p[2])
    return -z, (p[0], p[1], h[2] if p[2] >= 0.0 else -h[2])


@inlined
def face_of_box(axis, direction):
    """The face across an axis, on the side to which the direction points."""
    return 2 * axis + (1 if direction > 0.0 else 0)


@inlined
def intersect_line_box(o, d, h):
    """(first, its face, last, its face): where the line is inside."""
    first, enters, last, leaves = -inf, 0, inf, 0
    for k in range(3):
        s, t = intersect_line_slab(o[k], d[k], h[k])
        if s > first:
            first, enters = s, face_of_box(k, -d[k])
        if t < last:
            last, leaves = t, face_of_box(k, d[k])
    return first, enters, last, leaves


@inlined
def normal_box(face):
    sign = 1.0 if face % 2 == 1 else -1.0
    return (
        sign if face // 2 == 0 else 0.0,
        sign if face // 2 == 1 else 0.0,
        sign if face // 2 == 2 else 0.0,
    )
