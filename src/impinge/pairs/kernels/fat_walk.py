"""Questions to the binary tree of wide boxes; answers are about the boxes themselves."""

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.pairs.kernels.fat_tree import HEIGHT, LEFT, NONE, RIGHT, ROOT
from impinge.pairs.kernels.walk import put_pair, with_room
from impinge.partition.kernels.cells import box_of

STACK = 64
"""Rows of a stack, one for each level and one more: trees of 2**31 leaves have 45 levels."""
ROOM = 8
"""Rows of output to begin with, for each box."""
RAY_PAD = 1.0 + 2.0**-50
"""Widens the far end of a ray's way through a box: both ends are rounded twice, by 2**-53 each."""
SMALLEST = 2.0**-1070
"""Added to the same end, where rounding is absolute."""


@inlined
def apart(a, b):
    return (
        (a[0] > b[3]) | (a[1] > b[4]) | (a[2] > b[5])
        | (b[0] > a[3]) | (b[1] > a[4]) | (b[2] > a[5])
    )  # fmt: skip


@inlined
def tight_box(lower, upper, i):
    return (lower[i, 0], lower[i, 1], lower[i, 2], upper[i, 0], upper[i, 1], upper[i, 2])


@inlined
def push_children(links, row, stack, waiting):
    """Let both children of an inner node wait; how many wait then."""
    stack[waiting] = links[row, LEFT]
    stack[waiting + 1] = links[row, RIGHT]
    return waiting + 2


@kernel
def find_near(lower, upper, boxes, links, state, ids, changed, start, stop):
    """Pairs of boxes ``ids[start ... stop - 1]`` and others that they meet, and how many.

    All that are ``changed`` are among the ids: a pair of two of them comes once.
    """
    found = np.empty((ROOM * (stop - start + 1), 2), np.int32)
    n = 0
    stack = np.empty(STACK, np.int64)
    for k in range(start, stop):
        i = ids[k]
        query = tight_box(lower, upper, i)
        stack[0] = state[ROOT]
        waiting = 1
        while waiting > 0:
            waiting -= 1
            row = stack[waiting]
            if apart(box_of(boxes, row), query):
                continue
            if links[row, HEIGHT] > 0:
                waiting = push_children(links, row, stack, waiting)
                continue
            j = row >> 1
            once = j != i and (i < j or not changed[j])
            if once and not apart(tight_box(lower, upper, j), query):
                found = with_room(found, n, 1)
                n = put_pair(found, n, min(i, j), max(i, j))
    return found, n


@kernel
def merge_pairs(old, changed, new, out):
    """Write unchanged old pairs and new ones, in order; returns how many.

    Both are sorted, and none is in both.
    """
    n, m = 0, 0
    for k in range(len(old)):
        i, j = old[k, 0], old[k, 1]
        if changed[i] or changed[j]:
            continue
        while m < len(new) and (new[m, 0] < i or (new[m, 0] == i and new[m, 1] < j)):
            n = put_pair(out, n, new[m, 0], new[m, 1])
            m += 1
        n = put_pair(out, n, i, j)
    while m < len(new):
        n = put_pair(out, n, new[m, 0], new[m, 1])
        m += 1
    return n


@inlined
def meets(box, query):
    """Zero if a box meets another, as :func:`enters` of a ray; infinity if it does not."""
    return np.inf if apart(box, query) else 0.0


@inlined
def enters(box, ray):
    """Where a ray enters a box, as a multiple of its direction; infinity if it does not."""
    near, far = 0.0, np.inf
    for axis in range(3):
        o, d = ray[axis], ray[3 + axis]
        if d == 0.0:
            if o < box[axis] or o > box[3 + axis]:
                return np.inf
        else:
            t0, t1 = (box[axis] - o) / d, (box[3 + axis] - o) / d
            near, far = max(near, min(t0, t1)), min(far, max(t0, t1))
    return near if near <= far * RAY_PAD + SMALLEST else np.inf


@merged
def find_leaves(enter, query, lower, upper, boxes, links, state, out, times):
    """Write the boxes for which ``enter(box, query)`` is finite, and what it is; how many.

    ``times`` may be empty.
    """
    n = 0
    stack = np.empty(STACK, np.int64)
    stack[0] = state[ROOT]
    waiting = 1 if state[ROOT] != NONE else 0
    while waiting > 0:
        waiting -= 1
        row = stack[waiting]
        if links[row, HEIGHT] > 0:
            if enter(box_of(boxes, row), query) < np.inf:
                waiting = push_children(links, row, stack, waiting)
            continue
        i = row >> 1
        time = enter(tight_box(lower, upper, i), query)
        if time < np.inf:
            out[n] = i
            if len(times) > 0:
                times[n] = time
            n += 1
    return n


@kernel
def find_in_box(query, lower, upper, boxes, links, state, out, times):
    """Write the boxes that meet one, six numbers; how many."""
    box = (query[0], query[1], query[2], query[3], query[4], query[5])
    return find_leaves(meets, box, lower, upper, boxes, links, state, out, times)


@kernel
def find_on_ray(query, lower, upper, boxes, links, state, out, times):
    """Write the boxes that a ray meets, origin and direction, and where it enters; how many."""
    return find_leaves(enters, query, lower, upper, boxes, links, state, out, times)
