"""Where do two crossing triangles cut each other? One piece of the contour of two surfaces.

Two surfaces in general position cut each other along closed lines, or lines that end at their
borders. Parts of machines are not in general position: edges lie in faces, faces on faces. So B is
thought of as moved by (delta, epsilon, zeta), each far below the one before and all far below
everything else: no determinant is then zero (Edelsbrunner and Muecke 1990 [Edelsbrunner1990]_), and
every piece of the contour has two ends, each where an edge of one triangle pierces the other.
Pieces that belong together share their ends. Signs are exact; those of ties are taken in float64
(ties happen where coordinates have few digits, and these products are exact then).

Faces that lie in one plane are on either side of each other, as B is moved one way or the other
(``way`` 1 and -1): what depends on it is the mean of both.

**Direction.** A piece runs along n_A x n_B. On the surface of A, what lies behind B is then to its
left, and on the surface of B what lies before A.

Triangles that touch without cutting each other share a point, a segment or an area.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, cross, dot, load, norm, norm_sq, scale, store, sub
from impinge.geometry.kernels.orientation import orient3d_rounded, orient3d_sign
from impinge.geometry.kernels.ray import main_axis
from impinge.geometry.kernels.triangle import common_point

PLAIN = 2.0**-12
"""Share of its terms above which the difference of two heights is taken as it comes: where an edge
pierces a plane is then exact to 2**-38 of the edge. Below, heights are exact sums."""
MOST_CORNERS = 9
"""A triangle cut by three half planes has six corners at most; rounding may leave doubles."""


@inlined
def tie(w):
    """The sign of w . (delta, epsilon, zeta)."""
    x = w[0] if w[0] != 0.0 else (w[1] if w[1] != 0.0 else w[2])
    if x == 0.0:
        return 0
    return 1 if x > 0.0 else -1


@inlined
def behind(sign, n, way):
    """1 where a vertex is behind a face with normal ``n``, -1 where it is before it.

    ``sign`` is what exact arithmetic says; ``way`` is the way in which the face moves.
    """
    return sign if sign != 0 else way * tie(n)


@inlined
def alone(i, j, k):
    """Which of three signs differs from the others? -1 if none, or if one is zero."""
    if i * j * k == 0 or (i == j and j == k):
        return -1
    if j == k:
        return 0
    return 1 if i == k else 2


@inlined
def passes(p, q, a, b, way):
    """On which side does the line pq pass the edge ab? 1, -1, or 0 where they are one line.

    And whether that is a tie; ``way`` is the way in which ab moves.
    """
    sign = orient3d_sign(p, q, a, b)
    if sign != 0:
        return sign, False
    return way * tie(cross(sub(p, q), sub(a, b))), True


@inlined
def signs_over(a, b, c, p, q, r):
    """The exact signs of three points over the plane of abc."""
    return orient3d_sign(a, b, c, p), orient3d_sign(a, b, c, q), orient3d_sign(a, b, c, r)


@kernel
def pierces(p, q, a, b, c, way):
    """Does the edge pq, whose ends lie on both sides of the plane of abc, pierce the triangle?

    And whether a tie had to be broken; ``way`` is the way in which the triangle moves.
    """
    ab, tied_ab = passes(p, q, a, b, way)
    bc, tied_bc = passes(p, q, b, c, way)
    ca, tied_ca = passes(p, q, c, a, way)
    tied = tied_ab or tied_bc or tied_ca
    return ab * bc >= 0 and ab * ca >= 0 and bc * ca >= 0, tied


@inlined
def height_terms(a, b, c, v):
    """The plain determinant of v over abc, and the sum of its terms' magnitudes."""
    x, y, z = sub(a, v), sub(b, v), sub(c, v)
    n = cross(y, z)
    size = (
        abs(x[0]) * (abs(y[1] * z[2]) + abs(y[2] * z[1]))
        + abs(x[1]) * (abs(y[2] * z[0]) + abs(y[0] * z[2]))
        + abs(x[2]) * (abs(y[0] * z[1]) + abs(y[1] * z[0]))
    )
    return x[0] * n[0] + x[1] * n[1] + x[2] * n[2], size


