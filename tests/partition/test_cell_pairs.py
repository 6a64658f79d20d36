"""Pairs from boxes listed cell by cell, by a grid that is not kept."""

import numpy as np
import pytest
from box_scenes import SCENES, box_scene, brute_pairs

from impinge.partition.boxes import box_rows, pairs_of
from impinge.partition.cell_pairs import Codes, pairs_at_once
from impinge.partition.partition import in_ranges


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_the_grid_that_is_not_kept_gives_the_same(scene, hashed):
    lower, upper = box_scene(scene, 150)
    codes = pairs_at_once(box_rows(lower, upper), None, None, hashed=hashed)

    np.testing.assert_array_equal(pairs_of(codes, 150), brute_pairs(lower, upper))


def test_what_is_found_goes_on_where_room_was_short():
    """Each row of the step makes as many codes as its number."""
    found = Codes(np.empty(2, np.int64))

    def step(start, stop):
        used = found.used
        for row in range(start, stop):
            if used + row > len(found.array):
                return found.note((row, used, used + row))
            found.array[used : used + row] = row
            used += row
        return found.note((stop, used, used))

    in_ranges(step, 50, found.grow, 7)

    codes = found.array[: found.used]
    np.testing.assert_array_equal(codes, np.repeat(np.arange(50), np.arange(50)))
