"""Scenes of articulated models: exact counts, and motions that are finite and repeatable.

Scenes of real data, where the data is.

A walk among chessmen touches what brute force over all shapes finds, by name.
"""

from functools import cache

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Capsule, Mesh
from impinge.scenes import articulated, articulated_names, walk_among_chessmen
from impinge.scenes.articulated import DIGGING, REAL

COUNTS = {
    # name: (links of each robot, triangles of each robot, triangles of the scene, pairs)
    "walk": (15, 20_000, 101_000, 81 + 15 * 16),
    "exercise": (15, 20_000, 0, 81),
    "two-mannequins": (15, 20_000, 0, 2 * 81 + 15**2),
    "arm-against-arm": (15, 20_000, 0, 81),
    "excavator-pick": (6, 18_940, 394_000, 10 + 6 * 158),
    "excavator-load": (6, 18_940, 394_000, 10 + 5 + 7 * 158),
    "tower-crane-pick": (4, 1_288, 394_000, 3 + 4 * 158),
    "tower-crane-load": (4, 1_288, 394_000, 3 + 3 + 5 * 158),
    "four-trains": (10, 23_000, 0, 600 + 4 * 36),
    "falling-train": (17, 42_000, 29_000, 137),
}


kept = cache(articulated)
"""Scenes that several tests look at: each takes up to a second to make."""


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name):
    found = kept(name)
    links, triangles, things, pairs = COUNTS[name]
    for robot in found.robots.values():
        assert sum(bool(link.shapes) for link in robot.articulation.links) == links
    counts = found.triangles()
    assert counts.pop("scene") == things
    assert set(counts.values()) == {triangles}
    assert found.pairs() == pairs


@pytest.mark.parametrize("name", COUNTS)
def test_motions(name):
    found, again = articulated(name, 3), articulated(name, 3)
    for who, q in found.motions.items():
        assert np.isfinite(q).all()
        assert np.array_equal(q, again.motions[who])
        assert q.shape == ((600, q.shape[1]) if found.in_frames else (1000, 2, q.shape[2]))
    if found.in_frames:
        assert max(np.abs(np.diff(q, axis=0)).max() for q in found.motions.values()) < 0.7
        q = np.concatenate(list(found.motions.values()), axis=1)
        assert np.ptp(q, axis=0).max() > 0.3


@pytest.mark.parametrize("name", COUNTS)
def test_some_steps_touch(name):
    found = kept(name)
    robot, q0, q1 = found.steps()
    starts, ends = (np.asarray(robot.collides(q, found.scene)) for q in (q0, q1))
    if found.in_frames:
        assert not starts[0]
        assert 0.0 < starts.mean() < 0.3
        assert (ends & ~starts).any()
    else:
        assert not starts.any()
        assert not ends.any()
        middle = robot.collides(0.5 * (q0 + q1), found.scene)
        assert 0.01 < middle.mean() < 0.9


def test_weights_are_carried():
    found = kept("excavator-load")
    assert found.robots["excavator"].attached == ("weight",)
    assert kept("excavator-pick").robots["excavator"].attached == ()


def test_names():
    assert articulated_names()[: len(COUNTS)] == list(COUNTS)
    for bad in ("nothing", 3, None):
        with pytest.raises(ImpingeError, match="expected one of walk, exercise"):
            articulated(bad)
    with pytest.raises(ImpingeError, match="seed"):
        articulated("walk", -1)


def test_a_captured_walk(real_data):
    found = articulated("cmu-walk")
    assert found.in_frames
    robot, q0, _ = found.steps()
    assert len(q0) == 315
    assert 0.1 < np.mean(robot.collides(q0, found.scene)) < 0.6


def test_an_excavator_of_a_drawing(real_data):
    found = articulated("avec-excavator")
    robot, q0, _ = found.steps()
    assert sum(bool(link.shapes) for link in robot.articulation.links) == 7
    assert found.triangles()["excavator"] == 65_036
    assert robot.joints == tuple(DIGGING)
    touching = np.asarray(robot.collides(q0))
    assert not touching[0]
    assert 0.0 < touching.mean() < 0.2


@pytest.mark.parametrize("name", ["panda", "ur5", "xarm7"])
def test_robots_among_boxes(name):
    if f"{name}-among-boxes" not in articulated_names():
        pytest.skip("example-robot-data is not installed")
    found = articulated(f"{name}-among-boxes")
    robot, q0, q1 = found.steps()
    assert len(found.scene) == 100
    assert q0.shape == q1.shape == (2000, robot.dof)
    assert not robot.collides(q0, found.scene).any()


def test_without_data(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert not {"cmu-walk", "avec-excavator"} & set(articulated_names())
    for name in ("cmu-walk", "avec-excavator"):
        assert name in REAL
        with pytest.raises(ImpingeError, match="IMPINGE_DATA names no folder with"):
            articulated(name)


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


def test_a_walk_without_data(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    with pytest.raises(ImpingeError, match="IMPINGE_DATA names no folder with"):
        walk_among_chessmen()
