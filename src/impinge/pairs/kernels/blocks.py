"""A tree of eight boxes a node over boxes in an order: no links, only levels.

``nodes``  (rows, 48) float64: eight times the lowest x, y and z, then the highest; lanes without
           a box are NaN, which meets nothing (``core.simd.meet8``).
``first``  the row where each level begins, and the number of rows last. Level 0 are blocks of eight
           boxes, a node of level 1 has eight blocks, and so on: child ``lane`` of node k is node
           ``8 k + lane`` of the level below. There are at least two levels.

Boxes keep all their digits at every level: nothing is rounded, at any scale, and what a walk
finds in a block is the answer.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH


@kernel
def fill_blocks(lower, upper, order, nodes, start, stop):
    """Copy boxes into blocks, in the order given."""
    n = len(order)
    for block in range(start, stop):
        for lane in range(WIDTH):
            k = WIDTH * block + lane
            for axis in range(3):
                low, high = np.nan, np.nan
                if k < n:
                    low, high = lower[order[k], axis], upper[order[k], axis]
                nodes[block, WIDTH * axis + lane] = low
                nodes[block, WIDTH * (3 + axis) + lane] = high


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


@kernel
def fill_levels(nodes, first):
    """The boxes of the levels above the blocks, from those below them."""
    for level in range(1, len(first) - 1):
        below, count = first[level - 1], first[level] - first[level - 1]
        for k in range(first[level + 1] - first[level]):
            row = first[level] + k
            for lane in range(WIDTH):
                child = WIDTH * k + lane
                for axis in range(3):
                    low, high = np.nan, np.nan
                    if child < count:
                        low = least(nodes, below + child, WIDTH * axis)
                        high = greatest(nodes, below + child, WIDTH * (3 + axis))
                    nodes[row, WIDTH * axis + lane] = low
                    nodes[row, WIDTH * (3 + axis) + lane] = high


@inlined
def lane_box(nodes, row, lane):
    """One of the eight boxes of a node: lower, then upper."""
    return (
        nodes[row, lane],
        nodes[row, WIDTH + lane],
        nodes[row, 2 * WIDTH + lane],
        nodes[row, 3 * WIDTH + lane],
        nodes[row, 4 * WIDTH + lane],
        nodes[row, 5 * WIDTH + lane],
    )


@inlined
def node_box(nodes, row):
    """The box around the eight boxes of a node."""
    return (
        least(nodes, row, 0),
        least(nodes, row, WIDTH),
        least(nodes, row, 2 * WIDTH),
        greatest(nodes, row, 3 * WIDTH),
        greatest(nodes, row, 4 * WIDTH),
        greatest(nodes, row, 5 * WIDTH),
    )
