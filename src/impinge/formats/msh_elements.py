"""What elements of Gmsh are, and which nodes they may name."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError

TETRAHEDRON = 4
FLAT = {1: 2, 2: 3, 3: 4, 8: 3, 9: 6, 10: 9, 15: 1, 16: 8, 21: 10, 23: 15, 26: 4}
"""Nodes of points, lines and faces, by their type; these mark borders, and are left out."""

SOLIDS = {
    5: "hexahedra", 6: "prisms", 7: "pyramids", 11: "tetrahedra of 10 nodes", 12: "hexahedra",
    13: "prisms", 14: "pyramids", 17: "hexahedra", 18: "prisms", 19: "pyramids",
    29: "tetrahedra of 20 nodes", 30: "tetrahedra of 35 nodes",
}  # fmt: skip

SPREAD, ALWAYS = 16, 1_000_000
"""Numbers of nodes reach at most so many times their count, or the latter if that is more.

There is a table from numbers to rows; one node with the number 2**40 would fill memory."""


class Nodes(NamedTuple):
    """Coordinates of nodes, and the row of each number, -1 where no node has it."""

    points: NDArray[np.float64]
    rows: NDArray[np.int64]


def node_count(kind: int, path: Path) -> int:
    """Nodes of an element of this type; unknown ones, and solids but tetrahedra, are refused."""
    if kind == TETRAHEDRON:
        return 4
    if kind in FLAT:
        return FLAT[kind]
    what = SOLIDS.get(kind, f"elements of type {kind}")
    raise FileError(f"{path}: holds {what}, only tetrahedra of four nodes are supported")


def nodes_of(numbers: NDArray[np.int64], points: NDArray[np.float64], path: Path) -> Nodes:
    """Nodes by their numbers: from 1 on, each once, and no gaps that would fill memory."""
    if len(numbers) == 0:
        raise FileError(f"{path}: holds no nodes")
    least, most = int(numbers.min()), int(numbers.max())
    limit = max(SPREAD * len(numbers), ALWAYS)
    if least < 1 or most > limit:
        raise FileError(
            f"{path}: {len(numbers)} nodes have numbers from {least} to {most}, "
            f"expected 1 to {limit} at most"
        )
    if len(np.unique(numbers)) != len(numbers):
        raise FileError(f"{path}: two nodes have the same number")
    rows = np.full(most + 1, -1)
    rows[numbers] = np.arange(len(numbers))
    return Nodes(points, rows)
