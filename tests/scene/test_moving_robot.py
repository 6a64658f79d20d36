"""Robots between configurations: what users ask, and what they get."""

from math import inf, pi

import numpy as np
import pytest
from robots_in_motion import crowded, sampled_first

import impinge as im
from impinge.continuous import FreedomStatus, ImpactStatus
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot


def arm(length=1.0, kind="continuous", **joint):
    """A bar that turns about z."""
    bar = Link("bar", [(im.Box((length, 0.1, 0.1)), im.pose((0.5 * length, 0, 0)))])
    hinge = Joint("hinge", kind, "base", "bar", axis=(0, 0, 1), **joint)
    return Robot(Articulation([Link("base"), bar], [hinge]))


def post(distance=0.8, angle=pi / 2, radius=0.1):
    place = im.pose((distance * np.cos(angle), distance * np.sin(angle), 0))
    return im.Scene.from_dict({"post": (im.Sphere(radius), place)})


def test_a_bar_meets_a_post_when_the_closed_form_says():
    # The side of the bar, 0.05 beside its axis, meets the ball: sin(angle) = 0.15 / 0.8.
    angle = pi / 2 - np.arcsin(0.15 / 0.8)
    found = arm().time_of_impact([0.0], [3.0], post())
    assert found.time == pytest.approx(angle / 3.0, abs=1e-6)
    assert found.time <= angle / 3.0
    assert (found.link, found.other, found.status) == ("bar", "post", ImpactStatus.HIT)
    assert found.configuration == pytest.approx([3.0 * found.time])
    assert found.lower == found.time <= found.upper < found.time + 1e-3
    assert np.linalg.norm(found.point_b - found.point_a) <= 1e-6
    assert found.normal @ (-1, 0, 0) > 0.9


def test_angles_beyond_a_turn_and_both_directions():
    behind = post(angle=-0.5)
    for q1, angle in ((4 * pi, 2 * pi - 0.5 - np.arcsin(0.15 / 0.8)),
                      (-4 * pi, 0.5 - np.arcsin(0.15 / 0.8))):  # fmt: skip
        found = arm().time_of_impact([0.0], [q1], behind)
        assert found.time * 4 * pi == pytest.approx(angle, abs=1e-5)


def test_motion_along_a_floor_at_a_small_distance_is_free():
    """The global closest direction would prove nothing here, or too much."""
    rail = Joint("rail", "prismatic", "base", "cart", axis=(1, 0, 0))
    cart = Robot(Articulation([Link("base"), Link("cart", [im.Box((1, 1, 1))])], [rail]))
    floor = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1), -0.5 - 1e-4)})
    assert cart.stay_free([0.0], [100.0], floor)
    floor.add("wall", im.Box((1, 4, 4)), im.pose((50, 0, 0)))
    found = cart.time_of_impact([0.0], [100.0], floor)
    assert found.time == pytest.approx(0.49, abs=1e-6)
    assert found.other == "wall"


@pytest.mark.parametrize("seed", range(3))
def test_freedom_agrees_with_first_contacts_and_samples(seed):
    robot, scene, q0, q1 = crowded(seed)
    found, freed = robot.time_of_impact(q0, q1, scene), robot.stay_free(q0, q1, scene)
    first, _ = sampled_first(robot, scene, q0, q1, 64)
    assert not (freed.free & np.isfinite(first)).any()
    decided = freed.status != FreedomStatus.UNDECIDED
    assert decided.mean() > 0.97
    assert np.array_equal(freed.free[decided], (found.status == ImpactStatus.FREE)[decided])
    assert (freed.time <= np.minimum(found.time, 1.0) + 1e-5).all()


def test_rows_are_those_of_single_queries():
    robot, scene, q0, q1 = crowded(0)
    batch = robot.time_of_impact(q0[:12], q1[:12], scene)
    freed = robot.stay_free(q0[:12], q1[:12], scene)
    for i in range(12):
        one = robot.time_of_impact(q0[i], q1[i], scene)
        assert (one.time, one.link, one.other, one.status) == (
            batch[i].time, batch[i].link, batch[i].other, batch[i].status
        )  # fmt: skip
        assert np.array_equal(one.configuration, batch.configuration[i])
        assert bool(robot.stay_free(q0[i], q1[i], scene)) == freed[i].free
    fan = robot.time_of_impact(q0[0], q1[:3], scene)
    assert len(fan) == 3


def test_what_starts_touching_has_names_and_depth():
    found = arm().time_of_impact([pi / 2], [3.0], post())
    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert (found.link, found.other, found.time) == ("bar", "post", 0.0)
    assert found.depth == pytest.approx(0.15, abs=1e-6)
    assert not arm().stay_free([pi / 2], [3.0], post())
    assert "post" in repr(found)


def test_margins_and_padding_count():
    near = post(distance=1.2)
    robot = arm()
    assert robot.stay_free([0.0], [3.0], near)
    assert not robot.stay_free([0.0], [3.0], near, margin=0.11)
    robot.padding = 0.11
    found = robot.time_of_impact([0.0], [3.0], near)
    assert found.status == ImpactStatus.HIT
    assert found.gap == pytest.approx(0.11, abs=1e-5)


def test_solid_things_contain_the_robot():
    robot = Robot(arm().articulation, solid=True)
    hall = im.Scene.from_dict({"hall": im.box_mesh((10, 10, 10))})
    found = robot.time_of_impact([0.0], [1.0], hall)
    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert found.depth > 4.0
    assert arm().stay_free([0.0], [1.0], hall)


