"""Turned hulls: the three ways agree where they should, and none loses a point."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from strategies import points, poses

from impinge.bounds import Aabb, Kdop, TurningHull, dop_directions
from impinge.bounds.directions import SIZES
from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere

pytestmark = pytest.mark.plain

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])
TURNS = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
PRISM = np.array([[np.cos(a), np.sin(a), z] for a in TURNS for z in (-2.0, 0.0, 2.0)])
GRID = np.array([[x, y, z] for x in range(4) for y in range(4) for z in range(4)], float)
BODIES = {
    "cube": CUBE,
    "prism": PRISM,
    "faces full of points": GRID,
    "ball": icosphere(1.0, 2).vertices,
    "ball, far": icosphere(1.0, 1).vertices + np.array([1e4, 0.0, 0.0]),
    "close vertices": np.concatenate([CUBE, CUBE * [1, 1, 1 + 1e-9], CUBE * (1 + 1e-12)]),
    "square": CUBE * [1, 1, 0],
    "nearly a square": CUBE * [1, 1, 1e-15],
    "segment": CUBE * [1, 0, 0],
    "slanted segment": np.outer(np.linspace(-1, 2, 7), [0.3, -0.7, 0.1]),
    "point": np.array([[1.0, 2.0, 3.0]]),
    "triangle": CUBE[:3],
    "tiny": CUBE * 1e-100,
    "huge": CUBE * 1e100,
}
for exponent in range(6, 15):
    # A vertex just off an edge: two of the hull's edges nearly cancel.
    bump = np.array([[0.1, 1.0, 1.0 + 10.0**-exponent]])
    BODIES[f"cube with a bump of 1e-{exponent}"] = np.concatenate([CUBE, bump])
RINGS = np.array([[np.cos(a), np.sin(a), z] for z in np.linspace(-1.0, 1.0, 5) for a in TURNS])
BODIES["noisy rings"] = RINGS + 3e-15 * np.random.default_rng(1).normal(size=RINGS.shape)
BODY = st.sampled_from(sorted(BODIES))
KS = st.sampled_from(SIZES)


def along(p, pose, k):
    """Beyond float64."""
    wide = pose.astype(np.longdouble)
    moved = p.astype(np.longdouble) @ wide[:3, :3].T + wide[:3, 3]
    return moved @ dop_directions(k).T.astype(np.longdouble)


def spin(count, step, axis=(0.2, 0.5, -0.8)):
    """Poses that turn about an axis by a step each."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    out = np.tile(np.eye(4), (count, 1, 1))
    for i in range(count):
        a = i * step
        out[i, :3, :3] += np.sin(a) * cross + (1.0 - np.cos(a)) * cross @ cross
        out[i, :3, 3] = 0.1 * i
    return out


def check_holds(volume, p, pose, k):
    values = along(p, pose, k)
    assert (values >= volume.lower).all()
    assert (values <= volume.upper).all()


@given(BODY, poses(), KS)
def test_climbing_finds_what_recomputing_finds(name, pose, k):
    p = BODIES[name]
    hull = TurningHull(p, k)
    size = np.abs(p).max() + np.abs(pose[:3, 3]).max()
    all_of_it, climb = hull.recomputed(pose), hull.climbed(pose)

    np.testing.assert_allclose(climb.volume.lower, all_of_it.lower, rtol=0, atol=1e-14 * size)
    np.testing.assert_allclose(climb.volume.upper, all_of_it.upper, rtol=0, atol=1e-14 * size)
    again = hull.climbed(pose, climb.extremes)
    assert (again.steps, again.volume) == (0, climb.volume)
    np.testing.assert_array_equal(again.extremes, climb.extremes)


@given(BODY, poses(), KS)
def test_no_way_loses_a_point(name, pose, k):
    """In extended precision, and those in the inner parts of faces too."""
    p = BODIES[name]
    hull = TurningHull(p, k)

    for volume in (hull.recomputed(pose), hull.climbed(pose).volume, hull.expanded(pose)):
        check_holds(volume, p, pose, k)


