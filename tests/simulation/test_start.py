"""Overlaps before the first step: named with depths, or parted."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
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
