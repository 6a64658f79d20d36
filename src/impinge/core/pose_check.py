"""Kernels that look at poses: whether they are rigid motions, and the nearest ones.

They stand apart from :mod:`impinge.core.poses`, so that errors and arrays are no part of the code
of kernels.
"""

from math import isfinite, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import translation_of
from impinge.core.tolerance import COORDINATE_LIMIT, POSE_EXACT, POSE_SINGULAR, POSE_TOLERANCE
from impinge.core.vec import cross, dot, norm_sq, scale

EXACT, INEXACT, NOT_FINITE, TOO_FAR, BOTTOM_ROW, SINGULAR, REFLECTING, SCALING, SHEARING = range(9)
"""What :func:`check_pose` answers. From ``NOT_FINITE`` on a pose is refused."""


@inlined
def columns_of(pose):
    """The columns of the rotation."""
    x = (pose[0, 0], pose[1, 0], pose[2, 0])
    y = (pose[0, 1], pose[1, 1], pose[2, 1])
    z = (pose[0, 2], pose[1, 2], pose[2, 2])
    return x, y, z


@inlined
def all_below(v, limit):
    """Whether a vector's numbers are below a limit in magnitude; False for NaN."""
    return (abs(v[0]) < limit) & (abs(v[1]) < limit) & (abs(v[2]) < limit)


@inlined
def is_exact(pose):
    """Whether a pose is used as it is: a rotation within rounding, and a translation.

    Nearly without branches, and False wherever something is not a number: what most poses are is
    known in some nanoseconds.
    """
    x, y, z = columns_of(pose)
    # No product overflows below this.
    if not (all_below(x, 2.0) & all_below(y, 2.0) & all_below(z, 2.0)):
        return False
    return (
        (abs(norm_sq(x) - 1.0) <= POSE_EXACT)
        & (abs(norm_sq(y) - 1.0) <= POSE_EXACT)
        & (abs(norm_sq(z) - 1.0) <= POSE_EXACT)
        & (abs(dot(x, y)) <= POSE_EXACT)
        & (abs(dot(x, z)) <= POSE_EXACT)
        & (abs(dot(y, z)) <= POSE_EXACT)
        & (dot(x, cross(y, z)) > 0.0)
        & all_below(translation_of(pose), COORDINATE_LIMIT)
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

    # A rotation's entries do not exceed one; larger ones are scaled down, so that no product
    # overflows before the reason is known.
    s = 1.0 / largest if largest > 2.0 or largest < 0.5 else 1.0
    x, y, z = columns_of(pose)
    x, y, z = scale(s, x), scale(s, y), scale(s, z)
    xx, yy, zz = norm_sq(x), norm_sq(y), norm_sq(z)
    xy, xz, yz = abs(dot(x, y)), abs(dot(x, z)), abs(dot(y, z))
    determinant = dot(x, cross(y, z))
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
                x, y, z = columns_of(pose)
                xx = 1.5 - 0.5 * norm_sq(x)
                yy = 1.5 - 0.5 * norm_sq(y)
                zz = 1.5 - 0.5 * norm_sq(z)
                xy, xz, yz = -0.5 * dot(x, y), -0.5 * dot(x, z), -0.5 * dot(y, z)
                for j in range(3):
                    a, b, c = pose[j, 0], pose[j, 1], pose[j, 2]
                    pose[j, 0] = a * xx + b * xy + c * xz
                    pose[j, 1] = a * xy + b * yy + c * yz
                    pose[j, 2] = a * xz + b * yz + c * zz
            pose[3, 0] = pose[3, 1] = pose[3, 2] = 0.0
            pose[3, 3] = 1.0
