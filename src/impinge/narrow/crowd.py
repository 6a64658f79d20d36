"""Many posed things of few or many shapes: which of some pairs touch?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, Shape
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.kernels.crowd import (
    TREE_ROW,
    overlap_convex_pair_rows,
    overlap_tree_convex_rows,
    overlap_trees_rows,
)
from impinge.narrow.overlap import OVERLAP

Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]
Vectors = NDArray[np.float64]

CONVEX, HALF_SPACE, MESH, OTHER = range(4)
"""How a shape is asked about."""


class Crowd:
    """Distinct shapes, in the form in which kernels are asked about any two of them at once.

    Parameters
    ----------
    shapes : sequence of Shape
        Each once. They are kept, and with them their trees, which are built when first needed.

    Notes
    -----
    Pairs of meshes, of meshes and convex shapes, and of convex shapes each go to one kernel,
    whatever shapes they are of: a pair costs its query and no Python. All others are asked as one
    batch for each pair of shapes.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = tuple(shapes)
        self.classes = np.array([_class_of(shape) for shape in self.shapes], np.int8)
        rows = [np.zeros(0) if s._packed is None else s._packed for s in self.shapes]
        self.packed = np.concatenate([np.zeros(1), *rows])
        lengths = np.array([0, *(len(row) for row in rows)], np.int64)
        self.begins = np.cumsum(lengths)[: len(rows)] + 1
        self._table = np.zeros((len(rows), TREE_ROW), np.int64)
        self._trees: list[Tree] = []

    def overlaps(
        self, kinds: Ids, poses: Vectors, pairs: Ids, margins: Vectors, *, solid: bool = False
    ) -> Flags:
        """(m,) bool: which pairs of things come within their margin; what ``overlap`` would say.

        Parameters
        ----------
        kinds : (n,) int64
            Which of the shapes each thing has.
        poses : (n, 4, 4) float64
            Checked, contiguous.
        pairs : (m, 2) int64
            Numbers of things.
        margins : (m,) float64
        solid : bool, optional
            As of :func:`impinge.overlap`.
        """
        found = np.zeros(len(pairs), np.bool_)
        class_a, class_b = self.classes[kinds[pairs[:, 0]]], self.classes[kinds[pairs[:, 1]]]
        left = np.ones(len(pairs), np.bool_)
        convex = (class_a <= HALF_SPACE) & (class_b <= HALF_SPACE)
        convex &= (class_a == CONVEX) | (class_b == CONVEX)
        # What a filled mesh holds is found by other means.
        mesh_a, mesh_b = (class_a == MESH) & (not solid), (class_b == MESH) & (not solid)
        for chosen, ask, swap in (
            (convex, self._convex, False),
            (mesh_a & mesh_b, self._meshes, False),
            (mesh_a & (class_b == CONVEX), self._mixed, False),
            (mesh_b & (class_a == CONVEX), self._mixed, True),
        ):
            rows = np.flatnonzero(chosen)
            if len(rows):
                left[rows] = False
                some = np.ascontiguousarray(pairs[rows, ::-1] if swap else pairs[rows])
                found[rows] = ask(kinds, poses, some, margins[rows])
        for a, b, margin, rows in self.buckets(kinds, pairs, margins, np.flatnonzero(left)):
            at_a, at_b = poses[pairs[rows, 0]], poses[pairs[rows, 1]]
            found[rows] = OVERLAP(a, at_a, b, at_b, margin, solid)
        return found

    def buckets(
        self, kinds: Ids, pairs: Ids, margins: Vectors, rows: Ids
    ) -> Iterator[tuple[Shape, Shape, float, Ids]]:
        """Rows by shape of A, shape of B and margin: (a, b, margin, rows)."""
        of_a, of_b = kinds[pairs[rows, 0]], kinds[pairs[rows, 1]]
        order = np.lexsort((margins[rows], of_b, of_a))
        keys = np.stack([of_a[order], of_b[order], margins[rows][order]], axis=1)
        cuts = np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1
        for part in np.split(rows[order], cuts):
            if len(part):
                a, b = kinds[pairs[part[0]]]
                yield self.shapes[a], self.shapes[b], float(margins[part[0]]), part

    def _convex(self, kinds: Ids, poses: Vectors, pairs: Ids, margins: Vectors) -> Flags:
        out = np.empty(len(pairs), np.bool_)
        run_rows(
            overlap_convex_pair_rows, len(pairs), self.packed, self.begins, kinds, poses, pairs,
            margins, out, grain=64,
        )  # fmt: skip
        if counting():
            add_cost(primitive_tests=len(pairs))
        return out

    def _meshes(self, kinds: Ids, poses: Vectors, pairs: Ids, margins: Vectors) -> Flags:
        trees = self._trees_of(kinds[pairs])
        out, costs = np.empty(len(pairs), np.bool_), np.empty((len(pairs), 2), np.int64)
        run_rows(overlap_trees_rows, len(pairs), *trees, kinds, poses, pairs, margins, out, costs)
        if counting():
            add_cost(0, *costs.sum(axis=0))
        return out

    def _mixed(self, kinds: Ids, poses: Vectors, pairs: Ids, margins: Vectors) -> Flags:
        trees = self._trees_of(kinds[pairs[:, 0]])
        out, costs = np.empty(len(pairs), np.bool_), np.empty((len(pairs), 2), np.int64)
        run_rows(
            overlap_tree_convex_rows, len(pairs), *trees, kinds, self.packed, self.begins, poses,
            pairs, margins, out, costs,
        )  # fmt: skip
        if counting():
            add_cost(0, *costs.sum(axis=0))
        return out

    def _trees_of(self, kinds: Ids) -> tuple[Any, ...]:
        """Arrays of any tree, and the table of addresses, complete for these shapes."""
        for k in np.unique(kinds[self._table[kinds, 0] == 0]):
            tree = tree_of(self.shapes[k])  # type: ignore[arg-type]
            self._trees.append(tree)
            self._table[k] = (
                tree._nodes.ctypes.data, len(tree._nodes),
                tree._triangles.ctypes.data, len(tree._triangles), tree._place.ctypes.data,
            )  # fmt: skip
        any_one = self._trees[0]
        return any_one._nodes, any_one._triangles, any_one._place, self._table


def _class_of(shape: Shape) -> int:
    if shape._packed is not None:
        return HALF_SPACE if shape._packed[KIND] == HALFSPACE else CONVEX
    return MESH if isinstance(shape, Mesh) else OTHER
