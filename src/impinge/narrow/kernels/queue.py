"""What waits to be visited: groups of eight pairs of boxes, the nearest or the newest first.

Opening a node bounds eight pairs at once. They wait as one group, under the lowest of their eight
keys; when that lane is taken, the group stays under the next. Most of the eight are never taken,
and are never sorted either.

``keys`` (n, 8) int32 of the groups; ``pairs`` (n, 3) int32: the first slot of the opened node,
written as -1 - slot where it belongs to B, the slot of the other tree, and the key of the lane that
is next; ``heap`` (n + 1,) int64: key and group in one number, so that one comparison orders both.

Where orders of visits are compared, single pairs wait, in a stack, a queue or a heap in the same
two arrays: ``pairs`` (n, 2) int32 and ``keys`` (n,) float64 from ``head`` to ``tail``. The order of
a walk is which end the next one is taken from.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.plain import NO_KEY

LAST = 0x7FFFFFFFFFFFFFFF
"""Greater than every entry."""
ROOM = 2048
"""Groups that may wait; where more would, they are visited at once. Arrays that grow were measured
to cost a seventh of the time of every query."""
DEPTH_FIRST, BREADTH_FIRST, BEST_FIRST, PROBABLE_FIRST = 0, 1, 2, 3


@inlined
def lanes_of(keys, group):
    """A mask of the lanes of a group that have a key."""
    mask = np.int32(0)
    for lane in range(WIDTH):
        if keys[group, lane] < NO_KEY:
            mask |= np.int32(1 << lane)
    return mask


@inlined
def entry_of(key, group):
    return (np.int64(key) << 32) | np.int64(group)


@inlined
def key_of(entry):
    return np.int32(entry >> 32)


@inlined
def group_of(entry):
    return np.int32(entry & 0xFFFFFFFF)


@inlined
def sift_up(heap, size, entry):
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if heap[parent] <= entry:
            break
        heap[i] = heap[parent]
        i = parent
    heap[i] = entry


@inlined
def sift_down(heap, size, entry):
    """Put an entry where the top was.

    Behind the last entry stands one that is greater than all: the smaller of two children is then
    found without asking whether there are two. Which one it is cannot be predicted, so it is
    computed, not branched on.
    """
    heap[size] = LAST
    i = 0
    child = 1
    while child < size:
        child += heap[child + 1] < heap[child]
        if heap[child] >= entry:
            break
        heap[i] = heap[child]
        i = child
        child = 2 * i + 1
    heap[i] = entry


@kernel
def closed_up(pairs, keys, head, tail):
    """Move what waits to the beginning of its arrays; where it ends."""
    for i in range(head, tail):
        pairs[i - head, 0] = pairs[i, 0]
        pairs[i - head, 1] = pairs[i, 1]
        keys[i - head] = keys[i]
    return tail - head


@inlined
def put(pairs, keys, i, a, b, key):
    pairs[i, 0], pairs[i, 1] = a, b
    keys[i] = key


@inlined
def rise(pairs, keys, tail, a, b, key):
    """Add a pair to a heap with the lowest key at place 0."""
    i = tail
    while i > 0 and keys[(i - 1) >> 1] > key:
        parent = (i - 1) >> 1
        put(pairs, keys, i, pairs[parent, 0], pairs[parent, 1], keys[parent])
        i = parent
    put(pairs, keys, i, a, b, key)


@inlined
def sink(pairs, keys, tail):
    """Put the last pair of a heap, at ``tail``, where its first one was."""
    a, b, key = pairs[tail, 0], pairs[tail, 1], keys[tail]
    i = 0
    child = 1
    while child < tail:
        if child + 1 < tail and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        put(pairs, keys, i, pairs[child, 0], pairs[child, 1], keys[child])
        i = child
        child = 2 * i + 1
    put(pairs, keys, i, a, b, key)
