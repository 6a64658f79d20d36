"""The nodes of a hull tree, and which triangles of the mesh its hulls' features lie on.

``rows``    packed convex rows (:mod:`impinge.geometry.kernels.convex_row`), one after the other
``nodes``   (n, 7) int64: see the constants below; leaves come first, the root is last
``lists``   (m, 2) int64: for each feature of each hull the range of its triangles in ``places``
``places``  int64: places of triangles in the order of the triangle tree's leaves

A feature is *virtual* if its range is empty: it spans parts of the surface and is not on it.
"""

from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.vec import dot, load
from impinge.geometry.kernels.convex_row import AT_EDGES, AT_VERTEX_FACES, COUNT, EDGES, FACES
from impinge.geometry.kernels.polytope import plane_at

START = 0
"""Where its packed row begins."""
CHILD_A, CHILD_B = 1, 2
"""Nodes; -1 for leaves."""
FEATURES = 3
"""The row of ``lists`` of its first feature."""
FIRST, LAST = 4, 5
"""Range of a leaf's triangles in ``places``: its patch."""
DEPTH = 6
"""Nodes on the longest path down to a leaf."""
NODE = 7


class HullArrays(NamedTuple):
    """What kernels see of a hull tree."""

    rows: Any
    nodes: Any
    lists: Any
    places: Any


@merged
def as_hulls(arrays):
    """The hull tree that Python handed over as a plain tuple."""
    return HullArrays(arrays[0], arrays[1], arrays[2], arrays[3])


@kernel
def match_corners(points, ids, corners, found):
    """Fill the id of each corner: that of the first equal point, most often in order; else -1."""
    n, at = len(points), 0
    for k in range(len(corners)):
        found[k] = -1
        for step in range(n):
            i = at + step if at + step < n else at + step - n
            p, q = load(points, i), load(corners, k)
            if p[0] == q[0] and p[1] == q[1] and p[2] == q[2]:
                found[k] = ids[i]
                at = i + 1 if i + 1 < n else 0
                break


@inlined
def rise_above(row, face, vertices, faces, f):
    """How far the corners of a triangle are off the plane of a face."""
    n, offset = plane_at(row, 0, face)
    off = 0.0
    for c in range(3):
        off = max(off, abs(dot(n, load(vertices, faces[f, c])) - offset))
    return off


@kernel
def find_on_hull(row, numbers, vertices, faces, some, tolerance, on):
    """Fill the hull's face that each triangle of ``some`` lies on; -1 for none.

    ``numbers`` has the hull's number of each vertex of the mesh, -1 for none. Where a corner is one
    of the hull's, only the faces around that can be meant.
    """
    lists = int(row[AT_VERTEX_FACES])
    for k in range(len(some)):
        f, best = some[k], tolerance
        on[k] = -1
        corner = -1
        for c in range(3):
            corner = max(corner, numbers[faces[f, c]])
        if corner >= 0:
            for at in range(int(row[lists + corner]), int(row[lists + corner + 1])):
                off = rise_above(row, int(row[at]), vertices, faces, f)
                if off <= best:
                    best, on[k] = off, int(row[at])
        else:
            for face in range(int(row[FACES])):
                off = rise_above(row, face, vertices, faces, f)
                if off <= best:
                    best, on[k] = off, face
        if on[k] == 1 and row[FACES] == 2.0:
            # Both sides of a flat hull are one.
            on[k] = 0


@inlined
def triangle_between(faces, around, i, j):
    """A triangle with vertices ``i`` and ``j``, or -1."""
    starts, order = around
    for k in range(starts[i], starts[i + 1]):
        f = order[k]
        if faces[f, 0] == j or faces[f, 1] == j or faces[f, 2] == j:
            return f
    return -1


@kernel
def list_features(row, ids, faces, around, some, on, place_of, base, lists, places):
    """Fill ``lists`` and ``places`` for the features of one hull; returns how many places.

    ``ids`` are the vertices of the mesh at the hull's, ``around`` the triangles around each vertex
    of the mesh, ``on`` the hull's face of each triangle of ``some``. Ranges begin at ``base``.
    """
    vertices, edges, sides = int(row[COUNT]), int(row[EDGES]), int(row[FACES])
    begins = np.zeros(sides + 1, np.int64)
    for k in range(len(some)):
        if on[k] >= 0:
            begins[on[k] + 1] += 1
    for face in range(sides):
        begins[face + 1] += begins[face]
        here = vertices + edges + face
        lists[here, 0], lists[here, 1] = base + begins[face], base + begins[face + 1]
    used = begins[sides]
    for k in range(len(some)):
        if on[k] >= 0:
            places[begins[on[k]]] = place_of[some[k]]
            begins[on[k]] += 1
    if sides == 2:
        # A flat hull has its triangles on both sides.
        first = vertices + edges
        lists[first + 1, 0], lists[first + 1, 1] = lists[first, 0], lists[first, 1]
    for v in range(vertices):
        lists[v, 0] = base + used
        if ids[v] >= 0:
            starts, order = around
            places[used] = place_of[order[starts[ids[v]]]]
            used += 1
        lists[v, 1] = base + used
    for e in range(edges):
        here, at = vertices + e, int(row[AT_EDGES]) + 4 * e
        i, j = ids[int(row[at])], ids[int(row[at + 1])]
        f = triangle_between(faces, around, i, j) if i >= 0 and j >= 0 else -1
        lists[here, 0] = base + used
        if f >= 0:
            places[used] = place_of[f]
            used += 1
        lists[here, 1] = base + used
        for k in range(2):
            face = int(row[at + 2 + k])
            if f < 0 and face >= 0:
                beside = vertices + edges + face
                if lists[beside, 1] > lists[beside, 0]:
                    # Several edges of the mesh on one line.
                    lists[here, 0], lists[here, 1] = lists[beside, 0], lists[beside, 1]
                    f = 0
    return used
