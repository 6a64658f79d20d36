"""Poses between two poses."""

import numpy as np
from populated import random_pose
from scipy.spatial.transform import Rotation

from impinge.scene import Between


def test_ends_are_given_as_they_are():
    rng = np.random.default_rng(0)
    start, end = (np.stack([random_pose(rng) for _ in range(5)]) for _ in range(2))
    motion = Between(start, end)
    np.testing.assert_array_equal(motion.at(0.0), start)
    np.testing.assert_array_equal(motion.at(1.0), end)
    np.testing.assert_allclose(motion.at(1.0 - 1e-9), end, atol=1e-7)


def test_poses_are_rigid_and_turn_at_a_constant_rate():
    rng = np.random.default_rng(1)
    start, end = (np.stack([random_pose(rng) for _ in range(20)]) for _ in range(2))
    motion = Between(start, end)
    whole = Rotation.from_matrix(np.swapaxes(start[:, :3, :3], 1, 2) @ end[:, :3, :3]).magnitude()
    for t in (0.1, 0.5, 0.75):
        poses = motion.at(t)
        turn = poses[:, :3, :3]
        np.testing.assert_allclose(turn @ np.swapaxes(turn, 1, 2), [np.eye(3)] * 20, atol=1e-14)
        part = Rotation.from_matrix(np.swapaxes(start[:, :3, :3], 1, 2) @ turn).magnitude()
        np.testing.assert_allclose(part, t * whole, atol=1e-9)
        line = (1.0 - t) * start[:, :3, 3] + t * end[:, :3, 3]
        np.testing.assert_allclose(poses[:, :3, 3], line, atol=1e-15)
