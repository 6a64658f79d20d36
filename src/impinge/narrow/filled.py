"""How much of a tree's boxes is filled: what probable-first walks know beside the boxes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.hierarchy import VolumeTree
from impinge.narrow.kernels.probable import count_filled

POINTS = 16
"""Points on a triangle, each standing for as much of its surface."""
LEAST_SHARE = 0.35
"""A cell is well filled if it holds this share of the area of its largest face."""


def filled_cells(tree: VolumeTree) -> NDArray[np.int32]:
    """Well-filled cells of each of a tree's boxes, out of 64; made at first use, kept with it."""
    with tree._lock:
        if tree._filled is None:
            tree._fit_all()
            corners = tree._triangles[:, :9].reshape(-1, 3, 3)
            points = np.ascontiguousarray(np.einsum("sc,nck->nsk", _spread(POINTS), corners))
            a, b, c = np.moveaxis(corners, 1, 0)
            weights = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1) / POINTS
            filled = np.empty(len(tree._rows), np.int32)
            count_filled(tree._rows, tree._volumes, points, weights, LEAST_SHARE, filled)
            tree._set(_filled=filled)
        kept: Any = tree._filled
    return kept  # type: ignore[no-any-return]


def _spread(n: int) -> Array:
    """(n, 3) barycentric coordinates that cover a triangle evenly: a square's additive recurrence
    of the plastic number, folded along its diagonal.
    """
    plastic = 1.32471795724474602596
    k = np.arange(1, n + 1)
    u, v = (0.5 + k / plastic) % 1.0, (0.5 + k / plastic**2) % 1.0
    over = u + v > 1.0
    u, v = np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)
    return np.stack([1.0 - u - v, u, v], axis=1)
