"""The tray: the same each time, with something to see in it."""

import numpy as np

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
