"""Pairs by the method that measurements recommend, or by the one that is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_boxes
from impinge.core.errors import ImpingeError
from impinge.pairs.cells import grid_pairs, hash_pairs, kd_pairs, octree_pairs
from impinge.pairs.everything import all_pairs
from impinge.pairs.sweep import sweep_pairs
from impinge.pairs.tree import tree_pairs

Method = Callable[[Any, Any], NDArray[np.int64]]

FEW = 250
"""Up to so many boxes, testing everything costs less than building a tree: ``impinge bench pairs``
has this size and those beside it."""


METHODS: dict[str, Method] = {
    "tree": tree_pairs,
    "sweep": sweep_pairs,
    "grid": grid_pairs,
    "hash": hash_pairs,
    "octree": octree_pairs,
    "kd": kd_pairs,
    "all": all_pairs,
}
"""Methods by name. All give the same answer."""


def find_pairs(lower: ArrayLike, upper: ArrayLike, method: str | None = None) -> NDArray[np.int64]:
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
        if not isinstance(method, str) or method not in METHODS:
            raise ImpingeError(f"method: {method!r}, expected one of {', '.join(METHODS)}")
        return METHODS[method](lower, upper)
    low, high = as_boxes(lower, upper)
    return all_pairs(low, high) if len(low) <= FEW else tree_pairs(low, high)
