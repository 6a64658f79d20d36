"""What every query on two posed shapes does first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST, as_poses, pose_count
from impinge.geometry import Mesh, as_mesh
from impinge.geometry.coordinates import COORDINATE_LIMIT

Pose = ArrayLike | None
Poses = NDArray[np.float64]


def as_shapes(a: Any, b: Any) -> tuple[Any, Any]:
    """Both shapes, made from what was given."""
    if type(a) is not Mesh:
        a = as_mesh(a, "a")
    if type(b) is not Mesh:
        b = as_mesh(b, "b")
    return a, b


def as_two_poses(pose_a: Pose, pose_b: Pose) -> tuple[Poses, Poses, int | None]:
    """Checked poses, identity where none is given, and the number of rows (None: single)."""
    checked_a = _within_reach(as_poses(pose_a, "pose_a"), "pose_a")
    checked_b = _within_reach(as_poses(pose_b, "pose_b"), "pose_b")
    if checked_a.ndim == 2 and checked_b.ndim == 2:
        return checked_a, checked_b, None
    count = pose_count(checked_a, checked_b)
    return checked_a.reshape(-1, 4, 4), checked_b.reshape(-1, 4, 4), count


def _within_reach(poses: Poses | None, name: str) -> Poses:
    """The poses, if the coordinates they lead to can be squared and subtracted."""
    if poses is None:
        return AT_REST
    if poses.ndim == 2:
        # The path of single queries: three numbers are read faster than an array is reduced.
        x, y, z = abs(poses[0, 3]), abs(poses[1, 3]), abs(poses[2, 3])
        if x < COORDINATE_LIMIT and y < COORDINATE_LIMIT and z < COORDINATE_LIMIT:
            return poses
    shifts = np.abs(poses[..., :3, 3]).reshape(-1, 3).max(axis=1, initial=0.0)
    if shifts.max(initial=0.0) >= COORDINATE_LIMIT:
        row = int(np.argmax(shifts >= COORDINATE_LIMIT))
        where = f"{name}: row {row}" if poses.ndim == 3 else f"{name}:"
        raise ImpingeError(
            f"{where} moves by {shifts[row]:g}, coordinates end at {COORDINATE_LIMIT:g}"
        )
    return poses
