"""Paths of robots, row by row: no contact is missed or late, whatever the shapes and joints."""

import numpy as np
import pytest
from articulated import random_articulation
from robots_in_motion import crowded, sampled_first

import impinge as im
from impinge.continuous.impact import ImpactStatus
from impinge.continuous.kernels import impact_row as row
from impinge.continuous.options import as_options
from impinge.motion import InBetween
from impinge.scene import Robot
from impinge.scene.robot_paths import Paths, is_undecided

OPTIONS = as_options(0.0, 1e-6, 1.0, False, 100_000)


def paths_of(robot, scene, q0, q1, pairs=None):
    model = robot._model
    queries = model.among(model.world(scene))
    own = queries.pairs if pairs is None else pairs
    return Paths(queries._replace(pairs=own), InBetween(model.kinematics, q0, q1))


@pytest.mark.parametrize("seed", range(6))
def test_no_contact_is_missed_or_late(seed):
    robot, scene, q0, q1 = crowded(seed)
    found = robot.time_of_impact(q0, q1, scene)
    first, _ = sampled_first(robot, scene, q0, q1, 64)
    hits = np.isfinite(first)
    assert hits.sum() >= 20
    assert (found.time[hits] <= first[hits]).all()
    assert (found.status != ImpactStatus.OUT_OF_BUDGET).all()
    # What is reported is there: shapes within the tolerance at that time, or in each other.
    apart = found.status == ImpactStatus.HIT
    assert (found.gap[apart] <= 1e-6).all()
    nearest = robot.closest(found.configuration[apart], scene).distance
    assert np.abs(nearest - found.gap[apart]).max(initial=0.0) < 1e-9
    # And not early: an overlap is seen right after, but for grazing contacts.
    seen = np.isfinite(found.upper[apart])
    assert seen.mean() > 0.9
    assert (found.upper[apart][seen] - found.time[apart][seen]).max(initial=0.0) < 2e-3


def test_temporal_culling_changes_nothing():
    """Brute force: every pair searched by itself, and the first of all taken."""
    robot, scene, q0, q1 = crowded(1)
    whole = paths_of(robot, scene, q0, q1).search(OPTIONS)
    pairs, best = robot._model.queries.pairs, np.full(len(q0), np.inf)
    none = im.Scene()
    for pair in pairs[:, None]:
        alone = paths_of(robot, none, q0, q1, np.ascontiguousarray(pair)).search(OPTIONS)
        best = np.minimum(best, alone[:, row.TIME])
    for name in scene.names:
        one = im.Scene.from_dict({name: (scene[name].shape, scene[name].pose)})
        alone = paths_of(robot, one, q0, q1, pairs[:0]).search(OPTIONS)
        best = np.minimum(best, alone[:, row.TIME])
    assert np.array_equal(np.isinf(best), np.isinf(whole[:, row.TIME]))
    some = np.isfinite(best)
    assert some.sum() > 5
    assert np.abs(best[some] - whole[some, row.TIME]).max() < 1e-5


def test_taylor_boxes_leave_fewer_pairs_than_intervals_and_the_same_contacts():
    robot, scene, q0, q1 = crowded(2)
    paths = paths_of(robot, scene, q0, q1)
    taylor, intervals = (paths.search(OPTIONS, boxes=how) for how in ("taylor", "intervals"))
    hits = taylor[:, row.STATUS] != row.FREE
    assert np.abs(taylor[hits, row.TIME] - intervals[hits, row.TIME]).max() < 1e-5
    assert np.array_equal(taylor[:, row.STATUS], intervals[:, row.STATUS])
    assert taylor[:, -2].sum() < intervals[:, -2].sum()


def test_any_contact_is_one():
    robot, scene, q0, q1 = crowded(3)
    paths = paths_of(robot, scene, q0, q1)
    first, any_one = paths.search(OPTIONS), paths.search(OPTIONS, any_contact=True)
    assert np.array_equal(first[:, row.STATUS] == row.FREE, any_one[:, row.STATUS] == row.FREE)
    # Nothing touches before its time, and something does when it was seen.
    assert (any_one[:, row.TIME] <= first[:, row.TIME] + 1e-5).all()
    assert (any_one[:, row.UPPER] >= first[:, row.TIME]).all()
    assert not is_undecided(first[first[:, row.STATUS] == row.FREE]).any()


def test_the_same_bits_on_any_number_of_threads():
    robot, scene, q0, q1 = crowded(4)
    paths = paths_of(robot, scene, q0, q1)
    found = []
    for threads in (1, 2):
        with im.use_threads(threads):
            found.append(paths.search(OPTIONS))
    assert found[0].tobytes() == found[1].tobytes()


def test_corners_contain_the_bodies():
    robot = Robot(random_articulation(0, links=6))
    bodies = robot._model.queries.bodies
    corners = bodies.corners.reshape(len(bodies), 8, 3)
    for k, around in enumerate(corners):
        shape, place = bodies.table.shapes[bodies.kinds[k]], bodies.places[k]
        low, high = np.asarray(shape.bounds) @ place[:3, :3].T + place[:3, 3]
        middle = 0.5 * (low + high)
        assert np.abs(around.mean(axis=0) - middle).max() < 1e-12


def test_a_few_steps_leave_paths_undecided_and_say_until_when_they_are_free():
    robot, scene, q0, q1 = crowded(5)
    full = robot.time_of_impact(q0, q1, scene)
    short = robot.time_of_impact(q0, q1, scene, max_steps=1)
    over = short.status == ImpactStatus.OUT_OF_BUDGET
    assert over.any()
    assert (short.time[over] <= full.time[over] + 1e-9).all()
