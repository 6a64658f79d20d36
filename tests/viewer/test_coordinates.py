"""World coordinates to those that are drawn."""

import numpy as np
import pytest
from populated import random_pose

from impinge.viewer.coordinates import Coordinates, centre_of, corners_of, moved


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1.0, 1e12, 1e140])
@pytest.mark.parametrize("offset", [0.0, 1e7])
def test_seven_digits_suffice_anywhere(size, offset):
    """Drawn in float32 and brought back, a point is where it was, to 1e-6 of the scene."""
    rng = np.random.default_rng(0)
    points = size * rng.uniform(-1, 1, (50, 3)) + offset
    at = Coordinates.around(points)
    drawn = at.points(points).astype(np.float32)
    assert np.abs(drawn).max() <= 1.00001
    back = drawn.astype(np.float64) * at.scale + at.origin
    extent = float(np.ptp(points, axis=0).max()) or 1.0
    assert np.abs(back - points).max() <= 1e-6 * extent + 1e-15 * offset


def test_nothing_and_one_point_have_coordinates():
    assert Coordinates.around(np.zeros((0, 3))).scale == 1.0
    at = Coordinates.around([[3.0, 4.0, 5.0]])
    assert at.scale == 1.0
    assert at.origin.tolist() == [3.0, 4.0, 5.0]


def test_poses_put_meshes_where_they_are():
    rng = np.random.default_rng(1)
    poses = np.stack([random_pose(rng) for _ in range(4)])
    centres, at = rng.normal(size=(4, 3)), Coordinates(np.array([1.0, 2.0, 3.0]), 7.0)
    own = rng.normal(size=(4, 3))
    drawn = at.poses(poses, centres).reshape(4, 3, 4)
    for i in range(4):
        expected = at.points(moved(own[i][None], poses[i]))[0]
        found = drawn[i, :, :3] @ at.lengths(own[i] - centres[i]) + drawn[i, :, 3]
        np.testing.assert_allclose(found, expected, atol=1e-12)
    assert at.poses(np.stack([poses] * 3), centres).shape == (3, 4, 12)


def test_only_meshes_far_from_their_origin_are_drawn_from_elsewhere():
    near, far = np.array([[5.0] * 3, [6.0] * 3]), np.array([[1e7] * 3, [1e7 + 1] * 3])
    assert centre_of(near).tolist() == [0.0] * 3
    assert centre_of(far).tolist() == [1e7 + 0.5] * 3


def test_a_box_has_eight_corners():
    corners = corners_of(np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]))
    assert len({tuple(c) for c in corners.tolist()}) == 8
