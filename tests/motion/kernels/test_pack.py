"""Axis and angle of rotations: right at every angle."""

import numpy as np
import pytest
from moving import turn, unit

from impinge.motion.kernels.motion_row import NO_TURN
from impinge.motion.kernels.pack import axis_and_angle, screw_swing

AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, -3), (-1, 1e-9, 1e-9), (1, 1, 0), (1, 1, 1)]


@pytest.mark.plain
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", [1e-14, 1e-9, 1e-4, 0.5, 2.0, 3.14, np.pi - 1e-8, np.pi])
def test_they_give_the_rotation_back(axis, angle):
    u, w = axis_and_angle(tuple(turn(axis, angle).ravel().tolist()))

    assert w == pytest.approx(angle, abs=1e-15)
    assert np.linalg.norm(u) == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(turn(u, w), turn(axis, angle), rtol=0, atol=2e-15)


@pytest.mark.plain
def test_no_turn_has_no_angle():
    assert axis_and_angle(tuple(np.eye(3).ravel().tolist()))[1] == 0.0
    almost = turn((1, 2, 3), 0.5 * NO_TURN)
    assert axis_and_angle(tuple(almost.ravel().tolist()))[1] == 0.0


@pytest.mark.plain
@pytest.mark.parametrize("angle", [1e-12, 1e-6, 0.3, 1.5, 3.0, np.pi])
def test_a_screw_is_that_of_the_textbook(angle):
    """O = (d + cot(w/2) u x d) / 2; for small angles only to the digits that O has."""
    rng = np.random.default_rng(0)
    u = unit(rng.normal(size=3))
    d = rng.normal(size=3)
    d -= u * (u @ d)
    v = np.array(screw_swing(tuple(u.tolist()), angle, tuple(d.tolist())))

    textbook = 0.5 * (d + np.cross(u, d) / np.tan(0.5 * angle))
    np.testing.assert_allclose(np.cross(u, v) / angle, textbook, rtol=1e-14, atol=1e-15 / angle)
    shift = np.sin(angle) / angle * v + 2 * np.sin(angle / 2) ** 2 / angle * np.cross(u, v)
    np.testing.assert_allclose(shift, d, atol=1e-15)
