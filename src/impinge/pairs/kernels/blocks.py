"""A tree of eight boxes a node over boxes in an order: no links, only levels.

Boxes keep all their digits at every level: nothing is rounded, at any scale, and what a walk
finds in a block is the answer.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.core import vec
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.memory import natural

OUTWARD = 2.0**-52
"""Of a sum: more than its rounding, and at least one step of float64 further out."""


class Levels(NamedTuple):
    """What kernels take of an :class:`~impinge.pairs.ElementTree`.

    ``nodes``  (rows, 48) float64: eight times the lowest x, y and z, then the highest; lanes
               without a box are NaN, which overlaps nothing (``core.simd.meet8``).
    ``order``  (n,) int32, the elements in the order of the lanes of level 0.
    ``first``  the row where each level begins, and the number of rows last. Level 0 are blocks of
               eight boxes, a node of level 1 has eight blocks, and so on: child ``lane`` of node k
               is node ``8 k + lane`` of the level below. There are at least two levels.
    """

    nodes: Any
    order: Any
    first: Any


@kernel
def bound_elements(points_t0, points_t1, elements, margin, lower, upper, start, stop):
    """Boxes around elements whose vertices move on lines, wider by ``margin``, rounded outward."""
    outward = OUTWARD if margin > 0.0 else 0.0
    for i in range(start, stop):
        low, high = (inf, inf, inf), (-inf, -inf, -inf)
        for k in range(elements.shape[1]):
            p, q = vec.load(points_t0, elements[i, k]), vec.load(points_t1, elements[i, k])
            low, high = vec.lower(low, vec.lower(p, q)), vec.upper(high, vec.upper(p, q))
        for axis in range(3):
            a, b = low[axis] - margin, high[axis] + margin
            lower[i, axis], upper[i, axis] = a - outward * abs(a), b + outward * abs(b)


@inlined
def set_lane(nodes, row, lane, low, high):
    for axis in range(3):
        nodes[row, WIDTH * axis + lane] = low[axis]
        nodes[row, WIDTH * (3 + axis) + lane] = high[axis]


@kernel
def fill_blocks(lower, upper, order, nodes, above, start, stop):
    """Copy boxes into blocks, in the order given; lanes without a box are not written.

    The box around each block is written to the rows from ``above`` on, if that is not negative.
    """
    n = len(order)
    for block in range(start, stop):
        low, high = (inf, inf, inf), (-inf, -inf, -inf)
        # A loop of fixed length is unrolled: two thirds of the time.
        for lane in range(WIDTH):
            k = WIDTH * block + lane
            if k < n:
                i = natural(np.int64(order[k]))
                a, b = vec.load(lower, i), vec.load(upper, i)
                set_lane(nodes, natural(block), lane, a, b)
                low, high = vec.lower(low, a), vec.upper(high, b)
        if above >= 0:
            set_lane(nodes, above + block // WIDTH, block % WIDTH, low, high)


@kernel
def fill_elements(points, elements, wider, order, nodes, above, start, stop):
    """:func:`fill_blocks` with boxes around elements; it saves two arrays of corners.

    ``wider`` are a margin, and a share of a box's largest coordinate that is added to it.
    """
    n = len(order)
    for block in range(start, stop):
        low, high = (inf, inf, inf), (-inf, -inf, -inf)
        for lane in range(min(WIDTH, n - WIDTH * block)):
            i = natural(np.int64(order[WIDTH * block + lane]))
            a = b = vec.load(points, natural(elements[i, 0]))
            for k in range(1, elements.shape[1]):
                p = vec.load(points, natural(elements[i, k]))
                a, b = vec.lower(a, p), vec.upper(b, p)
            largest = 0.0
            for axis in range(3):
                largest = max(largest, max(b[axis], -a[axis]))
            margin = wider[0] + wider[1] * largest
            a = (a[0] - margin, a[1] - margin, a[2] - margin)
            b = (b[0] + margin, b[1] + margin, b[2] + margin)
            set_lane(nodes, natural(block), lane, a, b)
            low, high = vec.lower(low, a), vec.upper(high, b)
        set_lane(nodes, above + block // WIDTH, block % WIDTH, low, high)


@inlined
def least(nodes, row, at):
    """The least of eight numbers, of which the first is none of those that may be NaN."""
    found = nodes[row, at]
    for lane in range(1, WIDTH):
        if nodes[row, at + lane] < found:
            found = nodes[row, at + lane]
    return found


@inlined
def greatest(nodes, row, at):
    found = nodes[row, at]
    for lane in range(1, WIDTH):
        if nodes[row, at + lane] > found:
            found = nodes[row, at + lane]
    return found


@inlined
def lane_box(nodes, row, lane):
    """One of the eight boxes of a node: lower, then upper."""
    return (
        nodes[row, lane], nodes[row, WIDTH + lane], nodes[row, 2 * WIDTH + lane],
        nodes[row, 3 * WIDTH + lane], nodes[row, 4 * WIDTH + lane], nodes[row, 5 * WIDTH + lane],
    )  # fmt: skip


@inlined
def node_box(nodes, row):
    """The box around the eight boxes of a node."""
    return (
        least(nodes, row, 0), least(nodes, row, WIDTH), least(nodes, row, 2 * WIDTH),
        greatest(nodes, row, 3 * WIDTH), greatest(nodes, row, 4 * WIDTH),
        greatest(nodes, row, 5 * WIDTH),
    )  # fmt: skip


@kernel
def fill_levels(nodes, first):
    """The boxes of the levels above level 1, from those below them."""
    for level in range(2, len(first) - 1):
        for child in range(first[level] - first[level - 1]):
            box = node_box(nodes, first[level - 1] + child)
            row = first[level] + child // WIDTH
            set_lane(nodes, row, child % WIDTH, box[:3], box[3:])
