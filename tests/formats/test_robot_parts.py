"""Rotations that readers of robots share."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.formats.robot_parts import along_z, turned


def test_turns_about_coordinate_axes_are_those_of_scipy():
    angles = np.random.default_rng(1).uniform(-4, 4, 20)
    for axis, name in enumerate("xyz"):
        np.testing.assert_allclose(
            turned(axis, angles), Rotation.from_euler(name, angles[:, None]).as_matrix(), atol=1e-15
        )


@pytest.mark.parametrize("direction", [(1, 2, 3), (0, 0, -2), (0, 0, 5), (1e-9, 0, -1), (3, 0, 0)])
def test_z_is_taken_to_a_direction(direction):
    turn = along_z(np.array(direction, float))

    np.testing.assert_allclose(turn[:, 2], direction / np.linalg.norm(direction), atol=1e-8)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(turn) > 0
