"""Robots: q, groups, states, ignored pairs, attached shapes, limits and errors."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from articulated import FOLDED, arm, move

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot, Scene


def test_contacts_and_distances_by_name():
    robot = arm()
    scene = Scene.from_dict({"post": (im.Sphere(0.2), move((2.5, 0.3, 0)))})
    q = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.3]]
    found = robot.collide(q, scene)

    assert robot.collides(q, scene).tolist() == [False, True]
    assert (found.pairs, found.rows.tolist()) == ((("hand", "post"),), [1])
    assert len(found.of("hand", "post", 1)) >= 1
    assert np.allclose(
        found.of("post", "hand", 1).normal, -found.of("hand", "post", 1).normal, atol=1e-12
    )
    assert found.of_row(1).pairs == found.pairs
    assert len(found.of_row(0)) == len(found.of("hand", "post", 0)) == 0
    near = robot.closest(q[0], scene)
    assert (near.link, near.other) == ("hand", "post")
    assert near.distance == pytest.approx(0.05)
    assert near.points.shape == (2, 3)
    # The hand turns towards the post about joints that are 0.5, 1.5 and 2.5 m away.
    assert near.gradient == pytest.approx([-2.5, -1.5, -0.5])
    assert robot.collides(q[0], scene, margin=0.06)
    assert arm(padding={"hand": 0.06}).collides(q[0], scene)
    assert not arm(padding={"lower": 0.06}).collides(q[0], scene)
    assert not robot.collides(FOLDED, self_collision=False)
    scene.move("post", move((9, 9, 9)))
    assert not robot.collides(q, scene).any()


def test_ignored_pairs_and_why():
    robot = arm(ignored={("upper", "tool"): "Never"})

    assert robot.explain("upper", "base").text.endswith("they are joined by joint '1'.")
    assert robot.explain("upper", "hand") == ("upper", "hand", True, "tested",
                                              "'upper' and 'hand' are tested.")  # fmt: skip
    assert robot.explain("base", "tool").reason == "no shapes"
    assert "Never" in robot.explain("tool", "upper").text
    assert robot.ignored["hand", "lower"] == "adjacent"
    assert robot.ignore_touching_at(FOLDED) == [("hand", "upper")]
    assert robot.explain("hand", "upper").reason == "touching"
    assert not robot.collides(FOLDED)


def test_links_without_shapes_join_their_neighbours():
    links = [Link("a", [im.Sphere(1)]), Link("b"), Link("c"), Link("d", [im.Sphere(1)])]
    joints = [Joint(x + y, "fixed", x, y) for x, y in ("ab", "bc", "cd")]
    robot = Robot(Articulation(links, joints))

    assert not robot.explain("a", "d").tested
    assert not robot.collides([])


def test_learned_pairs():
    robot = arm()
    report = robot.learn_ignored_pairs(500, seed=1)

    assert report.samples == 500
    # The lower arm ends short of the base.
    assert report.never == (("base", "lower"),)
    assert ("base", "upper") in report.adjacent
    assert set(report.sometimes) == {("base", "hand"), ("hand", "upper")}
    q = robot.random(500, 1)
    assert report.counts["hand", "upper"] == robot.collide(q).pairs.count(("upper", "hand"))
    far = Joint("far", "revolute", "base", "other", move((0, 0, 9)))
    big = Joint("big", "fixed", "tool", "ball", move((-3, 0, 0)))
    tree = robot.articulation
    more = [*tree.links, Link("other", [im.Sphere(1)]), Link("ball", [im.Sphere(0.5)])]
    report = Robot(Articulation(more, [*tree.joints, far, big])).learn_ignored_pairs(100)
    assert ("hand", "other") in report.never
    assert report.to_dict()["samples"] == 100


def test_carried_shapes():
    robot, scene = arm(), Scene.from_dict({"post": (im.Sphere(0.2), move((4.5, 0, 0)))})
    q = robot.neutral()
    assert not robot.collides(q, scene)
    robot.attach("rod", "tool", im.Box((2, 0.1, 0.1)), move((1, 0, 0)), ignore=["hand"])

    assert robot.collide(q, scene).pairs == (("rod", "post"),)
    assert robot.explain("rod", "hand").reason == robot.explain("rod", "tool").reason == "attached"
    robot.ignore("rod", "post")
    assert not robot.collides(q, scene)
    with pytest.raises(ImpingeError, match="'rod' is a link, or attached already"):
        robot.attach("rod", "tool", im.Sphere(1))
    robot.detach("rod")
    robot.attach("rod", "hand", im.Box((2, 0.1, 0.1)), move((2, 0, 0)))
    assert robot.collides(q, scene)
    robot.detach("rod")
    assert robot.attached == ()
    with pytest.raises(ImpingeError, match="nothing called 'rod' is attached"):
        robot.detach("rod")


def test_limits_are_counted_or_refused():
    robot = arm()
    q = np.zeros((4, 3))
    q[2:, 1] = 3.5
    with pytest.warns(UserWarning, match="2 of 4 configurations .* row 2: joint '2' is 3.5"):
        robot.collides(q)
    with pytest.raises(ImpingeError, match=r"q: row 2: joint '2' is 3\.5, limits are -3 and 3"):
        robot.closest(q, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robot.collides(q[:2])


def test_touching_at_neutral_is_pointed_out_once():
    turn = Joint("j", "revolute", "a", "b", move((0.1, 0, 0)))
    next_turn = Joint("k", "revolute", "b", "c", move((0.1, 0, 0)))
    robot = Robot(
        Articulation([Link(name, [im.Sphere(1)]) for name in "abc"], [turn, next_turn], name="lump")
    )
    with pytest.warns(UserWarning, match="robot 'lump': .*'a' and 'c'; robot.ignore_touching_at"):
        robot.collides(robot.neutral())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert robot.collides(robot.neutral())
    assert robot.ignore_touching_at(robot.neutral()) == [("a", "c")]


def test_it_pickles_and_copies():
    robot = arm(padding=0.01)
    robot.attach("rod", "tool", im.Sphere(0.1), ignore=["hand"])
    robot.collides(robot.neutral())
    for other in (pickle.loads(pickle.dumps(robot)), copy.deepcopy(robot)):
        assert other.ignored == robot.ignored
        assert other.padding == robot.padding
        assert other.collides(FOLDED)
        other.detach("rod")
    assert robot.attached == ("rod",)
    found = robot.collide(FOLDED)
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    near = robot.closest([FOLDED, [0.0, 0.1, 0.2]])
    assert pickle.loads(pickle.dumps(near))[1].to_dict() == near[1].to_dict()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda r: r.collides([0, 0]), r"q: expected shape \(3,\) or \(n, 3\), got \(2,\)"),
        (lambda r: r.collides([[0, 0, 0], [0, np.nan, 0]]), "q: row 1: joint '2' is nan"),
        (lambda r: r.collides([0, 0, 0], 3), "scene: expected a Scene"),
        (lambda r: r.collides([0, 0, 0], margin=-1), "margin"),
        (lambda r: r.collides(["a", "b", "c"]), "q: expected real numbers"),
        (lambda r: r.jacobian([0, 0, 0], "toe"), "link: there is none called 'toe'"),
        (lambda r: r.ignore("toe", "knee"), "'knee'"),
        (lambda r: r.ignore("hand", "hand"), "both are 'hand'"),
        (lambda r: r.explain("hand", "toe"), "b: no link, and nothing attached, is called 'toe'"),
        (lambda r: r.attach("x", "toe", im.Sphere(1)), "link: there is none called 'toe'"),
        (lambda r: r.attach("x", "hand", im.HalfSpace((0, 0, 1))), "shape: a HalfSpace"),
        (lambda r: r.group("leg"), "group: there is none called 'leg'"),
        (lambda r: r.state("up"), "state: there is none called 'up'"),
        (lambda r: r.integrate([0, 0, 0], [0, np.inf, 0]), "speeds: row 0 is not finite"),
        (lambda r: r.difference(np.zeros((2, 3)), np.zeros((3, 3))), "q0 and q1: 2 and 3 rows"),
        (lambda _: arm(ignored=["ab"]), "ignored: expected pairs"),
        (lambda _: arm(ignored=[("hand", "hand")]), "both are 'hand'"),
        (lambda _: arm(padding={"toe": 1}), "padding: no link"),
        (lambda _: arm(states={"up": {"9": 1.0}}), "joint: there is none called '9'"),
        (lambda _: arm(states={"up": {"1": (1, 2)}}), "state 'up': joint '1' has 1 numbers"),
        (lambda _: arm(groups={"leg": ["9"]}), "joint: there is none called '9'"),
        (lambda _: Robot("panda.urdf"), "expected an Articulation"),
    ],
)
def test_errors_name_the_culprit(act, message):
    with pytest.raises(ImpingeError, match=message):
        act(arm())


def test_a_copy_is_a_robot_of_its_own():
    robot = arm()
    other = copy.copy(robot)
    other.attach("box", "tool", im.Box((0.1, 0.1, 0.1)))
    other.padding = {"hand": 0.1}
    robot.ignore("base", "hand")

    assert (robot.attached, other.attached) == ((), ("box",))
    assert (robot.padding["hand"], other.padding["hand"]) == (0.0, 0.1)
    assert ("base", "hand") not in other.ignored
    assert np.array_equal(other.links(FOLDED), robot.links(FOLDED))
    assert robot.group(["1"]).motion is None
