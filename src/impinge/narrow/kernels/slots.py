"""The way up in a tree: from faces to the slots that hold them, and on to the entry.

``holders`` (n,) int64: the slot of the leaf that holds each face. ``above`` (m,) int64: the slot
that leads to each row, -1 for the first.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.hierarchy.kernels.node import child_at, leaf_range


@kernel
def find_slots(nodes, triangles, holders, above):
    above[0] = -1
    for row in range(len(nodes)):
        for lane in range(WIDTH):
            if nodes[row, HALF + lane] < 0.0:
                continue
            slot = 8 * row + lane
            child = child_at(nodes, slot)
            if child >= 0:
                above[child] = slot
                continue
            first, stop = leaf_range(child)
            for i in range(first, stop):
                holders[int(triangles[i, 9])] = slot


@inlined
def mark_up(slots, face, live, wanted):
    """Mark the slots from a face to the entry; those that are marked lead to marked ones."""
    holders, above = slots
    slot = holders[face]
    while slot >= 0 and live[slot] != wanted:
        live[slot] = wanted
        slot = above[slot >> 3]
