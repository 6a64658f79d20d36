"""Paths through poses: each is met at its time, and in between it is a motion or a screw."""

import numpy as np
import pytest
from moving import random_pose

from impinge.core.errors import ImpingeError
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion

KNOTS = np.array([0.0, 0.2, 0.25, 0.8, 1.0])


def some_poses(seed=0):
    rng = np.random.default_rng(seed)
    return np.stack([random_pose(rng) for _ in KNOTS])


@pytest.mark.parametrize("kind", ["constant", "screw"])
def test_every_pose_is_met(kind):
    poses = some_poses()
    path = PiecewiseMotion(poses, KNOTS, kind=kind)

    np.testing.assert_allclose(path.pose(KNOTS), poses, rtol=0, atol=1e-12)
    np.testing.assert_allclose(path.poses, poses, rtol=0, atol=1e-12)
    # And nothing jumps on the way.
    for t in KNOTS[1:-1]:
        before = path.pose(np.nextafter(t, 0.0))
        np.testing.assert_allclose(before, path.pose(t), rtol=0, atol=1e-12)


def test_pieces_are_motions():
    poses = some_poses(1)
    for kind, make in (("constant", Motion), ("screw", ScrewMotion)):
        path = PiecewiseMotion(poses, KNOTS, kind=kind)
        for k in range(4):
            times = KNOTS[k] + np.array([0.1, 0.5, 0.9]) * (KNOTS[k + 1] - KNOTS[k])
            piece = make(poses[k], poses[k + 1])
            np.testing.assert_allclose(path.pose(times), piece.pose([0.1, 0.5, 0.9]), atol=1e-13)
            faster = piece.velocity(0.5).linear / (KNOTS[k + 1] - KNOTS[k])
            np.testing.assert_allclose(path.velocity(times[1]).linear, faster, atol=1e-11)


def test_a_centre_moves_straight_from_pose_to_pose():
    poses, centre = some_poses(2), np.array([1.0, -2.0, 0.5, 1.0])
    path = PiecewiseMotion(poses, centre=centre[:3])
    middle = path.pose(0.125) @ centre

    np.testing.assert_allclose(middle, 0.5 * (poses[0] + poses[1]) @ centre, atol=1e-14)
    np.testing.assert_allclose(path.times, np.linspace(0, 1, 5))


def test_enclosures_and_bounds_cover_all_pieces():
    path = PiecewiseMotion(some_poses(3), KNOTS, kind="screw")
    rng = np.random.default_rng(3)
    for start, stop in [(0, 1), (0.1, 0.22), (0.2, 0.25), (0.25, 0.25), (0.9, 1.0), (1.0, 1.0)]:
        lower, upper = path.enclosure(start, stop)
        poses = path.pose(rng.uniform(start, stop, 300))
        assert (lower <= poses).all()
        assert (poses <= upper).all()
        away = np.linalg.norm(poses[:, :3, 3] - path.pose(start)[:3, 3], axis=1)
        assert away.max() <= path.travel_bound(0.0, start=start, stop=stop) + 1e-12


def test_what_it_says_of_itself():
    path = PiecewiseMotion(some_poses(), KNOTS, kind="screw")
    said = path.to_dict()

    assert said["pieces"] == path.kind == "screw"
    again = PiecewiseMotion(said["poses"], said["times"], kind=said["pieces"])
    np.testing.assert_allclose(again.pose(0.4), path.pose(0.4), atol=1e-13)
    assert repr(path) == "PiecewiseMotion(5 poses)"


def test_errors_name_the_argument():
    poses = some_poses()
    with pytest.raises(ImpingeError, match="poses: expected at least two"):
        PiecewiseMotion(poses[:1])
    with pytest.raises(ImpingeError, match="poses: expected at least two"):
        PiecewiseMotion(poses[0])
    with pytest.raises(ImpingeError, match="poses: row 1 is not finite"):
        PiecewiseMotion([poses[0], poses[1] * np.nan])
    with pytest.raises(ImpingeError, match=r"times: expected shape \(5,\)"):
        PiecewiseMotion(poses, [0, 1])
    for times in ([0, 0.2, 0.2, 0.8, 1], [0.1, 0.2, 0.3, 0.8, 1], [0, 0.2, np.nan, 0.8, 1]):
        with pytest.raises(ImpingeError, match="times: expected increasing numbers from 0 to 1"):
            PiecewiseMotion(poses, times)
    with pytest.raises(ImpingeError, match="times: rows 1 and 2 are nearer than 1e-09"):
        PiecewiseMotion(poses, [0, 0.2, 0.2 + 1e-10, 0.8, 1])
    with pytest.raises(ImpingeError, match="kind: 'cubic'"):
        PiecewiseMotion(poses, kind="cubic")
    with pytest.raises(ImpingeError, match="centre: only where"):
        PiecewiseMotion(poses, kind="screw", centre=(0, 0, 0))


@pytest.mark.parametrize("times", [[[0, 1], [1]], [0, "a"], ["0", "1"], 3, [[0, 1]]])
def test_times_are_numbers(times):
    with pytest.raises(ImpingeError, match=r"^times: "):
        PiecewiseMotion(np.stack([np.eye(4)] * 2), times)


def test_a_list_is_no_kind():
    with pytest.raises(ImpingeError, match=r"^kind: "):
        PiecewiseMotion(np.stack([np.eye(4)] * 2), kind=["constant"])
