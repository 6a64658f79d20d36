"""Intervals of time in which something is in the way, and how far they reach without a gap.

``spans`` (n, 2) float64 and ``owners`` (n, 2) int64 are a heap of intervals that begin later than
what has been reached: the one that begins first is on top, with the pair of triangles that ends it.
"""

from math import inf

from impinge.core.jit import inlined, kernel

JOIN = 2.0**-46
"""Times closer than this, in the common unit, are one: a free window as narrow is not seen.

Neighbouring triangles of one surface share their times to the bit. Of triangles that only have
equal corners, or meet in the middle of an edge, times differ by a few roundings, 2**-52 each.
"""
ROOM = 1 << 14
"""Intervals that may wait. Where more would, those that overlap are made one, and if that does not
help the latest are dropped and looked for again when their time has come."""


@inlined
def put_span(spans, owners, i, low, high, owner_a, owner_b):
    spans[i, 0], spans[i, 1] = low, high
    owners[i, 0], owners[i, 1] = owner_a, owner_b


@inlined
def copy_span(spans, owners, to, source):
    put_span(
        spans, owners, to, spans[source, 0], spans[source, 1], owners[source, 0], owners[source, 1]
    )


@kernel
def push_span(spans, owners, count, low, high, owner_a, owner_b):
    """Add an interval; the new count."""
    i = count
    while i > 0 and spans[(i - 1) >> 1, 0] > low:
        copy_span(spans, owners, i, (i - 1) >> 1)
        i = (i - 1) >> 1
    put_span(spans, owners, i, low, high, owner_a, owner_b)
    return count + 1


@kernel
def drop_first(spans, owners, count):
    """Remove the interval that begins first; the new count."""
    last = count - 1
    low = spans[last, 0]
    high, owner_a, owner_b = spans[last, 1], owners[last, 0], owners[last, 1]
    i = 0
    child = 1
    while child < last:
        if child + 1 < last and spans[child + 1, 0] < spans[child, 0]:
            child += 1
        if spans[child, 0] >= low:
            break
        copy_span(spans, owners, i, child)
        i = child
        child = 2 * i + 1
    put_span(spans, owners, i, low, high, owner_a, owner_b)
    return last


@kernel
def absorb(spans, owners, count, reach, best_a, best_b):
    """(what is reached, its owners, how many intervals still wait) after all that join it."""
    while count > 0 and spans[0, 0] <= reach + JOIN:
        if spans[0, 1] > reach:
            reach, best_a, best_b = spans[0, 1], owners[0, 0], owners[0, 1]
        count = drop_first(spans, owners, count)
    return reach, best_a, best_b, count


@kernel
def make_room(spans, owners, count):
    """(how many wait, from when on intervals are missing) after intervals that overlap became one.

    Of what is left, the later half goes if it must. The second half of both arrays is scratch.
    """
    room = len(spans) // 2
    kept = room
    while count > 0:
        low, high, owner_a, owner_b = spans[0, 0], spans[0, 1], owners[0, 0], owners[0, 1]
        count = drop_first(spans, owners, count)
        if kept > room and low <= spans[kept - 1, 1] + JOIN:
            if high > spans[kept - 1, 1]:
                put_span(spans, owners, kept - 1, spans[kept - 1, 0], high, owner_a, owner_b)
        else:
            put_span(spans, owners, kept, low, high, owner_a, owner_b)
            kept += 1
    count = kept - room
    missing = inf
    if 2 * count > room:
        count = room // 2
        missing = spans[room + count, 0]
    # Sorted intervals are a heap.
    for i in range(count):
        copy_span(spans, owners, i, room + i)
    return count, missing
