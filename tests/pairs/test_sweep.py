"""Sweep and prune: which axis it takes, and its answer whichever that is."""

import numpy as np
import pytest
from box_cases import boxes_of, meeting
from hypothesis import given
from strategies import points

from impinge.pairs import sweep_pairs
from impinge.pairs.find import interval_overlaps


@pytest.mark.plain
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_boxes_along_each_axis(axis):
    lower, upper = (np.roll(corners[:60], axis, axis=1) for corners in boxes_of("line"))

    np.testing.assert_array_equal(sweep_pairs(lower, upper), meeting(lower, upper))


@given(points(10, 2))
def test_overlaps_of_intervals_are_counted(ends):
    low, high = np.sort(ends, axis=1).T
    below = low[:, None] <= high[None]

    assert interval_overlaps(low, high) == np.triu(below & below.T, k=1).sum()


def test_ties_along_the_axis():
    """Boxes that begin at one place are in no order there, and meet all the same."""
    lower = np.zeros((100, 3))
    lower[:, 1] = np.arange(100) // 2

    np.testing.assert_array_equal(sweep_pairs(lower, lower), meeting(lower, lower))