def test_carried_things_move_with_their_link():
    robot = arm()
    robot.attach("rod", "bar", im.Box((1.0, 0.02, 0.02)), im.pose((1.5, 0, 0)))
    found = robot.time_of_impact([0.0], [3.0], post(distance=1.8))
    assert (found.link, found.other) == ("rod", "post")
    assert arm().stay_free([0.0], [3.0], post(distance=1.8))


def test_a_path_says_on_which_segment_it_touches():
    robot, scene = arm(), post(angle=2.0)
    path = np.linspace(0.0, 3.0, 13)[:, None]
    found = robot.check_path(path, scene)
    assert found.segment == 7
    assert not found.free
    assert found.configuration[0] == pytest.approx(2.0 - np.arcsin(0.15 / 0.8), abs=1e-5)
    free = robot.check_path(path[:7], scene)
    assert (free.segment, free.free, free.time) == (-1, True, inf)
    assert free.to_dict()["segment"] == -1
    with pytest.raises(im.ImpingeError, match=r"^waypoints: expected shape \(k, 1\)"):
        robot.check_path([[0.0]], scene)


def test_clearance_is_bounded_from_both_sides():
    robot, scene = arm(), post(distance=1.4)
    found = robot.clearance([0.0], [3.0], scene)
    assert found.lower <= 0.3 <= found.upper + 1e-3
    assert found.lower == pytest.approx(0.3, rel=5e-3)
    assert robot.clearance([0.0], [3.0], scene, at_least=0.29)
    assert not robot.clearance([0.0], [3.0], scene, at_least=0.31)
    both = robot.clearance([[0.0], [0.0]], [[3.0], [0.1]], scene, at_least=0.31)
    assert both.free.tolist() == [False, True]


def test_culling_counts_pairs():
    robot, scene, q0, q1 = crowded(0)
    found = robot.culling(q0, q1, scene)
    assert (found.after_temporal <= found.after_spatial).all()
    assert found.before[0] > found.after_spatial.mean() > found.after_temporal.mean()
    assert (robot.culling(q0, q1, scene, boxes="intervals").after_spatial.sum()
            >= found.after_spatial.sum())  # fmt: skip


@pytest.mark.parametrize(
    ("q0", "q1", "message"),
    [
        ([0.0, 1.0], [1.0], "q0: "),
        ([0.0], [np.nan], "q1: joint 'hinge' is nan"),
        ([0.0], [1e5], "q1: joint 'hinge' turns 15915.5 times"),
        ([[0.0]] * 2, [[1.0]] * 3, "q1: 3 rows, q0 has 2"),
    ],
)
def test_what_is_no_path_is_refused(q0, q1, message):
    with pytest.raises(im.ImpingeError) as caught:
        arm().time_of_impact(q0, q1)
    assert str(caught.value).startswith(message)


def test_limits_are_pointed_out():
    robot = arm(kind="revolute", lower=-1.0, upper=1.0)
    with pytest.warns(UserWarning, match="q1: 1 of 1 configurations are out of limits"):
        robot.stay_free([0.0], [1.5])
    with pytest.raises(im.ImpingeError, match=r"^q1: joint 'hinge' is 1\.5"):
        robot.stay_free([0.0], [1.5], strict=True)


def test_groups_move_alone():
    joints = [Joint("a", "revolute", "0", "1", axis=(0, 0, 1)),
              Joint("b", "revolute", "1", "2", im.pose((1, 0, 0)), axis=(0, 0, 1))]  # fmt: skip
    bar = [(im.Box((0.8, 0.1, 0.1)), im.pose((0.5, 0, 0)))]
    tree = Articulation([Link("0"), Link("1", bar), Link("2", bar)], joints)
    robot = Robot(tree, groups={"tip": ["b"]})
    scene = im.Scene.from_dict({"post": (im.Sphere(0.1), im.pose((1, 0.6, 0)))})
    found = robot.group("tip").time_of_impact([0.0], [3.0], scene)
    whole = robot.time_of_impact([0.0, 0.0], [0.0, 3.0], scene)
    assert found.time == whole.time
    assert found.configuration.shape == (1,)


def test_what_is_no_scene_is_refused():
    robot, _, q0, q1 = crowded(0)
    for ask in (lambda: robot.collides(q0, 3), lambda: robot.stay_free(q0, q1, "scene")):
        with pytest.raises(im.ImpingeError, match=r"^scene: expected a Scene or None"):
            ask()


def test_arguments_are_named():
    robot, scene, q0, q1 = crowded(0)
    for ask, name in (
        (lambda: robot.time_of_impact(q0[:, :1], q1, scene), "q0"),
        (lambda: robot.time_of_impact(q0, q1[:, :1], scene), "q1"),
        (lambda: robot.check_path("x", scene), "waypoints"),
        (lambda: robot.clearance(q0, q1, scene, at_least=-1.0), "at_least"),
        (lambda: robot.stay_free(q0, q1, scene, self_collision="no"), "self_collision"),
        (lambda: robot.stay_free(q0, q1, scene, max_steps=0), "max_steps"),
        (lambda: robot.culling(q0, q1, scene, boxes="spheres"), "boxes"),
    ):
        with pytest.raises(im.ImpingeError) as caught:
            ask()
        assert str(caught.value).startswith(name), name
