"""A set of pairs: a hash table in one array, open addressing, linear probing [Knuth1998]_.

A pair is one number, ``i * 2**32 + j`` with i < j; places that are free hold ``FREE``. There are at
least twice as many places as pairs, a power of two of them.
"""

import numpy as np

from impinge.core.jit import inlined, kernel

FREE = np.int64(-1)
LEAST = 64
"""Places of an empty set."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: numbers in a row are spread over the whole table."""


@inlined
def pair_key(i, j):
    return (np.int64(min(i, j)) << 32) | np.int64(max(i, j))


@inlined
def home_of(table, key):
    """Where a pair belongs, unless others are there."""
    high = (np.uint64(key) * SPREAD) >> np.uint64(32)
    return np.int64(high & np.uint64(len(table) - 1))


@inlined
def place_of(table, key):
    """Where the pair is, or the free place where it would be."""
    mask = len(table) - 1
    place = home_of(table, key)
    while table[place] != FREE and table[place] != key:
        place = (place + 1) & mask
    return place


@kernel
def larger_table(table):
    grown = np.full(2 * len(table), FREE, np.int64)
    for k in range(len(table)):
        if table[k] != FREE:
            grown[place_of(grown, table[k])] = table[k]
    return grown


@inlined
def put_in(table, count, key):
    """The set with one more pair, unless it is there already, and its count."""
    place = place_of(table, key)
    if table[place] == FREE:
        table[place] = key
        count += 1
        if 2 * count > len(table):
            table = larger_table(table)
    return table, count


@inlined
def take_out(table, place):
    """Free a place, and let pairs that were pushed past it move up."""
    mask = len(table) - 1
    hole = place
    k = (hole + 1) & mask
    while table[k] != FREE:
        # It may move if its home is not between the hole and where it is, around the end or not.
        if ((k - home_of(table, table[k])) & mask) >= ((k - hole) & mask):
            table[hole] = table[k]
            hole = k
        k = (k + 1) & mask
    table[hole] = FREE


@kernel
def pairs_in(table, count):
    """The pairs of a set as rows, and how many."""
    found = np.empty((count, 2), np.int32)
    n = 0
    for k in range(len(table)):
        if table[k] != FREE:
            found[n, 0] = table[k] >> 32
            found[n, 1] = table[k] & 0xFFFFFFFF
            n += 1
    return found, n


@kernel
def drop_pairs_of(table, gone):
    """A set of the same size without the pairs of boxes that are ``gone``, and its count."""
    kept = np.full(len(table), FREE, np.int64)
    count = 0
    for k in range(len(table)):
        key = table[k]
        if key != FREE and not (gone[key >> 32] or gone[key & 0xFFFFFFFF]):
            kept[place_of(kept, key)] = key
            count += 1
    return kept, count


@kernel
def table_of(pairs):
    """The set of some pairs."""
    places = LEAST
    while places < 2 * len(pairs):
        places *= 2
    table = np.full(places, FREE, np.int64)
    for k in range(len(pairs)):
        key = pair_key(pairs[k, 0], pairs[k, 1])
        table[place_of(table, key)] = key
    return table
