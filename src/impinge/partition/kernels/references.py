"""References of boxes to the cells they are in, and a list of those that are free."""

from impinge.core.jit import inlined

ITEM, NEXT, BEFORE, SAME = 0, 1, 2, 3
"""Columns of a reference: its box, the next and the one before it in the list of its cell, the next
reference of the box."""
FREE, TOP, LIVE, OUTSIDE, MOVED = 0, 1, 2, 3, 4
"""Counters: the first free reference, how many were ever used, are used; boxes beyond the region;
moves that changed cells."""


@inlined
def take_ref(refs, counters):
    r = counters[FREE]
    if r >= 0:
        counters[FREE] = refs[r, NEXT]
    else:
        r = counters[TOP]
        counters[TOP] += 1
    counters[LIVE] += 1
    return r


@inlined
def free_ref(r, refs, counters):
    refs[r, NEXT] = counters[FREE]
    counters[FREE] = r
    counters[LIVE] -= 1
