"""Overlapping boxes by the cells they share: four partitions, built and asked once."""

from __future__ import annotations

from numpy.typing import ArrayLike

from impinge.core.ids import Ids
from impinge.partition import KdTree, Octree
from impinge.partition.boxes import box_rows, pairs_of
from impinge.partition.cell_pairs import pairs_at_once


def grid_pairs(lower: ArrayLike, upper: ArrayLike, cell: float | None = None) -> Ids:
    """All pairs of boxes that overlap, by a uniform grid; touching counts.

    Boxes, result and errors are those of :func:`find_pairs`.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m].
    cell : float, optional
        Edge of a cell [m]; from the boxes' sizes if not given.

    See Also
    --------
    impinge.partition.UniformGrid : the same, kept while boxes move.

    Examples
    --------
    >>> grid_pairs([[0, 0, 0], [1, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    array([[0, 1]])
    """
    boxes = box_rows(lower, upper)
    return pairs_of(pairs_at_once(boxes, cell, None, hashed=False), len(boxes))


def hash_pairs(
    lower: ArrayLike, upper: ArrayLike, cell: float | None = None, slots: int | None = None
) -> Ids:
    """All pairs of boxes that overlap, by a spatial hash; touching counts.

    As :func:`grid_pairs`; ``slots`` is the size of the table.

    Examples
    --------
    >>> hash_pairs([[0, 0, 0], [1, 0, 0], [1e9, 0, 0]], [[1, 1, 1], [2, 1, 1], [2e9, 1, 1]])
    array([[0, 1]])
    """
    boxes = box_rows(lower, upper)
    return pairs_of(pairs_at_once(boxes, cell, slots, hashed=True), len(boxes))


def octree_pairs(lower: ArrayLike, upper: ArrayLike) -> Ids:
    """All pairs of boxes that overlap, by an octree; touching counts. See :func:`grid_pairs`.

    Examples
    --------
    >>> octree_pairs([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 1, 1]])
    array([[0, 1]])
    """
    return Octree(lower, upper).pairs()


def kd_pairs(lower: ArrayLike, upper: ArrayLike) -> Ids:
    """All pairs of boxes that overlap, by a k-d tree; touching counts. See :func:`grid_pairs`.

    Examples
    --------
    >>> kd_pairs([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 1, 1]])
    array([[0, 1]])
    """
    return KdTree(lower, upper).pairs()
