"""Boxes that come, move and go, under numbers that stay theirs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags, as_boxes
from impinge.core.errors import ImpingeError
from impinge.core.ids import IdRegister, Ids
from impinge.core.options import shown
from impinge.pairs.element_tree import tree_pairs


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


class Kept(BroadPhase):
    """Corners by id.

    Ids count from 0, and those of removed boxes are given again, lowest first. A kind that keeps
    more than boxes notes changes before they are made: an interruption in between is then harmless.
    """

    def __init__(self) -> None:
        self._held = IdRegister()
        # Lower and upper corners in one array: both are written at once.
        self._corners: Array = np.empty((2, 0, 3))

    def __len__(self) -> int:
        return self._held.count

    @property
    def ids(self) -> Ids:
        """Ids of the boxes that are there, in order."""
        return self._held.ids

    @property
    def _alive(self) -> Flags:
        """Which ids are in use; corners have as many rows."""
        return self._held.alive

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""
        corners = as_boxes(lower, upper)
        ids = self._held.lowest(len(corners[0]))
        room = self._held.make_room(ids)
        if self._corners.shape[1] < room:
            grown = np.zeros((2, room, 3))
            grown[:, : self._corners.shape[1]] = self._corners
            self._corners = grown
        self._note(ids)
        self._corners[:, ids] = corners
        self._held.take(ids)
        return ids

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""
        rows, corners = self._held.checked(ids), as_boxes(lower, upper)
        if len(rows) != len(corners[0]):
            raise ImpingeError(
                f"ids and lower: {len(rows)} and {len(corners[0])} rows, expected equal"
            )
        self._note(rows)
        self._corners[:, rows] = corners

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""
        rows = self._held.checked(ids)
        self._note(rows)
        self._held.release(rows)

    @abstractmethod
    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""

    @abstractmethod
    def _note(self, ids: Ids) -> None:
        """Boxes that are about to come, move or go; there is room for their corners already."""

    def _pairs_by(self, method: Callable[[Array, Array], Ids]) -> Ids:
        """Pairs of ids, found by a function that knows nothing of ids."""
        ids = self.ids
        if len(ids) == self._corners.shape[1]:
            return method(*self._corners)
        # Ids are in order, so that sorted rows stay sorted.
        return ids[method(*self._corners.take(ids, axis=1))]


class Rebuilt(Kept):
    """Boxes among which pairs are found anew each time.

    Parameters
    ----------
    method : callable, optional
        Takes ``lower`` and ``upper`` and returns pairs, as :func:`~impinge.pairs.tree_pairs` does.
    lower, upper : (n, 3) array_like, optional
        Corners of the first boxes [m], whose ids are 0 to n - 1.

    Examples
    --------
    >>> boxes = Rebuilt(tree_pairs, [[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]])
    >>> boxes.add([[0.5, 0, 0]], [[2.5, 1, 1]])
    array([2])
    >>> boxes.pairs()
    array([[0, 2],
           [1, 2]])
    """

    def __init__(
        self,
        method: Callable[[Any, Any], Ids] = tree_pairs,
        lower: ArrayLike = (),
        upper: ArrayLike = (),
    ) -> None:
        super().__init__()
        if not callable(method):
            raise ImpingeError(f"method: expected a function as tree_pairs is, got {shown(method)}")
        self._method = method
        self.add(lower, upper)

    def pairs(self) -> Ids:
        return self._pairs_by(self._method)

    def _note(self, ids: Ids) -> None:
        """Nothing else is kept."""
