"""Intervals that wait: the first on top, joined to what is reached, and dropped where they must."""

import numpy as np
import pytest

from impinge.narrow.kernels.slide_spans import JOIN, absorb, make_room, push_span


def filled(intervals, room):
    spans, owners = np.empty((2 * room, 2)), np.empty((2 * room, 2), np.int64)
    count = 0
    for k, (low, high) in enumerate(intervals):
        count = push_span(spans, owners, count, float(low), float(high), k, -k)
    return spans, owners, count


@pytest.mark.plain
def test_what_joins_is_absorbed_in_any_order():
    rng = np.random.default_rng(1)
    for _ in range(30):
        low = rng.uniform(0.0, 10.0, 40)
        intervals = np.stack([low, low + rng.uniform(0.0, 0.6, 40)], axis=1)
        expected, owner = 0.5, -1
        for k in np.argsort(low):
            if low[k] <= expected + JOIN and intervals[k, 1] > expected:
                expected, owner = intervals[k, 1], k
        spans, owners, count = filled(intervals, 64)
        reach, owner_a, owner_b, left = absorb(spans, owners, count, 0.5, -1, 1)
        assert reach == expected
        assert (owner_a, owner_b) == (owner, -owner)
        assert left == np.sum(low > expected + JOIN)
        assert left == 0 or spans[0, 0] == low[low > expected].min()


@pytest.mark.plain
def test_room_is_made_by_joining():
    spans, owners, count = filled([(k, k + 1.0) for k in range(8)][::-1], 8)
    count, missing = make_room(spans, owners, count)
    assert (count, missing) == (1, np.inf)
    assert spans[0].tolist() == [0.0, 8.0]
    assert owners[0].tolist() == [0, 0]


@pytest.mark.plain
def test_the_later_half_goes_where_nothing_joins():
    spans, owners, count = filled([(2.0 * k, 2.0 * k + 1.0) for k in (5, 1, 7, 0, 3, 2, 6, 4)], 8)
    count, missing = make_room(spans, owners, count)
    assert (count, missing) == (4, 8.0)
    assert spans[:4, 0].tolist() == [0.0, 2.0, 4.0, 6.0]


@pytest.mark.plain
def test_a_gap_of_rounding_is_none():
    spans, owners, count = filled([(0.5 * JOIN, 1.0), (1.0 + 0.5 * JOIN, 2.0), (2.1, 3.0)], 8)
    reach, _, _, left = absorb(spans, owners, count, 0.0, -1, -1)
    assert (reach, left) == (2.0, 1)
