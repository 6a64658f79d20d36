"""Two boxes along the fifteen directions that can separate them: gap or depth, and points.

Gottschalk, Lin, Manocha 1996 [Gottschalk1996]_: a face of the difference of two boxes is parallel
to a face of one of them or to an edge of each, so that the greatest gap along these directions
decides overlap and, where it is negative, is the depth: no search is needed.

**Points.** The face of the difference B - A that belongs to a direction is a face of one box less a
corner of the other, or the parallelogram of two edges. If the foot of the origin is inside of it,
points of both boxes are apart by just the gap along the direction: proof that it is the distance,
and the ends of the way out where it is negative. A search is needed where the foot is outside, or
where boxes lie flat on each other and more than a corner or an edge is as near.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, moved
from impinge.core.vec import along, dot, neg, scale, sub
from impinge.geometry.kernels.convex_row import SIZES
from impinge.narrow.kernels.corners import vector_at, with_entry
from impinge.narrow.kernels.features import edge_between
from impinge.narrow.kernels.pair_row import write_pair
from impinge.narrow.kernels.support import in_frame_of_b, signed_as

PARALLEL_SQ = 1e-30
"""Edges whose angle has a smaller squared sine are parallel: their faces' directions do."""
SLANTED_SQ = 1e-4
"""Edges whose angle has a smaller squared sine: the gap across them is taken without shortcuts."""
PREFER_FACES = 4.0 * 2.0**-52
"""An edge direction must win by this share of the sizes: it repeats a face's where edges are
parallel to faces, and rounding would make the normal flicker between two that are the same."""
OF_B, EDGES = 3, 6
"""Numbers of directions: faces of A from 0 on, of B from OF_B; edge i of A with edge j of B are
EDGES + 3 i + j."""
FLAT = 1e-9
"""An edge that rises by less than this share of the sizes over a direction's plane lies in it."""
ASLANT_SQ = 1e-2
"""Squared sine of the least angle of edges that are left to the formula, whose rounding grows with
its reciprocal."""
VERTICES_OF_BOX, EDGES_OF_BOX = 8, 12
"""Features of a box before the first edge, and edges."""


@inlined
def gap_along_faces_a(ha, hb, r, t):
    x = abs(t[0]) - (ha[0] + abs(r[0]) * hb[0] + abs(r[1]) * hb[1] + abs(r[2]) * hb[2])
    y = abs(t[1]) - (ha[1] + abs(r[3]) * hb[0] + abs(r[4]) * hb[1] + abs(r[5]) * hb[2])
    z = abs(t[2]) - (ha[2] + abs(r[6]) * hb[0] + abs(r[7]) * hb[1] + abs(r[8]) * hb[2])
    return x, y, z


@inlined
def gap_along_faces_b(ha, hb, r, u):
    """``u`` is the offset of the centres in the frame of B."""
    x = abs(u[0]) - (hb[0] + abs(r[0]) * ha[0] + abs(r[3]) * ha[1] + abs(r[6]) * ha[2])
    y = abs(u[1]) - (hb[1] + abs(r[1]) * ha[0] + abs(r[4]) * ha[1] + abs(r[7]) * ha[2])
    z = abs(u[2]) - (hb[2] + abs(r[2]) * ha[0] + abs(r[5]) * ha[1] + abs(r[8]) * ha[2])
    return x, y, z


@inlined
def faces_of_two_boxes(ha, hb, r, t):
    """The greatest gap along the six directions of faces, its vector from A to B, its number."""
    g, u = gap_along_faces_a(ha, hb, r, t), apply_transposed(r, t)
    best, n, axis = g[0], (signed_as(1.0, t[0]), 0.0, 0.0), 0
    if g[1] > best:
        best, n, axis = g[1], (0.0, signed_as(1.0, t[1]), 0.0), 1
    if g[2] > best:
        best, n, axis = g[2], (0.0, 0.0, signed_as(1.0, t[2])), 2
    g = gap_along_faces_b(ha, hb, r, u)
    if g[0] > best:
        best, n, axis = g[0], scale(signed_as(1.0, u[0]), (r[0], r[3], r[6])), OF_B
    if g[1] > best:
        best, n, axis = g[1], scale(signed_as(1.0, u[1]), (r[1], r[4], r[7])), OF_B + 1
    if g[2] > best:
        best, n, axis = g[2], scale(signed_as(1.0, u[2]), (r[2], r[5], r[8])), OF_B + 2
    return best, n, axis


