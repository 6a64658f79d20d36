"""How a distance changes when one of its shapes moves."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from impinge.core.poses import AT_REST, as_poses
from impinge.narrow.distance_rows import Distance
from impinge.narrow.kernels import witness
from impinge.narrow.kernels.pair_row import WITH_PARTS
from impinge.narrow.pair_rows import widened
from impinge.narrow.posed import Pose

GRADIENT_A, GRADIENT_B, WITH_GRADIENT = WITH_PARTS, WITH_PARTS + 6, WITH_PARTS + 12
"""Columns behind those of a distance."""
BOTH_SWAPPED = [*range(GRADIENT_B, WITH_GRADIENT), *range(GRADIENT_A, GRADIENT_B)]
"""Those of (A, B) in the order of (B, A)."""


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

    _names = (*Distance._names, "gradient_a", "gradient_b")

    @property
    def gradient_a(self) -> NDArray[np.float64]:
        return self._part(GRADIENT_A)

    @property
    def gradient_b(self) -> NDArray[np.float64]:
        return self._part(GRADIENT_B)

    def swapped(self) -> Self:
        """The same answer, asked as (B, A)."""
        gradients = self._rows[..., BOTH_SWAPPED]
        return type(self)(np.concatenate([super().swapped()._rows, gradients], axis=-1))

    def _part(self, column: int) -> NDArray[np.float64]:
        part = self._rows[..., column : column + 6]
        part.flags.writeable = False
        return part


def with_gradient(found: Distance, pose_a: Pose, pose_b: Pose) -> DistanceGradient:
    """A distance, and its derivatives at these poses.

    The closest points are where the distance is stationary, so that to first order they do not
    matter: the distance grows as fast as its ends, fixed to their bodies, part along the normal.
    """
    rows: Any = widened(found._rows)
    out = np.zeros((*rows.shape[:-1], WITH_GRADIENT))
    out[..., :WITH_PARTS] = rows
    normal = rows[..., witness.NORMAL : witness.NORMAL + 3]
    apart = rows[..., witness.DISTANCE] > 0.0
    for sign, pose, point, column in (
        (-1.0, pose_a, witness.POINT_A, GRADIENT_A),
        (1.0, pose_b, witness.POINT_B, GRADIENT_B),
    ):
        checked = as_poses(pose, "pose")
        origin = (AT_REST if checked is None else checked)[..., :3, 3]
        arm = rows[..., point : point + 3] - origin
        push = np.where(apart[..., None], sign * normal, 0.0)
        out[..., column : column + 3] = push
        out[..., column + 3 : column + 6] = np.cross(arm, push)
    return DistanceGradient(out)
