"""Pairs that wait come out of the heap in order, and keep their order when room is made."""

import numpy as np

from impinge.core.jit import kernel
from impinge.narrow.kernels.queue import closed_up, put_pair, rise, sink


@kernel
def sort_by_heap(numbers, pairs, keys, out):
    for i in range(len(numbers)):
        rise(pairs, keys, i, i, -i, numbers[i])
    for i in range(len(numbers)):
        out[i, 0] = pairs[0, 0]
        out[i, 1] = keys[0]
        sink(pairs, keys, len(numbers) - 1 - i)


def test_the_heap_sorts():
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 500):
        numbers = rng.normal(size=n).round(1)
        out = np.empty((n, 2))
        sort_by_heap(numbers, np.empty((n, 2), np.int32), np.empty(n), out)
        np.testing.assert_array_equal(out[:, 1], np.sort(numbers))
        np.testing.assert_array_equal(numbers[out[:, 0].astype(int)], out[:, 1])


def test_closing_up_keeps_what_waits():
    pairs, keys = np.zeros((4, 2), np.int32), np.zeros(4)
    for i in range(4):
        put_pair(pairs, keys, i, i, 10 + i, 0.5 * i)

    tail = closed_up(pairs, keys, 1, 4)

    assert tail == 3
    assert pairs[:3].tolist() == [[1, 11], [2, 12], [3, 13]]
    assert keys[:3].tolist() == [0.5, 1.0, 1.5]
