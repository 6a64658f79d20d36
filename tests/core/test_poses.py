"""Poses: rigid motions pass, nearly rigid ones are rounded, all others are named and refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import poses, rotations

from impinge.core.arrays import frozen
from impinge.core.errors import ImpingeError
from impinge.core.pose_check import EXACT, INEXACT, check_pose
from impinge.core.poses import IDENTITY, as_poses, pose_count
from impinge.core.tolerance import POSE_EXACT

pytestmark = pytest.mark.plain


def deviation(pose):
    return np.abs(pose[:3, :3].T @ pose[:3, :3] - np.eye(3)).max()


@given(poses())
def test_rigid_motions_pass_untouched(pose):
    assert check_pose(pose) == EXACT
    assert as_poses(pose, "pose_a") is pose


@given(poses(), st.floats(-3e-7, 3e-7), st.integers(0, 2), st.integers(0, 2))
def test_nearly_rigid_motions_are_rounded_in_a_copy(pose, error, i, j):
    given_pose = pose.copy()
    given_pose[i, j] += error
    before = given_pose.copy()

    result = as_poses(given_pose, "pose_a")

    assert (given_pose == before).all()
    assert deviation(result) <= POSE_EXACT
    assert np.linalg.det(result[:3, :3]) > 0.0
    assert (result[:3, 3] == before[:3, 3]).all()
    # The nearest rotation is at most as far from the given matrix as the one we began with.
    assert np.linalg.norm(result - before) <= abs(error) + 1e-14


@given(rotations(), st.floats(-2e-7, 2e-7))
def test_the_rounded_rotation_is_the_nearest(rotation, error):
    pose = np.eye(4)
    pose[:3, :3] = rotation + error * np.arange(9.0).reshape(3, 3) / 8.0
    u, _, vt = np.linalg.svd(pose[:3, :3])

    result = as_poses(pose, "pose_a")

    np.testing.assert_allclose(result[:3, :3], u @ vt, atol=2e-14)


@given(poses())
def test_float32_passes(pose):
    result = as_poses(pose.astype(np.float32), "pose_a")

    assert result.dtype == np.float64
    assert deviation(result) <= POSE_EXACT


@pytest.mark.parametrize(
    "pose",
    [
        np.eye(4).tolist(),
        np.eye(4, dtype=int),
        np.eye(4, dtype=">f8"),
        np.asfortranarray(np.eye(4)),
        np.eye(8)[::2, ::2],
        frozen(np.eye(4)),
        IDENTITY,
        np.ma.masked_array(np.eye(4)),
    ],
    ids=lambda pose: type(pose).__name__,
)
def test_any_form_becomes_the_one_of_kernels(pose):
    result = as_poses(pose, "pose_a")

    assert result.dtype == np.float64
    assert result.flags.carray
    assert (result == np.eye(4)).all()


def test_none_is_the_identity():
    assert as_poses(None, "pose_a") is None
    assert (np.eye(4) == IDENTITY).all()
    assert not IDENTITY.flags.writeable


def test_batches_keep_their_shape():
    batch = np.stack([np.eye(4)] * 3)

    assert as_poses(batch, "pose_a") is batch
    assert as_poses(batch[:0], "pose_a").shape == (0, 4, 4)
    assert as_poses(list(batch), "pose_a").shape == (3, 4, 4)


def test_in_a_batch_only_inexact_rows_change():
    batch = np.stack([np.eye(4)] * 3)
    batch[1, 0, 1] = 1e-8
    batch[2, 3, 0] = 1e-9

    result = as_poses(batch, "pose_a")

    assert batch[1, 0, 1] == 1e-8
    assert (result[0] == np.eye(4)).all()
    assert check_pose(np.ascontiguousarray(batch[1])) == INEXACT
    assert all(check_pose(row) == EXACT for row in result)
    assert (result[:, 3] == [0, 0, 0, 1]).all()


def changed(i, j, value):
    pose = np.eye(4)
    pose[i, j] = value
    return pose


REFUSED = [
    (changed(0, 3, np.nan), "is not finite (entry 0, 3 is nan)"),
    (changed(2, 1, np.inf), "is not finite (entry 2, 1 is inf)"),
    (changed(3, 3, np.nan), "is not finite (entry 3, 3 is nan)"),
    (changed(3, 0, 0.5), "has bottom row (0.5, 0, 0, 1), expected (0, 0, 0, 1)"),
    (changed(3, 3, 2.0), "has bottom row (0, 0, 0, 2)"),
    (np.diag([2.0, 2.0, 2.0, 1.0]), "scales by (2, 2, 2)"),
    (np.diag([1.0, 1.0, 3.0, 1.0]), "scales by (1, 1, 3)"),
    (np.diag([1.001, 1.001, 1.001, 1.0]), "scales by"),
    (np.diag([1e-200, 1e-200, 1e-200, 1.0]), "scales by"),
    (np.diag([1e200, 1e200, 1e200, 1.0]), "scales by"),
    (np.diag([1.0, 1.0, 0.0, 1.0]), "is singular"),
    (np.diag([0.0, 0.0, 0.0, 1.0]), "is singular"),
    (changed(0, 1, 1.0) * [[1], [0], [0], [1]], "is singular"),
    (np.diag([1.0, 1.0, -1.0, 1.0]), "reflects (determinant -1)"),
    (np.diag([-1.0, -1.0, -1.0, 1.0]), "reflects (determinant -1)"),
    (np.eye(4)[[1, 0, 2, 3]], "reflects (determinant -1)"),
    (changed(0, 1, 0.5), "shears (determinant 1"),
    (changed(0, 1, 1e-4), "shears (determinant 1"),
]


@pytest.mark.parametrize(("pose", "reason"), REFUSED, ids=lambda value: str(value)[:20])
def test_what_is_not_rigid_is_refused_with_its_reason(pose, reason):
    with pytest.raises(ImpingeError) as caught:
        as_poses(pose, "pose_b")
    assert str(caught.value).startswith(f"pose_b: {reason}")

    batch = np.stack([np.eye(4)] * 4)
    batch[2] = pose
    with pytest.raises(ImpingeError) as caught:
        as_poses(batch, "pose_b")
    assert str(caught.value).startswith(f"pose_b: row 2 {reason}")


@pytest.mark.parametrize(
    "pose",
    [
        np.eye(3),
        np.zeros((4, 4, 4, 4)),
        np.zeros(16),
        1.0,
        [[1, 0], [0]],
        np.eye(4, dtype=bool),
        np.eye(4, dtype=complex),
        np.eye(4, dtype=object),
        "identity",
        np.ma.masked_equal(np.eye(4), 1.0),
    ],
    ids=lambda pose: str(pose)[:12],
)
def test_other_shapes_and_kinds_are_refused(pose):
    with pytest.raises(ImpingeError, match=r"^pose_a: "):
        as_poses(pose, "pose_a")


def test_the_number_of_rows():
    one, three = np.eye(4), np.stack([np.eye(4)] * 3)

    assert pose_count(None, None) is None
    assert pose_count(one, None) is None
    assert pose_count(one, one) is None
    assert pose_count(three, None) == 3
    assert pose_count(one, three) == 3
    assert pose_count(three, three) == 3
    assert pose_count(three[:0], one) == 0
    with pytest.raises(ImpingeError, match="batches of 3 and 1 poses"):
        pose_count(three, three[:1])
