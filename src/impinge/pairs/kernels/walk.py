"""Boxes of two trees that meet, or of one tree with itself: all of them, in no special order.

Sixty-four boxes walk together: those of a node of level 1 of A go down B from the top, until they
meet a node of level 1 of B. Eight blocks are then compared with eight, and eight boxes with eight,
one against eight at a time. What meets is kept as the bits of one number and taken from there, in
one loop: a processor guesses wrong at each end of a short loop, and that is what costs most here.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.simd import lowest_bit, lowest_of_64, meet8
from impinge.pairs.kernels.blocks import lane_box, node_box

STACK = 128
"""More than seven waiting nodes a level, for as many levels as there can be boxes."""
ROOM = 256
"""Rows of output to begin with, for each node of level 1."""
ALL = 0xFF


@inlined
def with_room(found, n, more):
    """``found``, or a larger copy of it if ``more`` rows would not fit after the first ``n``."""
    if n + more <= len(found):
        return found
    larger = np.empty((2 * (n + more), 2), np.int32)
    for k in range(n):
        larger[k, 0] = found[k, 0]
        larger[k, 1] = found[k, 1]
    return larger


@inlined
def meeting_blocks(nodes_a, row_a, nodes_b, row_b, same):
    """Bit ``8 a + b`` says whether child a of one node meets child b of another.

    Where both are the ``same``, each pair of children counts once, and each child with itself.
    """
    blocks = np.int64(0)
    for lane in range(WIDTH):
        mask = np.int64(meet8(nodes_b, row_b, lane_box(nodes_a, row_a, lane)))
        if same:
            mask &= ALL << lane
        blocks |= mask << (WIDTH * lane)
    return blocks


@inlined
def meeting_boxes(nodes_a, block_a, nodes_b, block_b, box_b, same):
    """Bit ``8 a + b`` likewise for the boxes of two blocks; ``box_b`` is the box around B's.

    Where both are the ``same``, each pair counts once, and none with itself.
    """
    boxes = np.int64(0)
    some = meet8(nodes_a, block_a, box_b)
    while some != 0:
        lane = np.int64(lowest_bit(some))
        some &= some - 1
        mask = np.int64(meet8(nodes_b, block_b, lane_box(nodes_a, block_a, lane)))
        if same:
            mask &= (ALL << 1) << lane
        boxes |= mask << (WIDTH * lane)
    return boxes


@kernel
def find_meeting(nodes_a, order_a, first_a, nodes_b, order_b, first_b, itself, start, stop):
    """Pairs (box of A, box of B) below nodes ``start ... stop - 1`` of level 1 of A, and how many.

    ``itself`` says that B is A: each pair comes once, the lower number first.
    """
    found = np.empty((WIDTH * WIDTH + ROOM * (stop - start), 2), np.int32)
    n = 0
    stack = np.empty((STACK, 2), np.int64)
    for group in range(start, stop):
        row_a = first_a[1] + group
        whole = node_box(nodes_a, row_a)
        stack[0, 0] = 0
        stack[0, 1] = len(first_b) - 2
        waiting = 1
        while waiting > 0:
            waiting -= 1
            node, level = stack[waiting, 0], stack[waiting, 1]
            row_b = first_b[level] + node
            if level > 1:
                mask = meet8(nodes_b, row_b, whole)
                while mask != 0:
                    child = WIDTH * node + lowest_bit(mask)
                    mask &= mask - 1
                    # Nodes before this one have already met it.
                    if itself and ((child + 1) << (3 * (level - 2))) <= group:
                        continue
                    stack[waiting, 0] = child
                    stack[waiting, 1] = level - 1
                    waiting += 1
                continue
            same = itself and node == group
            blocks = meeting_blocks(nodes_a, row_a, nodes_b, row_b, same)
            while blocks != 0:
                bit = lowest_of_64(blocks)
                blocks ^= np.int64(1) << bit
                block_a, block_b = WIDTH * group + (bit >> 3), WIDTH * node + (bit & 7)
                box_b = lane_box(nodes_b, row_b, bit & 7)
                same = itself and block_a == block_b
                boxes = meeting_boxes(nodes_a, block_a, nodes_b, block_b, box_b, same)
                found = with_room(found, n, WIDTH * WIDTH)
                while boxes != 0:
                    bit = lowest_of_64(boxes)
                    boxes ^= np.int64(1) << bit
                    i = order_a[WIDTH * block_a + (bit >> 3)]
                    j = order_b[WIDTH * block_b + (bit & 7)]
                    found[n, 0] = min(i, j) if itself else i
                    found[n, 1] = max(i, j) if itself else j
                    n += 1
    return found, n
