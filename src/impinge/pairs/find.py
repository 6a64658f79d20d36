"""Pairs by the method that measurements recommend, by the one that is named, or by testing all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import as_boxes
from impinge.core.ids import Ids
from impinge.core.lanes import WIDTH
from impinge.core.options import as_choice
from impinge.pairs.cells import grid_pairs, hash_pairs, kd_pairs, octree_pairs
from impinge.pairs.element_tree import tree_pairs
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels.blocks import fill_blocks
from impinge.pairs.kernels.sweep import find_everywhere
from impinge.pairs.sweep import sweep_pairs

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
