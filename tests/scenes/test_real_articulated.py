"""Scenes of real data, where the data is."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import articulated, articulated_names
from impinge.scenes.real_articulated import DIGGING, REAL


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
