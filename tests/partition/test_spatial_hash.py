"""The hash: the same answers whatever the table, wherever things are."""

import numpy as np
import pytest
from box_scenes import box_scene, brute_pairs

from impinge.partition import SpatialHash


@pytest.mark.parametrize("slots", [1, 2, 7, 64, 1999, 100_000])
def test_the_size_of_the_table_changes_nothing_but_time(slots):
    rng = np.random.default_rng(0)
    lower, upper = box_scene("mixed", 150)
    table = SpatialHash(lower, upper, slots=slots)
    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower, upper))
    cells = SpatialHash(lower, upper).cells()
    np.testing.assert_array_equal(table.cells().lower, cells.lower)
    np.testing.assert_array_equal(table.cells().counts, cells.counts)

    shift = rng.normal(size=(150, 3))
    table.move(np.arange(150), lower + shift, upper + shift)
    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower + shift, upper + shift))


def test_negative_coordinates_are_like_others():
    lower, upper = box_scene("whole", 300)
    table = SpatialHash(-upper, -lower)

    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower, upper))


def test_empty_space_costs_nothing():
    """Two crowds a hundred thousand cells apart."""
    lower, upper = box_scene("uniform", 200)
    lower[100:] += 1e4
    upper[100:] += 1e4
    table = SpatialHash(lower, upper)

    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower, upper))
    assert table.cell == pytest.approx(2.5 * 200 ** (-1 / 3))
    assert len(table._heads) == 401


def test_a_box_may_go_far_without_a_new_layout():
    lower, upper = box_scene("uniform", 100)
    table = SpatialHash(lower, upper)
    far = np.full((100, 3), 1000.0)
    table.move(np.arange(100), lower + far, upper + far)

    assert table.statistics.rebuilds == 0
    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower + far, upper + far))