@kernel
def share_before(p, q, a, b, c):
    """The share of the edge pq up to the plane of abc, which its ends are not on one side of."""
    hp, size_p = height_terms(a, b, c, p)
    hq, size_q = height_terms(a, b, c, q)
    if abs(hp - hq) <= PLAIN * max(size_p, size_q):
        hp, hq = orient3d_rounded(a, b, c, p), orient3d_rounded(a, b, c, q)
    if hp == hq:
        return 0.0
    return min(max(hp / (hp - hq), 0.0), 1.0)


@inlined
def cut_edge(p, q, a, b, c):
    """Where the plane of abc cuts the edge pq, and the share of the edge up to there."""
    share = share_before(p, q, a, b, c)
    return along(p, share, sub(q, p)), share


@inlined
def turned(k, p, q, r):
    """The triangle from its vertex ``k`` on."""
    if k == 0:
        return p, q, r
    return (q, r, p) if k == 1 else (r, p, q)


@kernel
def cut_triangle_triangle(a0, a1, a2, na, b0, b1, b2, nb, way):
    """``(is cut, tied, from, to, starts_a, ends_a, lone_a, sign_a, lone_b, sign_b, first, last)``.

    Not cut are triangles that only touch, or lie in one plane; ``tied`` says whether moving B the
    other way may give another answer. The triangles are seen from the vertex that is alone on its
    side of the other's plane: ``lone_a`` and ``lone_b``; ``sign_a`` and ``sign_b`` say whether it
    is behind (1) or before (-1). The piece begins and ends on edges from these vertices, of A or
    of B as ``starts_a`` and ``ends_a`` say; ``first`` and ``last`` are the shares of those edges
    up to there.
    """
    sa0, sa1, sa2 = signs_over(b0, b1, b2, a0, a1, a2)
    sb0, sb1, sb2 = signs_over(a0, a1, a2, b0, b1, b2)
    tied = sa0 * sa1 * sa2 * sb0 * sb1 * sb2 == 0
    sa0, sa1, sa2 = behind(sa0, nb, way), behind(sa1, nb, way), behind(sa2, nb, way)
    sb0, sb1, sb2 = behind(sb0, na, -way), behind(sb1, na, -way), behind(sb2, na, -way)
    lone_a, lone_b = alone(sa0, sa1, sa2), alone(sb0, sb1, sb2)
    if lone_a < 0 or lone_b < 0:
        return False, tied, a0, a0, False, False, 0, 0, 0, 0, 0.0, 0.0
    sign_a, _, _ = turned(lone_a, sa0, sa1, sa2)
    sign_b, _, _ = turned(lone_b, sb0, sb1, sb2)
    u, v, w = turned(lone_a, a0, a1, a2)
    x, y, z = turned(lone_b, b0, b1, b2)
    # Along the cut, A's triangle is entered by the edge to the next vertex if the lone one is
    # behind, B's if it is before: what is behind B is left on A, what is before A is left on B.
    if sign_a < 0:
        v, w = w, v
    if sign_b > 0:
        y, z = z, y
    starts_a, tied_1 = pierces(u, v, x, y, z, way)
    ends_a, tied_2 = pierces(u, w, x, y, z, way)
    starts_b, tied_3 = pierces(x, y, u, v, w, -way)
    ends_b, tied_4 = pierces(x, z, u, v, w, -way)
    tied = tied or tied_1 or tied_2 or tied_3 or tied_4
    if not ((starts_a or starts_b) and (ends_a or ends_b)):
        return False, tied, a0, a0, False, False, 0, 0, 0, 0, 0.0, 0.0
    if starts_a:
        start, first = cut_edge(u, v, b0, b1, b2)
    else:
        start, first = cut_edge(x, y, a0, a1, a2)
    if ends_a:
        end, last = cut_edge(u, w, b0, b1, b2)
    else:
        end, last = cut_edge(x, z, a0, a1, a2)
    return True, tied, start, end, starts_a, ends_a, lone_a, sign_a, lone_b, sign_b, first, last


@inlined
def spread(low, high, start, end, d, p):
    """The stretch of a line along ``d``, with a point in it."""
    s = dot(d, p)
    if s < low:
        low, start = s, p
    if s > high:
        high, end = s, p
    return low, high, start, end


