"""Distances of segments and triangles in rational arithmetic: slow, exact, by other formulas."""

from fractions import Fraction
from math import isqrt

from exact import as_integers


def exact(point):
    return tuple(Fraction(float(x)) for x in point)


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def moved(p, s, d):
    return tuple(x + s * y for x, y in zip(p, d, strict=True))


def square(v):
    return dot(v, v)


def orientation(a, b, c, d):
    """Determinant of a - d, b - d, c - d."""
    a, b, c, d = exact(a), exact(b), exact(c), exact(d)
    return dot(minus(a, d), cross(minus(b, d), minus(c, d)))


def point_segment_sq(p, a, b):
    ab, ap = minus(b, a), minus(p, a)
    along, length_sq = dot(ap, ab), square(ab)
    if along <= 0:
        return square(ap)
    if along >= length_sq:
        return square(minus(p, b))
    return square(ap) - Fraction(along * along, length_sq)


def segment_segment_sq(p, q, r, s):
    """The ends against the other segment, and the common normal by the 2x2 normal equations."""
    best = min(
        point_segment_sq(p, r, s),
        point_segment_sq(q, r, s),
        point_segment_sq(r, p, q),
        point_segment_sq(s, p, q),
    )
    d, e, w = minus(q, p), minus(s, r), minus(p, r)
    a, b, c = dot(d, d), dot(d, e), dot(e, e)
    determinant = a * c - b * b
    if determinant > 0:
        u = b * dot(e, w) - c * dot(d, w)
        v = a * dot(e, w) - b * dot(d, w)
        if 0 <= u <= determinant and 0 <= v <= determinant:
            # The square of the common normal is the determinant.
            best = min(best, Fraction(dot(w, cross(d, e)) ** 2, determinant))
    return best


def point_triangle_sq(p, a, b, c):
    best = min(point_segment_sq(p, a, b), point_segment_sq(p, b, c), point_segment_sq(p, c, a))
    n = cross(minus(b, a), minus(c, a))
    # A point is over the same sides of the edges as its foot in the plane.
    if square(n) > 0 and all(
        dot(cross(minus(end, start), minus(p, start)), n) >= 0
        for start, end in ((a, b), (b, c), (c, a))
    ):
        best = min(best, Fraction(dot(minus(p, a), n) ** 2, square(n)))
    return best


def segment_crosses_triangle(p, q, a, b, c):
    n = cross(minus(b, a), minus(c, a))
    p_height, q_height = dot(minus(p, a), n), dot(minus(q, a), n)
    if p_height == q_height:
        return False
    t = Fraction(p_height, p_height - q_height)
    return 0 <= t <= 1 and point_triangle_sq(moved(p, t, minus(q, p)), a, b, c) == 0


def triangle_triangle_sq(triangle_a, triangle_b):
    """Exact squared distance; 0 if and only if the closed triangles meet."""
    # Whole numbers after one scaling: several times faster than fractions.
    (a, b), shift = as_integers(triangle_a, triangle_b)
    edges_a = [(a[i], a[(i + 1) % 3]) for i in range(3)]
    edges_b = [(b[i], b[(i + 1) % 3]) for i in range(3)]
    best = min(segment_segment_sq(*e, *f) for e in edges_a for f in edges_b)
    best = min(best, *(point_triangle_sq(p, *b) for p in a))
    best = min(best, *(point_triangle_sq(p, *a) for p in b))
    if best > 0:
        crossing = any(segment_crosses_triangle(*e, *b) for e in edges_a)
        if crossing or any(segment_crosses_triangle(*e, *a) for e in edges_b):
            return Fraction(0)
    return Fraction(best) / shift**2


def root(x):
    """Square root of a Fraction, to the last digit of a float."""
    if x == 0:
        return 0.0
    shift = max(0, 140 - x.numerator.bit_length() + x.denominator.bit_length())
    shift += shift % 2
    return float(Fraction(isqrt((x.numerator << shift) // x.denominator), 1 << (shift // 2)))
