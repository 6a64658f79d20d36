"""What grid, hash, octree and k-d tree have in common: boxes with ids that come, move and go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import IdRegister, Ids, longer
from impinge.core.options import as_choice
from impinge.partition.boxes import Boxes, as_triangles, box_rows, boxes_of, corners_of, pairs_of
from impinge.partition.kernels.references import LIVE, MOVED, OUTSIDE

RANGE = 1 << 16
"""Boxes put in at a time, some 0.05 s: Ctrl-C takes effect in between."""
OUTSIDE_SHARE = 0.25
"""Share of the boxes that may lie beyond the region, where outer cells hold all of them, before all
is laid out anew. Less would lay out often; more leaves outer cells crowded."""
OUTSIDE_LEAST = 16
"""So many may in any case: a few boxes are no crowd."""


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
    """Times all was laid out anew: too much had left the region, or a change was interrupted."""


class Cells(NamedTuple):
    """The cells that hold something, for a viewer."""

    lower: Array
    upper: Array
    counts: Ids


class Moves(NamedTuple):
    """Where boxes are on their way to."""

    ids: Ids
    boxes: Boxes
    corners: Array | None


NO_MOVES = Moves(np.empty(0, np.int64), np.empty((0, 6)), None)


class Partition(ABC):
    """Boxes along the axes, kept by the cells of space they touch.

    Ids are whole numbers from 0 on; those of removed boxes are given to new ones, lowest first.
    For one thread at a time: questions, too, may change what is kept.

    A change that is interrupted, by Ctrl-C or for lack of memory, counts as made or as not made,
    never as half made; cells are laid out anew when something is asked next.
    """

    # Kernels that put boxes in, move them and take them out, and the cells and lists they change.
    _kernels: ClassVar[Any]
    _kept: Any
    _held: IdRegister
    _boxes: Boxes
    _corners: Array
    _faces: Ids | None
    _counters: Ids
    _moved: int
    _rebuilds: int
    # What was under way when cells were last touched; None while they are as they should be.
    _under_way: Moves | None

    def _start(self, boxes: Boxes, corners: Array | None) -> None:
        self._boxes = boxes
        self._held = IdRegister(len(boxes))
        self._corners = np.empty((0, 9)) if corners is None else corners
        self._faces = None
        self._rebuilds = self._moved = 0
        self._under_way = None

    @classmethod
    def _of_triangles(
        cls, vertices: ArrayLike, faces: ArrayLike, cells: str, *options: Any
    ) -> Self:  # fmt: skip
        """A partition of triangles, with the options of its kind."""
        as_choice(cells, "cells", ("box", "exact"))
        corners, numbers = as_triangles(vertices, faces)
        held = object.__new__(cls)
        held._begin(boxes_of(corners), corners if cells == "exact" else None, *options)
        held._faces = numbers
        return held

    @property
    def _exact(self) -> bool:
        """Whether boxes are in the cells that their triangles touch only."""
        return len(self._corners) > 0

    @property
    def _alive(self) -> Flags:
        return self._held.alive

    @property
    def _count(self) -> int:
        return self._held.count

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
        with self._change(NO_MOVES):
            ids = self._held.lowest(len(boxes))
            self._lengthen(self._held.make_room(ids))
            self._boxes[ids] = boxes
            self._insert(ids)
            # From here on they are there, if something fails.
            self._held.take(ids)
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
        which, boxes = self._held.checked(ids), box_rows(lower, upper)
        if len(which) != len(boxes):
            raise ImpingeError(f"ids and lower: {len(which)} and {len(boxes)} rows, expected equal")
        with self._change(Moves(which, boxes, None)):
            self._shift(which, boxes)

    def remove(self, ids: ArrayLike) -> None:
        """Take boxes out; their ids may be given to others from now on."""
        which = self._held.checked(ids)
        with self._change(NO_MOVES):
            self._kernels.remove_rows(which, self._boxes, self._kept)
            self._settle()
            self._held.release(which)

    def move_vertices(self, vertices: ArrayLike) -> None:
        """Put the triangles elsewhere, all at once: of a partition made from triangles.

        Parameters
        ----------
        vertices : (n, 3) array_like
            As many as there were.
        """
        if self._faces is None:
            raise ImpingeError("move_vertices: this holds boxes, not triangles; use move()")
        which = self._held.ids
        corners = corners_of(vertices, self._faces)[which]
        boxes = boxes_of(corners)
        with self._change(Moves(which, boxes, corners if self._exact else None)):
            if self._exact:
                self._corners[which] = corners
            self._shift(which, boxes)

    @contextmanager
    def _change(self, moves: Moves) -> Iterator[None]:
        """What touches cells: if it does not come to its end, they are laid out anew later."""
        self._mend()
        self._under_way = moves
        yield
        if self._outgrown():
            self._lay_out_anew()
        self._under_way = None

    def _mend(self) -> None:
        """Lay all out anew if a change was interrupted; moves that had begun are made."""
        moves = self._under_way
        if moves is None:
            return
        self._boxes[moves.ids] = moves.boxes
        if moves.corners is not None:
            self._corners[moves.ids] = moves.corners
        # Of arrays that were to grow, some may have.
        self._lengthen(len(self._alive))
        self._lay_out_anew()
        self._under_way = None

    def _lay_out_anew(self) -> None:
        self._rebuilds += 1
        self._moved += int(self._counters[MOVED])
        self._rebuild()

    def pairs(self) -> Ids:
        """All pairs of boxes that overlap; touching counts.

        Returns
        -------
        (m, 2) int64
            Ids, the lesser first; rows sorted. Made from triangles with ``cells="exact"``, those
            pairs only that share a cell: never fewer than the triangles that meet.
        """
        self._mend()
        codes = self._find_pairs()
        return pairs_of(np.unique(codes) if self._exact else codes, len(self._boxes))

    def find(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Ids of the boxes that meet the box from ``lower (3,)`` to ``upper (3,)``, sorted."""
        query = box_rows([lower], [upper])  # type: ignore[arg-type,list-item]
        self._mend()
        found = self._find_boxes(query)
        found.sort()
        return found

    def cells(self) -> Cells:
        """Corners [m] of the cells that hold something, and how much."""
        self._mend()
        return self._find_cells()

    @property
    def statistics(self) -> Statistics:
        """What it holds, and what has happened to it."""
        self._mend()
        counters, cells = self._counters, len(self._find_cells().counts)
        moved = self._moved + int(counters[MOVED])
        return Statistics(
            self._count, cells, int(counters[LIVE]), *self._divisions(), moved, self._rebuilds
        )

    @property
    def ids(self) -> Ids:
        """Ids of the boxes held, sorted."""
        return self._held.ids

    @property
    def lower(self) -> Array:
        """(n, 3) float64: corners of the boxes held [m], in the order of their ids. Read-only."""
        self._mend()
        return frozen(self._boxes[self._held.ids, :3])

    @property
    def upper(self) -> Array:
        """(n, 3) float64, likewise."""
        self._mend()
        return frozen(self._boxes[self._held.ids, 3:])

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        s = self.statistics
        return f"{type(self).__name__}({s.boxes} boxes, {s.cells} cells, {s.references} references)"

    def _lengthen(self, length: int) -> None:
        """Room for so many boxes."""
        self._boxes = longer(self._boxes, length, 0.0)

    def _outgrown(self) -> bool:
        """Whether too much lies beyond the region."""
        return bool(self._counters[OUTSIDE] > OUTSIDE_LEAST + OUTSIDE_SHARE * self._count)

    def _insert(self, ids: Ids) -> None:
        self._in_ranges(self._kernels.insert_rows, ids)

    def _shift(self, ids: Ids, boxes: Boxes) -> None:
        self._in_ranges(self._kernels.move_rows, ids, boxes)

    def _in_ranges(self, rows: Callable[..., int], ids: Ids, *moved: Boxes) -> None:
        """Put boxes in, or elsewhere, range by range, with more room where that stops short."""

        def step(start: int, stop: int) -> int:
            return rows(ids, start, stop, *moved, self._boxes, self._corners, self._kept)

        in_ranges(step, len(ids), self._make_room)
        self._settle()

    def _settle(self) -> None:  # noqa: B027
        """Divide and join cells, in the kinds of partitions that do."""

    def _divisions(self) -> tuple[int, int]:
        """Cells that were divided, and joined again."""
        return 0, 0

    @abstractmethod
    def _make_room(self) -> None:
        """For twice as many references."""

    @abstractmethod
    def _begin(self, boxes: Boxes, corners: Array | None, *options: Any) -> None: ...

    @abstractmethod
    def _find_pairs(self) -> Ids: ...

    @abstractmethod
    def _find_boxes(self, query: Boxes) -> Ids: ...

    @abstractmethod
    def _find_cells(self) -> Cells: ...

    @abstractmethod
    def _rebuild(self) -> None: ...


def lengthened(kept: Any, length: int, **values: Any) -> Any:
    """Cells and lists with some of their arrays as long as that, filled up with these values."""
    return kept._replace(
        **{name: longer(getattr(kept, name), length, value) for name, value in values.items()}
    )


def in_ranges(
    step: Callable[[int, int], int], n: int, make_room: Callable[[], None], length: int = RANGE
) -> None:
    """Run ``step`` over rows 0 to n, range by range, with more room where it stops short."""
    done = 0
    while done < n:
        stop = min(done + length, n)
        done = step(done, stop)
        if done < stop:
            make_room()
