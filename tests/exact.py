"""Meshes compared in exact arithmetic: slow, short, and independent of the library's formulas.

Floats are integers times a power of two, so after one common scaling every coordinate is a Python
integer, and every comparison below is exact. Squared distances are pairs (numerator, denominator).
"""

from fractions import Fraction
from math import frexp, isqrt, ldexp

import numpy as np

DUST = 2.0**-290
"""Share of the largest coordinate on an axis, of two triangles, below which one counts as zero."""


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def as_integers(*arrays):
    """Rows of integer triples for each array, and the power of two they were multiplied by."""
    ratios = [[[float(x).as_integer_ratio() for x in row] for row in array] for array in arrays]
    shift = max(d for rows in ratios for row in rows for _, d in row)
    return [[tuple(n * (shift // d) for n, d in row) for row in rows] for rows in ratios], shift


def smaller(x, y):
    return x if x[0] * y[1] <= y[0] * x[1] else y


def point_segment_sq(p, a, b):
    ap, ab = sub(p, a), sub(b, a)
    t, length_sq = dot(ap, ab), dot(ab, ab)
    if t <= 0:
        return dot(ap, ap), 1
    if t >= length_sq:
        bp = sub(p, b)
        return dot(bp, bp), 1
    return dot(ap, ap) * length_sq - t * t, length_sq


def point_triangle_sq(p, a, b, c):
    best = smaller(point_segment_sq(p, a, b), point_segment_sq(p, b, c))
    best = smaller(best, point_segment_sq(p, c, a))
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)
    n = cross(ab, ac)
    nn = dot(n, n)
    if nn > 0:
        v, w = dot(cross(ap, ac), n), dot(cross(ab, ap), n)
        if v >= 0 and w >= 0 and v + w <= nn:
            return smaller(best, (dot(ap, n) ** 2, nn))
    return best


def crossing_segments_sq(p, q, r, s):
    """Squared distance of the points inside both segments where they come closest, if any."""
    d, e, pr = sub(q, p), sub(s, r), sub(r, p)
    n = cross(d, e)
    nn = dot(n, n)
    if nn > 0 and 0 <= dot(cross(pr, e), n) <= nn and 0 <= dot(cross(pr, d), n) <= nn:
        return dot(pr, n) ** 2, nn
    return None


def pierces(p, q, a, b, c):
    """Does the segment go through the triangle, or end on it, not lying in its plane?"""
    n = cross(sub(b, a), sub(c, a))
    over, under = dot(sub(p, a), n), dot(sub(q, a), n)
    if over * under > 0 or over == under:
        return False
    # The common point, times the difference of heights to keep it whole.
    k = over - under
    x = tuple(k * p[i] + over * (q[i] - p[i]) for i in range(3))
    ka, kb, kc = (tuple(k * v for v in corner) for corner in (a, b, c))
    turns = [dot(cross(sub(g, f), sub(x, f)), n) for f, g in ((ka, kb), (kb, kc), (kc, ka))]
    return min(turns) >= 0


def edges_of(t):
    return (t[0], t[1]), (t[1], t[2]), (t[2], t[0])


def on_one_side(a, b):
    n = cross(sub(a[1], a[0]), sub(a[2], a[0]))
    heights = [dot(sub(p, a[0]), n) for p in b]
    return min(heights) > 0 or max(heights) < 0


def triangles_meet(a, b):
    """Whether two closed triangles have a common point."""
    if on_one_side(a, b) or on_one_side(b, a):
        return False
    for p, q in edges_of(a):
        for r, s in edges_of(b):
            crossing = crossing_segments_sq(p, q, r, s)
            if crossing is not None and crossing[0] == 0:
                return True
    if any(pierces(*e, *b) for e in edges_of(a)) or any(pierces(*e, *a) for e in edges_of(b)):
        return True
    return any(point_triangle_sq(p, *b)[0] == 0 for p in a) or any(
        point_triangle_sq(p, *a)[0] == 0 for p in b
    )


def triangles_distance_sq(a, b):
    """Squared distance of two triangles of integers, as a Fraction."""
    if triangles_meet(a, b):
        return Fraction(0)
    best = point_triangle_sq(a[0], *b)
    for p in a:
        best = smaller(best, point_triangle_sq(p, *b))
    for p in b:
        best = smaller(best, point_triangle_sq(p, *a))
    for e in edges_of(a):
        for f in edges_of(b):
            crossing = crossing_segments_sq(*e, *f)
            if crossing is not None:
                best = smaller(best, crossing)
    return Fraction(*best)


def box_pairs(a, b, margin=0.0):
    """Pairs of triangles (n, 3, 3) and (m, 3, 3) whose axis-aligned boxes come within a margin."""
    low_a, high_a = a.min(1) - margin, a.max(1) + margin
    low_b, high_b = b.min(1) - margin, b.max(1) + margin
    meet = (low_a[:, None] <= high_b[None]) & (low_b[None] <= high_a[:, None])
    return np.argwhere(meet.all(axis=2))


def without_dust(t, u):
    """Two triangles, with coordinates that are taken for zero set to zero (see ``overlap``)."""
    both = np.concatenate([t, u])
    least = DUST * np.abs(both).max(axis=0)
    both = np.where(np.abs(both) >= least, both, 0.0)
    return as_integers(both[:3], both[3:])[0]


def meeting_pairs(a, b):
    """All (i, j) such that triangle i of a (n, 3, 3) meets triangle j of b (m, 3, 3), sorted."""
    dust = DUST * max(np.abs(a).max(), np.abs(b).max())
    found = [
        (i, j)
        for i, j in box_pairs(a, b, dust).tolist()
        if triangles_meet(*without_dust(a[i], b[j]))
    ]
    return np.array(found, np.int64).reshape(-1, 2)


def distance_sq(a, b):
    """Squared distance of triangles a (n, 3, 3) and b (m, 3, 3), a Fraction."""
    if len(meeting_pairs(a, b)):
        return Fraction(0)
    (whole_a, whole_b), shift = as_integers(a.reshape(-1, 3), b.reshape(-1, 3))
    triangles_a = {tuple(whole_a[i : i + 3]) for i in range(0, len(whole_a), 3)}
    triangles_b = {tuple(whole_b[i : i + 3]) for i in range(0, len(whole_b), 3)}
    edges_a = {tuple(sorted(e)) for t in triangles_a for e in edges_of(t)}
    edges_b = {tuple(sorted(e)) for t in triangles_b for e in edges_of(t)}
    best = point_triangle_sq(whole_a[0], *next(iter(triangles_b)))
    for points, triangles in ((set(whole_a), triangles_b), (set(whole_b), triangles_a)):
        for p in points:
            for t in triangles:
                best = smaller(best, point_triangle_sq(p, *t))
    for e in edges_a:
        for f in edges_b:
            crossing = crossing_segments_sq(*e, *f)
            if crossing is not None:
                best = smaller(best, crossing)
    return Fraction(*best) / shift**2


def root(square):
    """The square root of a Fraction, as a Fraction that errs by less than 2**-200 of itself."""
    if square == 0:
        return square
    bits = max(0, 400 - square.numerator.bit_length() + square.denominator.bit_length())
    bits += bits & 1
    return Fraction(isqrt((square.numerator << bits) // square.denominator), 1 << (bits // 2))


def power_of_two_above(x):
    mantissa, exponent = frexp(x)
    return ldexp(1.0, exponent if mantissa > 0.5 else exponent - 1)


def unit_of(largest):
    return max(power_of_two_above(largest), 2.0**-1022) if largest > 0.0 else 2.0**-1022


def turned_back(m, v):
    """``m^T v``, each sum from the left."""
    return [m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2] for k in range(3)]


def in_frame_of_a(a, b, pose_a=None, pose_b=None):
    """Triangles (n, 3, 3), (m, 3, 3) of both meshes in the frame of A, rounded as the library does.

    Also the power of two by which they were divided: one above every coordinate. The order of
    operations is part of the definition: a query is exact for just these numbers.
    """
    pose_a = np.eye(4) if pose_a is None else pose_a
    pose_b = np.eye(4) if pose_b is None else pose_b
    ra, rb = pose_a[:3, :3].tolist(), pose_b[:3, :3].tolist()
    columns = [turned_back(ra, [rb[0][k], rb[1][k], rb[2][k]]) for k in range(3)]
    rotation = np.array(columns).T
    shift = np.array(turned_back(ra, (pose_b[:3, 3] - pose_a[:3, 3]).tolist()))
    corners_a, corners_b = a.vertices[a.faces], b.vertices[b.faces]
    unit_a, unit_b = (unit_of(np.abs(c).max()) for c in (corners_a, corners_b))
    unit = max(unit_a, unit_b)
    if np.abs(shift).max() > unit:
        unit = power_of_two_above(np.abs(shift).max())
    v = corners_b / unit_b
    turn = rotation * (unit_b / unit)
    moved = [
        turn[k, 0] * v[..., 0] + turn[k, 1] * v[..., 1] + turn[k, 2] * v[..., 2] + shift[k] / unit
        for k in range(3)
    ]
    return corners_a / unit_a * (unit_a / unit), np.stack(moved, axis=-1), unit
