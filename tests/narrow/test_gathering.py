"""Rows of unknown number: all of them, in order, whatever room there is at first."""

import numpy as np
import pytest

from impinge.core.threads import use_threads
from impinge.narrow.gathering import gather_rows, offsets_of


def fill(wanted, tells, out, counts, start, stop):
    """``wanted[i]`` rows of the number i, as long as there is room."""
    used = 0
    for i in range(start, stop):
        if used + wanted[i] > len(out):
            counts[i] = wanted[i] if tells else 0
            return i
        out[used : used + wanted[i]] = i
        counts[i] = wanted[i]
        used += wanted[i]
    return stop


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize("most", [1, 64])
def test_all_rows_come_in_the_order_of_the_batch(most, tells, threads):
    wanted = np.random.default_rng(0).integers(0, 40, 300)
    wanted[[3, 170]] = 30_000
    with use_threads(threads):
        rows, counts = gather_rows(fill, (wanted, tells), len(wanted), most, np.empty((0, 2)))

    np.testing.assert_array_equal(counts, wanted)
    np.testing.assert_array_equal(rows, np.repeat(np.arange(300.0), wanted)[:, None] * [1, 1])


def test_a_batch_of_nothing_has_no_rows():
    rows, counts = gather_rows(fill, (np.zeros(0), True), 0, 4, np.empty(0, np.int64))
    assert rows.shape == (0,)
    assert rows.dtype == np.int64
    assert offsets_of(counts).tolist() == [0]


def test_offsets_are_where_rows_begin():
    assert offsets_of(np.array([2, 0, 3])).tolist() == [0, 2, 2, 5]