@inlined
def edge_gap(y, z, ty, tz, hy, hz, r1, r2, h1, h2):
    """The gap along x cross an edge (., y, z) of B, over its length; and that length squared."""
    length_sq = y * y + z * z
    if length_sq <= SLANTED_SQ:
        return -inf, length_sq
    reach = hy * abs(z) + hz * abs(y) + h1 * abs(r2) + h2 * abs(r1)
    return (abs(tz * y - ty * z) - reach) / sqrt(length_sq), length_sq


@inlined
def gap_along(ha, hb, r, t, n):
    """The gap of two boxes along a unit vector, taken anew from all of their edges."""
    u = apply_transposed(r, n)
    reach = ha[0] * abs(n[0]) + ha[1] * abs(n[1]) + ha[2] * abs(n[2])
    reach += hb[0] * abs(u[0]) + hb[1] * abs(u[1]) + hb[2] * abs(u[2])
    return abs(n[0] * t[0] + n[1] * t[1] + n[2] * t[2]) - reach


@kernel
def separate_slanted(ha, hb, r, t, best, n, axis):
    """A greater gap across two edges that are nearly parallel, or the best so far.

    The formula for products of edges holds for exact rotations; the error of an entry, 1e-16, is
    divided by the sine of the angle: 2 % of the size for a sine of 1e-15. Any direction gives a
    valid gap, so the direction is made first, and the gap along it from all edges.
    """
    ahead = best + PREFER_FACES * (ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2])
    for i in range(3):
        for j in range(3):
            y, z = r[3 * ((i + 1) % 3) + j], r[3 * ((i + 2) % 3) + j]
            length_sq = y * y + z * z
            if PARALLEL_SQ < length_sq <= SLANTED_SQ:
                s = 1.0 / sqrt(length_sq)
                m = (
                    0.0 if i == 0 else (-s * z if i == 2 else s * y),
                    0.0 if i == 1 else (-s * z if i == 0 else s * y),
                    0.0 if i == 2 else (-s * z if i == 1 else s * y),
                )
                g = gap_along(ha, hb, r, t, m)
                if g > ahead:
                    best, ahead = g, g
                    toward = m[0] * t[0] + m[1] * t[1] + m[2] * t[2]
                    n = m if toward >= 0.0 else (-m[0], -m[1], -m[2])
                    axis = EDGES + 3 * i + j
    return best, n, axis


