"""What octree and k-d tree have in common: leaves that are divided and joined as boxes move."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.ids import Ids, longer
from impinge.partition.boxes import Boxes, box_rows, room_for_pairs
from impinge.partition.kernels.grid_rows import measure_boxes
from impinge.partition.kernels.references import FREE, LIVE
from impinge.partition.kernels.tree_change import REFERENCES, TIME, settle
from impinge.partition.kernels.tree_nodes import (
    ALL_AXES,
    CHILD,
    COUNT,
    COUNTERS,
    DEPTH,
    FREE_BLOCK,
    HEAD,
    LINKS,
    MERGES,
    MOVED,
    NODE_TOP,
    OUTSIDE,
    PARENT,
    REF,
    SPLITS,
    TARGETS,
    PartitionTree,
)
from impinge.partition.kernels.tree_pairs import (
    CODES,
    GUESTS,
    NEEDED,
    USED,
    find_in_tree,
    pairs_in_tree,
)
from impinge.partition.kernels.tree_rows import insert_rows, move_rows, remove_rows
from impinge.partition.options import as_whole
from impinge.partition.partition import (
    OUTSIDE_LEAST,
    OUTSIDE_SHARE,
    Cells,
    Partition,
    Statistics,
    in_ranges,
)

LEAF = 32
"""Boxes of a leaf, at most, if it can be divided. Built and asked once, 8 were measured to take 1.6
times as long and 64 nine tenths; smaller leaves have fewer boxes to look at in a search."""
MOST_LEAF = 1 << 20
"""Boxes of a leaf that a caller may ask for: a leaf is swept, and one leaf is no tree."""
BUDGET = 1_000_000
"""Boxes looked at in one go, some 0.1 s: Ctrl-C takes effect in between."""
GREATEST = float(np.finfo(np.float64).max)
LEAST = float(np.finfo(np.float64).tiny)
"""Cells begin and end at floats, and are not smaller than the least of full precision."""


class SplitTree(Partition):
    """Boxes in the leaves of a tree of cells.

    Outer cells go on to infinity; when a quarter of all boxes are beyond the root, the tree is
    built anew. A box that straddles a plane and is longer than half the cell stays with the inner
    node.
    """

    # Of each kind of tree: how cells are divided, levels at most, and those of a uniform one.
    _axes: int
    _deepest: int
    _uniform_depth: int
    _adaptive: bool
    _leaf: int
    _depth: int
    _counters: NDArray[np.int64]

    def __init__(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        adaptive: bool = True,
        *,
        depth: int | None = None,
        leaf_size: int = LEAF,
    ) -> None:
        self._begin(box_rows(lower, upper), None, adaptive, depth, leaf_size)

    @classmethod
    def from_triangles(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike,
        adaptive: bool = True,
        *,
        cells: str = "box",
        depth: int | None = None,
        leaf_size: int = LEAF,
    ) -> Self:
        """Triangles in cells; their numbers are the ids. See :meth:`UniformGrid.from_triangles`."""
        return cls._of_triangles(vertices, faces, cells, adaptive, depth, leaf_size)

    def _begin(self, boxes: Boxes, corners: NDArray[np.float64] | None, *options: Any) -> None:
        adaptive, depth, leaf_size = options
        self._adaptive = bool(adaptive)
        if depth is None:
            depth = self._deepest if adaptive else self._uniform_depth
        self._depth = as_whole(depth, "depth", 1, self._deepest)
        self._leaf = as_whole(leaf_size, "leaf_size", 2, MOST_LEAF)
        self._start(boxes, corners)
        self._splits = self._merges = 0
        self._rebuild()

    @property
    def _ways(self) -> int:
        return 8 if self._axes == ALL_AXES else 2

    def _rebuild(self) -> None:
        """Make a tree for what is held: all in the root, which is then divided."""
        if self._rebuilds:
            self._splits += int(self._counters[SPLITS])
            self._merges += int(self._counters[MERGES])
            self._moved += int(self._counters[MOVED])
        n = len(self._boxes)
        root, self._region = _root(self._boxes, self._alive, cubic=self._axes == ALL_AXES)
        # Uniform: each cell that holds something is divided down to the last level.
        most, least = (self._leaf, self._leaf // 2) if self._adaptive else (0, 1)
        self._limits = np.array([most, least, self._depth, self._axes, self._adaptive], np.int64)
        nodes = max(n // 4, 64) * 2 + self._ways
        self._cells, self._planes = np.empty((nodes, 6)), np.empty((nodes, 3))
        self._links = np.zeros((nodes, LINKS), np.int32)
        self._links[0, [PARENT, CHILD, HEAD]] = -1
        self._cells[0] = root
        self._refs = np.empty((3 * n + 2 * TARGETS, REF), np.int32)
        self._first = np.full(n, -1, np.int32)
        self._marks = np.zeros(n, np.int64)
        self._waiting = np.empty((2, 2 * nodes), np.int32)
        self._counters = np.zeros(COUNTERS, np.int64)
        self._counters[[FREE, FREE_BLOCK]] = -1
        self._counters[NODE_TOP] = 1
        self._insert(self._held.ids)

    @property
    def nodes(self) -> int:
        """Nodes of the tree, leaves among them."""
        self._mend()
        splits, merges = int(self._counters[SPLITS]), int(self._counters[MERGES])
        return 1 + self._ways * (splits - merges)

    @property
    def depth(self) -> int:
        """Levels below the root that hold something."""
        self._mend()
        return int(self._links[self._filled(), DEPTH].max(initial=0))

    def _filled(self) -> NDArray[np.int64]:
        """Numbers of the nodes that hold something."""
        used = int(self._counters[NODE_TOP])
        counts = self._links[:used, COUNT]
        # Children that were given back hold nothing.
        return np.flatnonzero(counts > 0)

    def _find_cells(self) -> Cells:
        filled = self._filled()
        boxes = self._cells[filled]
        counts = self._links[filled, COUNT].astype(np.int64)
        return Cells(boxes[:, :3].copy(), boxes[:, 3:].copy(), counts)

    def _counted(self) -> Statistics:
        c = self._counters
        return Statistics(
            self._count, len(self._filled()), int(c[LIVE]), self._splits + int(c[SPLITS]),
            self._merges + int(c[MERGES]), self._moved + int(c[MOVED]), self._rebuilds,
        )  # fmt: skip

    @property
    def _arrays(self) -> PartitionTree:
        return PartitionTree(
            self._boxes, self._corners, self._region, self._limits, self._cells, self._planes,
            self._links, self._refs, self._first, self._waiting, self._counters,
        )  # fmt: skip

    def _insert(self, ids: Ids) -> None:
        in_ranges(
            lambda start, stop: insert_rows(ids, start, stop, self._arrays),
            len(ids),
            lambda: self._make_room(REFERENCES),
        )
        self._settle()

    def _shift(self, ids: Ids, boxes: Boxes) -> None:
        in_ranges(
            lambda start, stop: move_rows(ids, start, stop, boxes, self._arrays),
            len(ids),
            lambda: self._make_room(REFERENCES),
        )
        self._settle()

    def _delete(self, ids: Ids) -> None:
        remove_rows(ids, self._arrays)
        self._settle()

    def _settle(self) -> None:
        while short_of := settle(self._arrays, self._marks, BUDGET):
            if short_of != TIME:
                self._make_room(short_of)

    def _make_room(self, short_of: int) -> None:
        """Twice as much of what is short."""
        if short_of == REFERENCES:
            self._refs = longer(self._refs, 2 * len(self._refs), 0)
        else:
            nodes = 2 * len(self._links)
            self._cells, self._planes = (
                longer(self._cells, nodes, 0.0),
                longer(self._planes, nodes, 0.0),
            )
            self._links = longer(self._links, nodes, 0)
            waiting = np.empty((2, 2 * nodes), np.int32)
            waiting[:, : self._waiting.shape[1]] = self._waiting
            self._waiting = waiting

    def _lengthen(self, length: int) -> None:
        super()._lengthen(length)
        self._first = longer(self._first, length, -1)
        self._marks = longer(self._marks, length, 0)

    @property
    def _walk(self) -> tuple[Any, ...]:
        return self._region, self._ways, self._cells, self._links, self._refs

    @property
    def _stack_length(self) -> int:
        """Nodes that may wait on the way down."""
        return self._depth * (self._ways - 1) + self._ways + 1

    def _find_pairs(self) -> NDArray[np.int64]:
        codes = room_for_pairs(self._count)
        guests = np.empty(self._count + 1024, np.int64)
        stack = np.zeros((self._stack_length, 3), np.int64)
        state = np.array([1, 0, 0])
        while short_of := pairs_in_tree(
            self._boxes, self._exact, self._walk, self._count, stack, guests, codes, state, BUDGET
        ):
            if short_of == CODES:
                codes = longer(codes, max(2 * len(codes), int(state[NEEDED])), 0)
            elif short_of == GUESTS:
                guests = longer(guests, 2 * len(guests), 0)
        return codes[: state[USED]]

    def _find_boxes(self, query: Boxes) -> Ids:
        found = np.empty(len(self._boxes), np.int64)
        stack = np.empty(self._stack_length, np.int64)
        used = find_in_tree(query, self._boxes, self._exact, *self._walk, stack, self._alive, found)
        return found[:used].copy()

    def _outgrown(self) -> bool:
        return bool(self._counters[OUTSIDE] > OUTSIDE_LEAST + OUTSIDE_SHARE * self._count)


def _root(
    boxes: Boxes, alive: NDArray[np.bool_], *, cubic: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The root's cell, and the region that boxes are cut off at: a float less above."""
    low, high, _ = measure_boxes(boxes, alive, np.empty(len(boxes)))
    low, high = np.where(low < np.inf, low, 0.0), np.where(high > -np.inf, high, 0.0)
    half = 0.5 * high - 0.5 * low
    if cubic:
        # From the lower corner on: a flat scene must not lie on the first plane.
        half = np.full(3, half.max())
    # A scene without extent still has cells, of a few floats.
    half = np.maximum(half, np.maximum(8.0 * np.spacing(np.abs(low)), LEAST))
    with np.errstate(over="ignore"):
        high = np.maximum(np.nextafter(2.0 * (0.5 * low + half), np.inf), high)
    high = np.minimum(high, GREATEST)
    low = np.where(low < high, low, -GREATEST)
    return np.concatenate([low, high]), np.concatenate([low, np.nextafter(high, -np.inf)])
