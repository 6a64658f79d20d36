"""What every query on two posed shapes does first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.poses import AT_REST, as_poses, pose_count
from impinge.geometry import as_shape

Pose = ArrayLike | None
Poses = NDArray[np.float64]


def as_shapes(a: Any, b: Any) -> tuple[Any, Any]:
    """Both shapes, made from what was given."""
    return as_shape(a, "a"), as_shape(b, "b")


def poses_of(poses: Poses, rows: NDArray[np.int64]) -> Poses:
    """Those of some rows of a batch; a single one goes with all."""
    return poses[rows] if len(poses) > 1 else np.repeat(poses, len(rows), axis=0)


def as_one_layout(pose_a: Any, pose_b: Any) -> tuple[Any, Any]:
    """Single poses in any layout or dtype as checked ones in that of kernels."""
    return given_poses(pose_a, "pose_a"), given_poses(pose_b, "pose_b")


def as_two_poses(pose_a: Pose, pose_b: Pose) -> tuple[Poses, Poses, int | None]:
    """Checked poses, identity where none is given, and the number of rows (None: single)."""
    try:
        checked_a, checked_b = as_poses(pose_a, "pose_a"), as_poses(pose_b, "pose_b")
    except ImpingeError:
        # The same error, with a hint where there is one.
        checked_a, checked_b = as_one_layout(pose_a, pose_b)
    if checked_a is None:
        checked_a = AT_REST
    if checked_b is None:
        checked_b = AT_REST
    if checked_a.ndim == 2 and checked_b.ndim == 2:
        return checked_a, checked_b, None
    count = pose_count(checked_a, checked_b)
    return checked_a.reshape(-1, 4, 4), checked_b.reshape(-1, 4, 4), count


def as_batches(pose_a: Pose, pose_b: Pose) -> tuple[Poses, Poses, int, bool]:
    """Checked poses as batches of n or of one, n, and whether the query is single."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    return poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4), n, count is None
