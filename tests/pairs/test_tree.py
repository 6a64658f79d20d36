"""Pairs by a tree, of one set of boxes and between two."""

import numpy as np
import pytest
from box_cases import CASES, boxes_of, meeting
from hypothesis import given
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import find_pairs_between, tree_pairs
from impinge.scenes import box_set


def between(lower_a, upper_a, lower_b, upper_b):
    below = (lower_a[:, None] <= upper_b[None]).all(axis=2)
    above = (lower_b[None] <= upper_a[:, None]).all(axis=2)
    return np.argwhere(below & above)


@pytest.mark.plain
@pytest.mark.parametrize("n", [0, 1, 2, 8, 9, 64, 65, 130])
def test_every_number_of_boxes_around_a_node(n):
    lower = np.random.default_rng(n).integers(0, 5, (n, 3)) * 1.0
    upper = lower + 1.0

    np.testing.assert_array_equal(tree_pairs(lower, upper), meeting(lower, upper))


@pytest.mark.parametrize("n", [511, 512, 513, 4097])
def test_every_number_of_levels(n):
    lower, upper = box_set("clustered", n)

    np.testing.assert_array_equal(tree_pairs(lower, upper), meeting(lower, upper))


def test_long_runs_are_sorted():
    """A giant meets thousands: its run is sorted by digits, not by insertion."""
    lower, upper = box_set("giant", 70_000)
    order = np.random.default_rng(1).permutation(len(lower))

    found = tree_pairs(lower[order], upper[order])

    giant = int(np.argmax(order == 0))
    assert ((found == giant).any(axis=1)).sum() == len(lower) - 1
    assert (np.diff(found[:, 0] * len(lower) + found[:, 1]) > 0).all()
    assert (found[:, 0] < found[:, 1]).all()


def test_many_more_pairs_than_boxes():
    lower, upper = np.zeros((1500, 3)), np.ones((1500, 3))

    found = tree_pairs(lower, upper)

    np.testing.assert_array_equal(found, np.argwhere(np.triu(np.ones((1500, 1500)), k=1)))


@pytest.mark.parametrize("a", CASES)
@pytest.mark.parametrize("b", ["uniform", "empty", "single", "half spaces", "giant"])
def test_between_two_sets_of_boxes(a, b):
    boxes_a, boxes_b = boxes_of(a), boxes_of(b)

    found = find_pairs_between(*boxes_a, *boxes_b)

    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, between(*boxes_a, *boxes_b))
    swapped = find_pairs_between(*boxes_b, *boxes_a)[:, ::-1]
    np.testing.assert_array_equal(found, swapped[np.lexsort((swapped[:, 1], swapped[:, 0]))])


@given(points(9, 2, 3), points(14, 2, 3))
def test_between_anything(a, b):
    boxes = *np.sort(a, axis=1).transpose(1, 0, 2), *np.sort(b, axis=1).transpose(1, 0, 2)

    np.testing.assert_array_equal(find_pairs_between(*boxes), between(*boxes))


def test_between_gives_the_same_bits_for_any_number_of_threads():
    boxes = *box_set("clustered", 9_000), *box_set("clustered", 5_000, seed=2)

    answers = []
    for threads in (1, 2, 5):
        with use_threads(threads):
            answers.append(find_pairs_between(*boxes).tobytes())

    assert len(set(answers)) == 1
    assert len(answers[0]) > 10_000


def test_a_set_with_itself_has_each_pair_twice_and_each_box_once():
    lower, upper = boxes_of("mixed")

    found = find_pairs_between(lower, upper, lower, upper)

    assert len(found) == 2 * len(tree_pairs(lower, upper)) + len(lower)


def test_bad_boxes_are_refused_by_side():
    good = np.zeros((2, 3)), np.ones((2, 3))
    with pytest.raises(ImpingeError, match=r"upper_b: row 1 .*nan"):
        find_pairs_between(*good, good[0], [[1, 1, 1], [1, np.nan, 1]])
    with pytest.raises(ImpingeError, match=r"lower_a: row 0 .* lies above upper_a"):
        find_pairs_between(good[1] + 1.0, good[1], *good)
