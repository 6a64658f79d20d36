"""Results about robots: bodies of one pair become one."""

import numpy as np
from articulated import move

import impinge as im
from impinge.geometry import Articulation, Link
from impinge.scene import Robot, Scene


def test_bodies_of_the_same_two_names_are_one_pair():
    feet = [(im.Sphere(0.5), move((x, 0, 0))) for x in (0, 2, 4)]
    walker = Robot(Articulation([Link("feet", feet)], []))
    scene = Scene.from_dict(
        {"floor": im.HalfSpace((0, 0, 1)), "a": (im.Sphere(1), move((4, 0, 0)))}
    )
    found = walker.collide([], scene)

    assert found.pairs == (("feet", "a"), ("feet", "floor"))
    assert len(found.of("feet", "floor")) == 3
    assert sorted(found.of("feet", "floor").point[:, 0]) == [0, 2, 4]
    assert [(a, b, len(points)) for a, b, points in found] == [
        ("feet", "a", 1), ("feet", "floor", 3)
    ]  # fmt: skip
    assert repr(found) == "RobotContacts(2 pairs, 4 points)"
    assert found.to_dict()["rows"] == [0, 0]


def test_rows_of_a_batch():
    walker = Robot(Articulation([Link("foot", [im.Sphere(0.5)])], []))
    near = walker.closest(np.zeros((3, 0)), Scene.from_dict({"a": (im.Sphere(1), move((4, 0, 0)))}))

    assert (near.link, near.other) == (("foot",) * 3, ("a",) * 3)
    assert near[1].distance == 2.5
    assert near[:2].link == ("foot", "foot")
    assert (near[0].swapped().link, near[0].swapped().point_a[0]) == ("a", near[0].point_b[0])
    assert near[0].to_dict()["other"] == "a"
    assert repr(near[0]) == "RobotNearest('foot', 'a', distance=2.5)"
