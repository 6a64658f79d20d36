"""Answers put together: sorted, with rows where they belong."""

import numpy as np
from placing import shift

from impinge.contacts import collide
from impinge.contacts.kernels.contact_row import PART_A
from impinge.contacts.result import joined, share_of
from impinge.geometry import Box, HalfSpace

CUBE, FLOOR = Box((1.0, 1.0, 1.0)), HalfSpace((0.0, 0.0, 1.0))
LOW, HIGH = shift(0.0, 0.0, 0.4), shift(0.0, 0.0, 2.0)


def test_rows_go_where_they_are_told():
    found = collide(CUBE, FLOOR, np.stack([LOW, HIGH, LOW]))
    share = share_of(found, np.array([5, 2, 0]))
    whole = joined([share], 6)

    np.testing.assert_array_equal(whole.counts(), [4, 0, 0, 0, 0, 4])
    np.testing.assert_array_equal(whole.of_row(5).point, found.of_row(0).point)
    share.rows[:] = 7.0
    assert not (found.point == 7.0).any(), "a share is a copy"


def test_shares_are_sorted_by_row_part_and_feature():
    found = collide(CUBE, FLOOR, LOW)
    shares = [share_of(found, np.zeros(1, np.int64)) for _ in range(3)]
    for share, part in zip(shares, (2, 0, 1), strict=True):
        share.rows[:, PART_A] = part
    whole = joined(shares, None)

    assert whole.offsets is None
    np.testing.assert_array_equal(whole.part_a, np.repeat([0, 1, 2], 4))
    np.testing.assert_array_equal(whole.feature_a, np.tile([0, 1, 2, 3], 3))
    assert len(set(whole.key.tolist())) == 12


def test_nothing_is_a_batch_of_empty_rows():
    assert joined([], 3).offsets.tolist() == [0, 0, 0, 0]
    assert len(joined([], None)) == 0
