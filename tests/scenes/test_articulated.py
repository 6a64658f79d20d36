"""Scenes of articulated models: exact counts, and motions that are finite and repeatable."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import articulated, articulated_names

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


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name):
    found = articulated(name)
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
    found = articulated(name)
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
    found = articulated("excavator-load")
    assert found.robots["excavator"].attached == ("weight",)
    assert articulated("excavator-pick").robots["excavator"].attached == ()


def test_names():
    assert articulated_names()[: len(COUNTS)] == list(COUNTS)
    for bad in ("nothing", 3, None):
        with pytest.raises(ImpingeError, match="expected one of walk, exercise"):
            articulated(bad)
    with pytest.raises(ImpingeError, match="seed"):
        articulated("walk", -1)
