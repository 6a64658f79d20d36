"""The nearest first: a heap of groups of eight lanes.

Opening a node bounds eight pairs at once. They enter the heap as one group, under the lowest of
their eight keys; when that lane is taken, the group stays under the next. Most of the eight are
never taken, and are never sorted either.

``keys`` (n, 8) int32 of the groups; ``pairs`` (n, 2) int32: the first slot of the opened node,
written as -1 - slot where it belongs to B, and the slot of the other tree; ``heap`` (n + 1,) int64:
key and group in one number, so that one comparison orders both.
"""

import numpy as np

from impinge.core.jit import inlined, kernel

LAST = 0x7FFFFFFFFFFFFFFF
"""Greater than every entry."""


@kernel
def doubled(rows):
    """A copy with room for twice as many rows."""
    more = np.empty((2 * rows.shape[0], rows.shape[1]), np.int32)
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            more[i, j] = rows[i, j]
    return more


@kernel
def doubled_heap(heap):
    """The same for the heap, whose last place stays free for :func:`sift_down`."""
    more = np.empty(2 * len(heap) - 1, np.int64)
    for i in range(len(heap)):
        more[i] = heap[i]
    return more


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
