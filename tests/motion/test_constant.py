"""Constant velocities: straight for the centre, the short way round, any number of turns."""

import numpy as np
import pytest
from moving import pose, pose_pairs, random_pose, turn, unit

from impinge.core.errors import ImpingeError
from impinge.motion import Motion


def test_the_centre_moves_straight_on():
    rng = np.random.default_rng(0)
    times = np.linspace(0.0, 1.0, 11)
    for first, last in pose_pairs(1):
        size = 1.0 + np.abs(last[:3, 3]).max()
        centre = np.append(size * rng.normal(size=3), 1.0)
        places = Motion(first, last, centre=centre[:3]).pose(times) @ centre
        straight = np.outer(1 - times, first @ centre) + np.outer(times, last @ centre)
        np.testing.assert_allclose(places, straight, rtol=0, atol=1e-13 * 10 * size)


def test_the_angle_grows_evenly_along_the_shortest_way():
    for first, last in pose_pairs(2):
        motion = Motion(first, last)
        assert 0.0 <= motion.angle <= np.pi
        for t in (0.25, 0.5, 1.0):
            expected = turn(motion.axis, motion.angle * t) @ first[:3, :3]
            np.testing.assert_allclose(motion.pose(t)[:3, :3], expected, rtol=0, atol=1e-14)


def test_velocities_and_poses_make_the_same_motion():
    times = np.linspace(0.0, 1.0, 5)
    for first, last in pose_pairs(3):
        one = Motion(first, last, centre=(1, 2, 3))
        other = Motion.from_velocity(first, one.linear, one.angular, centre=one.centre)
        size = 10.0 * (1.0 + np.abs(last[:3, 3]).max())
        np.testing.assert_allclose(one.pose(times), other.pose(times), rtol=0, atol=1e-14 * size)


@pytest.mark.parametrize("turns", [0.5, 1.0, 3.25, 50.0, -7.0])
def test_many_turns(turns):
    axis = unit((1, -2, 0.5))
    first = pose((1, 0, 0), 0.7, (1, 2, 3))
    motion = Motion.from_velocity(first, (1, 0, -1), 2 * np.pi * turns * axis)

    assert motion.angle == pytest.approx(2 * np.pi * abs(turns))
    for t in (0.1, 0.77, 1.0):
        expected = turn(axis, 2 * np.pi * turns * t) @ first[:3, :3]
        np.testing.assert_allclose(motion.pose(t)[:3, :3], expected, rtol=0, atol=1e-12)
        np.testing.assert_allclose(
            motion.pose(t)[:3, 3], np.array([1, 2, 3]) + t * np.array([1, 0, -1]), atol=1e-12
        )


def test_velocities_come_in_batches():
    rng = np.random.default_rng(4)
    linear, angular = rng.normal(size=(2, 6, 3))
    batch = Motion.from_velocity(None, linear, angular, centre=(0, 1, 0))
    one = Motion.from_velocity(None, linear[2], angular[2], centre=(0, 1, 0))

    np.testing.assert_array_equal(batch.pose(0.6)[2], one.pose(0.6))
    np.testing.assert_array_equal(batch.angle[2], one.angle)
    poses = np.stack([random_pose(rng) for _ in range(6)])
    mixed = Motion.from_velocity(poses, (1, 0, 0), angular)
    assert len(mixed) == 6
    np.testing.assert_allclose(mixed.linear, np.tile([1, 0, 0], (6, 1)))
    empty = Motion.from_velocity(np.empty((0, 4, 4)), (0, 0, 0), (0, 0, 0))
    assert empty.pose(0.5).shape == (0, 4, 4)


def test_no_turn_and_no_way():
    still = Motion(None, None)
    np.testing.assert_array_equal(still.pose(0.3), np.eye(4))
    assert still.angle == 0.0
    assert still.speed_bound(10.0) < 1e-12
    tiny = Motion.from_velocity(None, (0, 0, 0), (1e-300, 0, 0))
    assert tiny.angle == 0.0


def test_what_it_says_of_itself():
    motion = Motion(None, pose((0, 0, 1), 1.0, (3, 0, 0)), centre=(1, 0, 0))
    said = motion.to_dict()

    assert said["kind"] == "Motion"
    assert said["centre"] == [1, 0, 0]
    again = Motion.from_velocity(**{k: v for k, v in said.items() if k != "kind"})
    np.testing.assert_allclose(again.pose(0.4), motion.pose(0.4), atol=1e-14)
    assert repr(motion) == "Motion(from (0, 0, 0) to (3, 0, 0), 1 rad about (0, 0, 1))"


def test_errors_name_the_argument():
    with pytest.raises(ImpingeError, match=r"centre: expected shape \(3,\), got \(2,\)"):
        Motion(None, None, centre=(1, 2))
    with pytest.raises(ImpingeError, match="centre: row 0 is not finite"):
        Motion(None, None, centre=(1, np.inf, 2))
    with pytest.raises(ImpingeError, match="linear: expected shape"):
        Motion.from_velocity(None, 1.0, (0, 0, 0))
    with pytest.raises(ImpingeError, match="angular: row 0"):
        Motion.from_velocity(None, (0, 0, 0), (0, 0, 2e9))
    with pytest.raises(ImpingeError, match=r"linear: expected shape \(3,\) or \(5, 3\)"):
        Motion.from_velocity(None, np.zeros((4, 3)), np.zeros((5, 3)))
    with pytest.raises(ImpingeError, match="pose_t0: a batch of 2 poses, expected 5"):
        Motion.from_velocity(np.tile(np.eye(4), (2, 1, 1)), np.zeros((5, 3)), (0, 0, 0))
