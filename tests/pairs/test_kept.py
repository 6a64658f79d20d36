"""What broad phases that keep their boxes have in common."""

import copy
import pickle

import pytest
from box_cases import boxes_of

from impinge.pairs import DynamicTree, IncrementalSweep, Rebuilt
from impinge.pairs.kept import Kept


class Told(Kept):
    """Writes down what it is told, and how many boxes there are then."""

    def __init__(self):
        super().__init__()
        self.told = []

    def pairs(self):
        return self._boxes.pairs_by(lambda lower, upper: lower)

    def _note(self, ids):
        self.told.append((ids.tolist(), len(self)))


def test_changes_are_told_before_they_are_made():
    held = Told()

    held.add([[0, 0, 0], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]])
    held.move([1], [[0, 0, 0]], [[1, 1, 1]])
    held.remove([0])

    assert held.told == [([0, 1], 0), ([1], 2), ([0], 2)]
    assert held.ids.tolist() == [1]


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
