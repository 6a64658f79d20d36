"""Half-edges of closed surfaces in order, and paired.

Half-edge ``3 f + k`` runs from corner k of triangle f to the next; its twin runs back. Sorting is
by counting, vertex numbers being small: its cost grows with the number of edges.
"""

import numpy as np

from impinge.core.jit import inlined, kernel


@inlined
def next_edge(h):
    return h + 1 if h % 3 < 2 else h - 2


@kernel
def sort_stably(order, keys, limit):
    """``order`` sorted by ``keys[order]``, which are below ``limit``; equal ones stay in order."""
    places = np.zeros(limit + 1, np.int64)
    for k in order:
        places[keys[k] + 1] += 1
    for i in range(limit):
        places[i + 1] += places[i]
    result = np.empty_like(order)
    for k in order:
        result[places[keys[k]]] = k
        places[keys[k]] += 1
    return result


@kernel
def sort_pairs(first, second, limit):
    """The order of pairs of numbers below ``limit``, by the first and then the second."""
    return sort_stably(sort_stably(np.arange(len(first)), second, limit), first, limit)


@kernel
def pair_edges(triangles, vertex_count, twins):
    """Fill the twin of each half-edge; False unless each runs once in each direction."""
    begins = triangles.reshape(-1)
    ends = np.empty_like(begins)
    for h in range(len(begins)):
        ends[h] = begins[next_edge(h)]
    # Both orders list the same edges then.
    forth, back = sort_pairs(begins, ends, vertex_count), sort_pairs(ends, begins, vertex_count)
    for k in range(len(begins)):
        h, t = forth[k], back[k]
        if begins[h] != ends[t] or ends[h] != begins[t]:
            return False
        twins[h] = t
    return True


@kernel
def sort_triangles(triangles, vertex_count):
    """The triangles of a closed surface, each with its lowest vertex first, in the order of these.

    The first two vertices name a half-edge, so that no two triangles have the same.
    """
    turned = np.empty((3, len(triangles)), np.int64)
    for f in range(len(triangles)):
        k = 0
        for c in (1, 2):
            if triangles[f, c] < triangles[f, k]:
                k = c
        for c in range(3):
            turned[c, f] = triangles[f, (k + c) % 3]
    order = sort_pairs(turned[0], turned[1], vertex_count)
    result = np.empty((len(triangles), 3), np.int64)
    for k in range(len(order)):
        for c in range(3):
            result[k, c] = turned[c, order[k]]
    return result


@kernel
def number_corners(triangles, point_count):
    """The points that triangles name, in order, and the triangles by their numbers among these."""
    numbers = np.full(point_count, -1, np.int64)
    for f in range(len(triangles)):
        for c in range(3):
            numbers[triangles[f, c]] = 0
    rows = np.empty(point_count, np.int64)
    count = 0
    for i in range(point_count):
        if numbers[i] == 0:
            numbers[i] = count
            rows[count] = i
            count += 1
    renumbered = np.empty((len(triangles), 3), np.int64)
    for f in range(len(triangles)):
        for c in range(3):
            renumbered[f, c] = numbers[triangles[f, c]]
    return rows[:count].copy(), renumbered
