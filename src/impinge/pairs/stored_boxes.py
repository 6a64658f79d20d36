"""Boxes that come, move and go, under numbers that stay theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import INT64, as_boxes, canonical
from impinge.core.errors import ImpingeError

Array = NDArray[np.float64]
Ids = NDArray[np.int64]


class BroadPhase(Protocol):
    """What every broad phase that keeps its boxes can do."""

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""

    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""


class StoredBoxes:
    """Corners by id. Ids count from 0, and those of removed boxes are given again, lowest first."""

    def __init__(self) -> None:
        self.lower: Array = np.empty((0, 3))
        self.upper: Array = np.empty((0, 3))
        self.alive: NDArray[np.bool_] = np.empty(0, np.bool_)
        self.count = 0

    @property
    def ids(self) -> Ids:
        """Ids in use, in order."""
        return np.flatnonzero(self.alive)

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        low, high = as_boxes(lower, upper)
        free = np.flatnonzero(~self.alive)[: len(low)]
        missing = len(low) - len(free)
        if missing:
            have = len(self.alive)
            # Twice as many as before at least: boxes that are added one by one cost the same each.
            room = max(missing, have)
            free = np.concatenate((free, np.arange(have, have + missing)))
            self.lower = np.concatenate((self.lower, np.zeros((room, 3))))
            self.upper = np.concatenate((self.upper, np.zeros((room, 3))))
            self.alive = np.concatenate((self.alive, np.zeros(room, np.bool_)))
        self.lower[free], self.upper[free], self.alive[free] = low, high, True
        self.count += len(free)
        return free

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> Ids:
        rows = self.checked(ids)
        low, high = as_boxes(lower, upper)
        if len(rows) != len(low):
            raise ImpingeError(f"ids and lower: {len(rows)} and {len(low)} rows, expected equal")
        self.lower[rows], self.upper[rows] = low, high
        return rows

    def remove(self, ids: ArrayLike) -> Ids:
        rows = self.checked(ids)
        self.alive[rows] = False
        self.count -= len(rows)
        return rows

    def pairs_by(self, method: Callable[[Array, Array], Ids]) -> Ids:
        """Pairs of ids, found by a function that knows nothing of ids."""
        if self.count == len(self.alive):
            return method(self.lower, self.upper)
        ids = self.ids
        # Ids are in order, so that sorted rows stay sorted.
        return ids[method(self.lower[ids], self.upper[ids])]

    def checked(self, ids: ArrayLike) -> Ids:
        """Ids as an array, each in use and named once."""
        given: NDArray[Any] = np.asarray(ids)
        if given.size == 0:
            return np.empty(0, np.int64)
        if given.dtype.kind not in "iu" or given.ndim > 1:
            raise ImpingeError(f"ids: expected whole numbers of shape (n,), got {given.dtype}")
        rows: Ids = canonical(given.reshape(-1), INT64)
        unknown = (rows < 0) | (rows >= len(self.alive))
        unknown |= ~self.alive[np.where(unknown, 0, rows)]
        if unknown.any():
            raise ImpingeError(f"ids: no box has the id {rows[int(np.argmax(unknown))]}")
        named = np.bincount(rows, minlength=1)
        if named.max() > 1:
            raise ImpingeError(f"ids: {int(np.argmax(named > 1))} is named more than once")
        return rows
