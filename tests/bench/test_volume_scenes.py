"""A scene knows the right answers, and tells a tree that gives others."""

import numpy as np
import pytest

from impinge.bench.volume_scenes import QUESTIONS, check_answer, volume_scene
from impinge.core.errors import ImpingeError
from impinge.geometry import icosphere
from impinge.hierarchy import VolumeTree
from impinge.scenes import shape


@pytest.fixture(scope="module")
def scene():
    return volume_scene("round", shape("round", 100), (2, 2, 2))


def test_poses_by_question(scene):
    assert [len(scene.poses[question]) for question in QUESTIONS] == [6, 2, 4]
    assert scene.answers["first hit"][:2] == [True, True]
    assert all(len(pairs) for pairs in scene.answers["all pairs"])
    assert max(scene.answers["distance"]) > 0.0


def test_right_answers_pass(scene):
    scene.check(VolumeTree(scene.mesh, volume="dop14", builder="median", arity=4, leaf_size=3))


def test_another_mesh_is_found_out(scene):
    other = VolumeTree(icosphere(1.2, 2))

    with pytest.raises(ImpingeError, match="differs from the library's own"):
        scene.check(other)


def test_what_counts_as_a_difference():
    check_answer("distance", 1.0, 1.0 + 1e-14, 1.0, "here")
    check_answer("all pairs", np.zeros((0, 2)), np.zeros((0, 2)), 1.0, "here")
    for question, found, expected in (
        ("distance", 1.0, 1.0 + 1e-9),
        # Within any tolerance, but touching is not nearly touching.
        ("distance", 0.0, 1e-15),
        ("first hit", True, False),
        ("all pairs", np.zeros((0, 2)), np.zeros((1, 2))),
    ):
        with pytest.raises(ImpingeError, match="here"):
            check_answer(question, found, expected, 1.0, "here")
