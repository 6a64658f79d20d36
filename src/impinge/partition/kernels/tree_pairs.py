"""Pairs of overlapping boxes from a tree, and the boxes that meet one.

A pair belongs to the node that holds the greater of the two lower corners, as in the cells of a
grid (:mod:`impinge.partition.kernels.bucket`). Boxes that stay with a node are taken along on the
way down, as guests, as long as they touch the cell.
"""

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels.bucket import (
    BEGINS,
    GUEST,
    meets,
    new_bucket,
    new_room,
    pairs_in_bucket,
    put_row,
)
from impinge.partition.kernels.cells import box_of
from impinge.partition.kernels.references import ITEM, NEXT
from impinge.partition.kernels.tree_nodes import ALL_AXES, CHILD, HEAD, clamped_box

WAITING, USED, NEEDED = 0, 1, 2
"""State of a search: nodes on the stack, codes used, codes there should be room for."""
NOTHING, CODES, GUESTS, TIME = 0, 1, 2, 3
"""What there may be too little of."""


@inlined
def touches(b, cells, node):
    """Does a box, cut off at the root's border, touch the half open cell?"""
    return (
        (b[0] < cells[node, 3]) & (cells[node, 0] <= b[3])
        & (b[1] < cells[node, 4]) & (cells[node, 1] <= b[4])
        & (b[2] < cells[node, 5]) & (cells[node, 2] <= b[5])
    )  # fmt: skip


@inlined
def begins_in(b, cells, node):
    """Bits of the axes along which a box that touches the cell begins in it."""
    return (
        1 * (b[0] >= cells[node, 0]) + 2 * (b[1] >= cells[node, 1]) + 4 * (b[2] >= cells[node, 2])
    )


@kernel
def pairs_in_tree(boxes, exact, nodes, held, stack, guests, codes, state, budget):
    """Adds the pairs of all nodes on the stack to ``codes``; what there is too little of to go on.

    ``guests`` is room for the boxes that are taken along; a row of the stack says where those of
    its node's parent are. The budget is a number of boxes looked at.
    """
    region, cells, links, refs = nodes.region, nodes.cells, nodes.links, nodes.refs
    ways = 8 if nodes.limits[3] == ALL_AXES else 2
    bucket, tags = new_bucket(held)
    room = new_room(held)
    while state[WAITING] > 0:
        if budget <= 0:
            return TIME
        top = state[WAITING] - 1
        node, first, last = stack[top, 0], stack[top, 1], stack[top, 2]
        own = 0
        r = links[node, HEAD]
        while r >= 0:
            item = refs[r, ITEM]
            bits = BEGINS if exact else begins_in(clamped_box(boxes, item, region), cells, node)
            put_row(bucket, tags, own, boxes, item, bits)
            own += 1
            r = refs[r, NEXT]
        count = own
        for g in range(first, last):
            item = guests[g]
            b = clamped_box(boxes, item, region)
            if touches(b, cells, node):
                bits = GUEST | (BEGINS if exact else begins_in(b, cells, node))
                put_row(bucket, tags, count, boxes, item, bits)
                count += 1
        child = links[node, CHILD]
        if child >= 0 and last + count > len(guests):
            return GUESTS
        used = pairs_in_bucket(bucket, tags, own, count, room, codes, state[USED])
        if used > len(codes):
            state[NEEDED] = used
            return CODES
        budget -= 1 + last - first + count + used - state[USED]
        state[USED] = used
        if child >= 0:
            for k in range(count):
                guests[last + k] = tags[k, 1]
            for c in range(ways):
                stack[top, 0], stack[top, 1], stack[top, 2] = child + c, last, last + count
                top += 1
        state[WAITING] = top
    return NOTHING


@kernel
def find_in_tree(query, boxes, exact, nodes, stack, alive, found):
    """Fills ``found`` with the boxes that meet row 0 of ``query``, each once; how many they are."""
    region, cells, links, refs = nodes.region, nodes.cells, nodes.links, nodes.refs
    ways = 8 if nodes.limits[3] == ALL_AXES else 2
    box = box_of(query, 0)
    used = 0
    if exact:
        # A triangle may be in several of the nodes asked for, and the first is not known.
        for i in range(len(boxes)):
            if alive[i] and meets(boxes, i, box):
                found[used] = i
                used += 1
        return used
    q = clamped_box(query, 0, region)
    stack[0] = 0
    waiting = 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if not touches(q, cells, node):
            continue
        bits = begins_in(q, cells, node)
        r = links[node, HEAD]
        while r >= 0:
            item = refs[r, ITEM]
            if meets(boxes, item, box):
                b = clamped_box(boxes, item, region)
                if bits | begins_in(b, cells, node) == BEGINS:
                    found[used] = item
                    used += 1
            r = refs[r, NEXT]
        if links[node, CHILD] >= 0:
            for c in range(ways):
                stack[waiting] = links[node, CHILD] + c
                waiting += 1
    return used