@kernel
def separate_two_boxes(ha, hb, r, t):
    """The greatest gap of two boxes along the fifteen directions, its unit vector from A to B, and
    the direction's number.

    ``ha``, ``hb`` are half edge lengths; B has rotation ``r`` and centre ``t`` in the frame of A.
    """
    best, n, axis = faces_of_two_boxes(ha, hb, r, t)
    ahead = best + PREFER_FACES * (ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2])
    least_sq = inf
    # The edges of B, columns of the rotation: each with the other two, and half their lengths.
    e, f, d = (r[0], r[3], r[6]), (r[1], r[4], r[7]), (r[2], r[5], r[8])
    edges = ((e, f, d, hb[1], hb[2]), (f, d, e, hb[2], hb[0]), (d, e, f, hb[0], hb[1]))
    for j in range(3):
        (x, y, z), (xk, yk, zk), (xl, yl, zl), hk, hl = edges[j]
        g, length_sq = edge_gap(y, z, t[1], t[2], ha[1], ha[2], xk, xl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = signed_as(1.0, t[2] * y - t[1] * z) / sqrt(length_sq)
            n = (0.0, -s * z, s * y)
            axis = EDGES + j
        g, length_sq = edge_gap(z, x, t[2], t[0], ha[2], ha[0], yk, yl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = signed_as(1.0, t[0] * z - t[2] * x) / sqrt(length_sq)
            n = (s * z, 0.0, -s * x)
            axis = EDGES + 3 + j
        g, length_sq = edge_gap(x, y, t[0], t[1], ha[0], ha[1], zk, zl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = signed_as(1.0, t[1] * x - t[0] * y) / sqrt(length_sq)
            n = (-s * y, s * x, 0.0)
            axis = EDGES + 6 + j
    if least_sq <= SLANTED_SQ:
        best, n, axis = separate_slanted(ha, hb, r, t, best, n, axis)
    return best, n, axis


@inlined
def corner_along(h, d):
    """The corner of a box that is furthest along ``d``, its number, and whether it is the one."""
    x, y, z = h[0] * d[0], h[1] * d[1], h[2] * d[2]
    corner = (signed_as(h[0], d[0]), signed_as(h[1], d[1]), signed_as(h[2], d[2]))
    number = 1 * (d[0] >= 0.0) + 2 * (d[1] >= 0.0) + 4 * (d[2] >= 0.0)
    return corner, number, min(abs(x), abs(y), abs(z)) > FLAT * (h[0] + h[1] + h[2])


@inlined
def in_face(h, p, axis):
    """Whether ``p``, in the plane of a face square to ``axis``, is in the face."""
    return (
        (abs(p[0]) <= h[0] or axis == 0)
        and (abs(p[1]) <= h[1] or axis == 1)
        and (abs(p[2]) <= h[2] or axis == 2)
    )


@inlined
def face_along(d, axis):
    """The number of the face square to ``axis`` that looks along ``d``."""
    return VERTICES_OF_BOX + EDGES_OF_BOX + 2 * axis + 1 * (d[axis] > 0.0)


@inlined
def edge_of_box(rows, start, number, i):
    """The feature that is the edge along axis ``i`` at a corner."""
    low = number & ~(1 << i)
    return VERTICES_OF_BOX + edge_between(rows, start, low, low | (1 << i))


@inlined
def steep(h, d, i):
    """Whether just the edges along axis ``i`` of a box are level, as seen along ``d``."""
    least = FLAT * (h[0] + h[1] + h[2])
    return (
        (abs(h[0] * d[0]) > least or i == 0)
        and (abs(h[1] * d[1]) > least or i == 1)
        and (abs(h[2] * d[2]) > least or i == 2)
    )


@kernel
def measure_edges(pair, ha, hb, gap, n, inward, axis, zero, out):
    """Fill ``out`` if the feet on both lines of edges are on the edges; returns whether."""
    i, j = (axis - EDGES) // 3, (axis - EDGES) % 3
    corner, at, _ = corner_along(ha, n)
    other, there, _ = corner_along(hb, inward)
    if not (steep(ha, n, i) and steep(hb, inward, j)):
        return False
    r = pair.rotation
    edge = (r[j], r[3 + j], r[6 + j])
    p = with_entry(corner, i, 0.0)
    q = moved(r, pair.shift, with_entry(other, j, 0.0))
    d = sub(q, p)
    # p + s e_i + gap n = q + u edge, seen along both edges.
    c, di, dj = edge[i], d[i], dot(d, edge)
    square = 1.0 - c * c
    if square < ASLANT_SQ:
        return False
    s = (di - c * dj) / square
    u = (c * di - dj) / square
    if not (abs(s) <= ha[i] and abs(u) <= hb[j]):
        return False
    on_a = with_entry(p, i, 0.0 + s)
    feature_a = edge_of_box(pair.rows_a, pair.start_a, at, i)
    feature_b = edge_of_box(pair.rows_b, pair.start_b, there, j)
    length = 0.0 if zero else gap
    write_pair(out, length, n, on_a, feature_a, feature_b, abs(length))
    return True


@inlined
def half_edges(pair):
    """Of both boxes."""
    return vector_at(pair.rows_a, pair.start_a + SIZES), vector_at(
        pair.rows_b, pair.start_b + SIZES
    )


@inlined
def separate_boxes(pair):
    """The greatest gap of two boxes along their directions, the direction, and its number."""
    ha, hb = half_edges(pair)
    return separate_two_boxes(ha, hb, pair.rotation, pair.shift)


@kernel
def measure_boxes(pair, touch, out):
    """Fill ``out`` for two boxes if no search is needed.

    Returns whether it is filled, the greatest gap along the fifteen directions, and its direction.
    """
    ha, hb = half_edges(pair)
    gap, n, axis = separate_two_boxes(ha, hb, pair.rotation, pair.shift)
    inward = neg(apply_transposed(pair.rotation, n))
    zero = abs(gap) <= touch
    length = 0.0 if zero else gap
    if axis < OF_B:
        corner, number, alone = corner_along(hb, inward)
        on_a = along(moved(pair.rotation, pair.shift, corner), -length, n)
        if alone and in_face(ha, on_a, axis):
            write_pair(out, length, n, on_a, face_along(n, axis), number, abs(length))
            return True, gap, n
    elif axis < EDGES:
        on_a, number, alone = corner_along(ha, n)
        if alone and in_face(hb, in_frame_of_b(pair, along(on_a, length, n)), axis - OF_B):
            face = face_along(inward, axis - OF_B)
            write_pair(out, length, n, on_a, number, face, abs(length))
            return True, gap, n
    elif measure_edges(pair, ha, hb, gap, n, inward, axis, zero, out):
        return True, gap, n
    return False, gap, n
