"""Overlaps before the first step: named with depths, or parted."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.simulation import World


def overlapping(**options):
    world = World(**options)
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("low", im.Sphere(0.1), im.pose((0, 0, 0.05)))
    world.add("high", im.Sphere(0.1), im.pose((0.01, 0, 0.1)))
    return world


def test_overlaps_are_named_with_depths():
    world = overlapping()
    before = world.poses
    message = r"overlapping start: 'high' and 'low' by 0.149 m, 'floor' and 'low' by 0.05 m"
    with pytest.raises(ImpingeError, match=message):
        world.step()
    with pytest.raises(ImpingeError, match="overlapping start"):
        world.run(3)
    np.testing.assert_array_equal(world.poses, before)
    assert world.time == 0.0


def test_they_are_parted():
    world = overlapping(separate=True, gravity=(0, 0, 0))
    world.step()
    scene = world.scene()
    for a, b in scene.overlaps():
        one, other = scene[a], scene[b]
        assert im.penetration(one.shape, other.shape, one.pose, other.pose).depth < 1e-6
    assert world.poses[1, 2, 3] > 0.0999


def test_they_are_parted_again_after_an_error(monkeypatch):
    world, whole = (overlapping(separate=True, gravity=(0, 0, 0)) for _ in range(2))
    advance, before = world._method.advance, world.poses

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(world._method, "advance", fail)
    with pytest.raises(KeyboardInterrupt):
        world.step()
    np.testing.assert_array_equal(world.poses, before)
    monkeypatch.setattr(world._method, "advance", advance)
    world.step()
    whole.step()
    np.testing.assert_array_equal(world.poses, whole.poses)


def test_bodies_that_touch_may_start():
    world = World()
    for k in range(3):
        world.add(f"b{k}", im.Box((1, 1, 1)), im.pose((0, 0, k)))
    world.step()


def test_later_bodies_are_checked_alone():
    """What sank a little is no overlapping start when another body comes."""
    world = World()
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("box", im.Box((1, 1, 1)), im.pose((0, 0, 0.5)))
    world.step(5)
    world._bodies.centres[1, 2] -= 0.01
    world.add("next", im.Sphere(0.1), im.pose((3, 0, 1)))
    world.step()
    world.add("bad", im.Sphere(0.1), im.pose((3, 0, 1)))
    with pytest.raises(ImpingeError, match="'bad' and 'next'"):
        world.step()


def hinged(angle, separate):
    """Two bars that turn about one axis: the first lies along x, the second at an angle to it."""
    bar = [(im.Box((1, 0.1, 0.1)), im.pose((0.6, 0, 0)))]
    links = [Link("base", [im.Sphere(0.02)]), Link("one", bar), Link("two", bar)]
    joints = [
        Joint("first", "continuous", "base", "one", axis=(0, 0, 1)),
        Joint("second", "continuous", "base", "two", axis=(0, 0, 1)),
    ]
    world = World(method="events", gravity=(0, 0, 0), friction=0.0, separate=separate)
    world.add_robot("arm", Robot(Articulation(links, joints)), [0.0, angle])
    return world


@pytest.mark.parametrize("separate", [False, True])
def test_links_that_overlap_are_an_error(separate):
    """With each other and with fixed bodies, parted or not."""
    crossed = hinged(0.05, separate)
    message = r"overlapping start: 'arm/one' and 'arm/two' by 0.0.* m; links of robots are not"
    with pytest.raises(ImpingeError, match=message):
        crossed.step()
    walled = hinged(3.0, separate)
    walled.add("wall", im.HalfSpace((-1, 0, 0), -1.0), fixed=True)
    with pytest.raises(ImpingeError, match=r"'arm/one' and 'wall' by 0.1 m; links of robots"):
        walled.step()


def test_links_stay_where_bodies_are_parted_from_them():
    world = hinged(3.0, True)
    world.add("ball", im.Sphere(0.1), im.pose((0.6, 0, 0.1)))
    before = world.poses
    assert world.step().least_distance > -1e-6
    np.testing.assert_array_equal(world.robots["arm"].q, [0.0, 3.0])
    np.testing.assert_allclose(world.poses[:-1], before[:-1], atol=1e-12)
    assert world.poses[-1, 2, 3] > 0.149
    kept = hinged(3.0, False)
    kept.add("ball", im.Sphere(0.1), im.pose((0.6, 0, 0.1)))
    with pytest.raises(ImpingeError, match=r"by 0.05 m; World\(separate=True\) parts them"):
        kept.step()
