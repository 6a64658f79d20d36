"""Vertices near faces and edges near edges: which pairs, and their stencils."""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, any_square_to, cross, load, norm_sq, store, sub, unit_vector
from impinge.geometry.kernels.segment import closest_edge_edge
from impinge.geometry.kernels.triangle import closest_point_triangle
from impinge.hierarchy.kernels.one_tree import largest_of
from impinge.pairs.kernels.walk import CAPACITY, begin_walk, next_pairs, with_room

FLOOR = 2.0**-50
"""Of the largest difference of coordinates: a computed distance below counts as zero, as its
direction is rounding. Errors up to 0.4 of this were seen, for needles and nearly parallel edges;
with what is taken for zero they stay below 2**-49."""
ORIGIN = (0.0, 0.0, 0.0)
"""Differences from it have no negative zeros, unlike negated numbers."""
ON_EDGE = 2.0**-52
"""A weight on a face below this is zero: 1 - v - w rounds by less on the edge opposite."""


@inlined
def distance_of(delta, d, e, r):
    """The length of a difference, or 0 if it is all rounding; d, e and r say how large things are.

    A pair is near by this number alone, so it does not matter which boxes have led to it.
    """
    distance = sqrt(norm_sq(delta))
    if distance <= FLOOR * max(largest_of(d), max(largest_of(e), largest_of(r))):
        return 0.0
    return distance


@inlined
def corners_of(firsts, i, seconds, j, square):
    """The four vertices of two edges, or of a vertex and a face.

    Nothing before the branch: loops over pairs are then compiled apart for both, in half the time.
    """
    if square:
        return firsts[i, 0], firsts[i, 1], seconds[j, 0], seconds[j, 1]
    return firsts[i, 0], seconds[j, 0], seconds[j, 1], seconds[j, 2]


@inlined
def share_a_vertex(a, b, c, d, square):
    if square:
        return (a == c) | (a == d) | (b == c) | (b == d)
    return (a == b) | (a == c) | (a == d)


@inlined
def measure(p, q, a, b, square):
    """(weights, difference, distance) of the closest points of two features.

    Edges pq and ab if ``square``, else a vertex p and a face qab.
    """
    if square:
        d, e, r = sub(q, p), sub(b, a), sub(p, a)
        s, t = closest_edge_edge(d, e, r, norm_sq(d), norm_sq(e))
        delta = along(along(r, s, d), -t, e)
        return (1.0 - s, s, t - 1.0, 0.0 - t), delta, distance_of(delta, d, e, r)
    d, e, r = sub(a, q), sub(b, q), sub(p, q)
    v, w = closest_point_triangle(p, q, a, b)
    u = 1.0 - v - w
    if u < ON_EDGE:
        u = 0.0
    delta = along(along(r, -v, d), -w, e)
    return (1.0, 0.0 - u, 0.0 - v, 0.0 - w), delta, distance_of(delta, d, e, r)


@inlined
def normal_of(delta, distance, p, q, a, b, square):
    """The unit vector from the first point to the second, or one square to both features.

    Where a vertex lies on a face, the vertex counts as outside.
    """
    if distance > 0.0:
        return sub(ORIGIN, unit_vector(delta)[0])
    d, e = (sub(q, p), sub(b, a)) if square else (sub(b, q), sub(a, q))
    d, e = unit_vector(d)[0], unit_vector(e)[0]
    normal, proper = unit_vector(cross(d, e))
    if proper:
        return normal
    return any_square_to(d)


@inlined
def nature_of(weights, square):
    """``geometry.nature.Nature``: dimensions of the features that the closest points are on."""
    if square:
        first = 1 if weights[0] != 0.0 and weights[1] != 0.0 else 0
        second = 1 if weights[2] != 0.0 and weights[3] != 0.0 else 0
        return 3 * first + second
    second = -1
    for k in range(1, 4):
        if weights[k] != 0.0:
            second += 1
    return second


@kernel
def find_near(tree_a, tree_b, points, firsts, seconds, square, thickness, flat, start, stop):
    """Pairs at most ``thickness`` apart that share no vertex, as of ``find_overlapping``; how many.

    Edges with edges if ``square``, where B is A; else vertices with faces. ``flat`` has the flat
    region that each vertex is inside of, or -1; pairs inside one region are left out. It may be
    empty.
    """
    walk, pairs = begin_walk(start, stop), np.empty((CAPACITY, 2), np.int32)
    found = np.empty((CAPACITY, 2), np.int32)
    n = 0
    while True:
        count = next_pairs(tree_a, tree_b, square, walk, pairs)
        if count == 0:
            return found, n
        found = with_room(found, n, count)
        # Loops without branches: a processor guesses wrong at every fourth pair otherwise.
        apart = 0
        for k in range(count):
            i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
            a, b, c, d = corners_of(firsts, i, seconds, j, square)
            pairs[apart, 0], pairs[apart, 1] = i, j
            apart += 1 - np.int64(share_a_vertex(a, b, c, d, square))
        if len(flat) > 0:
            count, apart = apart, 0
            for k in range(count):
                i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
                a, b, c, d = corners_of(firsts, i, seconds, j, square)
                w, x, y, z = flat[a], flat[b], flat[c], flat[d]
                pairs[apart, 0], pairs[apart, 1] = i, j
                apart += 1 - np.int64((w >= 0) & (w == x) & (w == y) & (w == z))
        for k in range(apart):
            i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
            a, b, c, d = corners_of(firsts, i, seconds, j, square)
            p, q, x, y = load(points, a), load(points, b), load(points, c), load(points, d)
            found[n, 0], found[n, 1] = i, j
            n += np.int64(measure(p, q, x, y, square)[2] <= thickness)


@kernel
def write_near(pairs, points, firsts, seconds, square, rows, start, stop):
    """Stencils of pairs; ``rows`` are vertices, weights, distances, normals and natures."""
    vertices, weights, distances, normals, natures = rows
    for row in range(start, stop):
        corners = corners_of(firsts, pairs[row, 0], seconds, pairs[row, 1], square)
        p, q = load(points, corners[0]), load(points, corners[1])
        a, b = load(points, corners[2]), load(points, corners[3])
        found, delta, distance = measure(p, q, a, b, square)
        for k in range(4):
            vertices[row, k], weights[row, k] = corners[k], found[k]
        distances[row] = distance
        store(normals, row, normal_of(delta, distance, p, q, a, b, square))
        natures[row] = nature_of(found, square)
