"""Which boxes meet, of which at least one has changed: the one place that knows a broad phase.

A broad phase that keeps a structure of its own from frame to frame can take the place of
:func:`near_pairs`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.pairs import find_pairs, find_pairs_between

Boxes = NDArray[np.float64]
Ids = NDArray[np.int64]

MANY = 0.5
"""Share of changed boxes from which all pairs are found anew: finding the pairs of some costs about
the same share of that, and a little more."""


def near_pairs(lower: Boxes, upper: Boxes, changed: NDArray[np.bool_]) -> Ids:
    """(m, 2) int64: boxes i < j that meet and of which at least one has changed.

    Examples
    --------
    >>> low = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]])
    >>> near_pairs(low, low + 1.0, np.array([True, False, False]))
    array([[0, 1]])
    """
    some = np.flatnonzero(changed)
    if len(some) == 0:
        return np.zeros((0, 2), np.int64)
    if len(some) >= MANY * len(lower):
        pairs = find_pairs(lower, upper)
        return pairs[changed[pairs[:, 0]] | changed[pairs[:, 1]]]
    found = find_pairs_between(lower[some], upper[some], lower, upper)
    i, j = some[found[:, 0]], found[:, 1]
    # Two that have both changed find each other twice.
    keep = (i != j) & (~changed[j] | (i < j))
    i, j = i[keep], j[keep]
    return np.stack([np.minimum(i, j), np.maximum(i, j)], axis=1)
