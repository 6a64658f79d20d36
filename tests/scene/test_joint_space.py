"""Configurations of robots: names, groups, states, poses of links and Jacobians."""

import numpy as np
import pytest
from articulated import FOLDED, arm, link_poses, random_articulation

from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Sphere
from impinge.scene import Robot


def test_what_it_is():
    robot = arm(groups={"wrist": ["3", "4"]}, states={"up": {"1": 1.0}})

    assert (robot.name, robot.dof, robot.speeds) == ("arm", 3, 3)
    assert robot.joints == ("1", "2", "3")
    assert robot.link_names == ("base", "upper", "lower", "hand", "tool")
    assert [side.tolist() for side in robot.limits] == [[-3.0] * 3, [3.0] * 3]
    assert robot.state("up").tolist() == [1, 0, 0]
    assert (robot.states, robot.groups) == (("up",), ("wrist",))
    assert robot.random(5, 1).shape == (5, 3)
    assert np.array_equal(robot.random(5, 1), robot.random(5, 1))
    assert robot.random(seed=1).shape == robot.neutral().shape == (3,)
    assert repr(robot) == "Robot('arm', 5 links, dof 3)"


def test_links_and_jacobian_of_one_and_of_many():
    robot = Robot(random_articulation(3, meshes=False))
    q = robot.random(6, 0)
    poses = np.stack([link_poses(robot.articulation, row) for row in q])
    link, point = robot.link_names[-1], (0.1, 0.2, 0.3)
    jacobians = robot.jacobian(q, link, point)

    assert np.allclose(robot.links(q), poses, atol=1e-12)
    assert np.array_equal(robot.links(q[2]), robot.links(q)[2])
    assert jacobians.shape == (6, 6, robot.speeds)
    assert np.array_equal(robot.jacobian(q[2], link, point), jacobians[2])
    speeds = robot.difference(q[0], q[1])
    assert np.allclose(robot.links(robot.integrate(q[0], speeds)), poses[1], atol=1e-12)
    assert robot.integrate(q[0], np.zeros((4, robot.speeds)), 2.0).shape == (4, robot.dof)
    assert robot.links(np.zeros((0, robot.dof))).shape == (0, len(robot.link_names), 4, 4)


def test_a_group_is_a_robot_with_fewer_joints():
    robot = arm(groups={"wrist": ["3", "4", "2"]}, states={"up": {"1": 1.0, "3": 0.5}})
    wrist = robot.group("wrist", [1.0, 0.0, 0.0])

    assert (wrist.joints, wrist.dof) == (("2", "3"), 2)
    assert wrist.state("up").tolist() == [0.0, 0.5]
    assert np.array_equal(wrist.links([0.2, 0.3]), robot.links([1.0, 0.2, 0.3]))
    whole = robot.jacobian([1.0, 0.2, 0.3], "tool")
    assert np.array_equal(wrist.jacobian([0.2, 0.3], "tool"), whole[:, 1:])
    assert wrist.collides([FOLDED[1:], [0.0, 0.0]]).tolist() == [True, False]
    assert wrist.closest([0.5, 0.5]).gradient.shape == (2,)
    wrist.ignore("upper", "hand")
    assert not robot.collides(FOLDED)
    assert robot.group(["1"]).dof == 1
    with pytest.raises(ImpingeError, match=r"q: expected shape \(2,\).*'2', '3'"):
        wrist.collides([0.0, 0.0, 0.0])
    with pytest.raises(ImpingeError, match="q: row 0: joint '3' is nan"):
        wrist.links([[0.0, np.nan]])


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda robot: robot.group(3), "group: expected names, got 3"),
        (lambda robot: robot.random(3, "x"), "seed: expected a whole number"),
        (lambda robot: robot.integrate(robot.neutral(), [1e300] * 3, 1e300), "speeds times dt"),
        (lambda _: arm(groups={"g": 3}), "group 'g': expected names"),
        (lambda _: arm(states={"s": 3}), "state 's': expected values by joint"),
        (lambda _: arm(states={"s": {"1": "x"}}), "state 's': joint '1'"),
        (lambda _: arm(ignored=3), "ignored: expected pairs"),
        (lambda _: Articulation(None, []), "links: expected several"),
    ],
)
def test_what_makes_no_sense_is_refused(act, message):
    with pytest.raises(ImpingeError, match=message):
        act(arm())


def test_what_is_refused_is_not_attached():
    robot = arm()
    for ignore in (3, ["cup"], [3]):
        with pytest.raises(ImpingeError, match="ignore"):
            robot.attach("cup", "hand", Sphere(1), ignore=ignore)
    assert robot.attached == ()
