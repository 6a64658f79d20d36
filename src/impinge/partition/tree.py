"""Octree and k-d tree: leaves that are divided and joined as boxes move."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags, as_whole
from impinge.core.ids import Ids, longer
from impinge.core.options import as_flag
from impinge.partition.boxes import Boxes, box_rows, room_for_pairs
from impinge.partition.kernels import tree_change, tree_pairs
from impinge.partition.kernels import tree_nodes as tree
from impinge.partition.kernels.grid_lists import measure_boxes
from impinge.partition.kernels.references import FREE
from impinge.partition.kernels.tree_change import REFERENCES, TIME
from impinge.partition.partition import Cells, Partition, lengthened

ONE_AXIS = 1
"""A k-d node is divided across one axis."""
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
    """Boxes in the leaves of a tree of cells: what an octree and a k-d tree have in common."""

    # Of each kind of tree: how cells are divided, levels at most, and those of a uniform one.
    _axes: int
    _deepest: int
    _uniform_depth: int
    _adaptive: bool
    _leaf: int
    _depth: int
    _kernels: ClassVar[Any] = tree_change
    _kept: tree.Nodes

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

    def _begin(self, boxes: Boxes, corners: Array | None, *options: Any) -> None:
        adaptive, depth, leaf_size = options
        self._adaptive = adaptive = as_flag(adaptive, "adaptive")
        if depth is None:
            depth = self._deepest if adaptive else self._uniform_depth
        self._depth = as_whole(depth, "depth", 1, self._deepest)
        self._leaf = as_whole(leaf_size, "leaf_size", 2, MOST_LEAF)
        self._start(boxes, corners)
        self._splits = self._merges = 0
        self._rebuild()

    @property
    def _ways(self) -> int:
        return 8 if self._axes == tree.ALL_AXES else 2

    def _rebuild(self) -> None:
        """Make a tree for what is held: all in the root, which is then divided."""
        if self._rebuilds:
            self._splits, self._merges = self._divisions()
        n = len(self._boxes)
        root, region = _root(self._boxes, self._alive, cubic=self._axes == tree.ALL_AXES)
        # Uniform: each cell that holds something is divided down to the last level.
        most, least = (self._leaf, self._leaf // 2) if self._adaptive else (0, 1)
        room = max(n // 4, 64) * 2 + self._ways
        self._counters = np.zeros(tree.COUNTERS, np.int64)
        self._kept = tree.Nodes(
            region, np.array([most, least, self._depth, self._axes, self._adaptive], np.int64),
            cells=np.empty((room, 6)), planes=np.empty((room, 3)),
            links=np.zeros((room, tree.LINKS), np.int32),
            refs=np.empty((3 * n + 2 * tree.TARGETS, tree.REF), np.int32),
            first=np.full(n, -1, np.int32), marks=np.zeros(n, np.int64),
            waiting=np.empty((2, 2 * room), np.int32), targets=np.empty(tree.TARGETS, np.int64),
            counters=self._counters,
        )  # fmt: skip
        self._kept.links[0, [tree.PARENT, tree.CHILD, tree.HEAD]] = -1
        self._kept.cells[0] = root
        self._counters[[FREE, tree.FREE_BLOCK]] = -1
        self._counters[tree.NODE_TOP] = 1
        self._insert(self._held.ids)

    @property
    def nodes(self) -> int:
        """Nodes of the tree, leaves among them."""
        self._mend()
        splits, merges = int(self._counters[tree.SPLITS]), int(self._counters[tree.MERGES])
        return 1 + self._ways * (splits - merges)

    @property
    def depth(self) -> int:
        """Levels below the root that hold something."""
        self._mend()
        return int(self._kept.links[self._filled(), tree.DEPTH].max(initial=0))

    def _filled(self) -> Ids:
        """Numbers of the nodes that hold something."""
        used = int(self._counters[tree.NODE_TOP])
        counts = self._kept.links[:used, tree.COUNT]
        # Children that were given back hold nothing.
        return np.flatnonzero(counts > 0)

    def _find_cells(self) -> Cells:
        filled = self._filled()
        boxes = self._kept.cells[filled]
        counts = self._kept.links[filled, tree.COUNT].astype(np.int64)
        return Cells(boxes[:, :3].copy(), boxes[:, 3:].copy(), counts)

    def _divisions(self) -> tuple[int, int]:
        c = self._counters
        return self._splits + int(c[tree.SPLITS]), self._merges + int(c[tree.MERGES])

    def _settle(self) -> None:
        while short_of := tree_change.settle(self._boxes, self._corners, self._kept, BUDGET):
            if short_of == REFERENCES:
                self._make_room()
            elif short_of != TIME:
                room = 2 * len(self._kept.links)
                waiting = np.empty((2, 2 * room), np.int32)
                waiting[:, : self._kept.waiting.shape[1]] = self._kept.waiting
                kept = lengthened(self._kept, room, cells=0.0, planes=0.0, links=0)
                self._kept = kept._replace(waiting=waiting)

    def _make_room(self) -> None:
        self._kept = lengthened(self._kept, 2 * len(self._kept.refs), refs=0)

    def _lengthen(self, length: int) -> None:
        super()._lengthen(length)
        self._kept = lengthened(self._kept, length, first=-1, marks=0)

    @property
    def _stack_length(self) -> int:
        """Nodes that may wait on the way down."""
        return self._depth * (self._ways - 1) + self._ways + 1

    def _find_pairs(self) -> Ids:
        codes = room_for_pairs(self._count)
        guests = np.empty(self._count + 1024, np.int64)
        stack = np.zeros((self._stack_length, 3), np.int64)
        state = np.array([1, 0, 0])
        while short_of := tree_pairs.pairs_in_tree(
            self._boxes, self._exact, self._kept, self._count, stack, guests, codes, state, BUDGET
        ):
            if short_of == tree_pairs.CODES:
                codes = longer(codes, max(2 * len(codes), int(state[tree_pairs.NEEDED])), 0)
            elif short_of == tree_pairs.GUESTS:
                guests = longer(guests, 2 * len(guests), 0)
        return codes[: state[tree_pairs.USED]]

    def _find_boxes(self, query: Boxes) -> Ids:
        found = np.empty(len(self._boxes), np.int64)
        stack = np.empty(self._stack_length, np.int64)
        used = tree_pairs.find_in_tree(
            query, self._boxes, self._exact, self._kept, stack, self._alive, found
        )
        return found[:used].copy()


class Octree(SplitTree):
    """Boxes in the leaves of an octree that changes as they move.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite extents are legal. Their ids are 0 to n - 1.
    adaptive : bool, optional
        Divide a cell that holds more than ``leaf_size`` boxes, and join its parts when they hold
        less than half of that. False: divide each cell that holds something, down to ``depth``.
    depth : int, optional
        Levels below the root, at most; 21, or 5 for a uniform division.
    leaf_size : int, optional
        Boxes of a leaf, if it can be divided.

    Notes
    -----
    The root is a cube around the boxes at first; outer cells go on to infinity. When a quarter of
    all boxes are beyond it, the tree is built anew.

    A box that straddles a plane and is longer than half a cell stays with the inner node, so that
    it is in eight nodes at most.

    Examples
    --------
    >>> tree = Octree([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.remove([0])
    >>> len(tree), tree.pairs().shape
    (2, (0, 2))
    """

    # At the deepest level cells are two millionths of the scene; a uniform one has 32 768.
    _axes, _deepest, _uniform_depth = tree.ALL_AXES, 21, 5


class KdTree(SplitTree):
    """Boxes in the leaves of a k-d tree that changes as they move.

    Arguments are those of :class:`Octree`, but for how cells are divided: across the axis along
    which their boxes are spread most, at the middle one of them but within the middle half of the
    cell. With ``adaptive=False`` the longest side is halved. ``depth`` is 63, or 15 for a uniform
    division.

    Notes
    -----
    A plane stays where it is until its node is joined. Large boxes and boxes beyond the root are
    kept as in an :class:`Octree`.

    Examples
    --------
    >>> tree = KdTree([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.find((4, 0, 0), (4, 0, 0))
    array([2])
    """

    # Three levels for each of an octree.
    _axes, _deepest, _uniform_depth = ONE_AXIS, 63, 15


def _root(boxes: Boxes, alive: Flags, *, cubic: bool) -> tuple[Array, Array]:
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
