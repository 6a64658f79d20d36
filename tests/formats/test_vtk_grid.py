"""Grids: cells are cut where offsets say, and told apart by type."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETS

from impinge.core.errors import FileError
from impinge.formats.vtk import Grid, tets_of

PATH = Path("part.vtk")
POINTS = TETS[0]


def grid(connectivity, ends, types):
    return Grid(POINTS, *(np.array(a, dtype=np.int64) for a in (connectivity, ends, types)))


def test_flat_cells_are_left_out():
    found = tets_of(grid([0, 1, 2, 0, 1, 2, 3, 4, 1, 2, 3, 4], [3, 7, 8, 12], [5, 10, 1, 10]), PATH)

    assert found.tets.tolist() == TETS[1].tolist()


@pytest.mark.parametrize(
    ("connectivity", "ends", "types", "message"),
    [
        ([0, 1, 2, 3], [4], [10, 10], "1 offsets for 2 types"),
        ([0, 1, 2, 3], [3], [10], "do not cut 4 points"),
        ([0, 1, 2, 3], [9], [10], "do not cut 4 points"),
        ([0, 1, 2, 3], [8, 4], [10, 10], "do not cut 4 points"),
        ([0, 1, 2, 3], [-4, 4], [10, 10], "do not cut 4 points"),
        ([0, 1, 2], [3], [10], "cell 0 is a tetrahedron that does not have four"),
        ([0, 1, 2, 5], [4], [10], "cell 0 names a point that is not there, of 5"),
        ([0, 1, 2, -1], [4], [10], "cell 0 names a point"),
        ([0, 1, 2], [3], [5], "holds no tetrahedra"),
        ([0, 1, 2, 3], [4], [12], "holds hexahedra"),
        ([0, 1, 2, 3], [4], [24], "tetrahedra of 10 points"),
        ([0, 1, 2, 3], [4], [-7], "cells of type -7"),
        ([], [], [], "holds no tetrahedra"),
    ],
)
def test_what_contradicts_itself_is_refused(connectivity, ends, types, message):
    with pytest.raises(FileError, match=rf"part\.vtk: .*{message}"):
        tets_of(grid(connectivity, ends, types), PATH)
