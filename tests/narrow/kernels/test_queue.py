"""The heap of groups gives back its keys in order."""

import numpy as np

from impinge.core.jit import kernel
from impinge.core.plain import NO_KEY
from impinge.narrow.kernels.queue import (
    entry_of,
    group_of,
    key_of,
    lanes_of,
    sift_down,
    sift_up,
)


@kernel
def sort_by_heap(numbers, heap, out):
    """Put all in, taking one out after every third; then take the rest."""
    size = 0
    taken = 0
    for i in range(len(numbers)):
        sift_up(heap, size, entry_of(numbers[i], i))
        size += 1
        if i % 3 == 2:
            out[taken] = key_of(heap[0])
            taken += 1
            size -= 1
            sift_down(heap, size, heap[size])
    while size > 0:
        out[taken] = key_of(heap[0])
        taken += 1
        size -= 1
        sift_down(heap, size, heap[size])


def test_the_least_comes_first():
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 10, 1000):
        numbers = rng.integers(0, n, n).astype(np.int32)
        out = np.empty(n, np.int32)
        sort_by_heap(numbers, np.empty(n + 1, np.int64), out)

        waiting, expected = [], []
        for i, number in enumerate(numbers.tolist()):
            waiting = sorted([*waiting, number])
            if i % 3 == 2:
                expected.append(waiting.pop(0))
        assert out.tolist() == expected + waiting


def test_lanes_of_a_group_are_those_with_a_key():
    keys = np.full((2, 8), NO_KEY, np.int32)
    keys[1, [0, 3, 7]] = 5

    assert lanes_of(keys, 0) == 0
    assert lanes_of(keys, 1) == 0b10001001


def test_an_entry_is_ordered_by_its_key_first():
    low, high = entry_of(np.int32(3), 70_000), entry_of(np.int32(4), 0)

    assert low < high
    assert (key_of(low), group_of(low)) == (3, 70_000)
