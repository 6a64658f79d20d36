"""Batches in which every row has shapes of its own.

Rows are sorted by the kinds of their shapes and answered bucket by bucket: all convex pairs in one
run of one kernel, the others as one batch for each pair of shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST, as_poses
from impinge.geometry import Shape, as_shape
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND
from impinge.narrow.convex import gaps_of_rows, overlaps_of_rows
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.posed import Pose

Shapes = Sequence[Shape]


def is_many(shapes: Any) -> bool:
    """Whether this is a sequence of shapes, or of none; a pair (vertices, faces) is one mesh."""
    if type(shapes) not in (list, tuple):
        return False
    return not shapes or any(isinstance(shape, Shape) for shape in shapes)


def has_many(a: Any, b: Any) -> bool:
    return is_many(a) or is_many(b)


class Many:
    """The shapes and poses of a mixed batch, row by row."""

    def __init__(self, a: Any, b: Any, pose_a: Pose, pose_b: Pose) -> None:
        self.a, self.index_a = _distinct(a, "a")
        self.b, self.index_b = _distinct(b, "b")
        self.poses_a, self.poses_b = _poses(pose_a, "pose_a"), _poses(pose_b, "pose_b")
        lengths = {
            "a": len(self.index_a),
            "b": len(self.index_b),
            "pose_a": len(self.poses_a),
            "pose_b": len(self.poses_b),
        }
        # A sequence of one shape is a batch of one row, and goes with every row of others.
        many = {name: n for name, n in lengths.items() if n != 1}
        if len(set(many.values())) > 1:
            said = ", ".join(f"{name} {n}" for name, n in many.items())
            raise ImpingeError(f"{' and '.join(many)}: numbers of rows differ ({said})")
        self.count = next(iter(many.values()), 1)
        self.of_a = np.broadcast_to(self.index_a, self.count)
        self.of_b = np.broadcast_to(self.index_b, self.count)

    def convex_rows(self) -> NDArray[np.int64]:
        """Rows for the convex kernel, sorted by the kinds of their shapes."""
        kind_a, kind_b = _kinds(self.a)[self.of_a], _kinds(self.b)[self.of_b]
        two_half_spaces = (kind_a == HALFSPACE) & (kind_b == HALFSPACE)
        rows = np.flatnonzero((kind_a >= 0) & (kind_b >= 0) & ~two_half_spaces)
        return rows[np.lexsort((kind_b[rows], kind_a[rows]))]

    def other_buckets(self, convex: NDArray[np.int64]) -> list[tuple[Any, Any, NDArray[np.int64]]]:
        """The other rows, by pairs of shapes: (a, b, rows)."""
        left = np.ones(self.count, np.bool_)
        left[convex] = False
        rows = np.flatnonzero(left)
        code = self.of_a[rows] * len(self.b) + self.of_b[rows]
        order = rows[np.argsort(code, kind="stable")]
        codes = np.sort(code)
        cuts = np.flatnonzero(np.diff(codes)) + 1
        return [
            (self.a[self.of_a[part[0]]], self.b[self.of_b[part[0]]], part)
            for part in np.split(order, cuts)
            if len(part)
        ]

    def poses_of(self, rows: NDArray[np.int64]) -> tuple[Any, Any]:
        """The poses of some rows, as batches."""
        both = self.poses_a, self.poses_b
        a, b = (p[rows] if len(p) > 1 else np.repeat(p, len(rows), axis=0) for p in both)
        return a, b

    def packed(self, shapes: Shapes, index: NDArray[np.int64]) -> tuple[Any, Any]:
        """The rows of all distinct convex shapes in one array, and where each row's begins."""
        parts = [s._packed for s in shapes if s._packed is not None]
        lengths = [0 if s._packed is None else len(s._packed) for s in shapes]
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
        return np.concatenate(parts), np.ascontiguousarray(begins[index])


def _kinds(shapes: Shapes) -> NDArray[np.int64]:
    """The kind of each shape's row, -1 for shapes that have none."""
    return np.array([-1 if s._packed is None else s._packed[KIND] for s in shapes], np.int64)


def _distinct(shapes: Any, name: str) -> tuple[list[Any], NDArray[np.int64]]:
    """Each shape once, and which one each row has."""
    many = is_many(shapes)
    if not many:
        shapes = [shapes]
    found: dict[int, int] = {}
    distinct: list[Any] = []
    index = np.empty(len(shapes), np.int64)
    for i, shape in enumerate(shapes):
        if id(shape) not in found:
            if many and not isinstance(shape, Shape):
                kind = type(shape).__name__
                raise ImpingeError(f"{name}: row {i} is a {kind}, expected a shape")
            found[id(shape)] = len(distinct)
            distinct.append(as_shape(shape, name))
        index[i] = found[id(shape)]
    return distinct, index


def _poses(pose: Pose, name: str) -> NDArray[np.float64]:
    checked = as_poses(pose, name)
    return (AT_REST if checked is None else checked).reshape(-1, 4, 4)


def gaps_of_many(many: Many, form: int) -> tuple[NDArray[np.float64], list[Any]]:
    """Rows of gaps (n, PAIR_ROW), filled for the convex pairs, and the buckets of the others."""
    out = np.empty((many.count, PAIR_ROW))
    order = many.convex_rows()
    if len(order):
        a, starts_a = many.packed(many.a, many.of_a)
        b, starts_b = many.packed(many.b, many.of_b)
        gaps_of_rows(a, starts_a, many.poses_a, b, starts_b, many.poses_b, form, False, order, out)
    return out, many.other_buckets(order)


def overlaps_of_many(many: Many, margin: float) -> tuple[NDArray[np.bool_], list[Any]]:
    """Whether gaps are at most ``margin``, for the convex pairs, and the buckets of the others."""
    out = np.empty(many.count, np.bool_)
    order = many.convex_rows()
    if len(order):
        a, starts_a = many.packed(many.a, many.of_a)
        b, starts_b = many.packed(many.b, many.of_b)
        overlaps_of_rows(a, starts_a, many.poses_a, b, starts_b, many.poses_b, margin, order, out)
    return out, many.other_buckets(order)
