"""A closed surface of triangles that grows by one corner at a time.

Flat tables, on the caller's stack. ``corners`` are those of :mod:`corners`; ``faces`` have eight
numbers a row: three corners, counter-clockwise seen from outside, and what lies beyond its three
edges, as four times a face and its edge there; ``planes`` eight a row: normal, offset and square of
the normal's length, without a root. ``keys`` are the squares of the planes' distances to the
origin, with the sign of the offset.
"""

from math import inf

from impinge.core.jit import inlined
from impinge.core.memory import natural
from impinge.core.vec import cross, dot, norm_sq, sub
from impinge.narrow.kernels.corners import ROW, vector_at
from impinge.narrow.kernels.simplex import THIN_SQ

BEYOND, REMOVED = 3, 6
"""Columns of a face, beside its corners."""
OFFSET, SQUARE = 3, 4
"""Columns of a plane, beside its normal."""
CORNERS = 512
"""Corners there is room for; as many steps less four."""
ROOM = 2 * CORNERS
"""Faces there is room for: a closed surface of n corners has 2 n - 4."""
CORNER_TABLE, FACE_TABLE, EDGE_LIST = ROW * CORNERS, ROW * ROOM, 2 * ROOM
"""Numbers of the tables, and of lists of edges."""


@inlined
def set_plane(corners, planes, keys, f, i, j, k, like):
    """The plane of face ``f``, out of the polytope; that of ``like`` if the face has no area.

    Such a face is never the nearest.
    """
    a = vector_at(corners, natural(ROW * i))
    ab = sub(vector_at(corners, natural(ROW * j)), a)
    ac = sub(vector_at(corners, natural(ROW * k)), a)
    n = cross(ab, ac)
    nn = norm_sq(n)
    at = natural(ROW * f)
    if nn > THIN_SQ * norm_sq(ab) * norm_sq(ac):
        offset = dot(n, a)
        planes[at], planes[at + 1], planes[at + 2] = n
        planes[at + OFFSET], planes[at + SQUARE] = offset, nn
        keys[natural(f)] = offset * abs(offset) / nn
    else:
        for c in range(SQUARE + 1):
            planes[at + c] = planes[natural(ROW * like) + c]
        keys[natural(f)] = inf


@inlined
def set_face(faces, f, i, j, k, x, y, z):
    at = natural(ROW * f)
    faces[at], faces[at + 1], faces[at + 2] = i, j, k
    faces[at + BEYOND], faces[at + BEYOND + 1], faces[at + BEYOND + 2] = x, y, z
    faces[at + REMOVED] = 0


@inlined
def begin_tetrahedron(corners, faces, planes, keys):
    """Four faces over the first four corners, looking out."""
    a, d = vector_at(corners, 0), vector_at(corners, 3 * ROW)
    n = cross(sub(vector_at(corners, ROW), a), sub(vector_at(corners, 2 * ROW), a))
    # (i, j, k) looks away from the fourth, 3.
    turned = dot(n, sub(d, a)) > 0.0
    i, j, k = 0, 2 if turned else 1, 1 if turned else 2
    # Each face with what is beyond its edges.
    set_face(faces, 0, i, j, k, 4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2)
    set_face(faces, 1, i, 3, j, 4 * 3 + 1, 4 * 2 + 0, 4 * 0 + 0)
    set_face(faces, 2, j, 3, k, 4 * 1 + 1, 4 * 3 + 0, 4 * 0 + 1)
    set_face(faces, 3, k, 3, i, 4 * 2 + 1, 4 * 1 + 0, 4 * 0 + 2)
    set_plane(corners, planes, keys, 0, i, j, k, 0)
    set_plane(corners, planes, keys, 1, i, 3, j, 0)
    set_plane(corners, planes, keys, 2, j, 3, k, 0)
    set_plane(corners, planes, keys, 3, k, 3, i, 0)


@inlined
def find_nearest(keys, used):
    """The face with the least key, or -1. In pairs, which do not wait for each other."""
    best, other = inf, inf
    nearest, second = -1, -1
    f = natural(0)
    while f + 1 < used:
        if keys[f] < best:
            best, nearest = keys[f], f
        if keys[f + 1] < other:
            other, second = keys[f + 1], f + 1
        f = natural(f + 2)
    return second if other < best else nearest


@inlined
def sees(planes, f, w, tolerance_sq):
    """Whether face ``f`` can be seen from ``w``, by more than the tolerance."""
    at = natural(ROW * f)
    over = planes[at] * w[0] + planes[at + 1] * w[1] + planes[at + 2] * w[2] - planes[at + OFFSET]
    return over * abs(over) > tolerance_sq * planes[at + SQUARE]


@inlined
def open_hole(faces, planes, keys, first, w, tolerance_sq, waiting, rim, gone):
    """Take away what can be seen from ``w``, from face ``first`` on.

    Fills ``rim`` with the edges around the hole, each as four times the face beyond and its edge,
    and ``gone`` with the faces taken away; returns how many there are of each. The faces are
    walked through depth first, edges in their order, so that the rim is in order as well.
    """
    faces[natural(ROW * first) + REMOVED] = 1
    keys[natural(first)] = inf
    gone[0] = first
    removed, edges = 1, 0
    at = natural(ROW * first + BEYOND)
    waiting[0], waiting[1], waiting[2] = faces[at + 2], faces[at + 1], faces[at]
    left = 3
    while left > 0:
        left = natural(left - 1)
        beyond = waiting[left]
        g, e = natural(beyond >> 2), natural(beyond & 3)
        at = natural(ROW * g)
        if faces[at + REMOVED]:
            continue
        if sees(planes, g, w, tolerance_sq):
            faces[at + REMOVED] = 1
            keys[g] = inf
            gone[natural(removed)] = g
            removed += 1
            # The two edges after the one it was entered by; the next one on top.
            waiting[left] = faces[at + BEYOND + (e + 2) % 3]
            waiting[left + 1] = faces[at + BEYOND + (e + 1) % 3]
            left += 2
        else:
            rim[natural(edges)] = beyond
            edges += 1
    return edges, removed


@inlined
def close_hole(corners, faces, planes, keys, used, rim, edges, gone, removed, tip):
    """Triangles from the rim to corner ``tip``; the faces used, -1 for a rim of two loops or none.

    None is left where rounding lets a corner see every face: shapes of 1e-13 of their coordinates.

    They take the places of the faces that were removed, and then new ones: two, unless corners were
    removed as well, so that the number of faces used is even.
    """
    more = max(edges - removed, 0)
    if used + more > ROOM or edges < 3:
        return -1
    before = gone[natural(edges - 1)] if more == 0 else used + more - 1
    for m in range(edges):
        beyond = rim[natural(m)]
        g, e = natural(beyond >> 2), natural(beyond & 3)
        at = natural(ROW * g)
        # The edge as seen from the hole runs the other way.
        i, j = faces[at + (e + 1) % 3], faces[at + e]
        f = gone[natural(m)] if m < removed else used + m - removed
        after = gone[0]
        if m + 1 < edges:
            after = gone[natural(m + 1)] if m + 1 < removed else used + m + 1 - removed
            following = natural(rim[natural(m + 1)])
            if faces[natural(ROW * (following >> 2)) + ((following & 3) + 1) % 3] != j:
                return -1
        set_face(faces, f, i, j, tip, beyond, 4 * after + 2, 4 * before + 1)
        faces[at + BEYOND + e] = 4 * f
        set_plane(corners, planes, keys, f, i, j, tip, g)
        before = f
    return used + more
