"""What kernels say of poses, and the nearest rotations."""

import numpy as np
import pytest

from impinge.core.pose_check import (
    BOTTOM_ROW,
    EXACT,
    INEXACT,
    NOT_FINITE,
    REFLECTING,
    SCALING,
    SHEARING,
    SINGULAR,
    TOO_FAR,
    check_pose,
    check_pose_rows,
    round_pose_rows,
)

pytestmark = pytest.mark.plain


def changed(i, j, value):
    pose = np.eye(4)
    pose[i, j] = value
    return pose


CASES = [
    (np.eye(4), EXACT), (changed(0, 1, 1e-7), INEXACT), (changed(1, 1, np.nan), NOT_FINITE),
    (changed(0, 3, 1e200), TOO_FAR), (changed(3, 0, 0.5), BOTTOM_ROW),
    (changed(2, 2, 0.0), SINGULAR), (changed(2, 2, -1.0), REFLECTING),
    (changed(2, 2, 2.0), SCALING), (changed(0, 1, 0.5), SHEARING),
]  # fmt: skip


def test_each_code():
    for pose, code in CASES:
        assert check_pose(pose) == code


def test_the_first_row_to_refuse_comes_before_others():
    poses = np.stack([pose for pose, _ in CASES])
    assert check_pose_rows(poses) == (2, NOT_FINITE)
    assert check_pose_rows(poses[:2].copy()) == (1, INEXACT)
    assert check_pose_rows(poses[:1].copy()) == (-1, EXACT)


def test_rounding_makes_poses_exact():
    poses = np.stack([changed(0, 1, 1e-7), changed(3, 3, 1.0 + 1e-7), np.eye(4)])
    round_pose_rows(poses)

    assert check_pose_rows(poses) == (-1, EXACT)
    np.testing.assert_allclose(poses, np.stack([np.eye(4)] * 3), atol=1e-7)
