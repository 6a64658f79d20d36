"""Vectors of three floats as tuples: what kernels compute with.

A tuple lives in registers; a three-element array would be allocated, bounds-checked and slow
to compile. For the closest point of a triangle, arrays were measured to take 20 times as long to
run and 5 times as long to compile.
"""

from math import sqrt

from impinge.core.jit import inlined


@inlined
def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@inlined
def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@inlined
def neg(a):
    return (-a[0], -a[1], -a[2])


@inlined
def scale(s, a):
    return (s * a[0], s * a[1], s * a[2])


@inlined
def along(p, s, d):
    """The point ``p + s d``."""
    return (p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2])


@inlined
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@inlined
def norm_sq(a):
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]


@inlined
def norm(a):
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@inlined
def unit_vector(v):
    """``v`` at length one, and whether it has a direction at all; nothing overflows on the way."""
    largest = max(abs(v[0]), abs(v[1]), abs(v[2]))
    if not largest > 0.0:
        return (1.0, 0.0, 0.0), False
    # Twice: the reciprocal of a subnormal number would overflow.
    w = (v[0] / largest, v[1] / largest, v[2] / largest)
    return scale(1.0 / norm(w), w), True


@inlined
def any_square_to(v):
    """A unit vector square to ``v``, or any if ``v`` is zero."""
    x, y, z = abs(v[0]), abs(v[1]), abs(v[2])
    if x <= y and x <= z:
        w = (0.0, -v[2], v[1])
    elif y <= z:
        w = (v[2], 0.0, -v[0])
    else:
        w = (-v[1], v[0], 0.0)
    return unit_vector(w)[0]


@inlined
def vector_of(row):
    """The first three numbers of an array."""
    return (row[0], row[1], row[2])


@inlined
def lower(a, b):
    """The lesser of the two, coordinate by coordinate."""
    return (min(b[0], a[0]), min(b[1], a[1]), min(b[2], a[2]))


@inlined
def upper(a, b):
    """The greater of the two, coordinate by coordinate."""
    return (max(b[0], a[0]), max(b[1], a[1]), max(b[2], a[2]))


@inlined
def clamp01(x):
    """``x`` moved into [0, 1]."""
    return min(max(x, 0.0), 1.0)


@inlined
def load(rows, i):
    """Row ``i`` of an (n, 3) array."""
    return (rows[i, 0], rows[i, 1], rows[i, 2])


@inlined
def store(rows, i, v):
    rows[i, 0] = v[0]
    rows[i, 1] = v[1]
    rows[i, 2] = v[2]
