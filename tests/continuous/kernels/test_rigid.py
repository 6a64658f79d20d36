"""Features that move with rigid bodies: constructed contacts, dense samples, and both methods."""

import numpy as np
import pytest
from moving import motions, pose, random_pose, unit
from moving_features import BOTH, exact_distance_sq

from impinge.continuous import ImpactStatus, impact_edge_edge, impact_vertex_face
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry.kernels.segment import closest_edge_edge
from impinge.geometry.kernels.triangle import closest_point_triangle
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion

FREE, HIT, STARTED, OUT = ImpactStatus
METHODS = ("advance", "intervals")
FEATURES = tuple(BOTH)
OF_A = {"vertex-face": 1, "edge-edge": 2}
FACE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def some_motions(seed):
    """Motions of every kind, of which no coordinate is large."""
    found = [m for m in motions(seed) if np.abs(m.pose([0.0, 1.0])[:, :3, 3]).max() < 20.0]
    return [m for m in found if not isinstance(m, PiecewiseMotion)]


def world(features, points, motion_a, motion_b, time):
    """The four points in the world."""
    n = OF_A[features]
    a, b = motion_a.pose(time), motion_b.pose(time)
    first = points[:n] @ a[:3, :3].T + a[:3, 3]
    return np.concatenate((first, points[n:] @ b[:3, :3].T + b[:3, 3]))


def gap_of(features, four):
    p, q, r, s = (tuple(x) for x in four)
    if features == "vertex-face":
        v, w = closest_point_triangle(p, q, r, s)
        at = four[1] + v * (four[2] - four[1]) + w * (four[3] - four[1])
        return np.linalg.norm(four[0] - at)
    d, e, between = four[1] - four[0], four[3] - four[2], four[0] - four[2]
    x, y = closest_edge_edge(tuple(d), tuple(e), tuple(between), d @ d, e @ e)
    return np.linalg.norm(between + x * d - y * e)


def features_at(features, rng):
    """Four points in contact, in the world, inside of both features."""
    u, v = rng.uniform(0.1, 0.45, 2)
    if features == "vertex-face":
        a, q, s = rng.normal(size=(3, 3))
        return np.stack([a + u * q + v * s, a, a + q, a + s])
    a, q, s = rng.normal(size=(3, 3))
    return np.stack([a, a + q, a + u * q - v * s, a + u * q + (1 - v) * s])


def brought_back(features, four, motion_a, motion_b, time):
    """Points of the bodies that are there at a time."""
    n = OF_A[features]
    a, b = motion_a.pose(time), motion_b.pose(time)
    first = (four[:n] - a[:3, 3]) @ a[:3, :3]
    return np.concatenate((first, (four[n:] - b[:3, 3]) @ b[:3, :3]))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("features", FEATURES)
def test_contacts_are_not_missed_nor_late(features, method):
    rng = np.random.default_rng(0)
    every = some_motions(1)
    proved = 0
    for k, motion_a in enumerate(every):
        motion_b = every[-1 - k] if k % 3 else Motion(None, np.eye(4))
        time = rng.uniform(0.05, 1.0)
        four = features_at(features, rng)
        points = brought_back(features, four, motion_a, motion_b, time)
        found = BOTH[features](points, motion_a=motion_a, motion_b=motion_b, method=method)
        assert found.status in {HIT, STARTED}
        assert found.time <= time + 1e-9
        there = world(features, points, motion_a, motion_b, found.time)
        assert exact_distance_sq(features, there, there, 0.0) <= (1.01e-6) ** 2
        for t in np.linspace(0.0, found.time, 20)[:-1]:
            assert gap_of(features, world(features, points, motion_a, motion_b, t)) > 0.0
        assert found.upper >= found.time
        proved += found.upper < 1.0
    assert proved > len(every) // 4


@pytest.mark.parametrize("separation", [0.0, 0.05])
@pytest.mark.parametrize("features", FEATURES)
def test_both_methods_agree_with_samples(features, separation):
    rng = np.random.default_rng(2)
    every = some_motions(3)
    hits = 0
    for k in range(80):
        motion_a, motion_b = every[k % len(every)], every[(7 * k + 3) % len(every)]
        points = rng.normal(size=(4, 3)) * rng.uniform(1.0, 4.0)
        if k % 4 == 0:
            four = features_at(features, rng) + 0.02 * rng.normal(size=(4, 3))
            points = brought_back(features, four, motion_a, motion_b, rng.uniform())
        moving = {"motion_a": motion_a, "motion_b": motion_b, "min_separation": separation}
        one, other = (BOTH[features](points, **moving, method=m) for m in METHODS)
        assert one.status == other.status
        if one.status == HIT:
            assert one.time == pytest.approx(other.time, abs=1e-4)
            there = world(features, points, motion_a, motion_b, one.time)
            assert gap_of(features, there) <= separation + 1.01e-6
            hits += 1
        for t in np.linspace(0.0, 1.0, 100):
            if t < min(one.time, other.time):
                there = world(features, points, motion_a, motion_b, t)
                assert gap_of(features, there) > separation - 1e-12
    assert hits > 5


