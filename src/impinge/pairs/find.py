"""Pairs of boxes by each method, by the one that is named, or by the one measured to be fastest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_boxes
from impinge.core.ids import Ids
from impinge.core.lanes import WIDTH
from impinge.core.options import as_choice
from impinge.core.threads import run_rows
from impinge.pairs.element_tree import tree_pairs
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels.blocks import fill_blocks
from impinge.pairs.kernels.sweep import find_everywhere, find_sweeping
from impinge.partition import KdTree, Octree
from impinge.partition.boxes import box_rows, pairs_of
from impinge.partition.cell_pairs import pairs_at_once

Method = Callable[[Any, Any], Ids]

FEW = 250
"""Up to so many boxes, testing everything costs less than building a tree: ``impinge bench pairs``
has this size and those beside it."""


def all_pairs(lower: ArrayLike, upper: ArrayLike) -> Ids:
    """Pairs of boxes that meet, found by testing each box against each other.

    Boxes, result and errors are those of :func:`find_pairs`.

    Notes
    -----
    n (n - 1) / 2 tests, eight at a time: the fastest of all for some dozen boxes, and some seconds
    for 100,000.

    Examples
    --------
    >>> all_pairs([[0, 0, 0], [1, 0, 0], [3, 0, 0]], [[1, 1, 1], [2, 1, 1], [4, 1, 1]])
    array([[0, 1]])
    """
    low, high = as_boxes(lower, upper)
    n = len(low)
    nodes = np.empty((-(-n // WIDTH), 6 * WIDTH))
    nodes[-1:] = np.nan
    fill_blocks(low, high, np.arange(n, dtype=np.int32), nodes, -1, 0, len(nodes))
    return sorted_pairs(gathered(find_everywhere, n, nodes), n, n)


def sweep_pairs(lower: ArrayLike, upper: ArrayLike) -> Ids:
    """Pairs of boxes that meet, found by sorting their intervals along the three axes.

    Boxes meet where their intervals overlap on all three axes (Cohen et al. 1995 [Cohen1995]_). All
    three are sorted, and the sweep goes along the one on which the fewest intervals overlap; what
    overlaps there is compared on the others.

    Boxes, result and errors are those of :func:`find_pairs`.

    Notes
    -----
    Sorting is n log n. The sweep grows with the number of intervals that overlap on the best
    axis: few where boxes lie along a line, about n to the power of 5/3 where they fill a cube, and
    n squared where one place has them all.

    Examples
    --------
    >>> sweep_pairs([[0, 0, 0], [1, 0, 0], [3, 0, 0]], [[1, 1, 1], [2, 1, 1], [4, 1, 1]])
    array([[0, 1]])
    """
    low, high = as_boxes(lower, upper)
    n = len(low)
    if n < 2:
        return np.empty((0, 2), np.int64)
    axis = int(np.argmin([interval_overlaps(low[:, k], high[:, k]) for k in range(3)]))
    order = np.argsort(low[:, axis], kind="stable").astype(np.int32)
    blocks = -(-n // WIDTH)
    nodes = np.empty((blocks, 6 * WIDTH))
    nodes[-1] = np.nan
    run_rows(fill_blocks, blocks, low, high, order, nodes, -1)
    return sorted_pairs(gathered(find_sweeping, blocks, nodes, order, axis), n, n)


def interval_overlaps(low: Array, high: Array) -> int:
    """How many pairs of intervals overlap."""
    # Of two intervals that overlap, one begins when the other has begun and not yet ended.
    begun = int(np.searchsorted(np.sort(low), np.sort(high), side="right").sum())
    n = len(low)
    return begun - n * (n + 1) // 2


def grid_pairs(lower: ArrayLike, upper: ArrayLike, cell: float | None = None) -> Ids:
    """All pairs of boxes that overlap, by a uniform grid; touching counts.

    Boxes, result and errors are those of :func:`find_pairs`.

    Parameters
    ----------
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


METHODS: dict[str, Method] = {
    "tree": tree_pairs, "sweep": sweep_pairs, "grid": grid_pairs, "hash": hash_pairs,
    "octree": octree_pairs, "kd": kd_pairs, "all": all_pairs,
}  # fmt: skip
"""Methods by name. All give the same answer."""


def find_pairs(lower: ArrayLike, upper: ArrayLike, method: str | None = None) -> Ids:
    """Pairs of boxes that meet.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Lowest and highest corners [m]; a box without extent is a point, infinite sides are allowed.
    method : str, optional
        A name from :data:`METHODS`; by default the one that was measured to be fastest: all against
        all for up to 250 boxes, and a tree for more, whatever their distribution.

    Returns
    -------
    (m, 2) int64
        Each row ``i < j``, rows sorted. Boxes are closed: touching is meeting.

    Raises
    ------
    ImpingeError
        If the shapes differ, a value is NaN, a lower one is above the upper one, or there is no
        such method.

    See Also
    --------
    find_pairs_between : pairs of two sets of boxes.

    Examples
    --------
    >>> find_pairs([[0, 0, 0], [1, 0, 0], [3, 0, 0]], [[1, 1, 1], [2, 1, 1], [4, 1, 1]])
    array([[0, 1]])
    """
    if method is not None:
        as_choice(method, "method", METHODS)
        return METHODS[method](lower, upper)
    low, high = as_boxes(lower, upper)
    return all_pairs(low, high) if len(low) <= FEW else tree_pairs(low, high)
