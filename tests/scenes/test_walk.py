"""A walk among chessmen touches what brute force over all shapes finds, by name."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Capsule, Mesh
from impinge.scenes import walk_among_chessmen


def brute_force(robot, scene, q):
    """All shapes of links against all things; no pair is left out by any volume."""
    found = set()
    for link, pose in zip(robot.articulation.links, robot.links(q), strict=True):
        for shape, at in link.shapes:
            for name, thing, place in zip(scene.names, scene.shapes, scene.poses, strict=True):
                if im.overlap(shape, thing, pose @ at, place):
                    found.add((link.name, name))
    return found


def test_contacts_equal_brute_force(real_data):
    robot, scene = walk_among_chessmen()
    q = robot.motion.q
    kinds = {type(shape) for link in robot.articulation.links for shape, _ in link.shapes}
    assert kinds == {Capsule, Mesh}
    touching = robot.collides(q, scene, self_collision=False)
    assert 60 < touching.sum() < len(q) - 60
    frames = np.linspace(5, len(q) - 5, 24).astype(int)
    found = robot.collide(q[frames], scene, self_collision=False)

    names = set()
    for row, frame in enumerate(frames):
        pairs = set(found.of_row(row).pairs)
        assert pairs == brute_force(robot, scene, q[frame])
        assert bool(pairs) == touching[frame]
        names |= pairs
    assert {"pawn in the way", "right king 0"} & {thing for _, thing in names}
    assert len(names) >= 3


def test_without_data(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    with pytest.raises(ImpingeError, match="IMPINGE_DATA names no folder with"):
        walk_among_chessmen()
