"""Measures between points and segments."""

from impinge.core.jit import inlined
from impinge.core.vec import along, clamp01, cross, dot, norm_sq, sub

NEARLY_PARALLEL_SQ = 0.01
"""Segments whose angle has a smaller squared sine are solved twice.

A cross product loses about one digit of the answer for each power of ten of the sine. With the
second solution, on what the first one left over, the error stays below 1e-15 of the segments' size
at every angle; without it, crossing segments 1e-8 apart in direction come out 1e-8 apart.
"""


@inlined
def closest_point_segment(p, a, b):
    """Parameter s in [0, 1] of the point ``a + s (b - a)`` closest to ``p``.

    Ericson 2005, section 5.1.2 [Ericson2005]_. A segment of no length answers 0.
    """
    ab = sub(b, a)
    length_sq = norm_sq(ab)
    if length_sq > 0.0:
        return clamp01(dot(sub(p, a), ab) / length_sq)
    return 0.0


@inlined
def solve_lines(d2, r, n, nn):
    """Parameter s on the first line where two lines come closest; n = d1 x d2, nn = |n|^2."""
    return dot(cross(d2, r), n) / nn


@inlined
def closest_edge_edge(d1, d2, r, a, e):
    """Parameters (s, t) of two segments with directions d1, d2, and r from p2 to p1.

    Ericson 2005, section 5.1.9 [Ericson2005]_; names as in the book, a = |d1|^2 and e = |d2|^2.
    Parallel segments have many closest pairs; the search starts at s = 0, so the same input gives
    the same pair. Two deviations. The determinant a e - b b is |d1 x d2|^2, and the cross product
    keeps twice the digits where the segments are almost parallel. And then they are solved again,
    from where the first solution arrived (see NEARLY_PARALLEL_SQ).
    """
    b = dot(d1, d2)
    f = dot(d2, r)
    c = dot(d1, r)
    # A segment of no length is a point.
    if not (a > 0.0 and e > 0.0):
        if a > 0.0:
            return clamp01(-c / a), 0.0
        if e > 0.0:
            return 0.0, clamp01(f / e)
        return 0.0, 0.0

    n = cross(d1, d2)
    nn = norm_sq(n)
    if nn > 0.0:
        s = clamp01(solve_lines(d2, r, n, nn))
        if nn < NEARLY_PARALLEL_SQ * a * e:
            t = clamp01((b * s + f) / e)
            left_over = along(along(r, s, d1), -t, d2)
            s = clamp01(s + solve_lines(d2, left_over, n, nn))
    else:
        s = 0.0
    t = b * s + f
    # Where t is clamped, s must follow.
    if t <= 0.0:
        return clamp01(-c / a), 0.0
    if t >= e:
        return clamp01((b - c) / a), 1.0
    return s, t / e


@inlined
def closest_segment_segment(p1, q1, p2, q2):
    """Parameters (s, t) of the closest points ``p1 + s d1`` and ``p2 + t d2``."""
    d1 = sub(q1, p1)
    d2 = sub(q2, p2)
    return closest_edge_edge(d1, d2, sub(p1, p2), norm_sq(d1), norm_sq(d2))
