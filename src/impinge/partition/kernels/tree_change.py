"""Boxes into a tree and out of it; nodes that hold too much are divided, too little joined."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels import tree_nodes as tree
from impinge.partition.kernels.references import ITEM, LIVE, MOVED, NEXT, OUTSIDE, SAME, free_ref

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
def place_planes(node, adaptive, boxes, nodes, sample):
    """Choose the plane or planes of a node; False if there is no room between its sides."""
    cells, planes, links = nodes.cells, nodes.planes, nodes.links
    links[node, tree.AXIS] = tree.ALL_AXES
    if nodes.limits[3] == tree.ALL_AXES:
        inside = True
        for k in range(3):
            planes[node, k] = 0.5 * cells[node, k] + 0.5 * cells[node, k + 3]
            inside &= cells[node, k] < planes[node, k] < cells[node, k + 3]
        return inside
    axis, widest = 0, -1.0
    count = sample_middles(node, boxes, nodes, sample) if adaptive else 0
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
    links[node, tree.AXIS] = axis
    planes[node, 0] = plane
    return low < plane < high


@inlined
def sample_middles(node, boxes, nodes, sample):
    """Fills ``sample`` with the middles of boxes at equal steps of the list; how many."""
    links, refs = nodes.links, nodes.refs
    step = max(links[node, tree.COUNT] // SAMPLE, 1)
    count, place = 0, 0
    r = links[node, tree.HEAD]
    while r >= 0 and count < len(sample):
        if place % step == 0:
            b = tree.clamped_box(boxes, refs[r, ITEM], nodes.region)
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
def divide(node, boxes, corners, nodes, sample, masks):
    """Give a leaf children, if that is worth it; what there was too little of to do so."""
    region, cells, planes, links = nodes.region, nodes.cells, nodes.planes, nodes.links
    refs, counters = nodes.refs, nodes.counters
    adaptive = nodes.limits[4] != 0
    ways = 8 if nodes.limits[3] == tree.ALL_AXES else 2
    if not place_planes(node, adaptive, boxes, nodes, sample):
        links[node, tree.RETRY] = GROWN * links[node, tree.COUNT]
        return NOTHING
    count, below, kept = links[node, tree.COUNT], 0, 0
    place = 0
    r = links[node, tree.HEAD]
    while r >= 0:
        item = refs[r, ITEM]
        b = tree.clamped_box(boxes, item, region)
        mask = tree.children_of(b, item, corners, cells, planes, links, node, region)
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
        links[node, tree.RETRY] = GROWN * count
        return NOTHING
    if len(refs) - counters[LIVE] < below:
        return REFERENCES
    if counters[tree.FREE_BLOCK] < 0 and counters[tree.NODE_TOP] + ways > len(links):
        return NODES
    child = counters[tree.FREE_BLOCK]
    if child >= 0:
        counters[tree.FREE_BLOCK] = links[child, tree.CHILD]
    else:
        child = counters[tree.NODE_TOP]
        counters[tree.NODE_TOP] += ways
    for c in range(ways):
        for k in range(3):
            low, high = tree.child_range(cells, planes, links[node, tree.AXIS], node, c, k)
            cells[child + c, k], cells[child + c, k + 3] = low, high
        links[child + c, tree.PARENT], links[child + c, tree.CHILD] = node, -1
        links[child + c, tree.HEAD], links[child + c, tree.COUNT] = -1, 0
        links[child + c, tree.DEPTH] = links[node, tree.DEPTH] + 1
        links[child + c, tree.WAITS], links[child + c, tree.RETRY] = 0, 0
    r, place = links[node, tree.HEAD], 0
    while r >= 0:
        following, item, mask = refs[r, NEXT], refs[r, ITEM], masks[place]
        place += 1
        if mask >= 0:
            tree.detach(r, links, refs)
            # The reference itself goes to the first child, copies to the others.
            used = False
            for c in range(ways):
                if (mask >> c) & 1:
                    own = r if not used else tree.new_ref(item, nodes)
                    tree.attach(own, child + c, links, refs)
                    used = True
        r = following
    links[node, tree.CHILD] = child
    counters[tree.SPLITS] += 1
    for c in range(ways):
        if tree.overfull(child + c, nodes):
            tree.wait_for(child + c, tree.SPLIT, nodes)
    return NOTHING


@inlined
def mark_list(node, nodes):
    """Mark the boxes of a node; how many were not marked before."""
    links, refs, marks, stamp = nodes.links, nodes.refs, nodes.marks, nodes.counters[tree.STAMP]
    fresh = 0
    r = links[node, tree.HEAD]
    while r >= 0:
        if marks[refs[r, ITEM]] != stamp:
            marks[refs[r, ITEM]] = stamp
            fresh += 1
        r = refs[r, NEXT]
    return fresh


@kernel
def join(node, nodes):
    """Take the children of a node away, if all of them hold little; whether it was so."""
    limits, links, refs, counters = nodes.limits, nodes.links, nodes.refs, nodes.counters
    ways = 8 if limits[3] == tree.ALL_AXES else 2
    child = links[node, tree.CHILD]
    if child < 0:
        return False
    total = links[node, tree.COUNT]
    for c in range(ways):
        if links[child + c, tree.CHILD] >= 0:
            return False
        total += links[child + c, tree.COUNT]
    if total >= ways * limits[1]:
        return False
    counters[tree.STAMP] += 1
    count = mark_list(node, nodes)
    for c in range(ways):
        count += mark_list(child + c, nodes)
    if count >= limits[1]:
        return False
    counters[tree.STAMP] += 1
    mark_list(node, nodes)
    for c in range(ways):
        r = links[child + c, tree.HEAD]
        while r >= 0:
            following, item = refs[r, NEXT], refs[r, ITEM]
            tree.detach(r, links, refs)
            if nodes.marks[item] == counters[tree.STAMP]:
                tree.drop_ref(r, nodes)
            else:
                nodes.marks[item] = counters[tree.STAMP]
                tree.attach(r, node, links, refs)
            r = following
        links[child + c, tree.WAITS] = 0
    links[child, tree.CHILD] = counters[tree.FREE_BLOCK]
    counters[tree.FREE_BLOCK] = child
    links[node, tree.CHILD], links[node, tree.RETRY] = -1, 0
    counters[tree.MERGES] += 1
    return True


@kernel
def settle(boxes, corners, nodes, budget):
    """Join and divide until nothing waits; what there is too little of to go on."""
    links, waiting, counters = nodes.links, nodes.waiting, nodes.counters
    while counters[tree.TO_MERGE] > 0:
        counters[tree.TO_MERGE] -= 1
        node = waiting[tree.MERGE - 1, counters[tree.TO_MERGE]]
        if links[node, tree.WAITS] & tree.MERGE:
            links[node, tree.WAITS] &= ~tree.MERGE
            if join(node, nodes) and links[node, tree.PARENT] >= 0:
                tree.wait_for(links[node, tree.PARENT], tree.MERGE, nodes)
    sample = np.empty((2 * SAMPLE, 3))
    masks = np.empty(len(nodes.refs), np.int16)
    while counters[tree.TO_SPLIT] > 0:
        if budget <= 0:
            return TIME
        node = waiting[tree.SPLIT - 1, counters[tree.TO_SPLIT] - 1]
        if links[node, tree.WAITS] & tree.SPLIT and tree.overfull(node, nodes):
            # What divide() puts on the list must not fall on this place.
            counters[tree.TO_SPLIT] -= 1
            links[node, tree.WAITS] &= ~tree.SPLIT
            budget -= links[node, tree.COUNT]
            short_of = divide(node, boxes, corners, nodes, sample, masks)
            if short_of != NOTHING:
                tree.wait_for(node, tree.SPLIT, nodes)
                return short_of
        else:
            links[node, tree.WAITS] &= ~tree.SPLIT
            counters[tree.TO_SPLIT] -= 1
    return NOTHING


@inlined
def list_in(item, found, nodes):
    """Put a box on the lists of its nodes."""
    for t in range(found):
        node = nodes.targets[t]
        tree.attach(tree.new_ref(item, nodes), node, nodes.links, nodes.refs)
        if tree.overfull(node, nodes):
            tree.wait_for(node, tree.SPLIT, nodes)


@inlined
def take_out(item, nodes):
    """Take a box off all lists; its nodes may have become too empty."""
    links, refs = nodes.links, nodes.refs
    r = nodes.first[item]
    while r >= 0:
        same, node = refs[r, SAME], refs[r, tree.NODE]
        tree.detach(r, links, refs)
        free_ref(r, refs, nodes.counters)
        emptier = node if links[node, tree.CHILD] >= 0 else links[node, tree.PARENT]
        if emptier >= 0:
            tree.wait_for(emptier, tree.MERGE, nodes)
        r = same
    nodes.first[item] = -1


@kernel
def insert_rows(ids, start, stop, boxes, corners, nodes):
    """Put boxes start to stop in; the first that there was no room for, or ``stop``."""
    for k in range(start, stop):
        if len(nodes.refs) - nodes.counters[LIVE] < tree.TARGETS:
            return k
        item = ids[k]
        b = tree.clamped_box(boxes, item, nodes.region)
        found = tree.collect_nodes(b, item, 0, corners, nodes)
        list_in(item, found, nodes)
        nodes.counters[OUTSIDE] += tree.beyond(boxes, item, nodes.region)
    return stop


@kernel
def remove_rows(ids, boxes, nodes):
    for k in range(len(ids)):
        take_out(ids[k], nodes)
        nodes.counters[OUTSIDE] -= tree.beyond(boxes, ids[k], nodes.region)


@inlined
def holds(cells, node, b):
    """Is the box within the node's cell?"""
    return (
        (cells[node, 0] <= b[0]) & (b[3] < cells[node, 3])
        & (cells[node, 1] <= b[1]) & (b[4] < cells[node, 4])
        & (cells[node, 2] <= b[2]) & (b[5] < cells[node, 5])
    )  # fmt: skip


