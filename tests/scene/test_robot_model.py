"""The state of a robot: neighbours, and what a change costs."""

import numpy as np
import pytest
from articulated import random_articulation

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot, Scene
from impinge.scene.robot_model import adjacent_pairs


def test_neighbours_are_those_of_joints():
    tree = random_articulation(2)
    expected = sorted(tuple(sorted((joint.parent, joint.child))) for joint in tree.joints)
    assert adjacent_pairs(tree) == expected


def test_links_without_shapes_connect_but_for_floating_joints():
    ball = [im.Sphere(1)]
    links = [Link("world"), Link("a", ball), Link("wrist"), Link("b", ball), Link("c", ball)]
    joints = [
        Joint("1", "floating", "world", "a"), Joint("2", "ball", "a", "wrist"),
        Joint("3", "ball", "wrist", "b"), Joint("4", "floating", "world", "c"),
    ]  # fmt: skip
    robot = Robot(Articulation(links, joints))

    assert ("a", "b") in robot.ignored
    # Both float in an empty world, and touch there: nothing else keeps them apart.
    assert ("a", "c") not in robot.ignored
    with pytest.warns(UserWarning, match="'a' and 'c'"):
        assert robot.collides(robot.neutral())


def test_bodies_and_worlds_are_kept_until_something_changes():
    robot, scene = Robot(random_articulation(2)), Scene.from_dict({"ball": im.Sphere(1)})
    model = robot._model
    queries, world = model.queries, model.world(scene)

    assert model.queries is queries
    assert model.world(scene) is world
    robot.ignore("link0", "link5")
    scene.move("ball", np.eye(4) + np.diag([1.0, 1, 1], 1) * 0)
    assert model.queries is not queries
    assert len(model.queries.pairs) < len(queries.pairs)
    scene.add("more", im.Sphere(1))
    assert model.world(scene).names == ("ball", "more")
    other = Scene.from_dict({"box": im.Box((1, 1, 1))})
    assert model.world(other).names == ("box",)
