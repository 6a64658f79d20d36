"""A pile of solids."""

import numpy as np

from impinge.scenes import pile


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
