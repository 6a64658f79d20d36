"""Nodes that hold too much are divided, and those that hold too little joined."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels.references import LIVE, NEXT
from impinge.partition.kernels.tree_nodes import (
    ALL_AXES,
    AXIS,
    CHILD,
    COUNT,
    DEPTH,
    FREE_BLOCK,
    HEAD,
    ITEM,
    MERGE,
    MERGES,
    NODE_TOP,
    PARENT,
    RETRY,
    SPLIT,
    SPLITS,
    STAMP,
    TO_MERGE,
    TO_SPLIT,
    WAITS,
    attach,
    child_side,
    children_of,
    clamped_box,
    detach,
    drop_ref,
    new_ref,
    overfull,
    wait_for,
)

SAMPLE = 64
"""Boxes whose middle one places the plane of a k-d node."""
NARROW = 0.25
"""Share of a node that a plane leaves on either side, at least. It bounds the nodes of a box."""
WORTH_OCTREE, WORTH_KD = 2.5, 1.5
"""References below a divided node for each box that goes there, at most: more, and dividing only
makes copies."""
NOTHING, REFERENCES, NODES, TIME = 0, 1, 2, 3
"""What there may be too little of."""
GROWN = 2
"""A leaf that was not worth dividing is looked at again when it holds so many times as much."""


@inlined
def place_planes(node, axes, adaptive, boxes, cells, planes, links, refs, region, sample):
    """Choose the plane or planes of a node; False if there is no room between its sides."""
    links[node, AXIS] = ALL_AXES
    if axes == ALL_AXES:
        inside = True
        for k in range(3):
            planes[node, k] = 0.5 * cells[node, k] + 0.5 * cells[node, k + 3]
            inside &= cells[node, k] < planes[node, k] < cells[node, k + 3]
        return inside
    axis, widest = 0, -1.0
    count = sample_middles(node, boxes, links, refs, region, sample) if adaptive else 0
    for k in range(3):
        width = 0.5 * cells[node, k + 3] - 0.5 * cells[node, k]
        if adaptive:
            width = spread_along(sample, count, k)
        if width > widest:
            axis, widest = k, width
    low, high = cells[node, axis], cells[node, axis + 3]
    plane = 0.5 * low + 0.5 * high
    if adaptive:
        plane = middle_one(sample, count, axis)
        plane = max(plane, (1.0 - NARROW) * low + NARROW * high)
        plane = min(plane, NARROW * low + (1.0 - NARROW) * high)
    links[node, AXIS] = axis
    planes[node, 0] = plane
    return low < plane < high


@inlined
def sample_middles(node, boxes, links, refs, region, sample):
    """Fills ``sample`` with the middles of boxes at equal steps of the list; how many."""
    step = max(links[node, COUNT] // SAMPLE, 1)
    count, place = 0, 0
    r = links[node, HEAD]
    while r >= 0 and count < len(sample):
        if place % step == 0:
            b = clamped_box(boxes, refs[r, ITEM], region)
            for k in range(3):
                sample[count, k] = 0.5 * b[k] + 0.5 * b[k + 3]
            count += 1
        place += 1
        r = refs[r, NEXT]
    return count


@inlined
def spread_along(sample, count, k):
    """Half the distance between the outermost."""
    low, high = np.inf, -np.inf
    for i in range(count):
        low, high = min(low, sample[i, k]), max(high, sample[i, k])
    return 0.5 * high - 0.5 * low


@inlined
def middle_one(sample, count, k):
    """The median along an axis; sorts that column."""
    for i in range(1, count):
        c = sample[i, k]
        j = i
        while j > 0 and sample[j - 1, k] > c:
            sample[j, k] = sample[j - 1, k]
            j -= 1
        sample[j, k] = c
    return sample[count // 2, k]


@inlined
def ones(mask):
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


@kernel
def divide(node, tree, sample, masks):
    """Give a leaf children, if that is worth it; what there was too little of to do so.

    ``limits``: most boxes of a leaf, least of a divided node, depth, axes, whether to adapt.
    """
    boxes, corners, region, limits, cells, planes, links, refs, first, waiting, counters = tree
    axes, adaptive = limits[3], limits[4] != 0
    ways = 8 if axes == ALL_AXES else 2
    if not place_planes(node, axes, adaptive, boxes, cells, planes, links, refs, region, sample):
        links[node, RETRY] = GROWN * links[node, COUNT]
        return NOTHING
    count, below, kept = links[node, COUNT], 0, 0
    place = 0
    r = links[node, HEAD]
    while r >= 0:
        item = refs[r, ITEM]
        b = clamped_box(boxes, item, region)
        mask = children_of(b, item, corners, cells, planes, links, node, region)
        masks[place] = mask
        place += 1
        below += ones(mask)
        kept += 1 * (mask < 0)
        r = refs[r, NEXT]
    worth = WORTH_OCTREE if ways == 8 else WORTH_KD
    useful = kept < count and (
        not adaptive or (below <= worth * (count - kept) and 2 * kept <= count)
    )
    if not useful:
        links[node, RETRY] = GROWN * count
        return NOTHING
    if len(refs) - counters[LIVE] < below:
        return REFERENCES
    if counters[FREE_BLOCK] < 0 and counters[NODE_TOP] + ways > len(links):
        return NODES
    child = counters[FREE_BLOCK]
    if child >= 0:
        counters[FREE_BLOCK] = links[child, CHILD]
    else:
        child = counters[NODE_TOP]
        counters[NODE_TOP] += ways
    for c in range(ways):
        for k in range(3):
            cells[child + c, k] = child_side(cells, planes, links[node, AXIS], node, c, k, False)
            cells[child + c, k + 3] = child_side(cells, planes, links[node, AXIS], node, c, k, True)
        links[child + c, PARENT], links[child + c, CHILD] = node, -1
        links[child + c, HEAD], links[child + c, COUNT] = -1, 0
        links[child + c, DEPTH] = links[node, DEPTH] + 1
        links[child + c, WAITS], links[child + c, RETRY] = 0, 0
    r, place = links[node, HEAD], 0
    while r >= 0:
        following, item, mask = refs[r, NEXT], refs[r, ITEM], masks[place]
        place += 1
        if mask >= 0:
            detach(r, links, refs)
            # The reference itself goes to the first child, copies to the others.
            used = False
            for c in range(ways):
                if (mask >> c) & 1:
                    attach(r if not used else new_ref(item, refs, first, counters), child + c,
                           links, refs)  # fmt: skip
                    used = True
        r = following
    links[node, CHILD] = child
    counters[SPLITS] += 1
    for c in range(ways):
        if overfull(child + c, links, limits[0], limits[2]):
            wait_for(child + c, SPLIT, links, waiting, counters)
    return NOTHING


@inlined
def mark_list(node, links, refs, marks, stamp):
    """Mark the boxes of a node; how many were not marked before."""
    fresh = 0
    r = links[node, HEAD]
    while r >= 0:
        if marks[refs[r, ITEM]] != stamp:
            marks[refs[r, ITEM]] = stamp
            fresh += 1
        r = refs[r, NEXT]
    return fresh


@kernel
def join(node, limits, links, refs, first, marks, counters):
    """Take the children of a node away, if all of them hold little; whether it was so."""
    ways = 8 if limits[3] == ALL_AXES else 2
    child = links[node, CHILD]
    if child < 0:
        return False
    total = links[node, COUNT]
    for c in range(ways):
        if links[child + c, CHILD] >= 0:
            return False
        total += links[child + c, COUNT]
    if total >= ways * limits[1]:
        return False
    counters[STAMP] += 1
    count = mark_list(node, links, refs, marks, counters[STAMP])
    for c in range(ways):
        count += mark_list(child + c, links, refs, marks, counters[STAMP])
    if count >= limits[1]:
        return False
    counters[STAMP] += 1
    mark_list(node, links, refs, marks, counters[STAMP])
    for c in range(ways):
        r = links[child + c, HEAD]
        while r >= 0:
            following, item = refs[r, NEXT], refs[r, ITEM]
            detach(r, links, refs)
            if marks[item] == counters[STAMP]:
                drop_ref(r, refs, first, counters)
            else:
                marks[item] = counters[STAMP]
                attach(r, node, links, refs)
            r = following
        links[child + c, WAITS] = 0
    links[child, CHILD] = counters[FREE_BLOCK]
    counters[FREE_BLOCK] = child
    links[node, CHILD], links[node, RETRY] = -1, 0
    counters[MERGES] += 1
    return True


@kernel
def settle(tree, marks, budget):
    """Join and divide until nothing waits; what there is too little of to go on."""
    limits, links, refs, first = tree.limits, tree.links, tree.refs, tree.first
    waiting, counters = tree.waiting, tree.counters
    while counters[TO_MERGE] > 0:
        counters[TO_MERGE] -= 1
        node = waiting[MERGE - 1, counters[TO_MERGE]]
        if links[node, WAITS] & MERGE:
            links[node, WAITS] &= ~MERGE
            if join(node, limits, links, refs, first, marks, counters) and links[node, PARENT] >= 0:
                wait_for(links[node, PARENT], MERGE, links, waiting, counters)
    sample = np.empty((2 * SAMPLE, 3))
    masks = np.empty(len(refs), np.int16)
    while counters[TO_SPLIT] > 0:
        if budget <= 0:
            return TIME
        node = waiting[SPLIT - 1, counters[TO_SPLIT] - 1]
        if links[node, WAITS] & SPLIT and overfull(node, links, limits[0], limits[2]):
            # What divide() puts on the list must not fall on this place.
            counters[TO_SPLIT] -= 1
            links[node, WAITS] &= ~SPLIT
            budget -= links[node, COUNT]
            short_of = divide(node, tree, sample, masks)
            if short_of != NOTHING:
                wait_for(node, SPLIT, links, waiting, counters)
                return short_of
        else:
            links[node, WAITS] &= ~SPLIT
            counters[TO_SPLIT] -= 1
    return NOTHING