@inlined
def same_nodes(item, found, nodes):
    """Is the box on the lists of just these nodes?"""
    refs = nodes.refs
    r = nodes.first[item]
    count = 0
    while r >= 0:
        known = False
        for t in range(found):
            known |= nodes.targets[t] == refs[r, tree.NODE]
        if not known:
            return False
        count += 1
        r = refs[r, SAME]
    return count == found


@kernel
def move_rows(ids, start, stop, moved, boxes, corners, nodes):
    """Boxes to new places, ``moved`` row by row; those that stay in their nodes are only noted.

    The search begins at the lowest node that holds both places. Returns the first that there was no
    room for, or ``stop``.
    """
    region, cells, links, counters = nodes.region, nodes.cells, nodes.links, nodes.counters
    for k in range(start, stop):
        if len(nodes.refs) - nodes.counters[LIVE] < tree.TARGETS:
            return k
        item = ids[k]
        before, after = tree.clamped_box(boxes, item, region), tree.clamped_box(moved, k, region)
        top = np.int64(nodes.refs[nodes.first[item], tree.NODE])
        while links[top, tree.PARENT] >= 0 and not (
            holds(cells, top, before) and holds(cells, top, after)
        ):
            top = np.int64(links[top, tree.PARENT])
        counters[OUTSIDE] -= tree.beyond(boxes, item, region)
        for c in range(6):
            boxes[item, c] = moved[k, c]
        counters[OUTSIDE] += tree.beyond(boxes, item, region)
        found = tree.collect_nodes(after, item, top, corners, nodes)
        if same_nodes(item, found, nodes):
            continue
        take_out(item, nodes)
        list_in(item, found, nodes)
        counters[MOVED] += 1
    return stop
