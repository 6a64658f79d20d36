"""Rigid motions as 4x4 matrices: checked where they enter, exact where they are used.

A pose maps body to world: rotation in the upper left 3x3 block, translation in the last column,
bottom row (0, 0, 0, 1). What deviates a little, as float32 data does, is replaced by the nearest
rotation; what deviates more is refused, since the answers of all queries would be wrong by as much.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import FLOAT64, KIND_NAMES, canonical, frozen, row_text
from impinge.core.errors import ImpingeError
from impinge.core.jit import inlined, kernel
from impinge.core.tolerance import (
    COORDINATE_LIMIT,
    POSE_EXACT,
    POSE_SINGULAR,
    POSE_TOLERANCE,
)

IDENTITY = frozen(np.eye(4))
"""The pose of a body at rest in the world frame; read-only."""

AT_REST = np.eye(4)
"""The same for kernels, which take writable arrays; nobody writes to it."""

(
    EXACT,
    INEXACT,
    NOT_FINITE,
    TOO_FAR,
    BOTTOM_ROW,
    SINGULAR,
    REFLECTING,
    SCALING,
    SHEARING,
) = range(9)
"""What :func:`check_pose` answers. From ``NOT_FINITE`` on a pose is refused."""


@inlined
def is_exact(pose):  # type: ignore[no-untyped-def]
    """Whether a pose is used as it is: a rotation within rounding, and a translation.

    Nearly without branches, and False wherever something is not a number: what most poses are is
    known in some nanoseconds.
    """
    x0, x1, x2 = pose[0, 0], pose[1, 0], pose[2, 0]
    y0, y1, y2 = pose[0, 1], pose[1, 1], pose[2, 1]
    z0, z1, z2 = pose[0, 2], pose[1, 2], pose[2, 2]
    # No product overflows beyond this.
    small = (
        (abs(x0) <= 2.0)
        & (abs(x1) <= 2.0)
        & (abs(x2) <= 2.0)
        & (abs(y0) <= 2.0)
        & (abs(y1) <= 2.0)
        & (abs(y2) <= 2.0)
        & (abs(z0) <= 2.0)
        & (abs(z1) <= 2.0)
        & (abs(z2) <= 2.0)
    )
    if not small:
        return False
    return (
        (abs(x0 * x0 + x1 * x1 + x2 * x2 - 1.0) <= POSE_EXACT)
        & (abs(y0 * y0 + y1 * y1 + y2 * y2 - 1.0) <= POSE_EXACT)
        & (abs(z0 * z0 + z1 * z1 + z2 * z2 - 1.0) <= POSE_EXACT)
        & (abs(x0 * y0 + x1 * y1 + x2 * y2) <= POSE_EXACT)
        & (abs(x0 * z0 + x1 * z1 + x2 * z2) <= POSE_EXACT)
        & (abs(y0 * z0 + y1 * z1 + y2 * z2) <= POSE_EXACT)
        & (x0 * (y1 * z2 - y2 * z1) + x1 * (y2 * z0 - y0 * z2) + x2 * (y0 * z1 - y1 * z0) > 0.0)
        & (abs(pose[0, 3]) < COORDINATE_LIMIT)
        & (abs(pose[1, 3]) < COORDINATE_LIMIT)
        & (abs(pose[2, 3]) < COORDINATE_LIMIT)
        & (pose[3, 0] == 0.0)
        & (pose[3, 1] == 0.0)
        & (pose[3, 2] == 0.0)
        & (pose[3, 3] == 1.0)
    )


@kernel
def check_pose(pose):  # type: ignore[no-untyped-def]
    """``EXACT``, ``INEXACT`` (use the nearest rotation) or the reason to refuse this pose.

    Call it at the start of a single query's kernel; on anything but ``EXACT`` return to Python,
    where :func:`as_poses` rounds the pose or raises.
    """
    if is_exact(pose):
        return EXACT
    largest = 0.0
    for i in range(4):
        for j in range(4):
            if not isfinite(pose[i, j]):
                return NOT_FINITE
    for i in range(3):
        for j in range(3):
            largest = max(largest, abs(pose[i, j]))
    if max(abs(pose[0, 3]), abs(pose[1, 3]), abs(pose[2, 3])) >= COORDINATE_LIMIT:
        return TOO_FAR
    bottom = max(abs(pose[3, 0]), abs(pose[3, 1]), abs(pose[3, 2]), abs(pose[3, 3] - 1.0))
    if bottom > POSE_TOLERANCE:
        return BOTTOM_ROW
    if largest == 0.0:
        return SINGULAR

    # Columns x, y, z. A rotation's entries do not exceed one; larger ones are scaled down, so
    # that no product overflows before the reason is known.
    s = 1.0 / largest if largest > 2.0 or largest < 0.5 else 1.0
    x0, x1, x2 = pose[0, 0] * s, pose[1, 0] * s, pose[2, 0] * s
    y0, y1, y2 = pose[0, 1] * s, pose[1, 1] * s, pose[2, 1] * s
    z0, z1, z2 = pose[0, 2] * s, pose[1, 2] * s, pose[2, 2] * s
    xx = x0 * x0 + x1 * x1 + x2 * x2
    yy = y0 * y0 + y1 * y1 + y2 * y2
    zz = z0 * z0 + z1 * z1 + z2 * z2
    xy = abs(x0 * y0 + x1 * y1 + x2 * y2)
    xz = abs(x0 * z0 + x1 * z1 + x2 * z2)
    yz = abs(y0 * z0 + y1 * z1 + y2 * z2)
    determinant = x0 * (y1 * z2 - y2 * z1) + x1 * (y2 * z0 - y0 * z2) + x2 * (y0 * z1 - y1 * z0)
    off = max(abs(xx - 1.0), abs(yy - 1.0), abs(zz - 1.0), xy, xz, yz)
    if s == 1.0 and off <= POSE_TOLERANCE and determinant > 0.0:
        return INEXACT

    if abs(determinant) <= POSE_SINGULAR * sqrt(xx) * sqrt(yy) * sqrt(zz):
        return SINGULAR
    if determinant < 0.0:
        return REFLECTING
    square = (
        xy <= POSE_TOLERANCE * sqrt(xx * yy)
        and xz <= POSE_TOLERANCE * sqrt(xx * zz)
        and yz <= POSE_TOLERANCE * sqrt(yy * zz)
    )
    return SCALING if square else SHEARING


@kernel
def check_pose_rows(poses):  # type: ignore[no-untyped-def]
    """The first row to refuse and why; else (row, ``INEXACT``) for the first such, or all exact."""
    inexact = -1
    for i in range(poses.shape[0]):
        code = check_pose(poses[i])
        if code >= NOT_FINITE:
            return i, code
        if code == INEXACT and inexact < 0:
            inexact = i
    if inexact >= 0:
        return inexact, INEXACT
    return -1, EXACT


@kernel
def round_pose_rows(poses):  # type: ignore[no-untyped-def]
    """Replace each rotation by the nearest one, in place, and each bottom row by (0, 0, 0, 1).

    The step R <- R (3 I - R^T R) / 2 squares the deviation and converges to the orthogonal matrix
    that is nearest in the sum of squares [Bjorck1971]_: from 1e-6, three steps end at rounding.
    """
    for i in range(poses.shape[0]):
        pose = poses[i]
        if check_pose(pose) == INEXACT:
            for _ in range(3):
                x0, x1, x2 = pose[0, 0], pose[1, 0], pose[2, 0]
                y0, y1, y2 = pose[0, 1], pose[1, 1], pose[2, 1]
                z0, z1, z2 = pose[0, 2], pose[1, 2], pose[2, 2]
                xx = 1.5 - 0.5 * (x0 * x0 + x1 * x1 + x2 * x2)
                yy = 1.5 - 0.5 * (y0 * y0 + y1 * y1 + y2 * y2)
                zz = 1.5 - 0.5 * (z0 * z0 + z1 * z1 + z2 * z2)
                xy = -0.5 * (x0 * y0 + x1 * y1 + x2 * y2)
                xz = -0.5 * (x0 * z0 + x1 * z1 + x2 * z2)
                yz = -0.5 * (y0 * z0 + y1 * z1 + y2 * z2)
                for j in range(3):
                    a, b, c = pose[j, 0], pose[j, 1], pose[j, 2]
                    pose[j, 0] = a * xx + b * xy + c * xz
                    pose[j, 1] = a * xy + b * yy + c * yz
                    pose[j, 2] = a * xz + b * yz + c * zz
            pose[3, 0] = 0.0
            pose[3, 1] = 0.0
            pose[3, 2] = 0.0
            pose[3, 3] = 1.0


def as_poses(pose: ArrayLike | None, name: str) -> NDArray[np.float64] | None:
    """One pose or a batch of poses, C-contiguous float64; None stays None (the identity).

    Parameters
    ----------
    pose : (4, 4) or (n, 4, 4) array_like, or None
        Rigid motions, within ``POSE_TOLERANCE``.
    name : str
        What the caller calls this argument; errors begin with it.

    Returns
    -------
    (4, 4) or (n, 4, 4) float64, or None
        Writable; ``pose`` itself where nothing had to be changed, so do not write to it. Rotations
        that deviate by more than ``POSE_EXACT`` are replaced by the nearest, in a copy.

    Raises
    ------
    ImpingeError
        If the shape is another, a value is not finite, or a matrix is no rigid motion.

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

    poses = _matrices(pose, name)
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
    """Number of rows of a batch query, or None for a single one.

    Batches pair row i with row i, one pose goes with every row.

    Parameters
    ----------
    pose_a, pose_b : result of :func:`as_poses`

    Raises
    ------
    ImpingeError
        If both are batches, of different length.

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


def _matrices(pose: Any, name: str) -> NDArray[np.float64]:
    """Numbers of the right shape, in the layout of kernels; not checked for what they say."""
    if isinstance(pose, np.ma.MaskedArray):
        if np.ma.getmaskarray(pose).any():
            raise ImpingeError(f"{name}: holds masked values, expected plain numbers")
        pose = pose.data
    try:
        matrices = np.asarray(pose)
    except (TypeError, ValueError) as error:
        raise ImpingeError(f"{name}: expected shape (4, 4) or (n, 4, 4) ({error})") from error
    if matrices.dtype.kind not in "iuf":
        found = KIND_NAMES.get(matrices.dtype.kind, str(matrices.dtype))
        raise ImpingeError(f"{name}: expected real numbers of shape (4, 4), got {found}")
    if matrices.ndim not in (2, 3) or matrices.shape[-2:] != (4, 4):
        raise ImpingeError(f"{name}: expected shape (4, 4) or (n, 4, 4), got {matrices.shape}")
    with np.errstate(over="ignore"):
        return canonical(matrices, FLOAT64)


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
