"""Pairs of boxes that overlap, of two trees or of one with itself, streamed in groups.

A kernel that needs candidate pairs walks two trees (:class:`~impinge.pairs.kernels.blocks.Levels`)
without a list of all pairs, and is run over ranges of the ``groups`` of A by ``run_rows``::

    walk, pairs = begin_walk(start, stop), np.empty((CAPACITY, 2), np.int32)
    while True:
        count = next_pairs(a, b, itself, walk, pairs)
        if count == 0:
            break
        for k in range(count):
            ...  # elements pairs[k, 0] of A and pairs[k, 1] of B

The order of pairs depends on the trees alone. ``continuous.kernels.meeting`` is an example.

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
MOST = WIDTH * WIDTH
"""Pairs of two blocks: what must fit into a buffer."""
CAPACITY = 16 * MOST
"""Rows of a buffer for streamed pairs."""
GROUP, STOP, WAITING, NODE, BLOCKS, NODES = range(6)
"""Columns of a walk: group of A, end of the groups, number of nodes of B that wait, node of B at
level 1 that is compared, bits of its blocks left to compare; then waiting nodes and levels."""


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
def put_pair(pairs, n, i, j):
    """Write row ``n``; the number of the next."""
    pairs[n, 0] = i
    pairs[n, 1] = j
    return n + 1


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
def begin_walk(start, stop):
    """The state of a walk over groups ``start ... stop - 1`` of A, for :func:`next_pairs`."""
    walk = np.empty(NODES + 2 * STACK, np.int64)
    walk[GROUP], walk[STOP], walk[WAITING], walk[NODE], walk[BLOCKS] = start - 1, stop, 0, 0, 0
    return walk


@kernel
def next_pairs(a, b, itself, walk, pairs):
    """Write the next pairs (element of A, element of B) of a walk; how many, 0 at its end.

    ``pairs`` is (n, 2) int32 with at least ``MOST`` rows. ``itself`` says that B is A: each pair
    comes once, the lower number first, and none of an element with itself.
    """
    nodes_a, nodes_b, first_b = a.nodes, b.nodes, b.first
    group, waiting, node, blocks = walk[GROUP], walk[WAITING], walk[NODE], walk[BLOCKS]
    row_a, row_b = a.first[1] + max(group, 0), first_b[1] + node
    whole = node_box(nodes_a, row_a)
    n = 0
    while True:
        while blocks != 0:
            if n + MOST > len(pairs):
                walk[GROUP], walk[WAITING], walk[NODE], walk[BLOCKS] = group, waiting, node, blocks
                return n
            bit = lowest_of_64(blocks)
            blocks ^= np.int64(1) << bit
            block_a, block_b = WIDTH * group + (bit >> 3), WIDTH * node + (bit & 7)
            box_b = lane_box(nodes_b, row_b, bit & 7)
            same = itself and block_a == block_b
            boxes = meeting_boxes(nodes_a, block_a, nodes_b, block_b, box_b, same)
            while boxes != 0:
                bit = lowest_of_64(boxes)
                boxes ^= np.int64(1) << bit
                i = a.order[WIDTH * block_a + (bit >> 3)]
                j = b.order[WIDTH * block_b + (bit & 7)]
                if itself:
                    i, j = min(i, j), max(i, j)
                n = put_pair(pairs, n, i, j)
        if waiting == 0:
            walk[GROUP], walk[WAITING], walk[BLOCKS] = group, 0, 0
            group += 1
            if group >= walk[STOP]:
                return n
            row_a = a.first[1] + group
            whole = node_box(nodes_a, row_a)
            walk[NODES], walk[NODES + 1] = 0, len(first_b) - 2
            waiting = 1
        waiting -= 1
        node, level = walk[NODES + 2 * waiting], walk[NODES + 2 * waiting + 1]
        row_b = first_b[level] + node
        if level == 1:
            blocks = meeting_blocks(nodes_a, row_a, nodes_b, row_b, itself and node == group)
            continue
        mask = meet8(nodes_b, row_b, whole)
        while mask != 0:
            child = WIDTH * node + lowest_bit(mask)
            mask &= mask - 1
            # Nodes before this one have already met it.
            if itself and ((child + 1) << (3 * (level - 2))) <= group:
                continue
            walk[NODES + 2 * waiting], walk[NODES + 2 * waiting + 1] = child, level - 1
            waiting += 1


@kernel
def find_overlapping(a, b, itself, start, stop):
    """All pairs of groups ``start ... stop - 1`` of A, as of :func:`next_pairs`; how many."""
    walk = begin_walk(start, stop)
    found = np.empty((MOST + ROOM * (stop - start), 2), np.int32)
    n, count = 0, -1
    while count != 0:
        found = with_room(found, n, MOST)
        count = next_pairs(a, b, itself, walk, found[n:])
        n += count
    return found, n
