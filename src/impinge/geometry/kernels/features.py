"""Features of shapes: is one a vertex, an edge or a face, and on which does a point lie?

A nature is ``3 * dimension on A + dimension on B``; vertices have dimension 0, edges 1, faces 2.
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, rotation_of, translation_of
from impinge.core.vec import along, load, norm, norm_sq, sub
from impinge.geometry.kernels.convex_row import BOX, CONE, COUNT, CYLINDER, EDGES, HULL, KIND
from impinge.geometry.kernels.segment import closest_point_segment

ON_FEATURE = 2.0**-14
"""Share of a triangle's longest edge within which a point lies on a vertex or an edge of it.

Far above what poses lose by rounding or in one small step, far below what can be seen."""


def swapped_natures(natures):
    """Natures (n,) of the same contacts with A and B swapped; -1 where they are unknown."""
    known = (natures >= 0) & (natures < 9)
    a, b = np.divmod(np.where(known, natures, 0), 3)
    return np.where(known, 3 * b + a, -1)


@inlined
def dimension_of(rows, start, feature):
    """Of a feature of a convex shape. Whatever is smooth counts as a face."""
    kind = int(rows[start + KIND])
    if kind == BOX or kind == HULL:
        if feature < rows[start + COUNT]:
            return 0
        return 1 if feature < rows[start + COUNT] + rows[start + EDGES] else 2
    if kind == CYLINDER:
        return 1 if feature < 2 else 2
    if kind == CONE:
        return min(feature, 2)
    return 2


@inlined
def distance_to_edge(p, a, b):
    return norm(along(sub(p, a), -closest_point_segment(p, a, b), sub(b, a)))


@inlined
def feature_at(vertices, faces, face, p):
    """(dimension, number) of the feature of a face that its point ``p`` lies on.

    Vertices and faces have their own numbers, an edge has its key: its lower vertex times the
    number of vertices plus its higher one. A face that names a vertex twice has no edges.
    """
    i, j, k = faces[face, 0], faces[face, 1], faces[face, 2]
    a, b, c = load(vertices, i), load(vertices, j), load(vertices, k)
    longest_sq = max(norm_sq(sub(b, a)), max(norm_sq(sub(c, b)), norm_sq(sub(a, c))))
    tiny = ON_FEATURE * sqrt(longest_sq)
    to_a, to_b, to_c = norm(sub(p, a)), norm(sub(p, b)), norm(sub(p, c))
    nearest = min(to_a, min(to_b, to_c))
    if nearest <= tiny:
        return 0, i if to_a == nearest else (j if to_b == nearest else k)
    if i == j or j == k or k == i:
        return 2, face
    to_ab, to_bc, to_ca = (
        distance_to_edge(p, a, b), distance_to_edge(p, b, c), distance_to_edge(p, c, a),
    )  # fmt: skip
    nearest = min(to_ab, min(to_bc, to_ca))
    if nearest > tiny:
        return 2, face
    first, last = (i, j) if to_ab == nearest else ((j, k) if to_bc == nearest else (k, i))
    return 1, min(first, last) * len(vertices) + max(first, last)


@inlined
def edge_number(edges, vertex_count, key):
    """The row of an edge in ``edges``, which are sorted, by its key."""
    first, last = 0, len(edges) - 1
    while first < last:
        middle = (first + last) // 2
        if edges[middle, 0] * vertex_count + edges[middle, 1] < key:
            first = middle + 1
        else:
            last = middle
    return first


@kernel
def mesh_features_rows(
    vertices, faces, edges, poses, points, features, dimensions, start, stop
):  # fmt: skip
    """Replace faces in ``features`` by what the points, world frame, of a posed mesh lie on.

    Where ``edges`` are left out there are keys instead of their numbers.
    """
    for n in range(start, stop):
        turn, shift = rotation_of(poses[n]), translation_of(poses[n])
        p = apply_transposed(turn, sub(load(points, n), shift))
        dimensions[n], feature = feature_at(vertices, faces, features[n], p)
        if dimensions[n] == 1 and len(edges) > 0:
            feature = edge_number(edges, len(vertices), feature)
        features[n] = feature


@kernel
def convex_dimensions_rows(rows, features, dimensions, start, stop):
    """Dimensions of the features of one convex shape."""
    for n in range(start, stop):
        dimensions[n] = dimension_of(rows, 0, features[n])
