"""Sweep and prune that starts from the order of the frame before."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.pairs.grouping import sorted_pairs
from impinge.pairs.kernels.ends import load_ends, settle
from impinge.pairs.kernels.pair_set import drop_pairs_of, pairs_in, table_of
from impinge.pairs.stored_boxes import StoredBoxes
from impinge.pairs.tree import tree_pairs

Ids = NDArray[np.int64]

PATIENCE = 30
"""Swaps a box after which starting anew is cheaper than sorting on by insertion (measured)."""


class IncrementalSweep:
    """Boxes whose intervals along the three axes are kept sorted, and the pairs that meet.

    Where boxes move little from one frame to the next, few ends of intervals pass each other, and a
    frame costs about as much as the boxes there are and the ends that pass (Cohen et al. 1995
    [Cohen1995]_). Where they move far, everything is sorted anew.

    Parameters
    ----------
    lower, upper : (n, 3) array_like, optional
        Corners of the first boxes [m], whose ids are 0 to n - 1.

    Examples
    --------
    >>> sweep = IncrementalSweep([[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]])
    >>> sweep.move([1], [[0.5, 0, 0]], [[1.5, 1, 1]])
    >>> sweep.pairs()
    array([[0, 1]])
    """

    def __init__(self, lower: ArrayLike = (), upper: ArrayLike = ()) -> None:
        self._boxes = StoredBoxes()
        self._ends = np.empty((3, 0), np.int64)
        self._values = np.empty((3, 0))
        self._table = table_of(np.empty((0, 2), np.int64))
        self._count = 0
        self._moved = False
        self._added = 0
        self._swaps = self._sorts = 0
        self.add(lower, upper)

    def __len__(self) -> int:
        return self._boxes.count

    @property
    def ids(self) -> Ids:
        """Ids of the boxes that are there, in order."""
        return self._boxes.ids

    @property
    def statistics(self) -> dict[str, int]:
        """Ends that have passed each other, how often all was sorted anew, and pairs now."""
        self._settle()
        return {"swaps": self._swaps, "sorts": self._sorts, "pairs": self._count}

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""
        ids = self._boxes.add(lower, upper)
        if len(ids):
            # They come from beyond all others, where they meet nothing.
            codes = np.column_stack((2 * ids, 2 * ids + 1)).ravel()
            self._ends = np.hstack((self._ends, np.tile(codes, (3, 1))))
            self._values = np.empty(self._ends.shape)
            self._added += len(ids)
            self._moved = True
        return ids

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""
        self._moved |= len(self._boxes.move(ids, lower, upper)) > 0

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""
        rows = self._boxes.remove(ids)
        if len(rows):
            gone = np.zeros(len(self._boxes.alive), np.bool_)
            gone[rows] = True
            # Each axis loses the same ends: the rows stay of one length.
            self._ends = self._ends[~gone[self._ends >> 1]].reshape(3, -1)
            self._values = np.empty(self._ends.shape)
            self._table, self._count = drop_pairs_of(self._table, gone)
            self._moved = True

    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""
        self._settle()
        ids = len(self._boxes.alive)
        return sorted_pairs([pairs_in(self._table, self._count)], ids, ids)

    def _settle(self) -> None:
        """Bring the order and the pairs up to date."""
        if not self._moved:
            return
        boxes, swaps = self._boxes, -1
        # Both ends of a new box pass half of all ends, on three axes.
        if 6 * self._added < PATIENCE:
            load_ends(boxes.lower, boxes.upper, self._ends, self._values)
            self._table, self._count, swaps = settle(
                boxes.lower, boxes.upper, self._ends, self._values, self._table, self._count,
                PATIENCE * boxes.count,
            )  # fmt: skip
        if swaps < 0:
            self._sort()
        else:
            self._swaps += swaps
        self._moved, self._added = False, 0

    def _sort(self) -> None:
        """Order and pairs from nothing."""
        ids = self.ids
        lower, upper = self._boxes.lower[ids], self._boxes.upper[ids]
        codes = np.concatenate((2 * ids, 2 * ids + 1))
        for axis in range(3):
            values = np.concatenate((lower[:, axis], upper[:, axis]))
            # Stable: of equal values, those that stand before, the lower ends, stay before.
            order = np.argsort(values, kind="stable")
            self._ends[axis], self._values[axis] = codes[order], values[order]
        pairs = self._boxes.pairs_by(tree_pairs)
        self._table, self._count = table_of(pairs), len(pairs)
        self._sorts += 1
