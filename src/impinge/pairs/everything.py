"""All pairs, by testing everything: the reference the other methods are tested against."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_boxes
from impinge.core.lanes import WIDTH
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels.blocks import fill_blocks
from impinge.pairs.kernels.everything import find_everywhere


def all_pairs(lower: ArrayLike, upper: ArrayLike) -> NDArray[np.int64]:
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
