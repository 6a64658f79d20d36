"""Kernels that look at poses: whether they are rigid motions, and the nearest ones.

They stand apart from :mod:`impinge.core.poses`, so that errors and arrays are no part of the code
of kernels.
"""

from math import isfinite, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.tolerance import (
    COORDINATE_LIMIT,
    POSE_EXACT,
    POSE_SINGULAR,
    POSE_TOLERANCE,
)

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
def is_exact(pose):
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
def check_pose(pose):
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
def check_pose_rows(poses):
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
def round_pose_rows(poses):
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
