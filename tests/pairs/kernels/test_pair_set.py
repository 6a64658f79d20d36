"""The set of pairs against Python's own."""

import numpy as np

from impinge.core.jit import kernel
from impinge.pairs.kernels.pair_set import (
    FREE,
    drop_pairs_of,
    pair_key,
    pairs_in,
    place_of,
    put_in,
    table_of,
    take_out,
)


@kernel
def change(table, count, pairs, inward):
    """Put pairs in, or take them out."""
    for k in range(len(pairs)):
        key = pair_key(pairs[k, 0], pairs[k, 1])
        if inward:
            table, count = put_in(table, count, key)
        else:
            place = place_of(table, key)
            if table[place] != FREE:
                take_out(table, place)
                count -= 1
    return table, count


def as_set(table, count):
    found, n = pairs_in(table, count)
    assert n == count
    return {(int(i), int(j)) for i, j in found[:n]}


def test_pairs_come_and_go_as_in_a_set():
    rng = np.random.default_rng(9)
    table, count, mirror = table_of(np.empty((0, 2), np.int64)), 0, set()
    for step in range(40):
        pairs = np.sort(rng.integers(0, 60, (50, 2)), axis=1)
        inward = step % 3 != 2
        table, count = change(table, count, pairs, inward)
        rows = {(int(i), int(j)) for i, j in pairs}
        mirror = mirror | rows if inward else mirror - rows
        assert as_set(table, count) == mirror
        assert len(table) >= 2 * count
    assert len(mirror) > 500


def test_the_pairs_of_some_boxes_are_dropped():
    pairs = np.ascontiguousarray(np.argwhere(np.triu(np.ones((30, 30)), k=1)))
    gone = np.zeros(30, np.bool_)
    gone[[3, 7, 29]] = True

    table, count = drop_pairs_of(table_of(pairs), gone)

    assert as_set(table, count) == {(i, j) for i, j in pairs.tolist() if not {i, j} & {3, 7, 29}}
