"""Grids are of a size that fits what is in them, and never too large."""

import numpy as np
import pytest
from box_scenes import SCENES, box_scene

from impinge.core.errors import ImpingeError
from impinge.partition.boxes import box_rows
from impinge.partition.layout import CELLS_PER_BOX, FEWEST_CELLS, plan_grid


def plan(scene, n=300, cell=None, slots=None, hashed=False):
    boxes = box_rows(*box_scene(scene, n))
    return plan_grid(boxes, np.ones(n, np.bool_), cell, slots, hashed)


@pytest.mark.parametrize("scene", SCENES)
def test_the_number_of_cells_is_bounded(scene):
    layout = plan(scene, 2000)

    # The levels above have a sixty-fourth each, and at least one cell.
    assert layout.slot_count <= 1.1 * max(CELLS_PER_BOX * 2000, FEWEST_CELLS) + 32
    assert layout.cell > 0.0
    assert np.isfinite(layout.frame).all()


@pytest.mark.parametrize("scene", SCENES)
def test_the_last_level_is_one_cell(scene):
    for hashed in (False, True):
        levels = plan(scene, hashed=hashed).levels
        assert levels[-1, 1:3].tolist() == [1, 1]
        assert len(levels) <= 11


def test_cells_are_of_the_size_of_the_middle_box():
    layout = plan("giant", 1000, hashed=True)

    assert layout.cell == pytest.approx(2.5 * 0.3 * 1000 ** (-1 / 3))
    assert plan("uniform", cell=0.25).cell == pytest.approx(0.25)


def test_a_table_is_twice_as_large_as_what_is_in_it():
    assert plan("uniform", 300, hashed=True).slot_count == 601
    assert plan("uniform", 300, slots=7, hashed=True).slot_count == 7


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cell": 0.0}, "cell: 0 is not above zero"),
        ({"cell": 1e-3}, r"cell: 0.001 makes 1\.\de\+09 cells, at most"),
        ({"cell": 1e-9, "hashed": True}, "cells along an axis, at most"),
        ({"cell": 1e-9}, "cells along an axis, at most"),
        ({"slots": 0, "hashed": True}, "slots: expected a whole number"),
        ({"slots": 1.5, "hashed": True}, "slots: expected a whole number"),
    ],
)
def test_impossible_grids_are_refused(options, message):
    with pytest.raises(ImpingeError, match=message):
        plan("uniform", **options)
