"""The tree of eight boxes a node that pairs are found with, made anew from boxes in a moment."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.lanes import WIDTH
from impinge.core.threads import run_rows
from impinge.pairs.grouping import Found, gathered
from impinge.pairs.kernels.blocks import fill_blocks, fill_levels
from impinge.pairs.kernels.curve import NUMBER, set_keys, sort_crowds, sort_keys, span_centres
from impinge.pairs.kernels.walk import find_meeting

Array = NDArray[np.float64]


class BoxTree:
    """Boxes along a space-filling curve, in blocks of eight, and boxes around eight of those.

    A linear hierarchy (Lauterbach et al. 2009 [Lauterbach2009]_) without links: a node's place says
    where its children are.

    Parameters
    ----------
    lower, upper : (n, 3) float64
        Boxes that were checked; at least one.
    """

    __slots__ = ("first", "nodes", "order")

    order: NDArray[np.int32]
    """(n,) the boxes along the curve."""
    first: NDArray[np.int64]
    """(levels + 1,) the row where each level begins."""
    nodes: Array
    """(rows, 48), see :mod:`impinge.pairs.kernels.blocks`."""

    def __init__(self, lower: Array, upper: Array) -> None:
        self.order = curve_order(lower, upper)
        counts = [-(-len(lower) // WIDTH)]
        while len(counts) < 2 or counts[-1] > 1:
            counts.append(-(-counts[-1] // WIDTH))
        self.first = np.concatenate(([0], np.cumsum(counts)))
        self.nodes = np.empty((self.first[-1], 6 * WIDTH))
        run_rows(fill_blocks, counts[0], lower, upper, self.order, self.nodes)
        fill_levels(self.nodes, self.first)

    def meeting(self, other: BoxTree) -> list[Found]:
        """Pairs of a box here and one there that meet; with itself, each pair once."""
        groups = int(self.first[2] - self.first[1])
        return gathered(
            find_meeting, groups, self.nodes, self.order, self.first, other.nodes, other.order,
            other.first, other is self,
        )  # fmt: skip


def curve_order(lower: Array, upper: Array) -> NDArray[np.int32]:
    """The numbers of the boxes along a space-filling curve through their centres."""
    n = len(lower)
    keys, spare = np.arange(n, dtype=np.uint64), np.empty(n, np.uint64)
    span = np.empty(6)
    span_centres(lower, upper, keys, 0, n, span)
    run_rows(set_keys, n, lower, upper, span, keys)
    sort_keys(keys, spare, 0, n)
    sort_crowds(lower, upper, keys, spare)
    return (keys & NUMBER).astype(np.int32)