@given(BODY, poses(), KS)
def test_expanding_holds_recomputing_and_that_is_tight(name, pose, k):
    p = BODIES[name]
    hull = TurningHull(p, k)
    size = np.abs(p).max() + np.abs(pose[:3, 3]).max()
    values = along(p, pose, k)

    tight = hull.recomputed(pose)
    np.testing.assert_allclose(tight.lower, values.min(axis=0).astype(float), atol=2e-13 * size)
    np.testing.assert_allclose(tight.upper, values.max(axis=0).astype(float), atol=2e-13 * size)
    loose = hull.expanded(pose).inflated(1e-13 * size)
    assert loose.contains(tight)


def tilted(rng, turn):
    """Poses that lay the body on a face, tilted a little; every other one by more."""
    out = np.tile(np.eye(4), (60, 1, 1))
    for i in range(len(out)):
        # Across the edge by more than along it: it is the latter that rounding hides.
        sizes = 10.0 ** rng.uniform([-15, -17, -17], [-3, -9, -9])
        tilt = sizes * rng.choice([-1.0, 1.0], 3)
        if i % 2 == 0:
            tilt = np.array([1e-3 * rng.normal(), 0.0, 0.0])
        out[i, :3, :3] = Rotation.from_rotvec(tilt).as_matrix() @ turn.T
    return out


@pytest.mark.parametrize("name", [n for n in BODIES if "bump" in n or "rings" in n])
def test_tilted_faces_lose_no_point(name):
    """Climbing stopped below the top where rounding hid the way: points were outside by 4e-4."""
    rng = np.random.default_rng(0)
    for _ in range(12):
        turn = Rotation.random(random_state=rng).as_matrix()
        p = BODIES[name] @ turn.T
        hull = TurningHull(p)
        frames = tilted(rng, turn)
        run, all_of_it = hull.climb_over(frames), hull.recompute_over(frames)
        np.testing.assert_allclose(run.lower, all_of_it.lower, rtol=0, atol=2e-14)
        np.testing.assert_allclose(run.upper, all_of_it.upper, rtol=0, atol=2e-14)
        for i in range(0, len(frames), 7):
            check_holds(run[i], p, frames[i], 6)


def test_where_rounding_hides_the_way_all_vertices_are_looked_at():
    """And said so; on an ordinary hull, and on an exact plateau, they are not."""
    turn = Rotation.from_rotvec([0.3, 0.5, 0.7]).as_matrix()
    upright = np.eye(4)
    upright[:3, :3] = turn.T
    level = TurningHull(CUBE @ turn.T).climbed(upright)

    assert level.scans > 0
    assert level.volume.upper == pytest.approx(np.ones(3))
    assert TurningHull(CUBE).climbed(np.eye(4)).scans == 0
    ball = np.random.default_rng(0).normal(size=(60, 3))
    run = TurningHull(ball, 26).climb_over(spin(30, 0.02))
    assert run.scans.sum() == 0
    assert run.steps.sum() > 0


def test_a_hull_that_is_convex_to_rounding_only_is_not_climbed():
    """Nor is what is flat."""
    pose = spin(2, 0.3)[1]
    for name in ("noisy rings", "square", "segment", "point"):
        hull = TurningHull(BODIES[name], 14)
        climb = hull.climbed(pose)
        assert (climb.steps, climb.scans) == (0, 14), name
        assert climb.volume == hull.recomputed(pose)
        assert hull.climb_over(spin(3, 0.1)).scans.tolist() == [14] * 3
        assert hull.climbed(pose, climb.extremes).volume == climb.volume


def test_a_pose_that_is_just_accepted_loses_no_point(just_accepted):
    """Stretched by 1e-14 it is used as it is."""
    hull = TurningHull(PRISM, 26)
    for pose in just_accepted[:10]:
        for volume in (hull.recomputed(pose), hull.climbed(pose).volume, hull.expanded(pose)):
            check_holds(volume, PRISM, pose, 26)


@given(points(12, 3), poses(), poses())
def test_any_points_from_any_pose_to_any_other(p, before, after):
    hull = TurningHull(p, 14)
    size = np.abs(p).max() + np.abs(after[:3, 3]).max()
    climb = hull.climbed(after, hull.climbed(before).extremes)

    expected = hull.recomputed(after)
    np.testing.assert_allclose(climb.volume.lower, expected.lower, rtol=0, atol=2e-14 * size)
    np.testing.assert_allclose(climb.volume.upper, expected.upper, rtol=0, atol=2e-14 * size)
    check_holds(climb.volume, p, after, 14)


