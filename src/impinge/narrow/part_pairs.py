"""Pairs of parts of two posed shapes: which are near, and the poses to ask about them with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.threads import run_rows
from impinge.geometry import Shape
from impinge.narrow.bundles import NO_ROW, Bundle, bundle_of
from impinge.narrow.kernels.parts import near_parts_rows
from impinge.narrow.posed import Pose, as_two_poses

Vectors = NDArray[np.float64]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

NO_PAIRS = np.empty((0, 2), np.int64)
NO_BOUNDS = np.empty(0)


class PosedParts:
    """Two shapes taken apart, and rows of their poses.

    Attributes
    ----------
    a, b : Bundle
    poses_a, poses_b : (n, 4, 4) or (1, 4, 4) float64
    count : int
        Number of rows.
    single : bool
        Whether the query has no batch axis.
    """

    def __init__(
        self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, *, solid: bool = False
    ) -> None:
        poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
        self.a: Bundle = bundle_of(a, grounds=solid)
        self.b: Bundle = bundle_of(b, grounds=solid)
        self.poses_a = poses_a.reshape(-1, 4, 4)
        self.poses_b = poses_b.reshape(-1, 4, 4)
        self.single = count is None
        self.count = 1 if count is None else count

    def arguments(self) -> tuple[Any, ...]:
        """What kernels over both bundles begin with."""
        depth = self.a.depth + self.b.depth
        return self.a.arrays(), self.poses_a, self.b.arrays(), self.poses_b, depth

    @property
    def only_rows(self) -> bool:
        """Whether the convex kernels take every pair of parts."""
        surfaces = self.a.has_surfaces or self.b.has_surfaces
        return not surfaces and not (self.a.half_spaces().any() and self.b.half_spaces().any())

    def near(self, limits: Vectors) -> PartPairs:
        """All pairs of parts whose balls are within a limit of each other, one for each row."""
        counts, offsets = np.empty(self.count, np.int64), np.zeros(self.count + 1, np.int64)
        arguments = self.arguments()
        run_rows(
            near_parts_rows, self.count, *arguments, limits, offsets, NO_PAIRS, NO_BOUNDS, counts
        )
        np.cumsum(counts, out=offsets[1:])
        pairs, bounds = np.empty((int(offsets[-1]), 2), np.int64), np.empty(int(offsets[-1]))
        if len(pairs):
            run_rows(
                near_parts_rows, self.count, *arguments, limits, offsets, pairs, bounds, counts
            )
        return PartPairs(self, np.repeat(np.arange(self.count), counts), pairs, bounds)


class PartPairs:
    """Some pairs of parts, each of one row of poses.

    Attributes
    ----------
    rows : (m,) int64
        Rows of the poses, ascending.
    parts : (m, 2) int64
        Part of A, part of B.
    bounds : (m,) float64
        Lower bounds of the distances.
    """

    __slots__ = ("bounds", "parts", "rows", "whole")

    def __init__(self, whole: PosedParts, rows: Ids, parts: Ids, bounds: Vectors) -> None:
        self.whole, self.rows, self.parts, self.bounds = whole, rows, parts, bounds

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, which: Any) -> PartPairs:
        return PartPairs(self.whole, self.rows[which], self.parts[which], self.bounds[which])

    def measured(self) -> Flags:
        """(m,) bool: which pairs the convex kernels take."""
        a, b = self.whole.a, self.whole.b
        i, j = self.parts.T
        rows = (a.starts[i] != NO_ROW) & (b.starts[j] != NO_ROW)
        return rows & ~(a.half_spaces()[i] & b.half_spaces()[j])

    def left(self, solid: bool) -> Flags:
        """(m,) bool: which pairs no kernel over bundles has looked at.

        Those are the convex pairs, and convex parts near meshes; these may still be inside of one.
        """
        a, b = self.whole.a, self.whole.b
        i, j = self.parts.T
        half_a, half_b = a.half_spaces()[i], b.half_spaces()[j]
        mesh_a, mesh_b = a.starts[i] == NO_ROW, b.starts[j] == NO_ROW
        endless = (half_a & (half_b | mesh_b)) | (half_b & mesh_a)
        return endless | (mesh_a & mesh_b) | ((mesh_a | mesh_b) & bool(solid))

    def surfaces(self, side: int) -> list[int]:
        """Surfaces of A (0) or B (1) that convex parts of the other are near to, nearest first."""
        mine, other = (self.whole.a, self.whole.b)[:: 1 - 2 * side]
        i, j = self.parts[:, side], self.parts[:, 1 - side]
        these = (mine.starts[i] == NO_ROW) & (other.starts[j] != NO_ROW)
        these &= ~other.half_spaces()[j]
        order = np.argsort(self.bounds[these], kind="stable")
        return list(dict.fromkeys(i[these][order].tolist()))

    def poses(self) -> tuple[Vectors, Vectors]:
        """(m, 4, 4) twice: the poses of the parts in the world."""
        a, b = self.whole.a.poses[self.parts[:, 0]], self.whole.b.poses[self.parts[:, 1]]
        return _of_rows(self.whole.poses_a, self.rows) @ a, _of_rows(
            self.whole.poses_b, self.rows
        ) @ b

    def sorted(self) -> PartPairs:
        """By rows, and the nearest first in each."""
        return self[np.lexsort((self.bounds, self.rows))]

    def ranks(self) -> Ids:
        """(m,) int64: the place of each pair among those of its row."""
        first = np.searchsorted(self.rows, self.rows)
        return np.arange(len(self.rows)) - first

    def buckets(self) -> Iterator[tuple[Shape, Vectors, Shape, Vectors, Ids]]:
        """The same two shapes together: (a, poses_a, b, poses_b, which of the pairs)."""
        poses_a, poses_b = self.poses()
        shapes_a, shapes_b = self.whole.a.shapes, self.whole.b.shapes
        found: dict[tuple[int, int], list[int]] = {}
        for k, (i, j) in enumerate(self.parts.tolist()):
            found.setdefault((id(shapes_a[i]), id(shapes_b[j])), []).append(k)
        for places in found.values():
            which = np.array(places)
            i, j = self.parts[which[0]]
            yield shapes_a[i], poses_a[which], shapes_b[j], poses_b[which], which


def _of_rows(poses: Vectors, rows: Ids) -> Vectors:
    return poses[rows] if len(poses) > 1 else poses
