"""Pairs of boxes that wait, level by level: one level is read while the next is written.

A level is a few buckets, each a chain of pairs through one array: putting and taking cost the same
however many wait, nothing grows, nothing is sorted, and what a bucket holds is bounded by the least
key that was put into it. So a walk can be left, and bounded, at any moment.

``front`` (n, 4) int32 holds, in this order: the buckets of two levels (first pair, least key),
a stack (slot of A, slot of B, key) and the pairs of two levels (slot of A, slot of B, key, next).
"""

from impinge.core.jit import inlined
from impinge.core.plain import NO_KEY

BUCKETS = 16
OCTAVE = 20
"""Keys are the bits of floats: those that agree in all but this many bits share a bucket. Eight
buckets then halve a squared bound, and sixteen reach from the limit down to half the distance."""
NONE = -1


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
