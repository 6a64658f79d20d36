"""Boxes that come, move and go, under numbers that stay theirs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_boxes
from impinge.core.errors import ImpingeError
from impinge.core.ids import IdRegister, Ids

Note = Callable[[Ids], None]


class BroadPhase(Protocol):
    """What every broad phase that keeps its boxes can do.

    For one thread at a time: questions, too, may change what is kept. A change that is interrupted,
    by Ctrl-C or for lack of memory, counts as made or as not made, never as half made.
    """

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""

    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""


class Kept(ABC):
    """A :class:`BroadPhase` with boxes under ids.

    A kind that keeps more than boxes notes changes before they are made.
    """

    def __init__(self) -> None:
        self._boxes = StoredBoxes()

    def __len__(self) -> int:
        return self._boxes.count

    @property
    def ids(self) -> Ids:
        """Ids of the boxes that are there, in order."""
        return self._boxes.ids

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""
        return self._boxes.add(lower, upper, self._note)

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""
        self._boxes.move(ids, lower, upper, self._note)

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""
        self._boxes.remove(ids, self._note)

    @abstractmethod
    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""

    @abstractmethod
    def _note(self, ids: Ids) -> None:
        """Boxes that are about to come, move or go; there is room for their corners already."""


class StoredBoxes:
    """Corners by id. Ids count from 0, and those of removed boxes are given again, lowest first.

    Who keeps something beside them learns of a change before it is made (``note`` gets the ids): an
    interruption in between is then harmless.
    """

    def __init__(self) -> None:
        self.held = IdRegister()
        # Lower and upper corners in one array: both are written at once.
        self._corners: Array = np.empty((2, 0, 3))

    @property
    def lower(self) -> Array:
        """Lower corners, a row for each id that is or may be in use."""
        return self._corners[0]

    @property
    def upper(self) -> Array:
        """Upper corners, likewise."""
        return self._corners[1]

    @property
    def alive(self) -> NDArray[np.bool_]:
        """Which ids are in use."""
        return self.held.alive

    @property
    def count(self) -> int:
        """Boxes there are."""
        return self.held.count

    @property
    def ids(self) -> Ids:
        """Ids in use, in order."""
        return self.held.ids

    def add(self, lower: ArrayLike, upper: ArrayLike, note: Note) -> Ids:
        """Take in boxes; their ids."""
        corners = as_boxes(lower, upper)
        ids = self.held.lowest(len(corners[0]))
        room = self.held.make_room(ids)
        if self._corners.shape[1] < room:
            grown = np.zeros((2, room, 3))
            grown[:, : self._corners.shape[1]] = self._corners
            self._corners = grown
        note(ids)
        self._corners[:, ids] = corners
        self.held.take(ids)
        return ids

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike, note: Note) -> Ids:
        """Give boxes new corners; their ids, checked."""
        rows, corners = self.held.checked(ids), as_boxes(lower, upper)
        if len(rows) != len(corners[0]):
            raise ImpingeError(
                f"ids and lower: {len(rows)} and {len(corners[0])} rows, expected equal"
            )
        note(rows)
        self._corners[:, rows] = corners
        return rows

    def remove(self, ids: ArrayLike, note: Note) -> Ids:
        """Forget boxes; their ids, checked."""
        rows = self.held.checked(ids)
        note(rows)
        self.held.release(rows)
        return rows

    def pairs_by(self, method: Callable[[Array, Array], Ids]) -> Ids:
        """Pairs of ids, found by a function that knows nothing of ids."""
        ids = self.ids
        if len(ids) == self._corners.shape[1]:
            return method(self.lower, self.upper)
        # Ids are in order, so that sorted rows stay sorted.
        return ids[method(self.lower[ids], self.upper[ids])]
