"""The uniform grid: its cells, its levels, and the grid that is not kept."""

import numpy as np
import pytest
from box_scenes import SCENES, box_scene, brute_pairs

from impinge.core.errors import ImpingeError
from impinge.partition import UniformGrid
from impinge.partition.boxes import box_rows, pairs_of
from impinge.partition.grid import collect, pairs_at_once


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


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_the_grid_that_is_not_kept_gives_the_same(scene, hashed):
    lower, upper = box_scene(scene, 150)
    codes = pairs_at_once(box_rows(lower, upper), None, None, hashed=hashed)

    np.testing.assert_array_equal(pairs_of(codes, 150), brute_pairs(lower, upper))


def test_there_is_room_for_any_number_of_pairs():
    """Two thousand equal boxes: two million pairs, of which there was room for a few."""
    lower, upper = box_scene("coincident", 2000)
    pairs = UniformGrid(lower, upper).pairs()

    assert len(pairs) == 2000 * 1999 // 2
    np.testing.assert_array_equal(pairs, np.argwhere(np.triu(np.ones((2000, 2000)), 1)))


def test_collecting_goes_on_where_room_was_short():
    """Each row of the step makes as many codes as its number."""

    def step(codes, used, start, stop):
        for row in range(start, stop):
            if used + row > len(codes):
                return row, used, used + row
            codes[used : used + row] = row
            used += row
        return stop, used, used

    codes, used = collect(step, 50, np.empty(2, np.int64), 0)
    np.testing.assert_array_equal(codes[:used], np.repeat(np.arange(50), np.arange(50)))


def test_a_grid_that_is_crowded_is_laid_out_anew():
    lower, upper = box_scene("uniform", 40)
    grid = UniformGrid(lower, upper)
    grid.add(*box_scene("uniform", 500))

    assert grid.statistics.rebuilds == 1
    assert grid.cell == pytest.approx(2.5 * 500 ** (-1 / 3))


def test_an_impossible_cell_is_named():
    with pytest.raises(ImpingeError, match="cell: expected a number"):
        UniformGrid([[0, 0, 0]], [[1, 1, 1]], cell="large")
