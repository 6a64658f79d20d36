"""What waits to be visited: groups of eight pairs of boxes, the nearest or the newest first.

Opening a node bounds eight pairs at once. They wait as one group, under the lowest of their eight
keys; when that lane is taken, the group stays under the next. Most of the eight are never taken,
and are never sorted either.

``keys`` (n, 8) int32 of the groups; ``pairs`` (n, 3) int32: the first slot of the opened node,
written as -1 - slot where it belongs to B, the slot of the other tree, and the key of the lane that
is next; ``heap`` (n + 1,) int64: key and group in one number, so that one comparison orders both.
"""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.lanes import WIDTH
from impinge.core.plain import NO_KEY

LAST = 0x7FFFFFFFFFFFFFFF
"""Greater than every entry."""
ROOM = 2048
"""Groups that may wait; where more would, they are visited at once. Arrays that grow were measured
to cost a seventh of the time of every query."""


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
