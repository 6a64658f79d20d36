"""Rigid motions as 4x4 matrices: checked where they enter, exact where they are used.

A pose maps body to world: rotation in the upper left 3x3 block, translation in the last column,
bottom row (0, 0, 0, 1). What deviates a little, as float32 data does, is replaced by the nearest
rotation; what deviates more is refused, since the answers of all queries would be wrong by as much.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import FLOAT64, as_numbers, canonical, frozen, row_text
from impinge.core.errors import ImpingeError
from impinge.core.pose_check import (
    BOTTOM_ROW,
    EXACT,
    INEXACT,
    NOT_FINITE,
    REFLECTING,
    SCALING,
    SINGULAR,
    TOO_FAR,
    check_pose,
    check_pose_rows,
    round_pose_rows,
)
from impinge.core.tolerance import COORDINATE_LIMIT

IDENTITY = frozen(np.eye(4))
"""The pose of a body at rest in the world frame; read-only."""

AT_REST = np.eye(4)
"""The same for kernels, which take writable arrays; nobody writes to it."""


def as_poses(pose: ArrayLike | None, name: str) -> NDArray[np.float64] | None:
    """One pose or a batch of poses, C-contiguous float64; None stays None (the identity).

    ``pose`` itself where nothing had to be changed, so do not write to it. Rotations that deviate
    by more than ``POSE_EXACT`` are replaced by the nearest, in a copy. Other shapes, values that
    are not finite and matrices off by more than ``POSE_TOLERANCE`` are errors that begin with
    ``name``.

    Examples
    --------
    >>> as_poses(None, "pose_a") is None
    True
    >>> as_poses([[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]], "pose_a")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: pose_a: scales by (2, 2, 2), expected a rigid motion
    """
    if pose is None:
        return None
    # The path of most queries, where every tenth of a microsecond counts.
    if type(pose) is np.ndarray and pose.dtype is FLOAT64 and pose.flags.carray:
        shape = pose.shape
        if shape == (4, 4):
            if check_pose(pose) == EXACT:
                return pose
        elif len(shape) == 3 and shape[1:] == (4, 4) and check_pose_rows(pose)[1] == EXACT:
            return pose

    matrices = as_numbers(pose, name, "(4, 4)")
    if matrices.ndim not in (2, 3) or matrices.shape[-2:] != (4, 4):
        raise ImpingeError(f"{name}: expected shape (4, 4) or (n, 4, 4), got {matrices.shape}")
    with np.errstate(over="ignore"):
        poses = canonical(matrices, FLOAT64)
    rows = poses.reshape(-1, 4, 4)
    row, code = check_pose_rows(rows)
    if code >= NOT_FINITE:
        where = f"{name}: row {row}" if poses.ndim == 3 else f"{name}:"
        raise ImpingeError(f"{where} {_reason(rows[row], code)}")
    if code == INEXACT:
        poses = poses.copy()
        round_pose_rows(poses.reshape(-1, 4, 4))
    return poses


def pose_count(
    pose_a: NDArray[np.float64] | None, pose_b: NDArray[np.float64] | None
) -> int | None:
    """Rows of a batch query of two results of :func:`as_poses`, or None for a single one.

    Batches pair row i with row i, one pose goes with every row; other lengths are an error.

    Examples
    --------
    >>> pose_count(np.eye(4), None) is None
    True
    >>> pose_count(np.eye(4), np.stack([np.eye(4)] * 5))
    5
    """
    count_a = None if pose_a is None or pose_a.ndim == 2 else len(pose_a)
    count_b = None if pose_b is None or pose_b.ndim == 2 else len(pose_b)
    if count_a is None:
        return count_b
    if count_b is not None and count_a != count_b:
        raise ImpingeError(
            f"pose_a and pose_b: batches of {count_a} and {count_b} poses, expected equal lengths"
        )
    return count_a


def _reason(matrix: NDArray[np.float64], code: int) -> str:
    """What is wrong with this matrix, in words and numbers."""
    if code == NOT_FINITE:
        i, j = (int(k) for k in np.argwhere(~np.isfinite(matrix))[0])
        return f"is not finite (entry {i}, {j} is {matrix[i, j]:g})"
    if code == TOO_FAR:
        furthest = np.abs(matrix[:3, 3]).max()
        return f"moves by {furthest:g}, coordinates end at {COORDINATE_LIMIT:g}"
    if code == BOTTOM_ROW:
        return f"has bottom row {row_text(matrix[3])}, expected (0, 0, 0, 1)"
    with np.errstate(over="ignore"):
        determinant = np.linalg.det(matrix[:3, :3])
        lengths = np.linalg.norm(matrix[:3, :3], axis=0)
    if code == SINGULAR:
        return "is singular (its columns lie in a plane), expected a rigid motion"
    if code == REFLECTING:
        return f"reflects (determinant {determinant:.3g}), expected a rigid motion"
    if code == SCALING:
        return f"scales by {row_text(lengths)}, expected a rigid motion"
    return f"shears (determinant {determinant:.3g}, columns not square), expected a rigid motion"
