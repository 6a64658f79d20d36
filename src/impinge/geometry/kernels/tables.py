"""The tables of a polytope's row (:mod:`impinge.geometry.kernels.convex_row`), filled."""

import numpy as np

from impinge.core.fused import fused
from impinge.core.jit import inlined, kernel
from impinge.core.memory import as_bits
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.cells import IN_CELL, LISTED, NUMBER, NUMBER_BITS, cell_of
from impinge.geometry.kernels.half_edges import sort_pairs


@kernel
def pair_loops(around, starts, vertex_count):
    """(e, 4) int64: vertices i < j, the face that runs from i to j, and the one that runs back."""
    # Those that run upward and those that run downward, by their lower and upper end.
    low, high = np.empty((2, len(around)), np.int64), np.empty((2, len(around)), np.int64)
    face, used = np.empty((2, len(around)), np.int64), np.zeros(2, np.int64)
    for f in range(len(starts) - 1):
        for k in range(starts[f], starts[f + 1]):
            a, b = around[k], around[k + 1 if k + 1 < starts[f + 1] else starts[f]]
            side = 0 if a < b else 1
            low[side, used[side]], high[side, used[side]] = min(a, b), max(a, b)
            face[side, used[side]] = f
            used[side] += 1
    count = len(around) // 2
    edges = np.empty((count, 4), np.int64)
    forth = sort_pairs(low[0, :count], high[0, :count], vertex_count)
    back = sort_pairs(low[1, :count], high[1, :count], vertex_count)
    for e in range(count):
        h = forth[e]
        edges[e, 0], edges[e, 1] = low[0, h], high[0, h]
        edges[e, 2], edges[e, 3] = face[0, h], face[1, back[e]]
    return edges


@inlined
def begin_lists(row, at, count, width):
    """Turn the numbers of entries, one place late, into places behind; returns the end."""
    place = at + count + 1
    row[at] = place
    for k in range(at + 1, at + count + 1):
        place += width * int(row[k])
        row[k] = place
    return place


@kernel
def fill_tables(row, vertices, around, starts, edges):
    """Fill all tables of a row but planes and cells; its header says where they are."""
    n, stride, f = int(row[layout.COUNT]), int(row[layout.STRIDE]), int(row[layout.FACES])
    at = int(row[layout.AT_VERTICES])
    for axis in range(3):
        for k in range(stride):
            row[at + axis * stride + k] = vertices[k if k < n else 0, axis]

    # The lists of a vertex: edges in their order have its lower neighbours first, and sorted.
    near, faces, loops = (
        int(row[layout.AT_NEIGHBOURS]),
        int(row[layout.AT_VERTEX_FACES]),
        int(row[layout.AT_LOOPS]),
    )
    for k in range(n + 1):
        row[near + k] = row[faces + k] = 0.0
    for e in range(len(edges)):
        row[near + edges[e, 0] + 1] += 1.0
        row[near + edges[e, 1] + 1] += 1.0
    for k in range(len(around)):
        row[faces + around[k] + 1] += 1.0
    begin_lists(row, near, n, 2)
    begin_lists(row, faces, n, 1)
    places = np.zeros((2, n), np.int64)
    for v in range(n):
        places[0, v], places[1, v] = int(row[near + v]), int(row[faces + v])
    at = int(row[layout.AT_EDGES])
    for e in range(len(edges)):
        for k in range(4):
            row[at + 4 * e + k] = edges[e, k]
        for k in range(2):
            place = places[0, edges[e, k]]
            row[place], row[place + 1] = edges[e, 1 - k], e
            places[0, edges[e, k]] += 2
    row[loops] = loops + f + 1
    for face in range(f):
        row[loops + face + 1] = loops + f + 1 + starts[face + 1]
        for k in range(starts[face], starts[face + 1]):
            v = around[k]
            row[loops + f + 1 + k] = v
            row[places[1, v]] = face
            places[1, v] += 1


@inlined
def vertex_of_list(row, listed, named, k):
    """Entry k of a list in the row, of up to four vertices in one number, or of all vertices."""
    if listed > 0:
        return int(row[listed + k])
    return named >> (NUMBER_BITS * k) & NUMBER if named >= 0 else k


@kernel
def fill_furthest(row, arms, numbers):
    """Which of ``arms (n, 3)`` is the furthest along each plane's normal; the first of equals.

    Arms are the vertices about their middle, lest an offset eat the digits that tell them apart.
    The table of directions says which may be the furthest. Corners of a face are equally far but
    for rounding: products are fused, which rounds less, and has the same bits everywhere.
    """
    at, across = int(row[layout.AT_PLANES]), int(row[layout.ACROSS])
    for f in range(int(row[layout.FACES])):
        d = (row[at + 4 * f], row[at + 4 * f + 1], row[at + 4 * f + 2])
        listed, named, count = 0, -1, len(arms)
        if across > 0:
            named, count = as_bits(row[int(row[layout.AT_CELLS]) + cell_of(d, across)]), IN_CELL
            if named >= LISTED:
                listed = named - LISTED + 1
                count = int(row[listed - 1])
        best = -np.inf
        for k in range(count):
            v = vertex_of_list(row, listed, named, k)
            height = fused(d[2], arms[v, 2], fused(d[1], arms[v, 1], d[0] * arms[v, 0]))
            if height > best:
                best, numbers[f] = height, v
