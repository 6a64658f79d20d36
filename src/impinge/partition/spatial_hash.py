"""Cells of one size that are found by a hash: no memory for empty ones."""

from __future__ import annotations

from typing import Self

from numpy.typing import ArrayLike

from impinge.partition.boxes import box_rows
from impinge.partition.cell_pairs import CELLS_OF_BOX
from impinge.partition.grid import CELLS_OF_TRIANGLE, Grid


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
