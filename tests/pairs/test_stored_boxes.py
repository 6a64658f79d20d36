"""Corners by id."""

import copy
import pickle

import numpy as np
import pytest
from box_cases import boxes_of

from impinge.core.errors import ImpingeError
from impinge.pairs import DynamicTree, IncrementalSweep, Rebuilt
from impinge.pairs.stored_boxes import Kept


class Told(Kept):
    """Writes down what it is told, how many boxes there are then, and where."""

    def __init__(self):
        super().__init__()
        self.told = []

    def pairs(self):
        return self._pairs_by(lambda lower, upper: lower)

    def _note(self, ids):
        self.told.append((ids.tolist(), len(self), self._corners[0, ids].tolist()))


def filled(n):
    boxes = Told()
    boxes.add(np.arange(3.0 * n).reshape(n, 3), np.arange(3.0 * n).reshape(n, 3) + 1.0)
    return boxes


def test_ids_of_removed_boxes_are_given_again_lowest_first():
    boxes = filled(5)

    boxes.remove([3, 1])
    assert boxes.ids.tolist() == [0, 2, 4]
    assert boxes.add(np.zeros((3, 3)), np.ones((3, 3))).tolist() == [1, 3, 5]

    assert len(boxes) == 6
    assert boxes.ids.tolist() == list(range(6))
    np.testing.assert_array_equal(boxes._corners[1, [1, 3, 5]], 1.0)
    np.testing.assert_array_equal(boxes._corners[0, 4], [12.0, 13.0, 14.0])


def test_moved_boxes_are_copied():
    boxes, low, high = filled(3), np.full((1, 3), -1.0), np.full((1, 3), 4.0)

    boxes.move([2], low, high)
    low[:] = 9.0

    np.testing.assert_array_equal(boxes._corners[0, 2], -1.0)
    np.testing.assert_array_equal(boxes._corners[1, 2], 4.0)


def test_no_ids_are_fine_and_a_single_one_too():
    boxes = filled(3)

    boxes.remove([])
    boxes.remove(2)
    assert [ids for ids, _, _ in boxes.told[1:]] == [[], [2]]
    assert boxes.ids.tolist() == [0, 1]


def test_rows_must_be_as_many_as_ids():
    with pytest.raises(ImpingeError, match="ids and lower: 2 and 1 rows"):
        filled(3).move([0, 1], np.zeros((1, 3)), np.ones((1, 3)))


def test_a_change_is_told_before_it_is_made():
    boxes = filled(3)

    boxes.move([1], [[-1, -1, -1]], [[0, 0, 0]])
    boxes.remove([2])
    new = boxes.add([[5, 5, 5]], [[6, 6, 6]])

    assert new.tolist() == [2]
    assert boxes.told[1:] == [([1], 3, [[3, 4, 5]]), ([2], 3, [[6, 7, 8]]), ([2], 2, [[6, 7, 8]])]
    assert boxes.ids.tolist() == [0, 1, 2]


@pytest.mark.parametrize("kind", [DynamicTree, IncrementalSweep, Rebuilt])
def test_copies_and_pickles_go_their_own_way(kind):
    lower, upper = boxes_of("uniform")
    held = kind(lower=lower, upper=upper)
    before = held.pairs().tolist()

    for other in (copy.deepcopy(held), pickle.loads(pickle.dumps(held))):
        other.remove(other.ids[::2])
        assert len(other.pairs()) < len(before)
        assert held.pairs().tolist() == before


def test_methods_of_every_kind_say_what_they_do():
    for kind in (DynamicTree, IncrementalSweep, Rebuilt):
        assert issubclass(kind, Kept)
        assert kind.remove.__doc__ or Kept.remove.__doc__