@pytest.mark.parametrize("method", METHODS)
def test_degenerate_features_end_within_the_budget(method):
    """Slides in the plane of a face, parallel edges, points, and what turns in a plane."""
    slide = Motion(pose(shift=(-2, 0, 0)), pose(shift=(2, 0, 0)))
    turning = Motion.from_velocity(None, (0, 0, 0), (0, 0, 40.0))
    still = np.eye(4)
    beside = [[0.2, 1.0 + 1e-4, 0.0], *FACE]
    over = [[0.2, 0.2, 1e-5], *FACE]
    cases = [
        (impact_vertex_face, [[0.2, 0.2, 0.0], *FACE], slide, HIT),
        (impact_vertex_face, beside, slide, FREE),
        (impact_vertex_face, over, slide, FREE),
        (impact_vertex_face, [[0, 0, 0], *[[1.0, 1e-3, 0.0]] * 3], slide, FREE),
        (impact_vertex_face, [[0, 0, 0], *[[1.0, 0.0, 0.0]] * 3], slide, HIT),
        (impact_edge_edge, [[0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0]], slide, HIT),
        (impact_edge_edge, [[0, 1e-4, 0], [1, 1e-4, 0], [0, 0, 0], [1, 0, 0]], slide, FREE),
        (impact_vertex_face, [[1, 0, 0], [2, 0, 0], [3, 1, 0], [3, -1, 0]], turning, FREE),
        (impact_vertex_face, [[1, 0, 0], [-0.5, 0, 0], [-3, 1, 0], [-3, -1, 0]], turning, HIT),
        (impact_vertex_face, [[0.1, 0.1, 0.0], *FACE], still, STARTED),
        (impact_vertex_face, [[0.1, 0.1, 0.1], *FACE], still, FREE),
    ]
    for impact, points, motion, expected in cases:
        found = impact(points, motion_a=motion, method=method)
        assert found.status == expected, points
        assert found.steps < 500


def test_a_wave_has_known_roots():
    """One body turns in place: intervals need three looks where a turn is met, or none."""
    rng = np.random.default_rng(4)
    for turns in (0.7, 10.0, 50.0):
        disc = Motion.from_velocity(
            random_pose(rng), (0, 0, 0), 2 * np.pi * turns * unit(rng.normal(size=3))
        )
        for features in FEATURES:
            for turning in ("motion_a", "motion_b"):
                points = rng.normal(size=(4, 3))
                found = BOTH[features](points, method="intervals", **{turning: disc})
                again = BOTH[features](points, **{turning: disc})
                assert found.status == again.status
                assert found.time == pytest.approx(again.time, abs=1e-6)


def test_translations_are_lines():
    """As points that move on lines."""
    rng = np.random.default_rng(5)
    for features in FEATURES:
        for _ in range(40):
            points, way = rng.uniform(-1, 1, (4, 3)), rng.normal(size=3) * 2
            end = points.copy()
            end[: OF_A[features]] += way
            expected = BOTH[features](points, end)
            found = BOTH[features](points, motion_a=Motion(None, pose(shift=way)))
            assert found.status == expected.status
            assert found.time == pytest.approx(expected.time, abs=1e-6)
            if found.status == HIT:
                np.testing.assert_allclose(found.parameters, expected.parameters, atol=1e-4)
                np.testing.assert_allclose(found.normal, expected.normal, atol=1e-4)


def test_rows_pieces_and_threads():
    rng = np.random.default_rng(6)
    points = rng.uniform(-1, 1, (60, 4, 3))
    first = np.stack([random_pose(rng) for _ in range(60)])
    last = np.stack([random_pose(rng) for _ in range(60)])
    batch = ScrewMotion(first, last)
    with use_threads(1):
        one = impact_edge_edge(points, motion_a=batch)
    with use_threads(3):
        three = impact_edge_edge(points, motion_a=batch)
    np.testing.assert_array_equal(one._rows, three._rows)
    for k in range(5):
        single = impact_edge_edge(points[k], motion_a=batch[k])
        assert single.time == one.time[k]
    path = PiecewiseMotion(np.stack([np.eye(4), pose(shift=(0, 0, 4)), pose(shift=(0, 0, -4))]))
    found = impact_vertex_face([[0.2, 0.2, 1.0], *FACE], motion_a=path)
    assert found.status == HIT
    assert found.time == pytest.approx(0.5 + 0.5 * 5 / 8, abs=1e-6)


@pytest.mark.parametrize("features", FEATURES)
def test_a_short_budget_is_conservative(features):
    rng = np.random.default_rng(7)
    for motion in some_motions(8)[::4]:
        points = rng.normal(size=(4, 3))
        full = BOTH[features](points, motion_a=motion)
        for budget in (1, 2, 5):
            cut = BOTH[features](points, motion_a=motion, max_iterations=budget)
            assert cut.status in {OUT, full.status}
            if cut.status == OUT:
                assert cut.time <= full.time


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "points_t1: missing"),
        ({"points_t1": np.zeros((4, 3)), "motion_a": np.eye(4)}, "points_t1: not with motions"),
        ({"motion_a": np.eye(4), "method": "guess"}, "method: 'guess', expected"),
        ({"motion_a": np.tile(np.eye(4), (3, 1, 1))}, "points_t0 and motions: 2 and 3 rows"),
    ],
)
def test_errors_name_the_argument(options, message):
    with pytest.raises(ImpingeError, match=message):
        impact_vertex_face(np.zeros((2, 4, 3)), **options)
