"""What grid, hash, octree and k-d tree have in common: boxes with ids that come, move and go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import frozen
from impinge.core.errors import ImpingeError
from impinge.partition.boxes import Boxes, Ids, as_ids, box_rows, pairs_of

RANGE = 1 << 16
"""Boxes put in at a time, some 0.05 s: Ctrl-C takes effect in between."""


class Statistics(NamedTuple):
    """What a partition holds, and what has happened to it."""

    boxes: int
    """Boxes held."""
    cells: int
    """Cells that hold something."""
    references: int
    """Boxes in cells, counted in each."""
    splits: int
    """Cells that were divided."""
    merges: int
    """Cells that were joined again."""
    moved: int
    """Moves after which a box was in other cells."""
    rebuilds: int
    """Times all was laid out anew, since too much had left the region."""


class Cells(NamedTuple):
    """The cells that hold something, for a viewer."""

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    counts: NDArray[np.int64]


class Partition(ABC):
    """Boxes along the axes, kept by the cells of space they touch.

    Ids are whole numbers from 0 on; those of removed boxes are given to new ones, lowest first.
    """

    _boxes: Boxes
    _alive: NDArray[np.bool_]
    _corners: NDArray[np.float64]
    _faces: NDArray[np.int64] | None
    _count: int
    _moved: int
    _rebuilds: int

    def _start(self, boxes: Boxes, corners: NDArray[np.float64] | None) -> None:
        self._boxes = boxes
        self._alive = np.ones(len(boxes), np.bool_)
        self._corners = np.empty((0, 9)) if corners is None else corners
        self._count = len(boxes)
        self._rebuilds = 0
        self._moved = 0

    @property
    def _exact(self) -> bool:
        """Whether boxes are in the cells that their triangles touch only."""
        return len(self._corners) > 0

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Put more boxes in.

        Parameters
        ----------
        lower, upper : (n, 3) array_like
            Lowest and highest coordinates [m].

        Returns
        -------
        (n,) int64
            Their ids.
        """
        if self._exact:
            raise ImpingeError("add: the triangles of a partition are those it was made from")
        boxes = box_rows(lower, upper)
        free = np.flatnonzero(~self._alive)[: len(boxes)]
        missing = len(boxes) - len(free)
        if missing:
            held = len(self._alive)
            self._lengthen(held + max(missing, held // 2))
            free = np.concatenate([free, np.arange(held, held + missing)])
        ids = free.astype(np.int64)
        self._boxes[ids] = boxes
        self._alive[ids] = True
        self._count += len(ids)
        self._insert(ids)
        self._after_change()
        return ids

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Put boxes elsewhere; those that stay in their cells cost next to nothing.

        Parameters
        ----------
        ids : (n,) array_like of int
            Each once.
        lower, upper : (n, 3) array_like
            Their new corners [m].
        """
        if self._exact:
            raise ImpingeError("move: triangles are moved by move_vertices(vertices)")
        which, boxes = as_ids(ids, self._alive), box_rows(lower, upper)
        if len(which) != len(boxes):
            raise ImpingeError(f"lower: {len(boxes)} rows for {len(which)} ids")
        self._shift(which, boxes)
        self._after_change()

    def remove(self, ids: ArrayLike) -> None:
        """Take boxes out; their ids may be given to others from now on."""
        which = as_ids(ids, self._alive)
        self._delete(which)
        self._alive[which] = False
        self._count -= len(which)
        self._after_change()

    def move_vertices(self, vertices: ArrayLike) -> None:
        """Put the triangles elsewhere, all at once: of a partition made from triangles.

        Parameters
        ----------
        vertices : (n, 3) array_like
            As many as there were.
        """
        if self._faces is None:
            raise ImpingeError("move_vertices: this holds boxes, not triangles; use move()")
        from impinge.partition.triangles import boxes_of, corners_of

        corners = corners_of(vertices, self._faces)[self._alive]
        which = np.flatnonzero(self._alive)
        if self._exact:
            self._corners[which] = corners
        self._shift(which, boxes_of(corners))
        self._after_change()

    def pairs(self) -> Ids:
        """All pairs of boxes that overlap; touching counts.

        Returns
        -------
        (m, 2) int64
            Ids, the lesser first; rows sorted. Made from triangles with ``cells="exact"``, those
            pairs only that share a cell: never fewer than the triangles that meet.
        """
        codes = self._find_pairs()
        return pairs_of(np.unique(codes) if self._exact else codes, len(self._boxes))

    def find(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Ids of the boxes that meet the box from ``lower (3,)`` to ``upper (3,)``, sorted."""
        query = box_rows(np.asarray(lower)[None], np.asarray(upper)[None])
        found = self._find_boxes(query)
        found.sort()
        return found

    @abstractmethod
    def cells(self) -> Cells:
        """Corners [m] of the cells that hold something, and how much."""

    @property
    @abstractmethod
    def statistics(self) -> Statistics:
        """What it holds, and what has happened to it."""

    @property
    def ids(self) -> Ids:
        """Ids of the boxes held, sorted."""
        return np.flatnonzero(self._alive)

    @property
    def lower(self) -> NDArray[np.float64]:
        """(n, 3) float64: corners of the boxes held [m], in the order of their ids. Read-only."""
        return frozen(self._boxes[self._alive, :3])

    @property
    def upper(self) -> NDArray[np.float64]:
        """(n, 3) float64, likewise."""
        return frozen(self._boxes[self._alive, 3:])

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        s = self.statistics
        return f"{type(self).__name__}({s.boxes} boxes, {s.cells} cells, {s.references} references)"

    def _lengthen(self, length: int) -> None:
        """Room for so many boxes."""
        self._boxes = longer(self._boxes, length, 0.0)
        self._alive = longer(self._alive, length, False)

    def _after_change(self) -> None:
        """Lay all out anew if it no longer fits its region."""
        if self._outgrown():
            self._rebuilds += 1
            self._rebuild()

    @abstractmethod
    def _insert(self, ids: Ids) -> None: ...

    @abstractmethod
    def _shift(self, ids: Ids, boxes: Boxes) -> None: ...

    @abstractmethod
    def _delete(self, ids: Ids) -> None: ...

    @abstractmethod
    def _find_pairs(self) -> NDArray[np.int64]: ...

    @abstractmethod
    def _find_boxes(self, query: Boxes) -> Ids: ...

    @abstractmethod
    def _outgrown(self) -> bool: ...

    @abstractmethod
    def _rebuild(self) -> None: ...


def in_ranges(step: Callable[[int, int], int], n: int, make_room: Callable[[], None]) -> None:
    """Run ``step`` over rows 0 to n, range by range, with more room where it stops short."""
    done = 0
    while done < n:
        stop = min(done + RANGE, n)
        done = step(done, stop)
        if done < stop:
            make_room()


def longer(array: NDArray[Any], length: int, value: Any) -> NDArray[Any]:
    """A copy with rows of ``value`` added."""
    out = np.empty((length, *array.shape[1:]), array.dtype)
    out[: len(array)] = array
    out[len(array) :] = value
    return out
