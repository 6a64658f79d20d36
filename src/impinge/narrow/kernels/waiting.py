"""Pairs of nodes that wait to be visited: a stack, a queue or a heap in the same two arrays.

``pairs`` (n, 2) int32 and ``keys`` (n,) float64 hold them from ``head`` to ``tail``; which end the
next one is taken from is the order of a walk.
"""

from impinge.core.jit import inlined, kernel

DEPTH_FIRST, BREADTH_FIRST, BEST_FIRST, PROBABLE_FIRST = 0, 1, 2, 3


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
