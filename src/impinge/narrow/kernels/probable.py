"""How probable is it that what two boxes hold meets? Klein and Zachmann 2003 [Klein2003]_.

A box is thought to be cut into ``CELLS`` equal cells; a cell is well filled if it holds a fair
share of the surface that such a cell can hold. Of the cells in which two boxes overlap, some are
well filled by one and some by the other; if the same ones by both, the surfaces are likely to cross
there. Which ones are filled is not kept, only how many: they are taken to lie anywhere.
"""

from math import exp, lgamma

import numpy as np

from impinge.core.jit import inlined, kernel

CELLS = 64
SIDE = 4
"""Cells along an edge of a box."""
TINY = 1e-300


@inlined
def log_choose(n, k):
    return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)


@kernel
def tabulate(least, table):
    """``table[s, i, j]``: the probability that at least ``least`` of ``s`` cells are filled by
    both, when one fills ``i`` of them and the other ``j`` (the tail of a hypergeometric
    distribution).
    """
    for s in range(CELLS + 1):
        for i in range(s + 1):
            for j in range(s + 1):
                total = 0.0
                for t in range(max(least, i + j - s), min(i, j) + 1):
                    total += exp(log_choose(i, t) + log_choose(s - i, j - t) - log_choose(s, j))
                table[s, i, j] = min(total, 1.0)


@inlined
def width_of(boxes, row, k):
    """Of a k-DOP row with k = 6, along axis k; never zero."""
    return max(boxes[row, 3 + k] - boxes[row, k], TINY)


@inlined
def probability(table, filled_a, row_a, filled_b, row_b, boxes_a, boxes_b):
    """That the contents of two overlapping boxes (k-DOP rows with k = 6) meet.

    The overlap holds a share of the smaller box's cells, and of these as large a share is well
    filled as of all cells of each box. Deviation: the box of B is the one around its own after a
    turn, and is taken to be filled like that one, since a surface fills about as many cells of it.
    """
    share = 1.0
    for k in range(3):
        low = max(boxes_a[row_a, k], boxes_b[row_b, k])
        high = min(boxes_a[row_a, 3 + k], boxes_b[row_b, 3 + k])
        if high < low:
            return 0.0
        # Along one axis at a time, so that flat boxes, which have no volume, have a share.
        width = min(width_of(boxes_a, row_a, k), width_of(boxes_b, row_b, k))
        share *= min(max(high - low, TINY) / width, 1.0)
    cells = max(int(CELLS * share + 0.5), 1)
    i = int(filled_a[row_a] * cells / CELLS + 0.5)
    j = int(filled_b[row_b] * cells / CELLS + 0.5)
    return table[cells, i, j]


@kernel
def count_filled(rows, volumes, points, weights, least_share, filled):
    """Well-filled cells of every box, from points spread over the triangles.

    ``points`` (n, s, 3) lie on triangle i, each standing for ``weights[i]`` of surface. The most a
    cell can hold is taken to be the area of its largest face.
    """
    areas = np.empty(CELLS)
    for row in range(len(rows)):
        for cell in range(CELLS):
            areas[cell] = 0.0
        first = rows[row, 2]
        face = 0.0
        for k in range(3):
            u = volumes[row, 3 + k] - volumes[row, k]
            v = volumes[row, 3 + (k + 1) % 3] - volumes[row, (k + 1) % 3]
            face = max(face, u * v / (SIDE * SIDE))
        for i in range(first, first + rows[row, 3]):
            for s in range(points.shape[1]):
                cell = 0
                for k in range(3):
                    place = int(
                        SIDE * (points[i, s, k] - volumes[row, k]) / width_of(volumes, row, k)
                    )
                    cell = SIDE * cell + min(max(place, 0), SIDE - 1)
                areas[cell] += weights[i]
        count = 0
        for cell in range(CELLS):
            count += areas[cell] >= least_share * face
        filled[row] = count
