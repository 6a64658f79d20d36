"""Boxes and triangles as callers give them, checked, in the one layout that partitions keep."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_boxes, as_faces
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry.coordinates import as_coordinates
from impinge.partition.kernels.bucket import sort_pairs

Boxes = Array

MOST_BOXES = 1 << 31
"""Ids are below this: two of them make one number of 64 bits."""
PAIRS_PER_BOX = 8
"""Room for pairs at first."""


def box_rows(lower: ArrayLike, upper: ArrayLike) -> Boxes:
    """Boxes as rows of six numbers, lower corner first; checked as by ``as_boxes``."""
    low, high = as_boxes(lower, upper)
    if len(low) >= MOST_BOXES:
        raise ImpingeError(f"lower: {len(low)} rows, at most {MOST_BOXES - 1} boxes are taken")
    boxes = np.empty((len(low), 6))
    boxes[:, :3], boxes[:, 3:] = low, high
    return boxes


def pairs_of(codes: Ids, held: int) -> Ids:
    """Sorted rows (i, j) from the codes of pairs of ids below ``held``."""
    pairs = np.empty((len(codes), 2), np.int64)
    sort_pairs(codes, held, pairs)
    return pairs


def room_for_pairs(boxes: int) -> Ids:
    """An array for the codes of pairs, as long as is usual for so many boxes; not set."""
    return np.empty(PAIRS_PER_BOX * boxes + 1024, np.int64)


def as_triangles(vertices: ArrayLike, faces: ArrayLike) -> tuple[Array, Ids]:
    """Corners (m, 9) of triangles and their vertex numbers (m, 3), checked."""
    points = as_coordinates(vertices, "vertices")
    numbers = as_faces(faces, "faces", len(points), copy=True)
    return points[numbers].reshape(-1, 9), numbers


def corners_of(vertices: ArrayLike, faces: Ids) -> Array:
    """Corners (m, 9) at new places of the vertices."""
    points = as_coordinates(vertices, "vertices")
    if faces.size and faces.max() >= len(points):
        raise ImpingeError(f"vertices: {len(points)} rows, faces refer to vertex {faces.max()}")
    return points[faces].reshape(-1, 9)


def boxes_of(corners: Array) -> Boxes:
    """The boxes of triangles given by their corners (m, 9)."""
    points = corners.reshape(-1, 3, 3)
    return np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1)
