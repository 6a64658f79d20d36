"""The uniform grid: its cells and its levels."""

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
