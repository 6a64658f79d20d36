"""The heap of groups gives back its keys in order."""

import numpy as np

from impinge.core.jit import kernel
from impinge.narrow.kernels.queue import doubled, sift_down, sift_up


@kernel
def sort_by_heap(numbers, heap, out):
    """Put all in, taking one out after every third; then take the rest."""
    size = 0
    taken = 0
    for i in range(len(numbers)):
        sift_up(heap, size, numbers[i], np.int32(i))
        size += 1
        if i % 3 == 2:
            out[taken] = heap[0, 0]
            taken += 1
            size -= 1
            sift_down(heap, size, heap[size, 0], heap[size, 1])
    while size > 0:
        out[taken] = heap[0, 0]
        taken += 1
        size -= 1
        sift_down(heap, size, heap[size, 0], heap[size, 1])


def test_the_least_comes_first():
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 10, 1000):
        numbers = rng.integers(0, n, n).astype(np.int32)
        out = np.empty(n, np.int32)
        sort_by_heap(numbers, np.empty((n, 2), np.int32), out)

        waiting, expected = [], []
        for i, number in enumerate(numbers.tolist()):
            waiting = sorted([*waiting, number])
            if i % 3 == 2:
                expected.append(waiting.pop(0))
        assert out.tolist() == expected + waiting


def test_doubled_keeps_what_was_there():
    rows = np.arange(24, dtype=np.int32).reshape(3, 8)
    more = doubled(rows)
    assert more.shape == (6, 8)
    np.testing.assert_array_equal(more[:3], rows)
