"""The uniform grid, its cells and its levels; the hash, the same whatever the table."""

import numpy as np
import pytest
from box_scenes import box_scene, brute_pairs

from impinge.core.errors import ImpingeError
from impinge.partition import SpatialHash, UniformGrid


@pytest.mark.parametrize("cell", [0.1, 0.2, 1.0, 30.0])
def test_any_size_of_cells_gives_the_same_pairs(cell):
    for scene in ("uniform", "mixed", "giant", "many_giants"):
        lower, upper = box_scene(scene, 200)
        grid = UniformGrid(lower, upper, cell=cell)

        np.testing.assert_array_equal(grid.pairs(), brute_pairs(lower, upper))
        assert grid.cell == pytest.approx(cell)


def test_larger_boxes_are_kept_in_larger_cells():
    lower, upper = box_scene("giant", 500)
    grid = UniformGrid(lower, upper)
    counts = grid.level_counts

    assert counts[0] == 499
    assert sum(counts) == 500
    assert grid.statistics.references < 8 * 499 + 12


def test_there_is_room_for_any_number_of_pairs():
    """Two thousand equal boxes: two million pairs, of which there was room for a few."""
    lower, upper = box_scene("coincident", 2000)
    pairs = UniformGrid(lower, upper).pairs()

    assert len(pairs) == 2000 * 1999 // 2
    np.testing.assert_array_equal(pairs, np.argwhere(np.triu(np.ones((2000, 2000)), 1)))


def test_a_grid_that_is_crowded_is_laid_out_anew():
    lower, upper = box_scene("uniform", 40)
    grid = UniformGrid(lower, upper)
    grid.add(*box_scene("uniform", 500))

    assert grid.statistics.rebuilds == 1
    assert grid.cell == pytest.approx(2.5 * 500 ** (-1 / 3))


def test_an_impossible_cell_is_named():
    with pytest.raises(ImpingeError, match="cell: expected a number"):
        UniformGrid([[0, 0, 0]], [[1, 1, 1]], cell="large")


@pytest.mark.parametrize("kind", [UniformGrid, SpatialHash])
def test_a_grid_goes_on_where_its_cells_would_be_too_many(kind):
    """Boxes leave for where cells of the size that was asked for are not to be had."""
    lower, upper = box_scene("uniform", 60)
    grid = kind(lower, upper, cell=0.05)
    lower, upper = 1e9 * lower, 1e9 * upper
    grid.move(np.arange(60), lower, upper)

    np.testing.assert_array_equal(grid.pairs(), brute_pairs(lower, upper))
    assert grid.cell == pytest.approx(0.05)
    rebuilds = grid.statistics.rebuilds
    grid.move([3], lower[:1], upper[:1])
    assert grid.statistics.rebuilds == rebuilds


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
    assert len(table._kept.heads) == 401


def test_a_box_may_go_far_without_a_new_layout():
    lower, upper = box_scene("uniform", 100)
    table = SpatialHash(lower, upper)
    far = np.full((100, 3), 1000.0)
    table.move(np.arange(100), lower + far, upper + far)

    assert table.statistics.rebuilds == 0
    np.testing.assert_array_equal(table.pairs(), brute_pairs(lower + far, upper + far))