@pytest.mark.parametrize("k", SIZES)
def test_a_sequence_is_its_single_climbs(k):
    hull = TurningHull(icosphere(1.0, 2).vertices * [1, 2, 0.5], k)
    frames = spin(15, 0.05)
    run, all_of_it = hull.climb_over(frames), hull.recompute_over(frames)

    last = None
    for i in range(len(frames)):
        climb = hull.climbed(frames[i], last)
        last = climb.extremes
        assert run[i] == climb.volume
        assert run.steps[i] == climb.steps
        assert all_of_it[i] == hull.recomputed(frames[i])
        assert run.scans[i] == climb.scans
    assert len(run) == len(all_of_it) == 15
    assert not all_of_it.steps.any()
    assert (all_of_it.scans == k).all()
    np.testing.assert_allclose(run.upper, all_of_it.upper, atol=1e-14)
    np.testing.assert_allclose(run.lower, all_of_it.lower, atol=1e-14)


def test_few_steps_are_enough_for_a_small_turn():
    """A frame's steps grow with the turn, and not with the number of vertices squared."""
    hull = TurningHull(icosphere(1.0, 3).vertices * [1, 2, 0.5], 26)
    slow, fast = hull.climb_over(spin(20, 0.001)), hull.climb_over(spin(20, 0.1))

    assert slow.steps[0] == 0
    assert slow.steps.mean() < 5.0
    assert slow.steps.mean() < fast.steps[1:].mean() < 26 * 10


def test_steps_on_a_plateau_end():
    """Coplanar faces, directions straight across them: nothing is better, and nothing moves."""
    hull = TurningHull(GRID, 26)

    assert hull.climbed(np.eye(4)).steps == 0
    quarter = np.eye(4)[[1, 2, 0, 3]]
    assert hull.climbed(quarter).volume.upper[:3] == pytest.approx([3, 3, 3])


def test_k_of_six_is_a_box():
    body = box_mesh((1.0, 2.0, 3.0))
    pose = spin(2, 0.7)[1]
    volume = TurningHull(body).climbed(pose).volume
    box = Aabb.of(body.vertices @ pose[:3, :3].T + pose[:3, 3])

    assert volume.k == 6
    np.testing.assert_allclose(volume.lower, box.lower, atol=1e-13)
    np.testing.assert_allclose(volume.upper, box.upper, atol=1e-13)
    assert Aabb(volume.lower, volume.upper).contains(box)


def test_a_hull_is_a_value_that_does_not_change():
    hull = TurningHull(GRID, 18)
    pose = spin(2, 1.0)[1]

    assert hull.k == 18
    assert len(hull.vertices) == 8
    assert repr(hull) == "TurningHull(8 vertices, k=18)"
    assert isinstance(hull.volume, Kdop)
    for other in (pickle.loads(pickle.dumps(hull)), copy.deepcopy(hull)):
        assert other.climbed(pose).volume == hull.climbed(pose).volume
    with pytest.raises(AttributeError):
        hull._k = 6
    with pytest.raises(AttributeError):
        del hull._k
    with pytest.raises(ValueError):
        hull.vertices[0] = 1.0
    with pytest.raises(ValueError):
        hull.climbed(pose).extremes[0] = 1
    with pytest.raises(ValueError):
        hull.climb_over(pose[None]).lower[0] = 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: TurningHull(np.empty((0, 3))), "source: no rows"),
        (lambda: TurningHull(CUBE, 8), "k: 8, expected one of 6, 12"),
        (lambda: TurningHull(CUBE).climbed(None), "pose: expected one"),
        (lambda: TurningHull(CUBE).recomputed(np.eye(4)[None]), "pose: expected one"),
        (lambda: TurningHull(CUBE).climb_over(np.eye(4)), "poses: expected a sequence"),
        (lambda: TurningHull(CUBE).climbed(np.eye(4), [0, 1]), "last: expected 6 vertex numbers"),
        (lambda: TurningHull(CUBE).climbed(np.eye(4), [0.5] * 6), "last: expected 6 vertex"),
        (lambda: TurningHull(CUBE).climbed(np.eye(4), [8] * 6), "last: a number is outside 0 to 7"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()


def test_an_empty_sequence_gives_an_empty_answer():
    assert len(TurningHull(CUBE).climb_over(np.empty((0, 4, 4)))) == 0
