"""Robots of packages: found where they are installed, and scenes around them."""

import numpy as np
import pytest

from impinge.scenes import robot_models
from impinge.scenes.robot_models import MODELS, boxes_around, load_model, model_file, panda_folder


def test_models_are_there():
    if robot_models.share_folder() is None:
        pytest.skip("example-robot-data is not installed")
    missing = [name for name in MODELS if model_file(name) is None]
    assert not missing
    fixed, floating = load_model("solo12", floating=False), load_model("solo12")
    assert floating.dof == fixed.dof + 7
    assert not floating.collides(floating.neutral())


def test_nothing_is_installed(monkeypatch, tmp_path):
    monkeypatch.setattr(robot_models, "SHARE", "nowhere")
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert robot_models.share_folder() is None
    assert model_file("panda") is None
    assert panda_folder() is None


def test_boxes_are_around_a_base_and_always_as_dense():
    for count, reach in ((20, 1.0), (1000, (0.5**3 + 50 * (1 - 0.5**3)) ** (1 / 3))):
        away = np.linalg.norm(boxes_around(count).poses[:, :3, 3], axis=1)
        assert ((away > 0.5) & (away <= reach)).all()
        assert away.max() > 0.9 * reach
