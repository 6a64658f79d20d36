"""Freedom is claimed only where it is proved, and contacts are seen where they last a while."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import falling, flights, path

import impinge as im
from impinge.continuous import FreedomStatus, ImpactStatus, stay_free, time_of_impact
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Box, HalfSpace, Sphere, box_mesh
from impinge.motion import Motion, PiecewiseMotion

CUBE = Box((1.0, 1.0, 1.0))
PAIRS = [(a, b) for a, b in combinations_with_replacement(ALL, 2) if (a, b) != ("half-space",) * 2]


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda name: name.replace(" ", "-"))
def test_it_agrees_with_first_contacts(a, b):
    motion_a, motion_b = flights(np.random.default_rng(PAIRS.index((a, b))), 12, aim=2.0)
    first = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    found = stay_free(ALL[a], ALL[b], motion_a, motion_b)

    for k in range(12):
        if found.status[k] == FreedomStatus.FREE:
            assert first.status[k] == ImpactStatus.FREE
            assert found.time[k] == 1.0
        elif found.status[k] == FreedomStatus.HITS:
            assert first.status[k] != ImpactStatus.FREE
        # Undecided only where they graze.
        assert found.status[k] != FreedomStatus.UNDECIDED or first.gap[k] < 1e-5
        assert found.time[k] <= min(first.upper[k], 1.0)


@pytest.mark.parametrize("b", ["box", "compound"])
def test_cheaper_than_the_time(b):
    motion_a, motion_b = flights(np.random.default_rng(1), 50, spin=3.0)
    first = time_of_impact(ALL[b], CUBE, motion_a, motion_b)
    found = stay_free(ALL[b], CUBE, motion_a, motion_b)
    hits = found.status == FreedomStatus.HITS

    assert hits.sum() > 20
    assert found.steps[hits].mean() < 0.4 * first.steps[hits].mean()


def test_free_meshes_are_not_dearer_than_their_time():
    motion_a, motion_b = flights(np.random.default_rng(7), 40, spin=3.0, aim=6.0)
    ball = im.icosphere(0.7, 3)
    with im.count() as first:
        time_of_impact(ball, ball, motion_a, motion_b)
    with im.count() as freedom:
        found = stay_free(ball, ball, motion_a, motion_b)
    assert found.free.any()
    assert freedom.primitive_tests <= 2 * first.primitive_tests + 1000


@pytest.mark.parametrize("a", [CUBE, box_mesh((1, 1, 1)), im.Compound([(CUBE, None)])])
def test_what_comes_nearer_than_the_tolerance_may_be_undecided(a):
    passing = Motion.from_velocity(pose_of((-3, 0, 1.001)), (6, 0, 0), (0, 0, 0))
    # However near, what is proved along one direction is free.
    assert stay_free(a, CUBE, None, passing, tolerance=0.01)
    rolling = Motion.from_velocity(pose_of((-3, 0, 1.22)), (6, 0, 0), (0, 4.0, 0))
    first = time_of_impact(a, CUBE, None, rolling)
    found = stay_free(a, CUBE, None, rolling, tolerance=0.05)
    assert found.status != FreedomStatus.HITS or first.status == ImpactStatus.HIT


@pytest.mark.parametrize("a", [CUBE, box_mesh((1, 1, 1)), im.Compound([(CUBE, None)])])
def test_what_touches_at_an_end_alone_is_seen(a):
    lifted = Motion(pose_of((0, 0, 1)), pose_of((0, 0, 3)))
    placed = Motion(pose_of((0, 0, 3)), pose_of((0, 0, 1)))
    assert stay_free(a, CUBE, None, lifted).status == FreedomStatus.HITS
    assert stay_free(a, CUBE, None, placed).status == FreedomStatus.HITS


def test_pieces_margins_and_ends_of_time():
    rng = np.random.default_rng(2)
    for a in (CUBE, box_mesh((1, 1, 1)), HalfSpace((0, 0, 1), -2.0)):
        for _ in range(6):
            motion = path(rng)
            first = time_of_impact(a, Sphere(0.2), None, motion)
            found = stay_free(a, Sphere(0.2), None, motion)
            assert bool(found) == (first.status == ImpactStatus.FREE)
            assert found.time <= min(first.upper, 1.0)
    fall = falling()
    assert stay_free(CUBE, CUBE, None, fall, max_time=0.33)
    assert not stay_free(CUBE, CUBE, None, fall, max_time=0.33, margin=0.1)
    assert not stay_free(CUBE, CUBE, None, fall)
    turning = Motion.from_velocity(None, (0, 0, 0), (2, 0, 0))
    assert not stay_free(HalfSpace((0, 0, 1)), CUBE, turning, pose_of((0, 3, 2)))
    assert stay_free(HalfSpace((0, 0, 1)), CUBE, turning, pose_of((0, -9, 2)), max_time=0.5)


def test_times_too_short_to_be_cut():
    """Paths whose breaks differ by rounding, and steps that end at once."""
    poses = np.stack([pose_of((0.1 * k, 0, 0)) for k in range(11)])
    one = PiecewiseMotion(poses, np.linspace(0.0, 1.0, 11))
    beside = poses.copy()
    beside[:, 1, 3] = 4.0
    other = PiecewiseMotion(beside, np.arange(11) / 10)
    for a in (CUBE, box_mesh((1, 1, 1)), im.Compound([(CUBE, None)])):
        assert stay_free(a, CUBE, one, other)
        assert time_of_impact(a, CUBE, one, other).status == ImpactStatus.FREE
        for end in (0.0, 1e-14):
            assert stay_free(a, CUBE, None, falling(), max_time=end)
            found = time_of_impact(a, CUBE, None, falling(), max_time=end)
            assert found.status == ImpactStatus.FREE


def test_filled_meshes_hold_what_is_inside():
    rest = Motion(None, None)
    assert stay_free(box_mesh((1, 1, 1)), Sphere(0.1), rest)
    found = stay_free(box_mesh((1, 1, 1)), Sphere(0.1), rest, solid=True)
    assert found.status == FreedomStatus.HITS
    assert found.time == 0.0


def test_what_grazes_is_undecided_within_the_budget():
    slide = Motion.from_velocity(pose_of((-3, 0, 1.0)), (6, 0, 0), (0, 0, 0))
    for a in (CUBE, box_mesh((1, 1, 1))):
        found = stay_free(a, CUBE, None, slide)
        assert found.status in (FreedomStatus.UNDECIDED, FreedomStatus.HITS)
        assert found.time <= 1 / 3


def test_a_small_budget_leaves_pairs_undecided():
    motion_a, motion_b = flights(np.random.default_rng(5), 60, spin=30.0, aim=4.0)
    for a in (CUBE, box_mesh((1, 1, 1))):
        whole, short = (stay_free(a, CUBE, motion_a, motion_b, max_steps=n) for n in (10_000, 1))
        late = (short.status == FreedomStatus.UNDECIDED) & (whole.status != short.status)
        assert late.any()
        assert (short.time[late] <= whole.time[late]).all()
        known = short.status != FreedomStatus.UNDECIDED
        np.testing.assert_array_equal(short.status[known], whole.status[known])


def test_rows_threads_and_words():
    motion_a, motion_b = flights(np.random.default_rng(3), 30)
    many = [ALL["box"], ALL["mesh"]] * 15
    with use_threads(1):
        one = stay_free(many, CUBE, motion_a, motion_b)
    with use_threads(2):
        two = stay_free(many, CUBE, motion_a, motion_b)
    np.testing.assert_array_equal(one._rows, two._rows)
    for k in (0, 1, 17):
        alone = stay_free(many[k], CUBE, motion_a[k], motion_b[k])
        np.testing.assert_array_equal(alone._rows, one._rows[k])
        assert "status" in repr(alone)
        assert alone.to_dict()["free"] == bool(alone)
    with pytest.raises(TypeError, match="neither free nor not"):
        bool(one)
    assert one.free.dtype == np.bool_
    with pytest.raises(ImpingeError, match="margin"):
        im.stay_free(CUBE, CUBE, margin=-1.0)


def test_bounds_that_overflow_prove_nothing():
    """Balls the size of galaxies, times as large: half a turn brings one to the other."""
    start, other = np.eye(4), pose_of((2e147, 0, 0))
    around = Motion.from_velocity(start, (0, 0, 0), (0, 0, 9e8), centre=(1e147, 0, 0))
    ball = Sphere(1e146)

    assert not stay_free(ball, ball, around, other)
    found = time_of_impact(ball, ball, around, other)
    assert found.status in (ImpactStatus.HIT, ImpactStatus.OUT_OF_BUDGET)
    assert np.isfinite(found.time)


def test_a_gap_that_is_as_good_as_none_is_not_the_end():
    """A box on a pendulum: a hair above the floor in the middle, and deep before and after."""
    for gap in (1e-9, 1e-7, 5e-7):
        swing = Motion.from_velocity(
            pose_of((0, 0, 0.5 + gap), (0, -0.3, 0)), (0, 0, 0), (0, 0.6, 0), centre=(0, 0, 9)
        )
        assert stay_free(HalfSpace((0, 0, 1)), CUBE, None, swing).status == FreedomStatus.HITS


def test_many_intervals_are_looked_at_as_long_as_the_budget_lasts():
    """A plane that wobbles fast below a ball: thousands of looks, and no more than wait at once."""
    wobbles = Motion.from_velocity(None, (0, 0, 0), (0.0, 0.0, 400.0), centre=(0.1, 0, 0))
    plane, above = HalfSpace((0.02, 0, 1.0)), pose_of((0, 0, 0.505))
    found = stay_free(plane, Sphere(0.5), wobbles, above)
    assert found.status == FreedomStatus.FREE
    assert found.steps > 128
    few = stay_free(plane, Sphere(0.5), wobbles, above, max_steps=100)
    assert few.status == FreedomStatus.UNDECIDED
    assert few.steps == 100
