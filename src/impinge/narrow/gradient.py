"""How a distance changes when one of its shapes moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.poses import AT_REST, as_poses
from impinge.core.rows import vector
from impinge.narrow.distance_rows import Distance
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.pair_row import WITH_PARTS
from impinge.narrow.pair_rows import widened
from impinge.narrow.posed import Pose

LAYOUT = pair_row.LAYOUT.extended(gradient_a=6, gradient_b=6)
GRADIENT_A, GRADIENT_B = LAYOUT.columns("gradient_a", "gradient_b")


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

    _layout = LAYOUT

    gradient_a, gradient_b = vector(count=6), vector(count=6)


def with_gradient(found: Distance, pose_a: Pose, pose_b: Pose) -> DistanceGradient:
    """A distance, and its derivatives at these poses.

    The closest points are where the distance is stationary, so that to first order they do not
    matter: the distance grows as fast as its ends, fixed to their bodies, part along the normal.
    """
    rows: Any = widened(found._rows)
    out = np.zeros((*rows.shape[:-1], LAYOUT.width))
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
