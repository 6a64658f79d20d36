"""Scenes that advance: all things or none, along their motions, and on from there."""

import copy
import pickle

import numpy as np
import pytest
from interruptions import OutOfNowhereError, lines_of
from populated import random_scene
from stepping import at, motion_of, random_targets

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.motion import Motion
from impinge.scenes.steps import crowd_step


def test_all_things_move_to_the_first_contact():
    for seed in range(4):
        scene = random_scene(12, seed, 8.0)
        targets = random_targets(scene, np.random.default_rng(seed), way=3.0)
        motions = {name: motion_of(scene, targets, name) for name in scene.names}
        expected = scene.time_of_impact(targets)
        found = scene.advance_to_impact(targets)
        assert found.to_dict() == expected.to_dict()
        time = min(found.time, 1.0)
        for name in scene.names:
            np.testing.assert_allclose(scene[name].pose, motions[name].pose(time), atol=1e-14)


def test_where_nothing_touches_poses_are_those_given():
    scene, targets = crowd_step(8, 8, seed=1, room=25.0)
    assert scene.advance_to_impact(targets).names is None
    for name in scene.names:
        np.testing.assert_array_equal(scene[name].pose, targets[name])
    again = im.Scene.from_dict({"ball": im.Sphere(1)})
    again.advance_to_impact({"ball": at(4)}, max_time=0.25)
    assert again["ball"].pose[0, 3] == 1.0


def test_a_second_call_goes_on():
    scene = im.Scene.from_dict({
        "ball": im.Sphere(1), "left": (im.Sphere(1), at(-5)), "right": (im.Sphere(1), at(5)),
    })  # fmt: skip
    first = scene.advance_to_impact({"ball": at(-9)})
    assert first.names == ("ball", "left")
    assert scene["ball"].pose[0, 3] == pytest.approx(-3.0, abs=1e-5)
    # What has come within the tolerance does not touch yet: it goes no further.
    stuck = scene.advance_to_impact({"ball": at(-9)})
    assert stuck.names == ("ball", "left")
    assert 0.0 < stuck.time < 1e-6
    assert not stuck.started.pairs
    second = scene.advance_to_impact({"ball": at(9)})
    assert second.names == ("ball", "right")
    assert scene["ball"].pose[0, 3] == pytest.approx(3.0, abs=1e-5)
    assert scene.overlaps() == []


def test_what_starts_touching_moves_unless_it_counts():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1)})
    found = scene.advance_to_impact({"b": at(1)}, count_started=True)
    assert found.time == 0.0
    assert scene["b"].pose[0, 3] == 0.0
    assert scene.advance_to_impact({"b": at(1)}).names is None
    assert scene["b"].pose[0, 3] == 1.0


def test_frames_see_what_moved():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(9))})
    assert len(scene.collide()) == 0
    scene.advance_to_impact({"b": at(1.5)}, max_time=0.5)
    assert scene.overlaps() == []
    scene.set_margin("a", 1e-5)
    scene.advance_to_impact({"b": at(1.5)})
    scene.set_margin("a", 2e-5)
    assert scene.collide().began == [("a", "b")]


def test_copies_take_steps_of_their_own():
    scene, targets = crowd_step(50, 50, room=2.0)
    expected = scene.time_of_impact(targets).to_dict()
    for other in (copy.copy(scene), copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
        assert other.time_of_impact(targets).to_dict() == expected
        other.advance_to_impact(targets)
    assert scene.time_of_impact(targets).to_dict() == expected


def test_questions_change_nothing():
    scene, targets = crowd_step(50, 50, room=2.0)
    before, overlaps = scene.to_dict(), scene.overlaps()
    scene.time_of_impact(targets)
    scene.impacts(targets)
    assert scene.to_dict() == before
    assert scene.overlaps() == overlaps


def test_errors_leave_everything_as_it_was():
    scene = im.Scene.from_dict({"a": im.HalfSpace((0, 0, 1)), "b": im.HalfSpace((1, 0, 0))})
    scene.add("ball", im.Sphere(1), at(3, 3, 3))
    before = scene.to_dict()
    turn = Motion.from_velocity(None, (0, 0, 0), (0, 1.0, 0))
    for targets in ({"ball": at(9), "a": turn}, {"ball": at(9), "x": at()}, {"ball": np.eye(3)}):
        with pytest.raises(ImpingeError):
            scene.advance_to_impact(targets)
        assert scene.to_dict() == before


def test_an_interrupted_step_is_taken_or_not():
    shapes = {name: (im.Sphere(1), at(5.0 * i)) for i, name in enumerate("abc")}
    targets = {"a": at(3.5), "b": at(5, 0, 1), "c": at(10, 2)}
    rooms = ("scene", "continuous", "motion", "pairs")
    whole = im.Scene.from_dict(shapes)
    begin = whole.poses
    total = lines_of(lambda: whole.advance_to_impact(targets), rooms)
    end = whole.poses
    for stop in range(0, total, 7):
        scene = im.Scene.from_dict(shapes)
        with pytest.raises(OutOfNowhereError):
            lines_of(lambda: scene.advance_to_impact(targets), rooms, stop)  # noqa: B023
        poses = scene.poses
        assert np.array_equal(poses, begin) or np.array_equal(poses, end)
        if np.array_equal(poses, begin):
            scene.advance_to_impact(targets)
            np.testing.assert_array_equal(scene.poses, end)
        assert scene.overlaps() == whole.overlaps()


def test_what_a_step_took_is_told():
    scene, targets = crowd_step(100, 20, room=1.3)
    assert scene.last_step.moving == 0
    scene.time_of_impact(targets)
    cost = scene.last_step
    assert cost.moving == 20
    assert cost.asked > 0
    assert min(cost[4:]) >= 0.0
