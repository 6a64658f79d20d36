"""Edges that cross triangles, decided by exact signs."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, load, store, sub
from impinge.geometry.kernels.orientation import (
    orient3d,
    orient3d_rounded,
    orient3d_sign,
    orient_bound,
)
from impinge.pairs.kernels.walk import CAPACITY, begin_walk, next_pairs, with_room

ACCURATE = 1e-12
"""Error of a parameter up to which plain determinants are used."""


@inlined
def extent_of(p, q, a, b, c):
    """The largest difference of coordinates of an edge and a triangle."""
    most = 0.0
    for k in range(3):
        low = min(min(min(p[k], q[k]), min(a[k], b[k])), c[k])
        high = max(max(max(p[k], q[k]), max(a[k], b[k])), c[k])
        most = max(most, high - low)
    return most


@inlined
def on_one_side(p, q, a, b, c):
    """Whether an edge is beyond doubt on one side of a triangle's plane, as most candidates are."""
    n = cross(sub(b, a), sub(c, a))
    above_p, above_q = dot(n, sub(p, a)), dot(n, sub(q, a))
    bound = orient_bound(extent_of(p, q, a, b, c))
    return min(above_p, above_q) > bound or max(above_p, above_q) < -bound


@kernel
def crosses(p, q, a, b, c):
    """Whether a closed edge meets a closed triangle in one point; not if it lies in its plane."""
    above_p, above_q = orient3d_sign(a, b, c, p), orient3d_sign(a, b, c, q)
    if above_p * above_q > 0 or (above_p == 0 and above_q == 0):
        return False
    x, y = orient3d_sign(a, b, p, q), orient3d_sign(b, c, p, q)
    if x * y < 0:
        return False
    z = orient3d_sign(c, a, p, q)
    return x * z >= 0 and y * z >= 0


@kernel
def crossing_parameter(p, q, a, b, c):
    """Where along an edge, from 0 to 1, it crosses the plane of a triangle."""
    above_p, above_q = orient3d(a, b, c, p), orient3d(a, b, c, q)
    if not orient_bound(extent_of(p, q, a, b, c)) < ACCURATE * abs(above_p - above_q):
        above_p, above_q = orient3d_rounded(a, b, c, p), orient3d_rounded(a, b, c, q)
    whole = above_p - above_q
    if not abs(whole) > 0.0:
        return 0.0
    return min(max(above_p / whole, 0.0), 1.0)


@kernel
def find_crossings(edges_tree, faces_tree, surfaces, start, stop):
    """Rows (edge, face) that cross, as of ``find_overlapping``; how many.

    ``surfaces``: vertices, edges, faces, the object of each face, and for each edge the object
    whose faces count, or ``-1 - object`` for the faces of all others. Faces at an end of the edge
    do not count.
    """
    vertices, edges, faces, object_of_face, wanted = surfaces
    walk, pairs = begin_walk(start, stop), np.empty((CAPACITY, 2), np.int32)
    found = np.empty((CAPACITY, 2), np.int32)
    n = 0
    while True:
        count = next_pairs(edges_tree, faces_tree, False, walk, pairs)
        if count == 0:
            return found, n
        found = with_room(found, n, count)
        for k in range(count):
            e, f = pairs[k, 0], pairs[k, 1]
            if wanted[e] >= 0:
                if object_of_face[f] != wanted[e]:
                    continue
            elif object_of_face[f] == -1 - wanted[e]:
                continue
            i, j = edges[e, 0], edges[e, 1]
            a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
            if (i == a) | (i == b) | (i == c) | (j == a) | (j == b) | (j == c):
                continue
            p, q = load(vertices, i), load(vertices, j)
            x, y, z = load(vertices, a), load(vertices, b), load(vertices, c)
            if not on_one_side(p, q, x, y, z) and crosses(p, q, x, y, z):
                found[n, 0], found[n, 1] = e, f
                n += 1


@kernel
def place_crossings(found, vertices, edges, faces, parameter, point, start, stop):
    """Parameters and points of crossings, rows (edge, face)."""
    for i in range(start, stop):
        e, f = found[i, 0], found[i, 1]
        p, q = load(vertices, edges[e, 0]), load(vertices, edges[e, 1])
        a, b = load(vertices, faces[f, 0]), load(vertices, faces[f, 1])
        t = crossing_parameter(p, q, a, b, load(vertices, faces[f, 2]))
        parameter[i] = t
        store(point, i, along(p, t, sub(q, p)))
