"""Boxes for broad phases: as many pairs a box at every size, and seeded."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.pairs import tree_pairs
from impinge.scenes.boxes import DISTRIBUTIONS, box_set, drifted


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_pairs_grow_like_boxes(name):
    few, many = (len(tree_pairs(*box_set(name, n))) / n for n in (1_000, 8_000))

    assert 1.0 < few < 8.0
    assert 0.6 < many / few < 1.6


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_boxes_are_seeded(name):
    lower, upper = box_set(name, 50, seed=3)

    assert (lower <= upper).all()
    np.testing.assert_array_equal(lower, box_set(name, 50, seed=3)[0])
    assert (lower != box_set(name, 50, seed=4)[0]).any()


def test_an_unknown_distribution_is_named():
    with pytest.raises(ImpingeError, match="'cubes', expected one of uniform"):
        box_set("cubes", 5)


def test_some_boxes_drift_as_far_as_said():
    lower, upper = box_set("uniform", 400)

    ids, (low, high) = drifted((lower, upper), step=0.5, share=0.1, seed=2)

    assert len(np.unique(ids)) == 40
    way = np.linalg.norm(low - lower[ids], axis=1)
    np.testing.assert_allclose(way, 0.5 * np.median(upper - lower))
    np.testing.assert_allclose(high - low, (upper - lower)[ids])
