"""Boxes into a tree, out of it, and from place to place."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels.references import LIVE, free_ref
from impinge.partition.kernels.tree_nodes import (
    CHILD,
    MERGE,
    MOVED,
    NODE,
    OUTSIDE,
    PARENT,
    SAME,
    SPLIT,
    TARGETS,
    attach,
    beyond,
    clamped_box,
    collect_nodes,
    detach,
    new_ref,
    overfull,
    wait_for,
)


@inlined
def list_in(item, targets, found, limits, links, refs, first, waiting, counters):
    """Put a box on the lists of its nodes."""
    for t in range(found):
        node = targets[t]
        attach(new_ref(item, refs, first, counters), node, links, refs)
        if overfull(node, links, limits[0], limits[2]):
            wait_for(node, SPLIT, links, waiting, counters)


@inlined
def take_out(item, links, refs, first, waiting, counters):
    """Take a box off all lists; its nodes may have become too empty."""
    r = first[item]
    while r >= 0:
        same, node = refs[r, SAME], refs[r, NODE]
        detach(r, links, refs)
        free_ref(r, refs, counters)
        emptier = node if links[node, CHILD] >= 0 else links[node, PARENT]
        if emptier >= 0:
            wait_for(emptier, MERGE, links, waiting, counters)
        r = same
    first[item] = -1


@kernel
def insert_rows(ids, start, stop, tree):
    """Put boxes start to stop in; the first that there was no room for, or ``stop``."""
    boxes, corners, region, limits, cells, planes, links, refs, first, waiting, counters = tree
    targets = np.empty(TARGETS, np.int64)
    for k in range(start, stop):
        if len(refs) - counters[LIVE] < TARGETS:
            return k
        item = ids[k]
        b = clamped_box(boxes, item, region)
        found = collect_nodes(b, item, 0, corners, cells, planes, links, region, targets)
        list_in(item, targets, found, limits, links, refs, first, waiting, counters)
        counters[OUTSIDE] += beyond(boxes, item, region)
    return stop


@kernel
def remove_rows(ids, tree):
    for k in range(len(ids)):
        take_out(ids[k], tree.links, tree.refs, tree.first, tree.waiting, tree.counters)
        tree.counters[OUTSIDE] -= beyond(tree.boxes, ids[k], tree.region)


@inlined
def holds(cells, node, b):
    """Is the box within the node's cell?"""
    return (
        (cells[node, 0] <= b[0])
        & (cells[node, 1] <= b[1])
        & (cells[node, 2] <= b[2])
        & (b[3] < cells[node, 3])
        & (b[4] < cells[node, 4])
        & (b[5] < cells[node, 5])
    )


@inlined
def same_nodes(item, targets, found, refs, first):
    """Is the box on the lists of just these nodes?"""
    r = first[item]
    count = 0
    while r >= 0:
        known = False
        for t in range(found):
            known |= targets[t] == refs[r, NODE]
        if not known:
            return False
        count += 1
        r = refs[r, SAME]
    return count == found


@kernel
def move_rows(ids, start, stop, moved, tree):
    """Boxes to new places, ``moved`` row by row; those that stay in their nodes are only noted.

    The search begins at the lowest node that holds both places. Returns the first that there was no
    room for, or ``stop``.
    """
    boxes, corners, region, limits, cells, planes, links, refs, first, waiting, counters = tree
    targets = np.empty(TARGETS, np.int64)
    for k in range(start, stop):
        if len(refs) - counters[LIVE] < TARGETS:
            return k
        item = ids[k]
        before, after = clamped_box(boxes, item, region), clamped_box(moved, k, region)
        top = np.int64(refs[first[item], NODE])
        while links[top, PARENT] >= 0 and not (
            holds(cells, top, before) and holds(cells, top, after)
        ):
            top = np.int64(links[top, PARENT])
        counters[OUTSIDE] -= beyond(boxes, item, region)
        for c in range(6):
            boxes[item, c] = moved[k, c]
        counters[OUTSIDE] += beyond(boxes, item, region)
        found = collect_nodes(after, item, top, corners, cells, planes, links, region, targets)
        if same_nodes(item, targets, found, refs, first):
            continue
        take_out(item, links, refs, first, waiting, counters)
        list_in(item, targets, found, limits, links, refs, first, waiting, counters)
        counters[MOVED] += 1
    return stop
