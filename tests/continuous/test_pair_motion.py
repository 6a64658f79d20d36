"""Two motions at once: what they are made from, their pieces and their poses."""

import numpy as np
import pytest
from every_shape import pose_of
from moving import random_pose

from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.pair_motion import PairMotion, as_motion
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Compound, Sphere
from impinge.motion import Motion, PiecewiseMotion


def test_poses_are_bodies_at_rest():
    at = pose_of((1, 2, 3), (0.1, 0.2, 0.3))
    for t in (0.0, 0.4, 1.0):
        np.testing.assert_allclose(as_motion(at, "motion_a").pose(t), at, atol=1e-15)
    assert as_motion(np.stack([at] * 3), "motion_a").pose(0.5).shape == (3, 4, 4)
    with pytest.raises(ImpingeError, match="motion_b: expected a motion"):
        as_motion(1.0, "motion_b")
    with pytest.raises(ImpingeError, match="motion_b"):
        as_motion(np.full((4, 4), np.nan), "motion_b")


def test_counts():
    one, three = Motion(None, None), Motion(np.stack([np.eye(4)] * 3), None)
    assert PairMotion(one, None).count is None
    assert PairMotion(one, three).count == 3
    assert PairMotion(three, three).rows == 3
    assert PairMotion(three, three[:1]).rows == 3
    assert PairMotion(one, three[:0]).rows == 0
    assert PairMotion(one, one, 5).rows == 5
    assert PairMotion(one, three).some(np.array([0, 2])).rows == 2
    with pytest.raises(ImpingeError, match="3 and 2 motions"):
        PairMotion(three, three[:2])


def test_pieces_of_both_cut_the_step():
    rng = np.random.default_rng(0)
    poses = np.stack([random_pose(rng) for _ in range(3)])
    path = PiecewiseMotion(poses, times=[0.0, 0.3, 1.0])
    motion = PairMotion(path, PiecewiseMotion(poses, times=[0.0, 0.6, 1.0]))
    spans = list(motion.spans(0.8))

    assert [(s.start, s.stop) for s in spans] == [(0.0, 0.3), (0.3, 0.6), (0.6, 0.8)]
    for span in spans:
        middle = np.array([0.5 * (span.start + span.stop)])
        a, b = motion.poses(span, np.array([0]), middle)
        np.testing.assert_array_equal(a, motion.a.pose(middle))
        np.testing.assert_array_equal(b, motion.b.pose(middle))
    assert len(list(motion.spans(0.0))) == 1


def test_coordinates():
    far = Motion.from_velocity(pose_of((1e6, 0, 0)), (5, 0, 0), (0, 0, 0))
    motion = PairMotion(far, Motion.from_velocity(None, (0, 0, 0), (0, 0, 1)))

    assert motion.coordinates(next(motion.spans(1.0)))[0] >= 1e6


def test_bodies_that_move_together_are_at_rest():
    poses = np.stack([pose_of((k, 0, 0)) for k in range(3)])
    many = Motion.from_velocity(poses, (1, 0, 0), (0, 0, 9.0))
    other = Motion.from_velocity(poses + 0.0, (1, 0, 0), [[0, 0, 9], [0, 0, 8], [0, 0, 9]])
    still = PairMotion(many, other).relative()
    for motion, was in ((still.a, many), (still.b, other)):
        np.testing.assert_array_equal(motion.pose(0.0), was.pose(0.0))
        np.testing.assert_array_equal(motion.pose(0.7)[[0, 2]], was.pose(0.0)[[0, 2]])
        np.testing.assert_array_equal(motion.pose(0.7)[1], was.pose(0.7)[1])
    path = PiecewiseMotion(poses)
    still = PairMotion(path, path, 5).relative()
    assert still.rows == 5
    for motion in (still.a, still.b):
        for span in still.spans(1.0):
            begin = path.pose(span.start)
            np.testing.assert_allclose(motion.pose(span.start + 0.1), begin, atol=1e-15)
    still = PairMotion(many, many[1]).relative()
    np.testing.assert_array_equal(still.b.pose(0.5)[0], many.pose(0.5)[1])
    np.testing.assert_array_equal(still.b.pose(0.5)[1], many.pose(0.0)[1])
    np.testing.assert_array_equal(still.b.pose(0.5)[2], many.pose(0.5)[1])
    for pair in (PairMotion(many, path), PairMotion(path, None), PairMotion(poses, poses)):
        assert pair.relative() is pair


def test_a_batch_of_one_for_many_shapes():
    rise = Motion(pose_of()[None], pose_of((0, 0, 9))[None])
    still = PairMotion(rise, rise, 3).relative()
    assert still.rows == 3
    np.testing.assert_array_equal(still.a.pose(0.5)[2], rise.pose(0.0)[0])
    pair = [Box((1, 1, 1)), Sphere(1)], Compound([(Sphere(0.5), pose_of((0, 0, 0.6)))])
    found = time_of_impact(*pair, rise, rise)
    for k in range(2):
        alone = time_of_impact(pair[0][k], pair[1], rise[0], rise[0])
        assert alone.status == ImpactStatus.STARTED_TOUCHING
        np.testing.assert_allclose(found.point_a[k], alone.point_a, atol=1e-9)


def test_poses_at_times_of_different_pieces():
    rng = np.random.default_rng(3)
    poses = np.stack([random_pose(rng) for _ in range(5)])
    path, spin = PiecewiseMotion(poses), Motion.from_velocity(poses, (1, 2, 3), (0, 0, 9.0))
    times, rows = np.array([0.9, 0.0, 0.25, 0.3, 1.0]), np.array([4, 0, 2, 1, 3])
    found = PairMotion(path, spin).poses_at(rows, times)
    np.testing.assert_allclose(found[0], path.pose(times), atol=1e-14)
    for k, (row, time) in enumerate(zip(rows, times, strict=True)):
        np.testing.assert_allclose(found[1][k], spin[row].pose(time), atol=1e-14)
    alone = PairMotion(None, spin).poses_at(rows, times)
    np.testing.assert_array_equal(alone[1], found[1])
    assert PairMotion(path, spin).poses_at(rows[:0], times[:0])[0].shape == (0, 4, 4)