@inlined
def stretch(sp, sq, sr, p, q, r, a, b, c, d):
    """The part of the triangle pqr in the plane of abc, along ``d``: its ends, and where these are.

    Given are the exact signs of its vertices over that plane, not all zero.
    """
    low, high, start, end = inf, -inf, p, p
    if sp == 0:
        low, high, start, end = spread(low, high, start, end, d, p)
    if sq == 0:
        low, high, start, end = spread(low, high, start, end, d, q)
    if sr == 0:
        low, high, start, end = spread(low, high, start, end, d, r)
    if sp * sq < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(p, q, a, b, c)[0])
    if sq * sr < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(q, r, a, b, c)[0])
    if sr * sp < 0:
        low, high, start, end = spread(low, high, start, end, d, cut_edge(r, p, a, b, c)[0])
    return low, high, start, end


@inlined
def left_of(p, q, r, i, j):
    """How far r is to the left of the line pq, times its length, seen in the coordinates i, j."""
    return (q[i] - p[i]) * (r[j] - p[j]) - (q[j] - p[j]) * (r[i] - p[i])


@kernel
def clip(polygon, count, out, p, q, i, j, turn):
    """The part of a polygon to the left of the line pq (right where ``turn`` is -1); its size."""
    kept = 0
    for k in range(count):
        u, v = load(polygon, k), load(polygon, k + 1 if k + 1 < count else 0)
        hu, hv = turn * left_of(p, q, u, i, j), turn * left_of(p, q, v, i, j)
        if hu >= 0.0 and kept < len(out):
            store(out, kept, u)
            kept += 1
        if ((hu > 0.0 and hv < 0.0) or (hu < 0.0 and hv > 0.0)) and kept < len(out):
            store(out, kept, along(u, hu / (hu - hv), sub(v, u)))
            kept += 1
    return kept


@kernel
def shared_area(a0, a1, a2, b0, b1, b2, n):
    """(length of the border, its mean point, area) of what triangles of one plane share.

    ``n`` is a normal of the plane. The length is -1 where rounding leaves nothing.
    """
    axis = main_axis(n)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn = 1.0 if left_of(b0, b1, b2, i, j) > 0.0 else -1.0
    polygon, other = np.empty((MOST_CORNERS, 3)), np.empty((MOST_CORNERS, 3))
    store(polygon, 0, a0)
    store(polygon, 1, a1)
    store(polygon, 2, a2)
    count = clip(polygon, 3, other, b0, b1, i, j, turn)
    count = clip(other, count, polygon, b1, b2, i, j, turn)
    count = clip(polygon, count, other, b2, b0, i, j, turn)
    if count == 0:
        return -1.0, a0, 0.0
    origin = load(other, 0)
    length, mean, area = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(count):
        u = sub(load(other, k), origin)
        v = sub(load(other, k + 1 if k + 1 < count else 0), origin)
        side = norm(sub(v, u))
        length += side
        mean = along(mean, 0.5 * side, add(u, v))
        area = along(area, 0.5, cross(u, v))
    if length > 0.0:
        origin = along(origin, 1.0 / length, mean)
    return length, origin, norm(area)


@kernel
def touch_triangle_triangle(a0, a1, a2, na, b0, b1, b2, nb):
    """(length, mean point, area) of what two triangles that meet share, if they cut nothing off.

    A point has no length; a segment has its own; an area has that of its border.
    """
    sa0, sa1, sa2 = signs_over(b0, b1, b2, a0, a1, a2)
    sb0, sb1, sb2 = signs_over(a0, a1, a2, b0, b1, b2)
    flat_a = sa0 == 0 and sa1 == 0 and sa2 == 0
    flat_b = sb0 == 0 and sb1 == 0 and sb2 == 0
    if flat_a and flat_b and norm_sq(na) > 0.0 and norm_sq(nb) > 0.0:
        length, point, area = shared_area(a0, a1, a2, b0, b1, b2, na)
        if length >= 0.0:
            return length, point, area
    d = cross(na, nb)
    if not (flat_a or flat_b) and norm_sq(d) > 0.0:
        low, high, start, end = stretch(sa0, sa1, sa2, a0, a1, a2, b0, b1, b2, d)
        low_b, high_b, start_b, end_b = stretch(sb0, sb1, sb2, b0, b1, b2, a0, a1, a2, d)
        if low_b > low:
            low, start = low_b, start_b
        if high_b < high:
            high, end = high_b, end_b
        if low <= high:
            return norm(sub(end, start)), scale(0.5, add(start, end)), 0.0
    return 0.0, common_point(a0, a1, a2, b0, b1, b2), 0.0
