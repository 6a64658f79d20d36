"""Choosing a method: by name, or by what was measured."""

import numpy as np
import pytest
from box_cases import boxes_of, meeting

from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS, all_pairs, find, find_pairs
from impinge.scenes import box_set


@pytest.mark.parametrize("method", [None, *METHODS])
def test_every_method_can_be_named(method):
    lower, upper = boxes_of("clustered")

    np.testing.assert_array_equal(find_pairs(lower, upper, method), meeting(lower, upper))


@pytest.mark.parametrize("n", [0, 1, find.FEW, find.FEW + 1])
def test_the_answer_does_not_depend_on_the_choice(n):
    lower, upper = box_set("mixed", n)

    np.testing.assert_array_equal(find_pairs(lower, upper), meeting(lower, upper))


def test_lists_will_do():
    assert find_pairs([[0, 0, 0], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]]).tolist() == [[0, 1]]
    assert find_pairs([], []).shape == (0, 2)


def test_an_unknown_method_is_named():
    with pytest.raises(ImpingeError, match=r"method: 'quick', expected one of tree, .*all"):
        find_pairs([], [], method="quick")


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
