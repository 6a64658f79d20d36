"""Octrees and k-d trees over boxes: nodes, the lists of boxes they hold, and who goes where.

Both are divided by planes across the axes, three at a time or one, so one set of kernels serves
both. A box is listed in each leaf it touches. Deviation from the textbooks: one that straddles a
plane and is longer than half the node across it stays with the node, since below it would be in
ever more leaves. So a box is in few nodes: two along each axis of an octree, three or four of a k-d
tree, whose planes leave at least a quarter of a node on either side.

Cells are half open: what lies on a plane is above it. Boxes are cut off at the border of the root
first, which keeps their order, so that nothing is outside.
"""

from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import lower, upper
from impinge.partition.kernels.cells import box_of
from impinge.partition.kernels.references import BEFORE, ITEM, NEXT, SAME, free_ref, take_ref
from impinge.partition.kernels.scan import corner_of, overlap_triangle_aabb

PARENT, CHILD, HEAD, COUNT, DEPTH, AXIS, WAITS, RETRY, LINKS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Columns of a node's links: parent, first child (-1 for a leaf), first reference, how many,
depth, axis of the plane (all three for 3), what it waits for, count at which to divide again."""
NODE, REF = 4, 5
"""Columns of a reference, beside those of all: the node."""
FREE_BLOCK, NODE_TOP, SPLITS, MERGES, TO_SPLIT, TO_MERGE, STAMP = 5, 6, 7, 8, 9, 10, 11
COUNTERS = 12
"""Counters, beside those of references: blocks of children that are free, nodes ever used; what
happened; nodes that wait to be divided or joined; the last mark given."""
SPLIT, MERGE = 1, 2
"""What a node waits for: bits."""
ALL_AXES = 3
TARGETS = 128
"""Room for the nodes of one box: at most 64 are needed, and a box that would be in more stays
with the node above them."""


class Nodes(NamedTuple):
    """A tree and the lists of its nodes."""

    region: Any
    """What boxes are cut off at."""
    limits: Any
    """Most boxes of a leaf, least of a divided node, depth, axes, whether to adapt."""
    cells: Any
    planes: Any
    links: Any
    refs: Any
    first: Any
    """First reference of each box."""
    marks: Any
    """Last mark of each box."""
    waiting: Any
    """Nodes that are to be divided, and those that are to be joined."""
    targets: Any
    """Scratch: the nodes of one box."""
    counters: Any


@inlined
def clamped_box(boxes, item, region):
    """A box cut off at the border of the root."""
    b = box_of(boxes, item)
    return (
        min(max(b[0], region[0]), region[3]),
        min(max(b[1], region[1]), region[4]),
        min(max(b[2], region[2]), region[5]),
        min(max(b[3], region[0]), region[3]),
        min(max(b[4], region[1]), region[4]),
        min(max(b[5], region[2]), region[5]),
    )


@inlined
def beyond(boxes, item, region):
    """1 for a box that sticks out of the root, where it does not go to infinity; else 0."""
    b = box_of(boxes, item)
    for k in range(6):
        if abs(b[k]) < 1.7976931348623157e308:
            if b[k] < region[k % 3] or b[k] > region[k % 3 + 3]:
                return 1
    return 0


@inlined
def stays(b, cells, node, k, plane):
    """Does the box straddle the plane, and is it longer than half the node across it?"""
    straddles = (b[k] < plane) & (b[k + 3] >= plane)
    # Halves: the difference of two floats may be none.
    length = 0.5 * b[k + 3] - 0.5 * b[k]
    return straddles & (length > 0.25 * cells[node, k + 3] - 0.25 * cells[node, k])


@inlined
def sides(b, k, plane):
    """Bit 1 for the side below the plane, 2 for that above."""
    return 1 * (b[k] < plane) + 2 * (b[k + 3] >= plane)


@inlined
def child_mask(b, cells, planes, axis, node):
    """Bits of the children that the box touches; -1 if it stays with the node."""
    if axis < ALL_AXES:
        plane = planes[node, 0]
        return -1 if stays(b, cells, node, axis, plane) else sides(b, axis, plane)
    p, q, r = planes[node, 0], planes[node, 1], planes[node, 2]
    if stays(b, cells, node, 0, p) | stays(b, cells, node, 1, q) | stays(b, cells, node, 2, r):
        return -1
    x, y, z = sides(b, 0, p), sides(b, 1, q), sides(b, 2, r)
    mask = 0
    for child in range(8):
        i, j, k = child & 1, (child >> 1) & 1, (child >> 2) & 1
        mask |= ((x >> i) & (y >> j) & (z >> k) & 1) << child
    return mask


@inlined
def child_range(cells, planes, axis, node, child, k):
    """Lower and upper coordinate of a child along axis ``k``."""
    low, high = cells[node, k], cells[node, k + 3]
    if axis == ALL_AXES:
        above, plane = (child >> k) & 1, planes[node, k]
    elif k == axis:
        above, plane = child, planes[node, 0]
    else:
        return low, high
    return (plane, high) if above else (low, plane)


@kernel
def triangle_mask(mask, item, corners, cells, planes, axis, node, region):
    """Of the children in ``mask``, those that the triangle itself may touch."""
    a, b, c = corner_of(corners, item, 0), corner_of(corners, item, 1), corner_of(corners, item, 2)
    least, most = lower(lower(a, b), c), upper(upper(a, b), c)
    out = 0
    for child in range(8):
        if not (mask >> child) & 1:
            continue
        x0, x1 = child_range(cells, planes, axis, node, child, 0)
        y0, y1 = child_range(cells, planes, axis, node, child, 1)
        z0, z1 = child_range(cells, planes, axis, node, child, 2)
        # A cell at the border of the root has no end there.
        low = (
            min(x0, least[0]) if x0 <= region[0] else x0,
            min(y0, least[1]) if y0 <= region[1] else y0,
            min(z0, least[2]) if z0 <= region[2] else z0,
        )
        high = (
            max(x1, most[0]) if x1 > region[3] else x1,
            max(y1, most[1]) if y1 > region[4] else y1,
            max(z1, most[2]) if z1 > region[5] else z1,
        )
        if overlap_triangle_aabb(a, b, c, low, high):
            out |= 1 << child
    return out


@inlined
def children_of(b, item, corners, cells, planes, links, node, region):
    """Bits of the children a box goes to, or its triangle; -1 if it stays with the node."""
    mask = child_mask(b, cells, planes, links[node, AXIS], node)
    if mask <= 0 or len(corners) == 0:
        return mask
    axis = np.int64(links[node, AXIS])
    touched = triangle_mask(
        mask, np.int64(item), corners, cells, planes, axis, np.int64(node), region
    )
    # Never nowhere, whatever was rounded.
    return touched if touched > 0 else mask


@kernel
def collect_nodes(b, item, top, corners, nodes):
    """Fills ``targets`` with the nodes below ``top`` that a box belongs to; how many."""
    cells, planes, links, region = nodes.cells, nodes.planes, nodes.links, nodes.region
    targets = nodes.targets
    found = 0
    # Those still to be opened are kept at the end of the same array.
    waiting = len(targets) - 1
    targets[waiting] = top
    while waiting < len(targets):
        node = targets[waiting]
        waiting += 1
        mask = -1
        if links[node, CHILD] >= 0 and waiting - found > 8:
            mask = children_of(b, item, corners, cells, planes, links, node, region)
        if mask < 0:
            targets[found] = node
            found += 1
            continue
        for child in range(8):
            if (mask >> child) & 1:
                waiting -= 1
                targets[waiting] = links[node, CHILD] + child
    return found


@inlined
def wait_for(node, what, nodes):
    """Put a node on the list of those that are to be divided or joined, once."""
    if nodes.links[node, WAITS] & what:
        return
    nodes.links[node, WAITS] |= what
    column = TO_SPLIT if what == SPLIT else TO_MERGE
    nodes.waiting[what - 1, nodes.counters[column]] = node
    nodes.counters[column] += 1


@inlined
def attach(r, node, links, refs):
    """Put a reference on the list of a node."""
    head = links[node, HEAD]
    refs[r, NEXT], refs[r, BEFORE], refs[r, NODE] = head, -1, node
    if head >= 0:
        refs[head, BEFORE] = r
    links[node, HEAD] = r
    links[node, COUNT] += 1


@inlined
def detach(r, links, refs):
    """Take a reference off the list of its node."""
    following, before, node = refs[r, NEXT], refs[r, BEFORE], refs[r, NODE]
    if following >= 0:
        refs[following, BEFORE] = before
    if before >= 0:
        refs[before, NEXT] = following
    else:
        links[node, HEAD] = following
    links[node, COUNT] -= 1


@inlined
def new_ref(item, nodes):
    r = take_ref(nodes.refs, nodes.counters)
    nodes.refs[r, ITEM], nodes.refs[r, SAME] = item, nodes.first[item]
    nodes.first[item] = r
    return r


@inlined
def drop_ref(r, nodes):
    """Free a reference that is on no node's list any more, and take it off its box's."""
    refs, first = nodes.refs, nodes.first
    item = refs[r, ITEM]
    if first[item] == r:
        first[item] = refs[r, SAME]
    else:
        s = first[item]
        while refs[s, SAME] != r:
            s = refs[s, SAME]
        refs[s, SAME] = refs[r, SAME]
    free_ref(r, refs, nodes.counters)


@inlined
def overfull(node, nodes):
    """Is the node a leaf with so much in it that it should be divided?"""
    links, limits = nodes.links, nodes.limits
    return (
        links[node, CHILD] < 0
        and links[node, COUNT] > max(limits[0], links[node, RETRY])
        and links[node, DEPTH] < limits[2]
    )
