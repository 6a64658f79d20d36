"""References in use, and a list of those that are free."""

from impinge.core.jit import inlined

NEXT = 1
"""Column of a reference: the next one of its list."""
FREE, TOP, LIVE = 0, 1, 2
"""Counters: the first free reference, how many were ever used, are used."""


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
