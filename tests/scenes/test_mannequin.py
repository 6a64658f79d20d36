"""Mannequins: what is ignored, and rotation vectors as quaternions."""

import numpy as np

from impinge.geometry.rotations import rotation_of
from impinge.scenes.mannequin import LIMBS, SIDES, mannequin, quaternions


def test_neighbours_and_limbs_at_the_torso_are_ignored():
    robot = mannequin()
    reasons = list(robot.ignored.values())
    assert reasons.count("sibling") == 10
    assert robot.explain("left thigh", "right thigh").reason == "sibling"
    assert robot.explain("left forearm", "right forearm").tested
    assert not robot.collides(robot.neutral())


def test_it_is_symmetric():
    robot = mannequin()
    poses = dict(zip(robot.link_names, robot.links(robot.neutral()), strict=True))
    for what in LIMBS:
        if what not in ("neck", "head"):
            left, right = (poses[f"{side} {what}"][:3, 3] for side in SIDES)
            assert np.allclose(left * (1, -1, 1), right)


def test_quaternions_of_rotation_vectors():
    turns = np.random.default_rng(0).normal(size=(50, 3))
    turns[0] = 0.0
    found = quaternions(turns)
    assert np.allclose(np.linalg.norm(found, axis=1), 1.0)
    for turn, (x, y, z, w) in zip(turns, found, strict=True):
        axis = turn / max(np.linalg.norm(turn), 1e-300)
        rotation = rotation_of(x, y, z, w)
        assert np.allclose(rotation @ axis, axis)
        assert np.isclose(np.trace(rotation), 1.0 + 2.0 * np.cos(np.linalg.norm(turn)))
