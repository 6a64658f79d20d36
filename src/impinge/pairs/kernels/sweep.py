"""Pairs without a tree, eight boxes at a time: every box against every other, and by a sweep."""

import numpy as np

from impinge.core.jit import kernel
from impinge.core.lanes import WIDTH
from impinge.core.simd import lowest_of_64, meet8
from impinge.pairs.kernels.blocks import lane_box
from impinge.pairs.kernels.walk import ALL, ROOM, put_pair, with_room


@kernel
def find_everywhere(nodes, start, stop):
    """Pairs of boxes ``start ... stop - 1`` with later ones, and how many.

    Boxes are in blocks of eight, in the order of their numbers.
    """
    found = np.empty((WIDTH + ROOM * (stop - start) // WIDTH, 2), np.int32)
    n = 0
    for i in range(start, stop):
        own = i // WIDTH
        box = lane_box(nodes, own, i % WIDTH)
        for block in range(own, len(nodes)):
            mask = np.int64(meet8(nodes, block, box))
            if block == own:
                mask &= (ALL << 1) << (i % WIDTH)
            if mask != 0:
                found = with_room(found, n, WIDTH)
            while mask != 0:
                n = put_pair(found, n, i, WIDTH * block + lowest_of_64(mask))
                mask &= mask - 1
    return found, n


@kernel
def find_sweeping(nodes, order, axis, start, stop):
    """Pairs of the boxes of blocks ``start ... stop - 1`` with later ones, and how many.

    Boxes are in blocks, by their lower side along the axis: all that begin before a box ends follow
    it directly.
    """
    blocks = len(nodes)
    found = np.empty((WIDTH + ROOM * (stop - start), 2), np.int32)
    n = 0
    for block in range(start, stop):
        for lane in range(min(WIDTH, len(order) - WIDTH * block)):
            box = lane_box(nodes, block, lane)
            end = nodes[block, WIDTH * (3 + axis) + lane]
            i = order[WIDTH * block + lane]
            # Of its own block only those that come later.
            later = (ALL << 1) << lane
            other = block
            while other < blocks and nodes[other, WIDTH * axis] <= end:
                mask = np.int64(meet8(nodes, other, box)) & later
                later = ALL
                found = with_room(found, n, WIDTH)
                while mask != 0:
                    j = order[WIDTH * other + lowest_of_64(mask)]
                    mask &= mask - 1
                    n = put_pair(found, n, min(i, j), max(i, j))
                other += 1
    return found, n
