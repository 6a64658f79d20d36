"""Many posed things of few or many shapes: which of some pairs touch?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.ids import Ids, longer
from impinge.core.threads import run_rows
from impinge.geometry import HeightField, Mesh, Shape, box_mesh
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, KIND
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.kernels.crowd import (
    BODY_ROW,
    POINT_COUNT,
    STACK,
    TREE_ROW,
    hold_pairs_rows,
    overlap_convex_pair_rows,
    overlap_tree_convex_rows,
    overlap_trees_rows,
)
from impinge.narrow.kernels.holding import A_UNKNOWN, NEITHER
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.solid import body_of

Flags = NDArray[np.bool_]
Vectors = NDArray[np.float64]

CONVEX, HALF_SPACE, MESH, FIELD, OTHER, NONE = range(6)
"""How a shape is asked about; the last is none at all."""
FIRST_ROOM = 16
"""Shapes, and numbers of packed rows, there is room for at first."""
PER_SHAPE = {
    "classes": ((), np.int8, NONE),
    "begins": ((), np.int64, -1),
    "_lengths": ((), np.int64, 0),
    "_table": ((TREE_ROW,), np.int64, 0),
    "_bodies": ((BODY_ROW,), np.int64, 0),
}
"""Shape of a row, type, and what it holds for no shape."""


class Crowd:
    """Shapes by number, in the form in which kernels are asked about any two of them at once.

    Parameters
    ----------
    shapes : sequence of Shape, optional
        Each once: numbers 0 to n - 1. They are kept, and with them their trees, which are built
        when first needed.

    Attributes
    ----------
    classes : (room,) int8
        How each is asked about.
    packed : (m,) float64
        The rows of all convex shapes.
    begins : (room,) int64
        Where the row of each begins; -1 for a shape that has none.

    Notes
    -----
    Pairs of meshes, of meshes and convex shapes, and of convex shapes each go to one kernel,
    whatever shapes they are of: a pair costs its query and no Python. Solid meshes too: where
    surfaces do not touch, another kernel looks for one inside the other. All other pairs are asked
    as one batch for each pair of shapes.

    A shape that comes or takes the place of another costs itself, whatever the number of others.
    """

    classes: NDArray[np.int8]
    begins: Ids
    _lengths: Ids
    _table: Ids
    _bodies: Ids

    def __init__(self, shapes: Sequence[Shape] = ()) -> None:
        self.shapes: list[Shape | None] = []
        self.packed: Vectors = np.zeros(FIRST_ROOM)
        # What is at the addresses of the tables.
        self._trees: list[Tree | None] = []
        self._held: list[Any] = []
        self._used = 0
        for name, (tail, kind, empty) in PER_SHAPE.items():
            setattr(self, name, np.full((FIRST_ROOM, *tail), empty, kind))
        for k, shape in enumerate(shapes):
            self.put(k, shape)

    def put(self, k: int, shape: Shape | None) -> None:
        """Let a shape, or none, have this number: one in use, or the next."""
        if k == len(self.shapes):
            self.shapes.append(None)
            self._trees.append(None)
            self._held.append(None)
            self._make_room()
        self.shapes[k], self._trees[k], self._held[k] = shape, None, None
        self.classes[k] = NONE if shape is None else _class_of(shape)
        self._table[k] = self._bodies[k] = 0
        if shape is None or shape._packed is None:
            self.begins[k], self._lengths[k] = -1, 0
        else:
            self._pack(k, shape._packed)

    def copy(self) -> Crowd:
        """The same shapes, in arrays of its own."""
        other = object.__new__(Crowd)
        for name, value in self.__dict__.items():
            setattr(other, name, value.copy() if isinstance(value, (list, np.ndarray)) else value)
        return other

    def _pack(self, k: int, row: Vectors) -> None:
        if len(row) > self._lengths[k]:
            if self._used + len(row) > len(self.packed):
                self._pack_anew(k, len(row))
            self.begins[k], self._lengths[k] = self._used, len(row)
            self._used += len(row)
        self.packed[self.begins[k] : self.begins[k] + len(row)] = row

    def _pack_anew(self, but: int, more: int) -> None:
        """Leave out what is no longer used, and make room for twice as much as is."""
        old = self.packed
        some = [k for k in np.flatnonzero(self.begins >= 0).tolist() if k != but]
        rows = [old[self.begins[k] : self.begins[k] + self._lengths[k]] for k in some]
        self._used = sum(len(row) for row in rows)
        self.packed = np.zeros(2 * (self._used + more) + FIRST_ROOM)
        at = 0
        for k, row in zip(some, rows, strict=True):
            self.packed[at : at + len(row)] = row
            self.begins[k] = at
            at += len(row)

    def _make_room(self) -> None:
        count = len(self.shapes)
        if count <= len(self.classes):
            return
        for name, (_, _, empty) in PER_SHAPE.items():
            setattr(self, name, longer(getattr(self, name), 2 * count, empty))

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
        mesh_a, mesh_b = class_a == MESH, class_b == MESH
        for chosen, ask, swap in (
            (convex, self._convex, False),
            (mesh_a & mesh_b, self._meshes, False),
            (mesh_a & (class_b == CONVEX), self._mixed, False),
            (mesh_b & (class_a == CONVEX), self._mixed, True),
        ):
            rows = np.flatnonzero(chosen)
            if len(rows) == 0:
                continue
            left[rows] = False
            some = np.ascontiguousarray(pairs[rows, ::-1] if swap else pairs[rows])
            found[rows] = ask(kinds, poses, some, margins[rows])
            if solid and chosen is not convex:
                apart = ~found[rows]
                found[rows[apart]] = self._held_by_one(kinds, poses, some[apart])
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
                yield self._shape(a), self._shape(b), float(margins[part[0]]), part

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
        trees = self.trees_of(kinds[pairs])
        out, costs = np.empty(len(pairs), np.bool_), np.empty((len(pairs), 2), np.int64)
        run_rows(overlap_trees_rows, len(pairs), *trees, kinds, poses, pairs, margins, out, costs)
        if counting():
            add_cost(0, *costs.sum(axis=0))
        return out

    def _mixed(self, kinds: Ids, poses: Vectors, pairs: Ids, margins: Vectors) -> Flags:
        trees = self.trees_of(kinds[pairs[:, 0]])
        out, costs = np.empty(len(pairs), np.bool_), np.empty((len(pairs), 2), np.int64)
        run_rows(
            overlap_tree_convex_rows, len(pairs), *trees, kinds, self.packed, self.begins, poses,
            pairs, margins, out, costs,
        )  # fmt: skip
        if counting():
            add_cost(0, *costs.sum(axis=0))
        return out

    def _held_by_one(self, kinds: Ids, poses: Vectors, pairs: Ids) -> Flags:
        """Which of two, a mesh and another or a convex shape, is in the other; none touch."""
        trees = self.trees_of(kinds[pairs][self.classes[kinds[pairs]] == MESH])
        bodies = self._bodies_of(kinds[pairs])
        who = np.empty(len(pairs), np.int64)
        run_rows(hold_pairs_rows, len(pairs), *trees, *bodies, kinds, poses, pairs, who)
        for a, b in pairs[who >= A_UNKNOWN][:1]:
            # A mesh that is open has no inside: asked alone, the pair is refused in so many words.
            OVERLAP(self._shape(kinds[a]), poses[a], self._shape(kinds[b]), poses[b], 0.0, True)
        return who != NEITHER

    def trees_of(self, kinds: Ids) -> tuple[Any, ...]:
        """Arrays of any tree, and the table of addresses, complete for these surfaces."""
        for k in np.unique(kinds[self._table[kinds, 0] == 0]):
            shape = self._shape(k)
            tree = tree_of(shape.mesh if isinstance(shape, HeightField) else shape)  # type: ignore[arg-type]
            self._trees[k] = tree
            self._table[k] = (
                tree._nodes.ctypes.data, len(tree._nodes),
                tree._triangles.ctypes.data, len(tree._triangles), tree._place.ctypes.data,
                stack_size(tree._place),
            )  # fmt: skip
        model = _any_body()[0]
        return *model, self._table

    def stack_room(self, kinds: Ids) -> int:
        """What a walk through any of these surfaces needs room for, after :meth:`trees_of`."""
        return int(self._table[kinds, STACK].max(initial=1))

    def _bodies_of(self, kinds: Ids) -> tuple[Any, ...]:
        """Bounds and points of any body, and the table of those, complete for these shapes."""
        for k in np.unique(kinds[self._bodies[kinds, POINT_COUNT] == 0]):
            shape = self._shape(k)
            if isinstance(shape, Mesh):
                _, closed, oriented, bounds, points = body_of(shape)
                where = bounds.ctypes.data, points.ctypes.data, len(points)
                self._bodies[k] = *where, closed, oriented
            else:
                # Its middle stands for all of it.
                points = shape._packed[CENTRE : CENTRE + 3].copy()
                bounds = points
                self._bodies[k] = 0, points.ctypes.data, 1, False, False
            self._held[k] = bounds, points
        _, _, _, bounds, points = _any_body()
        return bounds, points, self._bodies

    def _shape(self, k: int) -> Shape:
        shape = self.shapes[k]
        assert shape is not None
        return shape


@cache
def _any_body() -> tuple[Any, ...]:
    """A body whose arrays tell kernels what those of all others look like."""
    return body_of(box_mesh())


def _class_of(shape: Shape) -> int:
    if shape._packed is not None:
        return HALF_SPACE if shape._packed[KIND] == HALFSPACE else CONVEX
    if isinstance(shape, HeightField):
        return FIELD
    return MESH if isinstance(shape, Mesh) else OTHER
