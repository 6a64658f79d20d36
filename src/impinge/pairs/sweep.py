"""Pairs by sweep and prune: boxes as intervals along the axes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_boxes
from impinge.core.ids import Ids
from impinge.core.lanes import WIDTH
from impinge.core.threads import run_rows
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels.blocks import fill_blocks
from impinge.pairs.kernels.sweep import find_sweeping


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
