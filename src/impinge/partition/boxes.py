"""Boxes as callers give them, checked, and in the one layout that partitions keep."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_boxes
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.partition.kernels.bucket import sort_pairs

Boxes = NDArray[np.float64]

MOST_BOXES = 1 << 31
"""Ids are below this: two of them make one number of 64 bits."""
PAIRS_PER_BOX = 8
"""Room for pairs at first."""


def box_rows(lower: ArrayLike, upper: ArrayLike) -> Boxes:
    """Boxes as rows of six numbers, lower corner first; checked as by ``as_boxes``.

    Examples
    --------
    >>> box_rows([[0, 0, 0]], [[1, 1, float("inf")]])
    array([[ 0.,  0.,  0.,  1.,  1., inf]])
    """
    low, high = as_boxes(lower, upper)
    if len(low) >= MOST_BOXES:
        raise ImpingeError(f"lower: {len(low)} rows, at most {MOST_BOXES - 1} boxes are taken")
    boxes = np.empty((len(low), 6))
    boxes[:, :3], boxes[:, 3:] = low, high
    return boxes


def pairs_of(codes: NDArray[np.int64], held: int) -> Ids:
    """Sorted rows (i, j) from the codes of pairs of ids below ``held``."""
    pairs = np.empty((len(codes), 2), np.int64)
    sort_pairs(codes, held, pairs)
    return pairs


def room_for_pairs(boxes: int) -> NDArray[np.int64]:
    """An array for the codes of pairs, as long as is usual for so many boxes; not set."""
    return np.empty(PAIRS_PER_BOX * boxes + 1024, np.int64)
