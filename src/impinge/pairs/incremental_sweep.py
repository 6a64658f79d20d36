"""Sweep and prune that starts from the order of the frame before."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.ids import Ids
from impinge.pairs.element_tree import tree_pairs
from impinge.pairs.grouping import sorted_pairs
from impinge.pairs.kernels.ends import load_ends, settle
from impinge.pairs.kernels.pair_set import drop_pairs_of, pairs_in, table_of
from impinge.pairs.stored_boxes import Kept

PATIENCE = 30
"""Swaps a box after which starting anew is cheaper than sorting on by insertion (measured)."""


class IncrementalSweep(Kept):
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
        super().__init__()
        self._ends = np.empty((3, 0), np.int64)
        self._values = np.empty((3, 0))
        self._table = table_of(np.empty((0, 2), np.int64))
        self._count = 0
        # False while order and pairs are changed: after an interruption they are made anew.
        self._known = True
        self._moved = False
        self._added = 0
        self._swaps = self._sorts = 0
        self.add(lower, upper)

    @property
    def statistics(self) -> dict[str, int]:
        """Ends that have passed each other, how often all was sorted anew, and pairs now."""
        self._settle()
        return {"swaps": self._swaps, "sorts": self._sorts, "pairs": self._count}

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        known, ids = self._known, super().add(lower, upper)
        if len(ids):
            # They come from beyond all others, where they meet nothing.
            codes = np.column_stack((2 * ids, 2 * ids + 1)).ravel()
            self._ends = np.hstack((self._ends, np.tile(codes, (3, 1))))
            self._values = np.empty(self._ends.shape)
            self._added += len(ids)
        self._known = known
        return ids

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        known = self._known
        super().move(ids, lower, upper)
        self._known = known

    def remove(self, ids: ArrayLike) -> None:
        known, rows = self._known, self._held.checked(ids)
        super().remove(rows)
        if len(rows) and known:
            gone = np.zeros(len(self._alive), np.bool_)
            gone[rows] = True
            # Each axis loses the same ends: the rows stay of one length.
            self._ends = self._ends[~gone[self._ends >> 1]].reshape(3, -1)
            self._values = np.empty(self._ends.shape)
            self._table, self._count = drop_pairs_of(self._table, gone)
        self._known = known

    def pairs(self) -> Ids:
        self._settle()
        ids = len(self._alive)
        return sorted_pairs([pairs_in(self._table, self._count)], ids, ids)

    def _note(self, ids: Ids) -> None:
        if len(ids):
            self._known, self._moved = False, True

    def _settle(self) -> None:
        """Bring the order and the pairs up to date."""
        if self._known and not self._moved:
            return
        known, self._known = self._known, False
        swaps = -1
        # Both ends of a new box pass half of all ends, on three axes.
        if known and 6 * self._added < PATIENCE:
            load_ends(*self._corners, self._ends, self._values)
            self._table, self._count, swaps = settle(
                *self._corners, self._ends, self._values, self._table, self._count,
                PATIENCE * len(self),
            )  # fmt: skip
        if swaps < 0:
            self._sort()
        else:
            self._swaps += swaps
        self._moved, self._added = False, 0
        self._known = True

    def _sort(self) -> None:
        """Order and pairs from nothing."""
        ids = self.ids
        lower, upper = self._corners[:, ids]
        codes = np.concatenate((2 * ids, 2 * ids + 1))
        self._ends, self._values = np.empty((3, len(codes)), np.int64), np.empty((3, len(codes)))
        for axis in range(3):
            values = np.concatenate((lower[:, axis], upper[:, axis]))
            # Stable: of equal values, those that stand before, the lower ends, stay before.
            order = np.argsort(values, kind="stable")
            self._ends[axis], self._values[axis] = codes[order], values[order]
        pairs = self._pairs_by(tree_pairs)
        self._table, self._count = table_of(pairs), len(pairs)
        self._sorts += 1
