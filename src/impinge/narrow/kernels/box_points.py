"""Where two boxes are nearest, or deepest in each other, along one of their fifteen directions.

The face of the difference B - A that belongs to a direction is a face of one box less a corner of
the other, or the parallelogram of two edges. If the foot of the origin is inside of it, points of
both boxes are apart by just the gap along the direction: proof that it is the distance, and the
ends of the way out where it is negative. No search is needed; it is where the foot is outside, or
where boxes lie flat on each other and more than a corner or an edge is as near.
"""

from impinge.core.jit import inlined, kernel, uncounted
from impinge.core.mat import apply_transposed, moved
from impinge.core.vec import along, dot, neg, sub
from impinge.geometry.kernels.convex_row import SIZES
from impinge.narrow.kernels.boxes import EDGES, OF_B, separate_two_boxes
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.features import edge_between
from impinge.narrow.kernels.pair_row import write_pair
from impinge.narrow.kernels.support import in_frame_of_b, signed_as

FLAT = 1e-9
"""An edge that rises by less than this share of the sizes over a direction's plane lies in it."""
ASLANT_SQ = 1e-2
"""Squared sine of the least angle of edges that are left to the formula, whose rounding grows with
its reciprocal."""
VERTICES_OF_BOX, EDGES_OF_BOX = 8, 12
"""Features of a box before the first edge, and edges."""


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
def with_entry(v, i, x):
    """A vector with ``x`` for its entry ``i``."""
    return (x if i == 0 else v[0], x if i == 1 else v[1], x if i == 2 else v[2])


@inlined
@uncounted
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
@uncounted
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
@uncounted
def half_edges(pair):
    """Of both boxes."""
    return vector_at(pair.rows_a, pair.start_a + SIZES), vector_at(
        pair.rows_b, pair.start_b + SIZES
    )


@inlined
@uncounted
def separate_boxes(pair):
    """The greatest gap of two boxes along their directions, the direction, and its number."""
    ha, hb = half_edges(pair)
    return separate_two_boxes(ha, hb, pair.rotation, pair.shift)


@kernel
@uncounted
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
