"""How far motions get apart: no sample exceeds the bound, and it is near to the largest."""

import numpy as np
import pytest
from moving import motions, pose_pairs, size_of, unit

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.motion.kernels.motion_row import TURN


def sampled(one, other, radius, count=400):
    """The largest distance of any point of the ball at these times: by singular values."""
    times = np.linspace(0.0, 1.0, count + 1)
    a, b = one.pose(times), other.pose(times)
    norms = np.linalg.norm(a[:, :3, :3] - b[:, :3, :3], ord=2, axis=(1, 2))
    return (np.linalg.norm(a[:, :3, 3] - b[:, :3, 3], axis=1) + radius * norms).max()


def test_no_sample_exceeds_the_bound_and_it_is_tight():
    rng = np.random.default_rng(0)
    for first, last in pose_pairs(3):
        size = np.abs(last[:3, 3]).max()
        motion_a = Motion(first, last)
        for other in (
            ScrewMotion(first, last),
            Motion(first, last, centre=size * rng.normal(size=3)),
            ScrewMotion(first, last, turning=(0, 0), sliding=(2, 2)),
        ):
            for radius in (0.0, size):
                bound = motion_a.deviation(other, radius)
                found = sampled(motion_a, other, radius)
                assert found <= bound + 1e-13 * size
                assert bound <= 1.02 * found + 3e-12 * (size + radius)


def test_points_of_the_ball_stay_within_it():
    rng = np.random.default_rng(1)
    all_motions = list(motions(2))
    for k in range(40):
        one, other = rng.choice(len(all_motions), 2)
        one, other = all_motions[one], all_motions[other]
        bound = one.deviation(other, 1.5)
        points = np.array([1.5 * unit(v) for v in rng.normal(size=(20, 3))])
        times = rng.uniform(size=50)
        places = [
            np.einsum("tij,pj->tpi", m.pose(times)[:, :3, :3], points)
            + m.pose(times)[:, None, :3, 3]
            for m in (one, other)
        ]
        apart = np.linalg.norm(places[0] - places[1], axis=2).max()
        assert apart <= bound + 1e-12 * (size_of(one) + size_of(other)), k


def test_a_motion_does_not_deviate_from_itself():
    """To rounding; where turning and sliding are eased, to what four thousand intervals tell."""
    for motion in motions(4):
        eased = getattr(motion, "turning", (1, 1)) != (1, 1)
        spare = (1e-5 if eased else 2e-11) * (1 + motion._rows[0, TURN])
        assert motion.deviation(motion, 1.0) < spare * size_of(motion)


def test_symmetric():
    for first, last in list(pose_pairs(5))[::4]:
        one, other = Motion(first, last), ScrewMotion(first, last)
        assert one.deviation(other, 2.0) == pytest.approx(other.deviation(one, 2.0), rel=0.01)


def test_a_path_deviates_from_the_straight_way():
    poses = np.tile(np.eye(4), (3, 1, 1))
    poses[1, :3, 3] = 1, 1, 0
    poses[2, :3, 3] = 2, 0, 0
    path = PiecewiseMotion(poses)

    assert path.deviation(Motion(poses[0], poses[2]), 0.5) == pytest.approx(1.0, rel=0.01)
    assert path.deviation(PiecewiseMotion(poses, kind="screw"), 0.5) < 1e-9


def test_batches():
    rng = np.random.default_rng(7)
    first, last = zip(*list(pose_pairs(6))[:12], strict=True)
    batch, screws = Motion(np.stack(first), np.stack(last)), ScrewMotion(first, last)
    found = batch.deviation(screws, 0.5)

    assert found.shape == (12,)
    for k in rng.choice(12, 4):
        single = Motion(first[k], last[k]).deviation(ScrewMotion(first[k], last[k]), 0.5)
        assert found[k] == single
    against_one = batch.deviation(ScrewMotion(first[0], last[0]), 0.5)
    assert against_one.shape == (12,)
    assert against_one[0] == found[0]
