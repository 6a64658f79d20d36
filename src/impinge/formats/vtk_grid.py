"""Unstructured grids of VTK: cells as one list of points, cut by offsets and told apart by type."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays

TETRAHEDRON = 10
FLAT = (1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23, 28, 30, 34, 35, 36)
"""Points, lines and faces, of first and second order; they mark borders, and are left out."""

SOLIDS = {
    11: "voxels", 12: "hexahedra", 13: "wedges", 14: "pyramids", 15: "prisms", 16: "prisms",
    24: "tetrahedra of 10 points", 25: "hexahedra", 26: "wedges", 27: "pyramids",
    29: "hexahedra", 41: "sets of points", 42: "polyhedra", 71: "tetrahedra of higher order",
    78: "tetrahedra of higher order",
}  # fmt: skip


class Grid(NamedTuple):
    """A grid as files hold it; nothing of it is checked."""

    points: NDArray[np.float64]
    connectivity: NDArray[np.int64]
    ends: NDArray[np.int64]
    """Where each cell ends in the list of points, that is where the next begins."""
    types: NDArray[np.int64]


def tets_of(grid: Grid, path: Path) -> TetArrays:
    """The tetrahedra of a grid; cells of fewer dimensions are left out, other solids refused."""
    points, connectivity, ends, types = grid
    if len(ends) != len(types):
        raise FileError(f"{path}: {len(ends)} offsets for {len(types)} types of cells")
    starts = np.concatenate([np.zeros(1, np.int64), ends])
    if (np.diff(starts) < 0).any() or starts[-1] != len(connectivity):
        raise FileError(f"{path}: its offsets do not cut {len(connectivity)} points into cells")
    other = types[(types != TETRAHEDRON) & ~np.isin(types, FLAT)]
    if len(other):
        kind = int(other[0])
        what = SOLIDS.get(kind, f"cells of type {kind}")
        raise FileError(f"{path}: holds {what}, only tetrahedra of four points are supported")
    (which,) = np.nonzero(types == TETRAHEDRON)
    if len(which) == 0:
        raise FileError(f"{path}: holds no tetrahedra")
    wrong = which[np.diff(starts)[which] != 4]
    if len(wrong):
        raise FileError(f"{path}: cell {wrong[0]} is a tetrahedron that does not have four points")
    tets = connectivity[starts[which][:, None] + np.arange(4)]
    wrong = which[((tets < 0) | (tets >= len(points))).any(axis=1)]
    if len(wrong):
        raise FileError(
            f"{path}: cell {wrong[0]} names a point that is not there, of {len(points)}"
        )
    return TetArrays(points, tets)
