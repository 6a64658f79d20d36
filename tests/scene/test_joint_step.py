"""A step of robots and things as one articulation."""

import numpy as np
from robots_in_motion import cell, two_bars

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.scene.joint_step import JointStep, link_things, placed_at


def test_attached_things_come_along():
    robot = two_bars()
    robot.attach("rod", "2", im.Box((0.4, 0.02, 0.02)), im.pose((1.2, 0, 0)))
    robot.padding = {"rod": 0.01}
    made = link_things("left", placed_at(robot, [0.0, np.pi / 2]))
    assert list(made) == ["left/1", "left/2", "left/rod"]
    shape, pose, margin = made["left/rod"]
    assert np.allclose(pose[:3, 3], (1, 0, 0))
    assert isinstance(shape, im.Compound)
    assert margin == 0.01


def test_poses_and_configurations_along_a_step():
    scene = cell()
    placed = scene._robots["left"]
    end = im.pose((1, 2, 3), axis_angle=((0, 0, 1), 1.0))
    step = JointStep(scene._things, {"left": (placed, np.array([1.0, 2.0]))},
                     {"ball": end})  # fmt: skip
    slots, poses = step.poses_at(0.5)
    names = scene._things.names[slots].tolist()
    expected = placed.robot.links([0.5, 1.0])
    assert np.allclose(poses[names.index("left/2")], expected[2])
    half = im.Motion(scene["ball"].pose, end).pose(0.5)
    assert np.allclose(poses[names.index("ball")], half)
    assert step.configurations_at(0.25)["left"].tolist() == [0.25, 0.5]


def test_what_starts_touching_does_not_hide_the_first_contact_of_solids():
    """Pairs of a robot's own links were searched again: in solid scenes that ended the step."""
    bars = [Link(name, [(im.Box((1, 0.1, 0.1)), im.pose((0.5, 0, 0)))]) for name in "abcd"]
    hinges = [
        Joint("ab", "continuous", "a", "b", im.pose((1, 0, 0)), axis=(0, 0, 1)),
        Joint("bc", "continuous", "b", "c", im.pose((0.2, 0, 0)), axis=(0, 0, 1)),
        Joint("ad", "fixed", "a", "d", im.pose((-5, 0, 0))),
    ]
    robot = Robot(Articulation(bars, hinges))
    for solid in (False, True):
        scene = im.Scene(solid=solid)
        scene.add("post", im.Sphere(0.1), im.pose((1.2, 0.8, 0)))
        scene.add_robot("arm", robot, [0.0, np.pi])
        found = scene.time_of_impact({"arm": [0.0, np.pi / 4]})
        assert found.started.pairs == (("arm/a", "arm/c"),)
        assert found.names == ("arm/c", "post")
        assert 0.5 < found.time < 1.0
