"""Compounds meet what their parts meet, first of all; and parts may slide."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import check_against_samples, flights, impacts_by_distance, path

from impinge.continuous import ImpactStatus, stay_free, time_of_impact
from impinge.continuous.compounds import MOST_PAIRS, blur_of, keep_earliest, moving_parts
from impinge.continuous.kernels import impact_row
from impinge.core.threads import use_threads
from impinge.geometry import Box, Compound, Cylinder, HalfSpace, Sphere, box_mesh
from impinge.motion import Motion

ROD = Compound(
    [
        (Box((1, 1, 1)), None),
        (Compound([(box_mesh((1, 1, 1)), pose_of((1, 0, 0)))]), None),
        (Cylinder(0.5, 1), pose_of((2, 0, 0))),
    ]
)
GROUNDS = {
    "box": Box((20, 20, 1)),
    "mesh": box_mesh((20, 20, 1)),
    "compound": Compound([(Box((20, 20, 1)), None), (Sphere(0.1), pose_of((0, 0, -9)))]),
    "half-space": HalfSpace((0, 0, 1), 0.5),
}


@pytest.mark.parametrize("b", ["box", "mesh", "compound", "height field", "half-space"])
@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_distances_find_the_same(b, margin):
    motion_a, motion_b = flights(np.random.default_rng(4), 8, aim=2.0)
    found = time_of_impact(ROD, ALL[b], motion_a, motion_b, margin=margin)
    status, times = impacts_by_distance(ALL[b], ROD, motion_b, motion_a, margin=margin)

    np.testing.assert_array_equal(found.status, status)
    hits = found.status == ImpactStatus.HIT
    np.testing.assert_allclose(found.time[hits], times[hits], atol=1e-5)
    for k in range(8):
        check_against_samples(ROD, ALL[b], motion_a[k], motion_b[k], found[k], margin=margin)


@pytest.mark.parametrize("gap", [1e-2, 1e-3, 1e-4])
@pytest.mark.parametrize("ground", GROUNDS)
def test_sliding_along_a_floor(ground, gap):
    along = Motion(pose_of((-5, 0.1, 1.0 + gap)), pose_of((5, 0.3, 1.0 + gap)))
    found = time_of_impact(ROD, GROUNDS[ground], along)
    assert found.status == ImpactStatus.FREE
    assert found.steps < 20
    assert stay_free(ROD, GROUNDS[ground], along)
    down = Motion(pose_of((-5, 0.1, 1.0 + gap)), pose_of((5, 0.3, 1.0 - gap)))
    hit = time_of_impact(ROD, GROUNDS[ground], down)
    assert hit.status == ImpactStatus.HIT
    assert 0.5 - 1e-6 / gap <= hit.time <= 0.5


def test_paths_swaps_threads_and_batches():
    rng = np.random.default_rng(5)
    for b in (ALL["compound"], ALL["box"]):
        motion = path(rng)
        found = time_of_impact(ROD, b, None, motion)
        check_against_samples(ROD, b, Motion(None, None), motion, found)
    motion_a, motion_b = flights(rng, 10)
    many = time_of_impact(ROD, ALL["compound"], motion_a, motion_b)
    turned = time_of_impact(ALL["compound"], ROD, motion_b, motion_a).swapped()
    np.testing.assert_array_equal(many.status, turned.status)
    np.testing.assert_allclose(many.time, turned.time, atol=1e-6)
    with use_threads(1):
        alone = time_of_impact(ROD, ALL["compound"], motion_a[3], motion_b[3])
    np.testing.assert_array_equal(alone._rows, many._rows[3])


def test_what_starts_touching_says_how_deep():
    away = Motion(pose_of((2.9, 0, 0)), pose_of((9, 0, 0)))
    found = time_of_impact(ROD, Sphere(0.5), None, away)
    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert found.depth == pytest.approx(0.1, abs=1e-9)
    assert found.part_a == 2


def test_many_parts_are_asked_about_in_turns():
    """More pairs than are asked about at once, of which the last one touches."""
    side = int(np.sqrt(MOST_PAIRS)) + 2
    row = Compound([(Sphere(0.25), pose_of((k, 0, 0))) for k in range(side)])
    last = Compound([(Sphere(0.25), pose_of((k, -50.0 * (k < side - 1), 0))) for k in range(side)])
    down = Motion(pose_of((0, 0, 2)), pose_of((0, 0, -2)))
    found = time_of_impact(row, last, None, down)
    assert found.time == pytest.approx(1.5 / 4, abs=1e-6)
    assert (found.part_a, found.part_b) == (side - 1, side - 1)


def test_parts_far_from_where_their_body_is():
    """Coordinates of a million metres in the compound that cancel where its parts are."""
    far = Compound([(Box((1, 1, 1)), pose_of((1e6, 0, 0)))])
    falls = Motion(pose_of((-1e6, 0, 3)), pose_of((-1e6, 0, -3)))
    found = time_of_impact(far, Box((1, 1, 1)), falls)
    assert found.status == ImpactStatus.HIT
    assert 1 / 3 - 1e-6 < found.time <= 1 / 3
    still = Motion(None, None)
    assert 0.0 < blur_of(moving_parts(far, falls), far, falls)[0] < 1e-8
    assert blur_of(moving_parts(ROD, still), ROD, still)[0] == 0.0
    # Rows of a batch do not know of each other.
    poses = np.stack([pose_of((-1e6, 0, 3)), pose_of((-3, 0, 3))])
    ends = np.stack([pose_of((-1e6, 0, -3)), pose_of((-3, 0, -3))])
    both = Compound([(Box((1, 1, 1)), pose_of((1e6, 0, 0))), (Box((1, 1, 1)), pose_of((3, 0, 0)))])
    many = time_of_impact(both, Box((1, 1, 1)), Motion(poses, ends))
    for k in range(2):
        alone = time_of_impact(both, Box((1, 1, 1)), Motion(poses[k], ends[k]))
        np.testing.assert_array_equal(alone._rows, many._rows[k])


@pytest.mark.parametrize("b", ["box", "mesh", "compound", "height field", "half-space"])
def test_no_rows(b):
    none = Motion(np.empty((0, 4, 4)), np.empty((0, 4, 4)))
    fast = Motion.from_velocity(np.empty((0, 4, 4)), (0, 0, 0), (0, 0, 99))
    for motion in (none, fast):
        assert len(time_of_impact(ROD, ALL[b], motion)) == 0
        assert len(time_of_impact(ALL[b], ROD, motion)) == 0
        assert len(stay_free(ROD, ALL[b], None, motion)) == 0


def test_what_touches_at_the_start_is_told_before_what_is_given_up():
    pair = Compound([(Box((1, 1, 1)), None), (Box((1, 1, 1)), pose_of((5, 0, 0)))])
    balls = Compound([(Sphere(0.3), pose_of((0, 0, 0.9))), (Sphere(0.3), pose_of((5, 0, 0.7)))])
    spin = Motion.from_velocity(None, (0, 0, -3), (0, 0, 50))
    for a, b in ((pair, balls), (balls, pair)):
        found = time_of_impact(a, b, spin, max_steps=1)
        assert found.status == ImpactStatus.STARTED_TOUCHING
        assert found.depth > 0.0


def test_the_earliest_is_kept():
    out = np.zeros((2, impact_row.IMPACT_ROW))
    out[:, impact_row.TIME] = out[:, impact_row.UPPER] = np.inf
    found = np.zeros((4, impact_row.IMPACT_ROW))
    found[:, impact_row.TIME] = 0.2, 0.2, np.inf, 0.9
    found[:, impact_row.STATUS] = 1, 3, 0, 1
    found[:, impact_row.UPPER] = 0.6, np.inf, np.inf, np.inf
    found[:, impact_row.STEPS] = 1, 2, 3, 4
    keep_earliest(out, np.array([0, 0, 1, 1]), found)
    assert out[:, impact_row.TIME].tolist() == [0.2, 0.9]
    assert out[:, impact_row.STATUS].tolist() == [1, 1]
    assert out[:, impact_row.UPPER].tolist() == [0.6, np.inf]
    assert out[:, impact_row.STEPS].tolist() == [3, 7]
