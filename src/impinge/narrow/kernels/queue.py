"""The nearest first: a heap of groups of eight lanes.

Opening a node bounds eight pairs at once. They enter the heap as one group, under the lowest of
their eight keys; when that lane is taken, the group stays under the next. Pushing eight entries
each time, most of which are never taken, was measured to cost as much as the bounds themselves.

``keys`` (n, 8) int32 of the groups; ``pairs`` (n, 2) int32: the first slot of the opened node,
written as -1 - slot where it belongs to B, and the slot of the other tree; ``heap`` (n, 2) int32:
key and group.
"""

import numpy as np

from impinge.core.jit import inlined, kernel


@kernel
def doubled(rows):
    """A copy with room for twice as many rows."""
    more = np.empty((2 * rows.shape[0], rows.shape[1]), np.int32)
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            more[i, j] = rows[i, j]
    return more


@inlined
def sift_up(heap, size, key, group):
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if heap[parent, 0] <= key:
            break
        heap[i, 0] = heap[parent, 0]
        heap[i, 1] = heap[parent, 1]
        i = parent
    heap[i, 0] = key
    heap[i, 1] = group


@inlined
def sift_down(heap, size, key, group):
    """Put an entry where the top was."""
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and heap[child + 1, 0] < heap[child, 0]:
            child += 1
        if heap[child, 0] >= key:
            break
        heap[i, 0] = heap[child, 0]
        heap[i, 1] = heap[child, 1]
        i = child
    heap[i, 0] = key
    heap[i, 1] = group
