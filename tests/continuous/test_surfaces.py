"""Meshes that move: both methods find what distances at many times find."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import check_against_samples, flights, impacts_by_distance

from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.surfaces import reach_between, slack_of
from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.geometry import Box, HeightField, Mesh, Sphere, icosphere
from impinge.motion import Motion, PiecewiseMotion
from impinge.narrow import distance
from impinge.narrow.parts import ball_of

BALL = icosphere(0.8, 2)


@pytest.mark.parametrize("b", ["mesh", "box", "cylinder", "hull", "height field", "sphere"])
def test_distances_find_the_same(b):
    motion_a, motion_b = flights(np.random.default_rng(0), 10)
    found = time_of_impact(BALL, ALL[b], motion_a, motion_b)
    status, times = impacts_by_distance(BALL, ALL[b], motion_a, motion_b)

    np.testing.assert_array_equal(found.status, status)
    hits = found.status == ImpactStatus.HIT
    np.testing.assert_allclose(found.time[hits], times[hits], atol=1e-5)
    if b in ("mesh", "height field"):
        other = time_of_impact(BALL, ALL[b], motion_a, motion_b, method="advance")
        np.testing.assert_array_equal(other.status, status)
        np.testing.assert_allclose(other.time[hits], times[hits], atol=1e-5)
    for k in range(10):
        check_against_samples(BALL, ALL[b], motion_a[k], motion_b[k], found[k])


def test_hollows_are_entered():
    """A mesh is a surface: a ball inside of it flies about, until it meets it from within."""
    ring = icosphere(1.0, 2)
    inside = Motion(pose_of((0.3, 0, 0)), pose_of((-0.3, 0, 0)))

    assert time_of_impact(ring, Sphere(0.3), None, inside).status == ImpactStatus.FREE
    out = Motion(None, pose_of((3, 0, 0)))
    found = time_of_impact(ring, Sphere(0.3), None, out)
    assert found.status == ImpactStatus.HIT
    assert 0.15 < found.time < 0.7 / 3 + 1e-6


@pytest.mark.parametrize("b", [Box((0.2, 0.2, 0.2)), icosphere(0.1, 1)])
def test_filled_surfaces_and_their_depths(b):
    away = Motion(pose_of((0.5, 0, 0)), pose_of((9, 0, 0)))
    surface = time_of_impact(BALL, b, None, away)
    filled = time_of_impact(BALL, b, None, away, solid=True)

    assert surface.status == ImpactStatus.HIT
    assert filled.status == ImpactStatus.STARTED_TOUCHING
    assert filled.depth > 0.0
    deep = time_of_impact(BALL, b, None, Motion(pose_of((0.8, 0, 0)), None))
    assert deep.status == ImpactStatus.STARTED_TOUCHING
    assert 0.0 < deep.depth < 0.3


SCRAP = Mesh([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]], [[0, 1, 2]])


@pytest.mark.parametrize("spin", [1e3, 1e7, 1e9])
def test_the_budget_counts_turns_as_well(spin):
    """A scrap that circles about a point a metre away: another far off, and one just above."""
    around = Motion.from_velocity(None, (0, 0, 0), (0, 0, spin), centre=(1, 0, 0))
    far = time_of_impact(SCRAP, SCRAP, around, pose_of((30, 0, 0)), max_steps=10)
    near = time_of_impact(SCRAP, SCRAP, around, pose_of((0, 0, 0.05)), max_steps=10)

    assert far.status == ImpactStatus.FREE
    assert near.status in (ImpactStatus.FREE, ImpactStatus.OUT_OF_BUDGET)


def test_bounds_that_overflow_prove_nothing():
    size = 1e146
    scrap = Mesh(size * SCRAP.vertices, SCRAP.faces)
    around = Motion.from_velocity(None, (0, 0, 0), (0, 0, 9e8), centre=(size, 0, 0))
    found = time_of_impact(scrap, scrap, around, pose_of((2 * size, 0, 0)), max_steps=100)

    assert found.status == ImpactStatus.OUT_OF_BUDGET
    assert found.time <= 3.38e-9


@pytest.mark.parametrize("method", ["advance", "intervals"])
def test_far_from_the_origin_contacts_are_found(method):
    """A thousand kilometres away, where coordinates are known to a tenth of a micrometre."""
    away = np.array([1.4e6, 4.3e5, -5.0e5])
    motions = []
    for motion in flights(np.random.default_rng(3), 20, aim=0.3):
        start, speed = motion.pose(0.0), motion.velocity(0.0)
        start[:, :3, 3] += away
        motions.append(Motion.from_velocity(start, speed.linear, speed.angular))
    found = time_of_impact(ALL["mesh"], ALL["mesh"], *motions, method=method)

    assert (found.status == ImpactStatus.HIT).all()
    assert found.gap.max() < 1e-5


def test_times_too_short_to_be_cut():
    fall = Motion.from_velocity(pose_of((0, 0, 1.8)), (0, 0, -2.0), (0, 0, 1.0))
    for end in (0.0, 1e-13, 1e-11, 1e-3):
        found = time_of_impact(BALL, BALL, None, fall, max_time=end)
        assert found.status == ImpactStatus.FREE
    assert time_of_impact(BALL, BALL, None, fall).status == ImpactStatus.HIT


def test_one_path_for_both_keeps_them_apart():
    poses = np.stack([pose_of((k, 0, 0), (0, 0, k)) for k in range(4)])
    path = PiecewiseMotion(poses)
    aside = Mesh(BALL.vertices + np.array([0, 0, 3.0]), BALL.faces)

    assert time_of_impact(BALL, aside, path, path).status == ImpactStatus.FREE
    assert len(list(PairMotion(path, path).spans(1.0))) == 3


@pytest.mark.parametrize("solid", [False, True])
def test_two_grounds_or_a_ground_and_a_mesh(solid):
    rng = np.random.default_rng(6)
    ground = HeightField(0.2 * rng.normal(size=(5, 5)), 0.5)
    above = Motion.from_velocity(pose_of((0, 0, 3.0), (np.pi, 0, 0)), (0, 2, -4.0), (0.2, 0, 0))
    cases = [(BALL, Motion.from_velocity(pose_of((1, 1, 3.0)), (0, 0, -4.0), (1, 0, 0)))]
    if not solid:
        cases.append((ground, above))
    for other, motion in cases:
        found = time_of_impact(ground, other, None, motion, solid=solid)
        assert found.status == ImpactStatus.HIT
        check_against_samples(ground, other, Motion(None, None), motion, found)


@pytest.mark.parametrize("b", ["box", "cone", "compound"])
def test_intervals_are_for_two_surfaces(b):
    with pytest.raises(ImpingeError, match="'intervals' is for two meshes"):
        time_of_impact(BALL, ALL[b], None, Motion(None, None), method="intervals")
    with pytest.raises(ImpingeError, match="method: 'sampling'"):
        time_of_impact(BALL, BALL, method="sampling")


def test_two_filled_grounds_are_refused_by_name():
    ground = HeightField(np.zeros((3, 3)), 1.0)
    away = Motion(None, pose_of((0, 0, 1)))
    with pytest.raises(UnsupportedPairError, match="time_of_impact: no method for HeightField"):
        time_of_impact(ground, ground, away, pose_of((0, 0, 5)), solid=True)


def test_slack():
    near, far = PairMotion(None, None), PairMotion(pose_of((1e3, 1e3, 1e3)), None)
    balls = ball_of(BALL), ball_of(BALL)
    slack, there = (slack_of(balls, motion, next(motion.spans(1.0)))[0] for motion in (near, far))
    assert 1e-14 < slack < 1e-12
    assert 1e-11 < there < 1e-9


def test_solid_ground_reaches_below_all_that_passes():
    rng = np.random.default_rng(8)
    motions = flights(rng, 30, spin=9.0)
    box = Box((0.5, 1.0, 2.0))
    reach = reach_between(box, PairMotion(*motions))
    for t in np.linspace(0.0, 1.0, 50):
        poses_a, poses_b = (m.pose(t) for m in motions)
        seen = np.linalg.inv(poses_a) @ poses_b
        corners = box.support(rng.normal(size=(40, 3)))
        heights = (seen[:, 2:3, :3] @ corners.T)[:, 0] + seen[:, 2, 3, None]
        assert (heights.min(axis=1) >= -reach).all()


@pytest.mark.parametrize("b", ["box", "sphere", "mesh", "compound"])
def test_solid_ground_is_met_as_distances_say(b):
    """From above, from beside and deep below; and what turns with the ground."""
    field = HeightField(0.3 * np.random.default_rng(2).normal(size=(5, 5)), 0.5)
    motion_a, motion_b = flights(np.random.default_rng(3), 24, spin=0.5)
    found = time_of_impact(field, ALL[b], motion_a, motion_b, solid=True)
    status, times = impacts_by_distance(field, ALL[b], motion_a, motion_b, solid=True)

    np.testing.assert_array_equal(found.status, status)
    hits = found.status == ImpactStatus.HIT
    assert 6 < hits.sum() < 24
    np.testing.assert_allclose(found.time[hits], times[hits], atol=1e-5)


def test_the_budget_is_for_each_piece_of_a_path():
    """Along and along solid ground: as of all other shapes."""
    ground = HeightField(np.zeros((9, 9)), 1.0)
    places = np.stack([pose_of((4.0 + np.sin(k), 4.0 + np.cos(k), 3.0)) for k in range(31)])
    path = PiecewiseMotion(places)
    for below, solid in ((ground, True), (ground, False), (Box((9, 9, 0.1)), False)):
        found = time_of_impact(below, Box((1, 1, 1)), None, path, solid=solid, max_steps=6)
        assert found.status == ImpactStatus.FREE
        assert found.steps > 6


@pytest.mark.parametrize("b", ["box", "mesh", "half-space", "compound", "height field"])
def test_a_step_of_no_length(b):
    """Whether they touch at the start, as `distance` says."""
    starts = np.stack([pose_of((0.1 * k, 0.2, 0.3)) for k in range(30)])
    motion = Motion(starts, np.roll(starts, 1, axis=0))
    found = time_of_impact(BALL, ALL[b], None, motion, max_time=0.0)
    touching = distance(BALL, ALL[b], None, starts).distance <= 0.0

    np.testing.assert_array_equal(found.status == ImpactStatus.STARTED_TOUCHING, touching)
    assert (found.status[~touching] == ImpactStatus.FREE).all()
    assert (found.time[touching] == 0.0).all()
