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

**Level by level**, for walks that may be left: one level is read while the next is written. A level
is a few buckets, each a chain of pairs through one array: putting and taking cost the same however
many wait, nothing grows, nothing is sorted, and what a bucket holds is bounded by the least key
that was put into it. So a walk can be left, and bounded, at any moment. ``front`` (n, 4) int32
holds, in this order: the buckets of two levels (first pair, least key), a stack (slot of A, slot of
B, key) and the pairs of two levels (slot of A, slot of B, key, next).
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
BUCKETS = 16
OCTAVE = 20
"""Keys are the bits of floats: those that agree in all but this many bits share a bucket. Eight
buckets then halve a squared bound, and sixteen reach from the limit down to half the distance."""
NONE = -1


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
def put_pair(pairs, keys, i, a, b, key):
    pairs[i, 0], pairs[i, 1] = a, b
    keys[i] = key


@inlined
def rise(pairs, keys, tail, a, b, key):
    """Add a pair to a heap with the lowest key at place 0."""
    i = tail
    while i > 0 and keys[(i - 1) >> 1] > key:
        parent = (i - 1) >> 1
        put_pair(pairs, keys, i, pairs[parent, 0], pairs[parent, 1], keys[parent])
        i = parent
    put_pair(pairs, keys, i, a, b, key)


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
        put_pair(pairs, keys, i, pairs[child, 0], pairs[child, 1], keys[child])
        i = child
        child = 2 * i + 1
    put_pair(pairs, keys, i, a, b, key)


@inlined
def bucket_of(key, last):
    """The bucket of a key when ``last`` is the greatest that is still of interest."""
    below = max(last - key, 0) >> OCTAVE
    return BUCKETS - 1 - min(below, BUCKETS - 1)


@inlined
def clear_level(front, side):
    for k in range(side * BUCKETS, (side + 1) * BUCKETS):
        front[k, 0], front[k, 1] = NONE, NO_KEY


@inlined
def put(front, place, side, bucket, a, b, key):
    """Write a pair to row ``place`` and chain it to its bucket, the newest first."""
    head = side * BUCKETS + bucket
    front[place, 0], front[place, 1], front[place, 2] = a, b, key
    front[place, 3] = front[head, 0]
    front[head, 0] = place
    front[head, 1] = min(front[head, 1], key)


@inlined
def take(front, side, bucket):
    """The row of the next pair of a level from ``bucket`` on, and its bucket; ``NONE`` at the end.

    A bucket that becomes empty no longer bounds anything.
    """
    while bucket < BUCKETS:
        head = side * BUCKETS + bucket
        place = front[head, 0]
        if place != NONE:
            front[head, 0] = front[place, 3]
            if front[head, 0] == NONE:
                front[head, 1] = NO_KEY
            return place, bucket
        bucket += 1
    return NONE, bucket


@inlined
def least_waiting(front):
    """A key that none of the pairs in both levels is below."""
    least = NO_KEY
    for k in range(2 * BUCKETS):
        least = min(least, front[k, 1])
    return least
