"""What octree and k-d tree have in common: leaves that are divided and joined as boxes move."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.partition.boxes import Boxes, Ids
from impinge.partition.kernels.grid_rows import measure_boxes
from impinge.partition.kernels.tree_change import REFERENCES, TIME, settle
from impinge.partition.kernels.tree_nodes import (
    ALL_AXES,
    CHILD,
    COUNT,
    COUNTERS,
    DEPTH,
    FREE,
    FREE_BLOCK,
    HEAD,
    LINKS,
    LIVE,
    MERGES,
    MOVED,
    NODE_TOP,
    OUTSIDE,
    PARENT,
    REF,
    SPLITS,
    TARGETS,
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
from impinge.partition.partition import Cells, Partition, Statistics, in_ranges, longer
from impinge.partition.triangles import as_triangles, boxes_of, check_cells

LEAF = 32
"""Boxes of a leaf, at most, if it can be divided. Built and asked once, 8 were measured to take 1.6
times as long and 64 nine tenths; smaller leaves have fewer boxes to look at in a search."""
OUTSIDE_SHARE = 0.25
"""Share of the boxes that may lie beyond the root, where its outer cells hold all of them, before
the tree is built anew. Less would build often; more leaves outer cells crowded."""
OUTSIDE_LEAST = 16
BUDGET = 1_000_000
"""Boxes looked at in one go, some 0.1 s: Ctrl-C takes effect in between."""
PAIRS_PER_BOX = 8
"""Room for pairs at first."""
GREATEST = float(np.finfo(np.float64).max)
LEAST = float(np.finfo(np.float64).tiny)
"""Cells begin and end at floats, and are not smaller than the least of full precision."""


class SplitTree(Partition):
    """Boxes in the leaves of a tree of cells."""

    _axes: int
    _adaptive: bool
    _leaf: int
    _depth: int
    _counters: NDArray[np.int64]

    def _begin(
        self, boxes: Boxes, corners: NDArray[np.float64] | None, axes: int, adaptive: bool,
        depth: int, leaf: int,
    ) -> None:  # fmt: skip
        self._start(boxes, corners)
        self._axes, self._adaptive, self._depth, self._leaf = axes, adaptive, depth, leaf
        self._faces = None
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
        self._insert(np.flatnonzero(self._alive))

    @property
    def nodes(self) -> int:
        """Nodes of the tree, leaves among them."""
        splits, merges = int(self._counters[SPLITS]), int(self._counters[MERGES])
        return 1 + self._ways * (splits - merges)

    @property
    def depth(self) -> int:
        """Levels below the root that hold something."""
        return int(self._links[self._filled(), DEPTH].max(initial=0))

    def _filled(self) -> NDArray[np.int64]:
        """Numbers of the nodes that hold something."""
        used = int(self._counters[NODE_TOP])
        counts = self._links[:used, COUNT]
        # Children that were given back hold nothing.
        return np.flatnonzero(counts > 0)

    def cells(self) -> Cells:
        filled = self._filled()
        boxes = self._cells[filled]
        counts = self._links[filled, COUNT].astype(np.int64)
        return Cells(boxes[:, :3].copy(), boxes[:, 3:].copy(), counts)

    @property
    def statistics(self) -> Statistics:
        c = self._counters
        return Statistics(
            self._count, len(self._filled()), int(c[LIVE]), self._splits + int(c[SPLITS]),
            self._merges + int(c[MERGES]), self._moved + int(c[MOVED]), self._rebuilds,
        )  # fmt: skip

    @property
    def _arrays(self) -> tuple[Any, ...]:
        return (
            self._boxes, self._corners, self._region, self._limits, self._cells, self._planes,
            self._links, self._refs, self._first, self._waiting,
        )  # fmt: skip

    def _insert(self, ids: Ids) -> None:
        in_ranges(
            lambda start, stop: insert_rows(ids, start, stop, *self._arrays, self._counters),
            len(ids),
            lambda: self._make_room(REFERENCES),
        )
        self._settle()

    def _shift(self, ids: Ids, boxes: Boxes) -> None:
        in_ranges(
            lambda start, stop: move_rows(ids, start, stop, boxes, *self._arrays, self._counters),
            len(ids),
            lambda: self._make_room(REFERENCES),
        )
        self._settle()

    def _delete(self, ids: Ids) -> None:
        remove_rows(
            ids, self._boxes, self._region, self._links, self._refs, self._first, self._waiting,
            self._counters,
        )  # fmt: skip
        self._settle()

    def _settle(self) -> None:
        while short_of := settle(*self._arrays, self._marks, self._counters, BUDGET):
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
        codes = np.empty(PAIRS_PER_BOX * self._count + 1024, np.int64)
        guests = np.empty(self._count + 1024, np.int64)
        stack = np.zeros((self._stack_length, 3), np.int64)
        state = np.array([1, 0, 0])
        while short_of := pairs_in_tree(
            self._boxes, self._exact, *self._walk, self._count, stack, guests, codes, state, BUDGET
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


def as_depth(depth: Any, most: int) -> int:
    """A number of levels from 1 to ``most``."""
    whole = not isinstance(depth, bool) and hasattr(depth, "__index__")
    if not whole or not 1 <= depth.__index__() <= most:
        raise ImpingeError(f"depth: expected a whole number from 1 to {most}, got {depth!r}")
    return int(depth.__index__())


def as_leaf(leaf: Any) -> int:
    whole = not isinstance(leaf, bool) and hasattr(leaf, "__index__")
    if not whole or not 2 <= leaf.__index__() <= 1 << 20:
        raise ImpingeError(f"leaf_size: expected a whole number of 2 or more, got {leaf!r}")
    return int(leaf.__index__())


def triangle_tree(
    kind: Any, vertices: ArrayLike, faces: ArrayLike, cells: str, options: tuple[Any, ...]
) -> Any:
    """An octree or k-d tree of triangles."""
    exact = check_cells(cells)
    corners, numbers = as_triangles(vertices, faces)
    tree = object.__new__(kind)
    tree._begin(boxes_of(corners), corners if exact else None, *options)
    tree._faces = numbers
    return tree
