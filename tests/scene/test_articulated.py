"""Robots in scenes: links are things, and steps of robots and things are searched together."""

import copy
import pickle
from math import pi

import numpy as np
import pytest
from robots_in_motion import cell, two_bars

import impinge as im
from impinge.continuous import ImpactStatus


def first_by_samples(scene, targets, samples=2000):
    """The first of many times at which anything overlaps."""
    start = {name: scene.robots[name] if name in scene.robots else scene[name].pose
             for name in targets}  # fmt: skip
    moving = copy.deepcopy(scene)
    for t in np.linspace(0, 1, samples + 1):
        for name, end in targets.items():
            if name in scene.robots:
                moving.move(name, start[name] + t * (np.asarray(end) - start[name]))
            else:
                pose = start[name].copy()
                pose[:3, 3] += t * (end[:3, 3] - pose[:3, 3])
                moving.move(name, pose)
        if moving.overlaps():
            return t
    return np.inf


def test_links_are_things():
    scene = cell()
    assert scene.names == ("post", "ball", "left/1", "left/2", "right/1", "right/2")
    assert ("left/1", "left/2") in scene.ignored
    scene.move("left", [0.0, pi / 2])
    assert np.allclose(scene["left/2"].pose[:3, 0], (0, 1, 0))
    assert scene.robots["left"].tolist() == [0.0, pi / 2]
    scene.remove("left")
    assert scene.names == ("post", "ball", "right/1", "right/2")


@pytest.mark.parametrize(
    ("targets", "names"),
    [
        ({"left": [1.5, 1.0]}, ("left/2", "post")),
        ({"left": [0.0, 3.0], "right": [pi, 3.0]}, None),
        ({"left": [-0.4, 0.2], "right": [pi + 0.1, 0.1]}, ("left/2", "right/2")),
        ({"left": [0.8, 0.0], "ball": im.pose((0.5, 0.5, 0))}, ("ball", "left/2")),
    ],
)
def test_first_contacts_of_robots_and_things_agree_with_samples(targets, names):
    scene = cell()
    found = scene.time_of_impact(targets)
    first = first_by_samples(scene, targets)
    assert found.names == names
    assert found.time <= first
    if names is None:
        assert first == np.inf
        assert scene.stay_free(targets)
    else:
        assert found.time > first - 2e-3
        assert scene.stay_free(targets).pairs == (names,)


def test_robots_that_are_not_named_rest():
    scene = cell()
    found = scene.time_of_impact({"ball": im.pose((1.6, -5, 0))})
    assert found.names is not None
    assert "ball" in found.names


def test_scenes_move_to_the_contact():
    scene = cell()
    found = scene.advance_to_impact({"left": [1.5, 1.0]})
    assert scene.closest("left/2").distance == pytest.approx(0.0, abs=2e-6)
    assert scene.robots["left"] == pytest.approx(found.time * np.array([1.5, 1.0]))
    again = scene.time_of_impact({"left": [1.5, 1.0]}, count_started=True)
    assert again.time < 1e-3


def test_what_starts_touching_does_not_hide_what_comes():
    scene = cell()
    scene.add("plate", im.Box((0.2, 0.2, 0.2)), im.pose((0.5, 0, 0)))
    found = scene.time_of_impact({"left": [1.5, 1.0]})
    assert found.started.pairs == (("left/1", "plate"),)
    assert found.started.depth[0] > 0.05
    assert found.names == ("left/2", "post")
    counted = scene.time_of_impact({"left": [1.5, 1.0]}, count_started=True)
    assert counted.status == ImpactStatus.STARTED_TOUCHING
    scene.ignore("left/1", "plate")
    assert len(scene.time_of_impact({"left": [1.5, 1.0]}).started) == 0


def test_copies_and_pickles_have_the_robots():
    scene = cell()
    for other in (copy.copy(scene), copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
        other.move("left", [1.0, 0.0])
        assert scene.robots["left"].tolist() == [0.0, 0.0]
        assert other.robots["left"].tolist() == [1.0, 0.0]


def test_what_cannot_be_is_refused():
    scene = cell()
    for ask, message in (
        (lambda: scene.add_robot("left", two_bars()), "name: robot 'left' is in the scene"),
        (lambda: scene.add_robot("x", im.Sphere(1)), "robot: "),
        (lambda: scene.add_robot("x", two_bars(), [1.0]), "q: "),
        (lambda: scene.add_robot("x", two_bars(), []), "q: "),
        (lambda: scene.add_robot("x", two_bars(), [[1.0, 0.0], [0.0, 0.0]]), "q: "),
        (lambda: scene.time_of_impact({"left": [[1.0, 0.0], [0.0, 0.0]]}), "q: "),
        (lambda: scene.time_of_impact({"left": [np.nan, 0.0]}), "q: "),
        (lambda: scene.time_of_impact({"left": [1, 1], "right/1": None}),
         "poses_t1: 'right/1' is a link of robot 'right'"),
        (lambda: scene.impacts({"left": [1.0, 1.0]}), "poses_t1: with robots"),
        (lambda: scene.time_of_impact({"left": [1, 1], "ball": im.Motion(None, None)}),
         "poses_t1: 'ball' has a motion"),
        (lambda: scene.time_of_impact({"left": [1, 1], "nobody": None}), ""),
    ):  # fmt: skip
        with pytest.raises(im.ImpingeError) as caught:
            ask()
        assert str(caught.value).startswith(message)


def test_a_robot_is_at_one_configuration():
    # A batch was taken for its first row, an empty one raised an IndexError.
    scene = cell()
    for q in ([[0.0, 1.0], [1.0, 1.0]], np.zeros((0, 2)), []):
        for ask in (
            lambda q: scene.add_robot("other", two_bars(), q),
            lambda q: scene.move("left", q),
            lambda q: scene.time_of_impact({"left": q}),
        ):
            with pytest.raises(im.ImpingeError, match=r"^q: "):
                ask(q)
    assert "other" not in scene.robots
