"""Cells of one size, a list each: a uniform grid, and one whose lists are found by a hash."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.partition.boxes import Boxes, box_rows
from impinge.partition.cell_pairs import CELLS_OF_BOX, pairs_of_rows
from impinge.partition.kernels import grid_lists
from impinge.partition.kernels.grid_lists import COUNTERS, REF, Lists
from impinge.partition.kernels.grid_pairs import find_in_lists
from impinge.partition.kernels.references import FREE, LIVE
from impinge.partition.layout import Layout, plan_grid
from impinge.partition.partition import OUTSIDE_LEAST, Cells, Partition, lengthened

CELLS_OF_TRIANGLE = 512
"""Cells a triangle's box touches, at most. Many more than of a box: exact cells are worth something
only where there are several along a triangle."""
CROWDED = 4
"""A grid made for n boxes is laid out anew when it holds so many times n."""


class Grid(Partition):
    """Cells of equal size in lists, dense or hashed; coarser ones for what is larger."""

    _layout: Layout
    _kernels: ClassVar[Any] = grid_lists
    _kept: Lists
    _most: int
    _planned: int
    _hashed: bool = False

    def _begin(self, boxes: Boxes, corners: Array | None, *options: Any) -> None:
        self._start(boxes, corners)
        self._cell, self._slots, self._most = options
        self._fits = True
        self._lay_out(self._plan())

    def _plan(self) -> Layout:
        return plan_grid(self._boxes, self._alive, self._cell, self._slots, self._hashed)

    def _lay_out(self, layout: Layout) -> None:
        """Put what is held into the lists of a grid."""
        self._layout = layout
        self._planned = self._count
        n, levels = len(self._boxes), layout.levels
        room = max(2 * n, 2 * self._most)
        self._counters = np.zeros(COUNTERS, np.int64)
        self._counters[FREE] = -1
        self._kept = Lists(
            layout.frame, levels, layout.slots, self._most,
            heads=np.full(layout.slot_count, -1, np.int32),
            refs=np.empty((room, REF), np.int32), keys=np.empty(room, np.int64),
            first=np.full(n, -1, np.int32), home=np.full(n, -1, np.int32),
            counts=np.zeros(len(levels), np.int64), counters=self._counters,
        )  # fmt: skip
        self._insert(self._held.ids)

    @property
    def cell(self) -> float:
        """Edge of the smallest cells [m]."""
        self._mend()
        return self._layout.cell

    @property
    def level_counts(self) -> tuple[int, ...]:
        """Boxes kept in the smallest cells, in those four times as long, and so on."""
        self._mend()
        return tuple(self._kept.counts.tolist())

    def _find_cells(self) -> Cells:
        _, _, keys = self._rows()
        found, counts = np.unique(keys, return_counts=True)
        boxes = self._layout.cell_boxes(found)
        return Cells(boxes[:, :3].copy(), boxes[:, 3:].copy(), counts.astype(np.int64))

    def _make_room(self) -> None:
        self._kept = lengthened(self._kept, 2 * len(self._kept.refs), refs=0, keys=0)

    def _lengthen(self, length: int) -> None:
        super()._lengthen(length)
        self._kept = lengthened(self._kept, length, first=-1, home=-1)

    def _rows(self) -> tuple[NDArray[Any], ...]:
        """References slot by slot: where each slot starts, boxes, cells."""
        live = int(self._counters[LIVE])
        starts = np.empty(self._layout.slot_count + 1, np.int64)
        items, keys = np.empty(live, np.int32), np.empty(live, np.int64)
        grid_lists.rows_of_lists(self._kept, starts, items, keys)
        return starts, items, keys

    def _find_pairs(self) -> Ids:
        home, counts = self._kept.home, self._kept.counts
        return pairs_of_rows(self._boxes, self._exact, self._layout, home, counts, self._rows())

    def _find_boxes(self, query: Boxes) -> Ids:
        found = np.empty(len(self._boxes), np.int64)
        used = find_in_lists(query, self._boxes, self._exact, self._kept, found)
        return found[:used].copy()

    def _outgrown(self) -> bool:
        crowded = self._count > CROWDED * self._planned + OUTSIDE_LEAST
        return self._fits and (crowded or super()._outgrown())

    def _rebuild(self) -> None:
        try:
            layout = self._plan()
        except ImpingeError:
            # Too many cells of the size that was asked for: the outer ones of the grid there is go
            # on to infinity, and hold all.
            layout, self._fits = self._layout, False
        self._lay_out(layout)


class UniformGrid(Grid):
    """Boxes in the cells of a uniform grid, one list a cell.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite extents are legal. Their ids are 0 to n - 1.
    cell : float, optional
        Edge of a cell [m]; two and a half times that of the middle box by size if not given,
        or more, so that there are at most four cells for each box.

    Notes
    -----
    A box that would touch more than twelve cells is kept in cells four times as long, or sixteen
    times, and so on up to one cell that is everywhere. So one giant among many small boxes is in
    few cells, and a box finds those larger than itself in the few cells it touches of each size.

    Boxes may leave the grid: its border cells go on to infinity. When a quarter of all are out
    there, or there are four times as many as at first, a new grid is laid out.

    Finding all pairs takes a time in proportion to the boxes where they are spread, and to the
    boxes of each cell where they are crowded; crowded cells are swept along an axis.

    See Also
    --------
    SpatialHash : without empty cells, for what is spread unevenly.

    Examples
    --------
    >>> grid = UniformGrid([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> grid.pairs()
    array([[0, 1]])
    >>> grid.move([2], [[1.5, 0, 0]], [[2.5, 1, 1]])
    >>> grid.pairs().tolist()
    [[0, 1], [1, 2]]
    >>> grid.find((2.2, 0, 0), (9, 9, 9))
    array([2])
    """

    def __init__(self, lower: ArrayLike, upper: ArrayLike, cell: float | None = None) -> None:
        self._begin(box_rows(lower, upper), None, cell, None, CELLS_OF_BOX)

    @classmethod
    def from_triangles(
        cls, vertices: ArrayLike, faces: ArrayLike, cell: float | None = None, *, cells: str = "box"
    ) -> Self:
        """Triangles in cells; their numbers are the ids.

        Parameters
        ----------
        vertices : (n, 3) array_like
            Coordinates [m].
        faces : (m, 3) array_like
            Vertex numbers.
        cell : float, optional
            Edge of a cell [m].
        cells : {"box", "exact"}, optional
            Cells that the triangle's box touches, or those that it touches itself, by separating
            axes: fewer references, and fewer pairs, for more work when it moves.
        """
        return cls._of_triangles(vertices, faces, cells, cell, None, CELLS_OF_TRIANGLE)


class SpatialHash(Grid):
    """Boxes in the cells of a grid without end, kept in a hash table.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite extents are legal. Their ids are 0 to n - 1.
    cell : float, optional
        Edge of a cell [m]; two and a half times that of the middle box by size if not given.
    slots : int, optional
        Size of the table; twice the number of boxes if not given. Cells that share a slot cost
        time, and change nothing else.

    Notes
    -----
    Teschner et al. 2003 [Teschner2003]_, whose hash function it uses. Deviations: lists are kept
    from step to step, and boxes that would touch more than twelve cells are kept in larger cells,
    as in :class:`UniformGrid`.

    Examples
    --------
    >>> table = SpatialHash([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 1, 1]])
    >>> table.pairs()
    array([[0, 1]])
    >>> table.add([[1e6, 0, 0]], [[1e6 + 1, 1, 1]])
    array([2])
    """

    _hashed = True

    def __init__(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        cell: float | None = None,
        slots: int | None = None,
    ) -> None:
        self._begin(box_rows(lower, upper), None, cell, slots, CELLS_OF_BOX)

    @classmethod
    def from_triangles(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike,
        cell: float | None = None,
        slots: int | None = None,
        *,
        cells: str = "box",
    ) -> Self:
        """Triangles in cells; see :meth:`UniformGrid.from_triangles`."""
        return cls._of_triangles(vertices, faces, cells, cell, slots, CELLS_OF_TRIANGLE)
