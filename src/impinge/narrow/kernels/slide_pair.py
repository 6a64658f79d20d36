"""When do two triangles meet, as one of them slides along the last axis?

The times t at which a triangle A meets a triangle B moved by t along z form an interval: the
section of a line with the convex set A - B. Seen along z, the two triangles share a convex polygon,
and over each of its points they are one height apart. The ends of the interval lie over corners of
that polygon: a vertex of one triangle over the other (6 candidates), or two edges that cross (9).
A triangle seen edge-on is its edges, and an edge seen as a point is its ends: then corners of the
polygon are vertices that lie on edges.

**Which candidates there are** is decided by exact signs, so that neighbouring triangles agree on
who owns a corner. **Where a candidate lies** depends on its vertex and face, or on its two edges,
and on nothing else: all triangles that share these get the same float. As B slides along a
connected surface, the interval of one pair therefore ends where that of the next begins, to the
bit, and rounding opens no gap between them.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, clamp01, sub
from impinge.geometry.kernels.expansion import add_product
from impinge.geometry.kernels.orientation import orient2d_sign, orient3d_rounded

CLEAR = 2.0**-7
"""Share of its terms' magnitudes above which a determinant of two columns is taken as it comes.

The time then errs by less than 2**-43 of the heights involved. Below, it is the quotient of two
exact sums.
"""


@inlined
def corner(k, p, q, r):
    """Vertex number ``k`` (0 to 3) of the triangle, the fourth being the first again."""
    if k == 1:
        return q
    return r if k == 2 else p


@inlined
def side(p, q, r):
    """Exact sign of the turn from p over q to r, seen along z."""
    return orient2d_sign(p[0], p[1], q[0], q[1], r[0], r[1])


@inlined
def sorted_edge(p, q):
    """The ends of an edge in an order that does not depend on whose edge it is."""
    if p[0] != q[0]:
        swap = q[0] < p[0]
    elif p[1] != q[1]:
        swap = q[1] < p[1]
    else:
        swap = q[2] < p[2]
    return (q, p) if swap else (p, q)


@kernel
def cross2d_rounded(p, q, r, s):
    """The cross product of pq and rs, seen along z, as an exact sum rounded once."""
    e = np.empty(16)
    n = add_product(e, 0, q[0], s[1])
    n = add_product(e, n, -q[0], r[1])
    n = add_product(e, n, -p[0], s[1])
    n = add_product(e, n, p[0], r[1])
    n = add_product(e, n, -q[1], s[0])
    n = add_product(e, n, q[1], r[0])
    n = add_product(e, n, p[1], s[0])
    n = add_product(e, n, -p[1], r[0])
    total = 0.0
    for i in range(n):
        total += e[i]
    return total


@kernel
def height_over_face(v, a, b, c):
    """Height of the face abc above the vertex ``v``, which is strictly inside it, seen along z."""
    u, w, x = sub(a, v), sub(b, v), sub(c, v)
    wx0, wx1 = w[0] * x[1], w[1] * x[0]
    xu0, xu1 = x[0] * u[1], x[1] * u[0]
    uw0, uw1 = u[0] * w[1], u[1] * w[0]
    area = (wx0 - wx1) + (xu0 - xu1) + (uw0 - uw1)
    terms = abs(wx0) + abs(wx1) + abs(xu0) + abs(xu1) + abs(uw0) + abs(uw1)
    low, high = min(u[2], min(w[2], x[2])), max(u[2], max(w[2], x[2]))
    if abs(area) > CLEAR * terms:
        height = ((wx0 - wx1) * u[2] + (xu0 - xu1) * w[2] + (uw0 - uw1) * x[2]) / area
    else:
        exact = cross2d_rounded(a, b, a, c)
        # Zero only where the products underflow: the triangle is then smaller than any height.
        height = orient3d_rounded(a, b, c, v) / exact if exact != 0.0 else low
    return min(max(height, low), high)


@kernel
def height_over_edge(v, r, s):
    """(least, greatest) height of the edge rs above ``v``, which lies on it, seen along z."""
    x, y = s[0] - r[0], s[1] - r[1]
    at_r, at_s = v[0] == r[0] and v[1] == r[1], v[0] == s[0] and v[1] == s[1]
    if at_r and at_s:
        return r[2] - v[2], s[2] - v[2]
    if at_r:
        return r[2] - v[2], r[2] - v[2]
    if at_s:
        return s[2] - v[2], s[2] - v[2]
    share = (v[0] - r[0]) / x if abs(x) >= abs(y) else (v[1] - r[1]) / y
    height = (r[2] - v[2]) + clamp01(share) * (s[2] - r[2])
    return height, height


@kernel
def height_between_edges(p, q, r, s):
    """(height of pq above rs where they cross, seen along z, and the share of pq up to there)."""
    d, e, w = sub(q, p), sub(s, r), sub(r, p)
    area0, area1 = d[0] * e[1], d[1] * e[0]
    area = area0 - area1
    x0, x1 = w[0] * e[1], w[1] * e[0]
    y0, y1 = w[0] * d[1], w[1] * d[0]
    terms = max(abs(area0) + abs(area1), max(abs(x0) + abs(x1), abs(y0) + abs(y1)))
    if abs(area) > CLEAR * terms:
        share = clamp01((x0 - x1) / area)
        other = clamp01((y0 - y1) / area)
        return (share * d[2] - w[2]) - other * e[2], share
    exact = cross2d_rounded(p, q, r, s)
    if exact == 0.0:
        return p[2] - r[2], 0.0
    height = -orient3d_rounded(p, q, r, s) / exact
    low = min(p[2], q[2]) - max(r[2], s[2])
    high = max(p[2], q[2]) - min(r[2], s[2])
    return min(max(height, low), high), clamp01(cross2d_rounded(p, r, r, s) / exact)


@inlined
def within(v, r, s):
    """Is ``v`` in the box around rs, seen along z?"""
    return min(r[0], s[0]) <= v[0] <= max(r[0], s[0]) and min(r[1], s[1]) <= v[1] <= max(r[1], s[1])


@inlined
def apart(p, q, r, a, b, c, k):
    """Are the triangles apart along axis ``k``?"""
    return max(p[k], max(q[k], r[k])) < min(a[k], min(b[k], c[k])) or (
        min(p[k], min(q[k], r[k])) > max(a[k], max(b[k], c[k]))
    )


@inlined
def widened(low, high, at, t, point):
    """The interval with a time in it; ``at`` is the point of A where the latest time is met."""
    if t > high:
        high, at = t, point
    return min(low, t), high, at


@inlined
def sides_of(p, q, r, a, b, c):
    """Masks of vertices of pqr strictly left, right of edges of abc: bit 3 * vertex + edge."""
    left = right = 0
    for k in range(3):
        for l in range(3):
            sign = side(corner(l, a, b, c), corner(l + 1, a, b, c), corner(k, p, q, r))
            if sign > 0:
                left |= 1 << (3 * k + l)
            elif sign < 0:
                right |= 1 << (3 * k + l)
    return left, right


@inlined
def opposite(left, right, first, second):
    """Is one of the two bits left and the other right?"""
    return (left >> first & right >> second | right >> first & left >> second) & 1


@kernel
def slide_triangle_triangle(p, q, r, a, b, c):
    """(first time, last time, the point of pqr met last) at which pqr meets abc, moved along z.

    Infinity and minus infinity where they pass each other without meeting.
    """
    low, high, at = inf, -inf, p
    if apart(p, q, r, a, b, c, 0) or apart(p, q, r, a, b, c, 1):
        return low, high, at
    left_a, right_a = sides_of(p, q, r, a, b, c)
    for l in range(3):
        if (left_a >> l & 73) == 73 or (right_a >> l & 73) == 73:
            # All three vertices lie beyond one edge: 73 is the bits 0, 3 and 6. For a triangle that
            # is no line this decides only which side it lies on.
            inner = side(
                corner(l, a, b, c), corner(l + 1, a, b, c), corner(l + 2 - 3 * (l > 1), a, b, c)
            )
            beyond = inner < 0 if (left_a >> l & 73) == 73 else inner > 0
            if beyond or inner == 0:
                return low, high, at
    left_b, right_b = sides_of(a, b, c, p, q, r)

    for k in range(3):
        v = corner(k, p, q, r)
        if (left_a >> 3 * k & 7) == 7 or (right_a >> 3 * k & 7) == 7:
            low, high, at = widened(low, high, at, -height_over_face(v, a, b, c), v)
        w = corner(k, a, b, c)
        if (left_b >> 3 * k & 7) == 7 or (right_b >> 3 * k & 7) == 7:
            t = height_over_face(w, p, q, r)
            low, high, at = widened(low, high, at, t, (w[0], w[1], w[2] + t))
        for l in range(3):
            first, second = 3 * k + l, 3 * (k + 1 - 3 * (k > 1)) + l
            if not (left_a | right_a) >> first & 1:
                r0, r1 = sorted_edge(corner(l, a, b, c), corner(l + 1, a, b, c))
                if within(v, r0, r1):
                    h0, h1 = height_over_edge(v, r0, r1)
                    low, high, at = widened(low, high, at, -h0, v)
                    low, high, at = widened(low, high, at, -h1, v)
            if not (left_b | right_b) >> first & 1:
                r0, r1 = sorted_edge(corner(l, p, q, r), corner(l + 1, p, q, r))
                if within(w, r0, r1):
                    h0, h1 = height_over_edge(w, r0, r1)
                    low, high, at = widened(low, high, at, h0, (w[0], w[1], w[2] + h0))
                    low, high, at = widened(low, high, at, h1, (w[0], w[1], w[2] + h1))
            from_b, to_b = 3 * l + k, 3 * (l + 1 - 3 * (l > 1)) + k
            if opposite(left_a, right_a, first, second) and opposite(left_b, right_b, from_b, to_b):
                p0, p1 = sorted_edge(corner(k, p, q, r), corner(k + 1, p, q, r))
                r0, r1 = sorted_edge(corner(l, a, b, c), corner(l + 1, a, b, c))
                t, share = height_between_edges(p0, p1, r0, r1)
                low, high, at = widened(low, high, at, t, along(p0, share, sub(p1, p0)))
    return low, high, at
