"""Several robots become one tree whose links are where each robot has its own."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, Compound, Joint, Link, box_mesh, pose
from impinge.scene import Robot, Scene
from impinge.scenes.articulated_scene import WORLD, ArticulatedScene, joined_robot, triangle_count


def arm(place):
    links = [
        Link(WORLD),
        Link("a", [box_mesh()]),
        Link("b", [box_mesh()]),
        Link("c", [Box((1, 1, 1))]),
    ]
    joints = [
        Joint("root", "floating", WORLD, "a", pose(place)),
        Joint("ab", "revolute", "a", "b", pose((2, 0, 0)), (0, 0, 1)),
        Joint("bc", "ball", "b", "c", pose((2, 0, 0))),
    ]
    return Robot(Articulation(links, joints), ignored={("a", "c"): "sibling"})


@pytest.fixture
def found():
    robots = {"one": arm((0, 0, 0)), "two": arm((0, 10, 0))}
    motions = {name: robot.random(5, k) for k, (name, robot) in enumerate(robots.items())}
    scene = Scene()
    scene.add("box", box_mesh(), pose((0, 0, -9)))
    return ArticulatedScene("arms", robots, scene, motions)


def test_joined_links_are_where_they_were(found):
    robot, q0, q1 = found.steps()
    assert q0.shape == q1.shape == (4, 24)
    names = robot.link_names
    poses = robot.links(q0)
    for name, single in found.robots.items():
        own = single.links(found.motions[name][:-1])
        for k, link in enumerate(single.link_names[1:], start=1):
            at = poses[:, names.index(f"{name}/{link}")]
            assert np.abs(at - own[:, k]).max() < 1e-12
    assert np.array_equal(q1[0], q0[1])


def test_counts(found):
    assert found.in_frames
    # Nine between both, none within an arm, six with the box.
    assert found.pairs() == 9 + 0 + 6
    assert found.triangles() == {"one": 24, "two": 24, "scene": 12}
    assert repr(found) == "ArticulatedScene('arms', 2 robots, 1 things, 5 frames)"
    parts = Compound([(box_mesh(), None), (box_mesh(), pose((3, 0, 0)))])
    assert triangle_count(parts) == 24


def test_pairs_of_configurations(found):
    robot = found.robots["one"]
    q = robot.random(6, 0).reshape(3, 2, -1)
    pairs = ArticulatedScene("one", {"one": robot}, found.scene, {"one": q})
    same, q0, q1 = pairs.steps()
    assert same is robot
    assert not pairs.in_frames
    assert np.array_equal(q0, q[:, 0])
    assert np.array_equal(q1, q[:, 1])
    assert "3 pairs" in repr(pairs)


def test_a_root_with_shapes_is_refused():
    bare = Robot(Articulation([Link("a", [box_mesh()])], []))
    with pytest.raises(ImpingeError, match="robot 'x': its root is no empty link"):
        joined_robot("both", {"x": bare, "y": bare})
