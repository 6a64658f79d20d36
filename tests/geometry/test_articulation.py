"""Trees of links and joints: order, columns of q, and what is refused."""

import pickle
from itertools import pairwise
from math import inf

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, Joint, Link, Sphere


def chain(*joints, links=("a", "b", "c")):
    return Articulation([Link(name) for name in links], joints)


def test_order_is_depth_first_with_children_by_joint_name():
    links = [Link(name) for name in ("leaf", "left", "root", "right")]
    joints = [
        Joint("z", "revolute", "root", "left"),
        Joint("a", "ball", "root", "right"),
        Joint("b", "floating", "right", "leaf"),
    ]
    tree = Articulation(links, joints, name="tree")

    assert tree.link_names == ("root", "right", "leaf", "left")
    assert tree.joint_names == ("a", "b", "z")
    assert (tree.dof, tree.speeds) == (4 + 7 + 1, 3 + 6 + 1)
    assert tree.parents.tolist() == [-1, 0, 1, 0]
    assert tree.starts.tolist() == [-1, 0, 4, 11]
    assert tree.speed_starts.tolist() == [-1, 0, 3, 9]
    assert tree.owners.tolist() == [1] * 4 + [2] * 7 + [3]
    assert tree.columns("b") == slice(4, 11)
    assert tree.columns("b", speeds=True) == slice(3, 9)


def test_limits_are_spread_over_the_numbers_of_a_joint():
    tree = chain(
        Joint("p", "planar", "a", "b", lower=(-1, -2, -inf), upper=3, velocity=4.0),
        Joint("f", "floating", "b", "c", lower=-5),
    )

    assert tree.lower.tolist() == [-1, -2, -inf] + [-5] * 3 + [-1] * 4
    assert tree.upper.tolist() == [3] * 3 + [inf] * 3 + [1] * 4
    assert tree.velocity.tolist() == [4] * 3 + [inf] * 6
    assert chain(
        Joint("p", "continuous", "a", "b", lower=-1, upper=1), Joint("f", "fixed", "b", "c")
    ).upper.tolist() == [inf]


def test_chains_of_mimic_joints_are_resolved():
    tree = Articulation(
        [Link(name) for name in "abcd"],
        [
            Joint("1", "revolute", "a", "b", mimic=("2", 2.0, 0.5)),
            Joint("2", "prismatic", "b", "c", mimic=("3", -3.0, 1.0)),
            Joint("3", "continuous", "c", "d"),
        ],
    )

    assert tree.dof == tree.speeds == 1
    assert tree.starts.tolist() == [-1, 0, 0, 0]
    # 2 (-3 q + 1) + 0.5
    assert tree.mimic.tolist() == [[1, 0], [-6, 2.5], [-3, 1], [1, 0]]
    assert tree.columns("1") == slice(0, 1)


def test_it_pickles_and_does_not_change():
    link = Link("b", [Box((1, 1, 1)), (Sphere(1), np.eye(4))], 2.0, (0, 0, 1), np.eye(3))
    tree = Articulation([Link("a"), link], [Joint("j", "ball", "a", "b", axis=(0, 0, 9))], name="t")
    again = pickle.loads(pickle.dumps(tree))

    assert again.name == "t"
    assert again.link_names == tree.link_names
    assert [type(shape) for shape, _ in again.links[1].shapes] == [Box, Sphere]
    assert (again.links[1].mass, again.links[1].centre.tolist()) == (2.0, [0, 0, 1])
    assert again.joints[0].axis.tolist() == [0, 0, 1]
    with pytest.raises(AttributeError, match="immutable"):
        tree.name = "other"
    with pytest.raises(ValueError, match="read-only"):
        tree.parents[0] = 3


turn = ("revolute", "a", "b")


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: chain(Joint("x", *turn)), "'a', 'c' have no parent"),
        (lambda: chain(Joint("x", *turn), Joint("y", "fixed", "d", "c")), "'y': its parent 'd'"),
        (lambda: chain(Joint("x", *turn), Joint("y", "fixed", "c", "d")), "'y': its child 'd'"),
        (lambda: chain(Joint("x", *turn), Joint("y", "fixed", "c", "b")), "'b': is the child of "),
        (lambda: chain(Joint("x", *turn), Joint("x", "fixed", "b", "c")), "two are called 'x'"),
        (lambda: chain(links="aa"), "two are called 'a'"),
        (lambda: chain(links=""), "none"),
        (
            lambda: chain(Joint("x", "fixed", "b", "c"), Joint("y", "fixed", "c", "b")),
            "joints: '.', '.' go in a circle",
        ),
        (lambda: chain(Joint("x", "fixed", "a", "a"), links="a"), "'x' go in a circle"),
        (
            lambda: chain(
                Joint("x", *turn, mimic=("y", 1, 0)),
                Joint("y", "revolute", "b", "c", mimic=("x", 1, 0)),
            ),
            "'x', 'y' mimic each other",
        ),
        (lambda: chain(Joint("x", *turn, mimic=("q", 1, 0)), links="ab"), "mimics 'q'"),
        (
            lambda: chain(
                Joint("x", *turn, mimic=("y", 1, 0)), Joint("y", "fixed", "b", "c")
            ),
            "a fixed joint",
        ),
        (
            lambda: chain(Joint("x", "planar", "a", "b", lower=(1, 2)), links="ab"),
            "'x': lower: 2 numbers",
        ),
    ],
)  # fmt: skip
def test_errors_name_link_or_joint(made, message):
    with pytest.raises(ImpingeError, match=message):
        made()


def test_unknown_joint_is_named():
    tree = chain(Joint("x", *turn), links="ab")
    with pytest.raises(ImpingeError, match="'z'; there are 'x'"):
        tree.columns("z")


def test_long_chains_of_mimic_joints_take_no_time():
    # Each joint walked its whole chain, and looked for circles in a list: 30 s for 3000 joints.
    names = [f"{k:04d}" for k in range(3000)]
    joints = [Joint(names[1], "revolute", names[0], names[1])]
    for above, at in pairwise(names[1:]):
        joints.append(Joint(at, "revolute", above, at, mimic=(above, -1.0, 0.5)))
    tree = Articulation(map(Link, names), joints)
    assert tree.dof == 1
    assert tree.mimic[1:5].tolist() == [[1.0, 0.0], [-1.0, 0.5], [1.0, 0.0], [-1.0, 0.5]]
