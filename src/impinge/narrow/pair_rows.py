"""Results about two shapes: ends, features, parts that these belong to; distances, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.poses import AT_REST, as_poses
from impinge.core.rows import SidedRows, integer, scalar, vector
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.pair_row import PART_A, PART_B, WITH_PARTS
from impinge.narrow.posed import Pose

WITH_GRADIENT = pair_row.LAYOUT.extended(gradient_a=6, gradient_b=6)
GRADIENT_A, GRADIENT_B = WITH_GRADIENT.columns("gradient_a", "gradient_b")


class PairRows(SidedRows):
    """Answers about two shapes; rows are wider where one of them is a compound.

    Attributes
    ----------
    part_a, part_b : int, or (n,) int64
        The parts that ``feature_a`` and ``feature_b`` are of, -1 for shapes that have none. Parts
        of compounds within compounds are numbered as they come, one list without levels
        (:func:`parts_of`).
    """

    __slots__ = ()

    _layout = pair_row.LAYOUT

    point_a, point_b = vector(), vector()
    feature_a, feature_b = integer(), integer()

    @property
    def part_a(self) -> int | Ids:
        return self._number(PART_A)  # type: ignore[no-any-return]

    @property
    def part_b(self) -> int | Ids:
        return self._number(PART_B)  # type: ignore[no-any-return]

    def _number(self, column: int) -> Any:
        if self._rows.shape[-1] > column:
            return self._id(column)
        return -1 if self._rows.ndim == 1 else frozen(np.full(len(self._rows), -1))

    def _shown_names(self) -> tuple[str, ...]:
        parts = ("part_a", "part_b") if self._rows.shape[-1] >= WITH_PARTS else ()
        return (*self._names, *parts)


def widened(rows: Array) -> Array:
    """The same rows with columns for parts: -1, none, where there were no such columns."""
    if rows.shape[-1] >= WITH_PARTS:
        return rows
    wide = np.full((*rows.shape[:-1], WITH_PARTS), -1.0)
    wide[..., : rows.shape[-1]] = rows
    return wide


class Distance(PairRows):
    """The shortest connection of two shapes; one row a pair of poses, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        [m], never negative; 0 just where the shapes overlap.
    point_a, point_b : (3,) or (n, 3) float64
        Its ends on A and on B [m], world frame. Where the shapes overlap, one point that both
        have in common.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B. Where they overlap, a way out: that of a face of A at the common
        point, or the direction of the shortest way out of convex shapes.
    feature_a, feature_b : int, or (n,) int64
        What ``point_a`` and ``point_b`` lie on: triangles of meshes, features of convex shapes.
    part_a, part_b : int, or (n,) int64
        Of compounds, the parts that these are of; -1 for other shapes. Parts of compounds within
        compounds are numbered as they come (:func:`~impinge.narrow.parts_of`).
    """

    __slots__ = ()

    _names: tuple[str, ...] = (
        "distance", "point_a", "point_b", "normal", "feature_a", "feature_b",
    )  # fmt: skip

    distance, normal = scalar("gap"), vector()


class DistanceGradient(Distance):
    """A distance with its derivatives; what ``distance(..., gradient=True)`` returns.

    Attributes
    ----------
    gradient_a, gradient_b : (6,) or (n, 6) float64
        Change of the distance per motion of A, and of B, in twist coordinates of the world frame:
        three per metre that the body moves, then three per radian that it turns about its own
        frame's origin (the translation of its pose). 0 where the shapes overlap: there the distance
        does not change.
    """

    __slots__ = ()

    _layout = WITH_GRADIENT

    gradient_a, gradient_b = vector(count=6), vector(count=6)


def with_gradient(found: Distance, pose_a: Pose, pose_b: Pose) -> DistanceGradient:
    """A distance, and its derivatives at these poses.

    The closest points are where the distance is stationary, so that to first order they do not
    matter: the distance grows as fast as its ends, fixed to their bodies, part along the normal.
    """
    rows: Any = widened(found._rows)
    out = np.zeros((*rows.shape[:-1], WITH_GRADIENT.width))
    out[..., :WITH_PARTS] = rows
    normal = rows[..., pair_row.NORMAL : pair_row.NORMAL + 3]
    apart = rows[..., pair_row.GAP] > 0.0
    for sign, pose, point, column in (
        (-1.0, pose_a, pair_row.POINT_A, GRADIENT_A),
        (1.0, pose_b, pair_row.POINT_B, GRADIENT_B),
    ):
        checked = as_poses(pose, "pose")
        origin = (AT_REST if checked is None else checked)[..., :3, 3]
        arm = rows[..., point : point + 3] - origin
        push = np.where(apart[..., None], sign * normal, 0.0)
        out[..., column : column + 3] = push
        out[..., column + 3 : column + 6] = np.cross(arm, push)
    return DistanceGradient(out)
