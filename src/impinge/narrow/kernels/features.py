"""Which vertex, edge or face of a convex shape a point found by a search is on."""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.memory import natural
from impinge.geometry.kernels import convex_row as packed

ALONG_FACE = 1e-7
"""A direction within this of a flat or straight part's normal is that part's.

A direction found by a search is exact to some 1e-8, the root of what distances are exact to."""


@inlined
def edge_between(rows, start, i, j):
    """The number of the edge between two vertices of a polytope, -1 if there is none."""
    lists = natural(start + int(rows[start + packed.AT_NEIGHBOURS]) + i)
    k, stop = natural(start + int(rows[lists])), start + int(rows[lists + 1])
    while k < stop:
        if rows[k] == j:
            return int(rows[k + 1])
        k = natural(k + 2)
    return -1


@inlined
def has_face(rows, start, i, face):
    lists = natural(start + int(rows[start + packed.AT_VERTEX_FACES]) + i)
    k, stop = natural(start + int(rows[lists])), start + int(rows[lists + 1])
    while k < stop:
        if rows[k] == face:
            return True
        k = natural(k + 1)
    return False


@kernel
def face_with(rows, start, i, j, k, n):
    """A face with all three vertices, or else the one that looks most along ``n``."""
    lists = natural(start + int(rows[start + packed.AT_VERTEX_FACES]) + i)
    at, stop = natural(start + int(rows[lists])), start + int(rows[lists + 1])
    while at < stop:
        face = rows[at]
        if has_face(rows, start, j, face) and has_face(rows, start, k, face):
            return int(face)
        at = natural(at + 1)
    planes = start + int(rows[start + packed.AT_PLANES])
    best = -2.0
    found = 0
    for face in range(int(rows[start + packed.FACES])):
        at = planes + 4 * face
        along = rows[at] * n[0] + rows[at + 1] * n[1] + rows[at + 2] * n[2]
        if along > best:
            best = along
            found = face
    return found


@kernel
def feature_of_polytope(rows, start, count, i, j, k, n):
    """The feature spanned by up to three vertices."""
    vertices = int(rows[start + packed.COUNT])
    if count > 1 and j == i:
        count, j = count - 1, k
    if count > 2 and (k == i or k == j):
        count = 2
    if count > 1 and j == i:
        count = 1
    if count == 1:
        return i
    edges = int(rows[start + packed.EDGES])
    if edges == 0:
        return -1
    if count == 2:
        edge = edge_between(rows, start, i, j)
        if edge >= 0:
            return vertices + edge
        k = j
    if rows[start + packed.FACES] == 0.0:
        return vertices
    return vertices + edges + face_with(rows, start, i, j, k, n)


@kernel
def feature_of_round(rows, start, kind, n):
    """The feature of a cylinder or cone whose outward normal is ``n``."""
    if kind == packed.CYLINDER:
        flat = n[0] * n[0] + n[1] * n[1] <= ALONG_FACE * ALONG_FACE
        if flat:
            return 2 if n[2] > 0.0 else 3
        if abs(n[2]) <= ALONG_FACE:
            return 4
        return 0 if n[2] > 0.0 else 1
    if kind == packed.CONE:
        if n[2] < 0.0 and n[0] * n[0] + n[1] * n[1] <= ALONG_FACE * ALONG_FACE:
            return 2
        r, h = rows[start + packed.SIZES], 2.0 * rows[start + packed.SIZES + 1]
        # The side's normals rise by r over h.
        rise = n[2] * h - sqrt(n[0] * n[0] + n[1] * n[1]) * r
        if abs(rise) <= ALONG_FACE * sqrt(r * r + h * h):
            return 3
        return 0 if rise > 0.0 else 1
    return 0


@inlined
def feature_of(rows, start, count, i, j, k, n):
    """The number of the feature that ``count`` corners (i, j, k) and the outward ``n`` are of."""
    kind = int(rows[start + packed.KIND])
    if kind == packed.BOX or kind == packed.HULL:
        return feature_of_polytope(rows, start, count, i, j, k, n)
    if kind == packed.SEGMENT:
        same = (count < 2 or j == i) and (count < 3 or k == i)
        return i if same else 2
    return feature_of_round(rows, start, kind, n)
