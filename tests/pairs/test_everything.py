"""All against all: the reference is itself compared with the definition."""

import numpy as np
import pytest
from box_cases import boxes_of, meeting

from impinge.pairs import all_pairs


@pytest.mark.plain
@pytest.mark.parametrize("n", [0, 1, 2, 7, 8, 9, 16, 17, 40])
def test_every_number_of_boxes_around_a_block(n):
    lower = np.random.default_rng(n).integers(0, 4, (n, 3)) * 1.0
    upper = lower + 1.0

    np.testing.assert_array_equal(all_pairs(lower, upper), meeting(lower, upper))


@pytest.mark.plain
def test_boxes_without_end():
    lower, upper = boxes_of("half spaces")

    np.testing.assert_array_equal(all_pairs(lower, upper), meeting(lower, upper))
