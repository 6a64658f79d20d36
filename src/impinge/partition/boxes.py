"""Boxes as callers give them, checked, and in the one layout that partitions keep."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_boxes
from impinge.core.errors import ImpingeError
from impinge.partition.kernels.bucket import sort_pairs

Boxes = NDArray[np.float64]
Ids = NDArray[np.int64]

MOST_BOXES = 1 << 31
"""Ids are below this: two of them make one number of 64 bits."""


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


def as_ids(ids: ArrayLike, alive: NDArray[np.bool_]) -> Ids:
    """Ids of boxes that are held, each once.

    Examples
    --------
    >>> as_ids(1, np.array([True, True]))
    array([1])
    >>> as_ids([0, 5], np.array([True, True]))
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: ids: no box has the id 5
    """
    array = np.atleast_1d(np.asarray(ids))
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ImpingeError(f"ids: expected whole numbers of shape (n,), got {array.dtype} of shape "
                           f"{array.shape}")  # fmt: skip
    numbers = array.astype(np.int64)
    known = (numbers >= 0) & (numbers < len(alive))
    known[known] = alive[numbers[known]]
    if not known.all():
        raise ImpingeError(f"ids: no box has the id {array[int(np.argmin(known))]}")
    ordered = np.sort(numbers)
    twice = ordered[1:] == ordered[:-1]
    if twice.any():
        raise ImpingeError(f"ids: {ordered[1:][twice][0]} is there twice")
    return numbers


def pairs_of(codes: NDArray[np.int64], held: int) -> Ids:
    """Sorted rows (i, j) from the codes of pairs of ids below ``held``."""
    pairs = np.empty((len(codes), 2), np.int64)
    sort_pairs(codes, held, pairs)
    return pairs
