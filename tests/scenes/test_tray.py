"""The tray: the same each time, with something to see in it.

A pile of solids.
"""

import numpy as np

from impinge.scenes import pile
from impinge.scenes.tray import stir, tray_of_parts


def test_parts_touch_and_are_stirred():
    scene = tray_of_parts(44)
    first = scene.collide()
    assert len(scene) == 45
    assert len(first) > 8
    names = stir(scene)
    assert len(names) == 11
    second = scene.collide()
    assert min(len(second.began), len(second.lasting), len(second.ended)) > 2


def test_seeds_repeat():
    np.testing.assert_array_equal(tray_of_parts(20).poses, tray_of_parts(20).poses)
    assert not np.array_equal(tray_of_parts(20).poses, tray_of_parts(20, seed=1).poses)


def test_everything_lies_on_something():
    scene = pile(14)
    found = scene.collide()
    assert all(found.touching(name) for name in scene.names)
    lower, _ = scene.boxes
    assert lower[1:, 2].min() > -0.01
    assert -0.01 < found.contacts.separation.min() < 0.0


def test_the_same_seed_gives_the_same_pile():
    first, second, other = pile(6), pile(6), pile(6, seed=4)
    np.testing.assert_array_equal(first.poses, second.poses)
    assert not np.array_equal(first.poses, other.poses)
