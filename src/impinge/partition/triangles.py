"""Triangles as things in cells: their boxes, and their corners for exact cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_faces
from impinge.core.errors import ImpingeError
from impinge.geometry.coordinates import as_coordinates
from impinge.partition.boxes import Boxes

CELLS = ("box", "exact")
"""How the cells of a triangle are found: those that its box touches, or that it touches itself."""


def as_triangles(
    vertices: ArrayLike, faces: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Corners (m, 9) of triangles and their vertex numbers (m, 3), checked."""
    points = as_coordinates(vertices, "vertices")
    numbers = as_faces(faces, "faces", len(points), copy=True)
    return points[numbers].reshape(-1, 9), numbers


def corners_of(vertices: ArrayLike, faces: NDArray[np.int64]) -> NDArray[np.float64]:
    """Corners (m, 9) at new places of the vertices."""
    points = as_coordinates(vertices, "vertices")
    if faces.size and faces.max() >= len(points):
        raise ImpingeError(f"vertices: {len(points)} rows, faces refer to vertex {faces.max()}")
    return points[faces].reshape(-1, 9)


def boxes_of(corners: NDArray[np.float64]) -> Boxes:
    """The boxes of triangles given by their corners (m, 9)."""
    points = corners.reshape(-1, 3, 3)
    return np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1)


def check_cells(cells: str) -> bool:
    """Whether exact cells are asked for."""
    if cells not in CELLS:
        raise ImpingeError(f"cells: expected 'box' or 'exact', got {cells!r}")
    return cells == "exact"
