"""Pairs of threads, in one order."""

import numpy as np
import pytest

from impinge.core.threads import use_threads
from impinge.pairs.grouping import gathered, sorted_pairs


def halves(pairs, parts):
    """Arrays as kernels return them: more rows than count."""
    return [
        (np.vstack((part, np.full((3, 2), -7))).astype(np.int32), len(part))
        for part in np.array_split(pairs, parts)
    ]


@pytest.mark.plain
@pytest.mark.parametrize("parts", [1, 3])
@pytest.mark.parametrize(("firsts", "seconds"), [(40, 40), (3, 200)])
def test_pairs_are_sorted(firsts, seconds, parts):
    rng = np.random.default_rng(4)
    codes = rng.permutation(firsts * seconds)[:200]
    pairs = np.column_stack(np.divmod(codes, seconds))

    found = halves(pairs, parts)
    result = sorted_pairs(found, firsts, seconds)

    np.testing.assert_array_equal(result[:, 0] * seconds + result[:, 1], np.sort(codes))
    assert result.dtype == np.int64
    assert not found


@pytest.mark.parametrize("length", [23, 24, 25, 300, 70_000])
def test_runs_of_every_length(length):
    seconds = np.random.default_rng(length).permutation(length)
    pairs = np.column_stack((np.ones(length, np.int64), seconds))

    result = sorted_pairs(halves(pairs, 2), 2, length)

    np.testing.assert_array_equal(result[:, 1], np.arange(length))
    assert (result[:, 0] == 1).all()


def test_no_pairs():
    assert sorted_pairs([], 5, 5).shape == (0, 2)
    assert sorted_pairs([], 0, 0).shape == (0, 2)


def test_each_row_is_asked_once():
    def rows(start, stop):
        return np.column_stack((np.arange(start, stop),) * 2).astype(np.int32), stop - start

    with use_threads(3):
        found = gathered(rows, 1000)

    assert sorted(int(i) for pairs, n in found for i in pairs[:n, 0]) == list(range(1000))
