"""Sampled detection: right at its samples, blind between them."""

import json
import pickle

import numpy as np
import pytest
from populated import random_pose, random_scene
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.scene import Detected, Scene, detect


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def between(start, end, t):
    """Origins on lines, turned at a constant rate, by SciPy."""
    turn = Rotation.from_matrix(np.swapaxes(start[:, :3, :3], 1, 2) @ end[:, :3, :3]).as_rotvec()
    poses = (1.0 - t) * start + t * end
    poses[:, :3, :3] = start[:, :3, :3] @ Rotation.from_rotvec(t * turn).as_matrix()
    return poses


def test_first_samples_are_those_of_scenes_at_each_instant():
    scene, rng = random_scene(15, 3), np.random.default_rng(4)
    start, end = scene.poses, np.stack([random_pose(rng) for _ in range(15)])
    before = scene.to_dict()

    found = detect(scene, start, end, 12)

    first = {}
    for k in range(13):
        other = random_scene(15, 3)
        other.move(other.names, between(start, end, k / 12))
        for pair in other.overlaps():
            first.setdefault(pair, k / 12)
    assert found.pairs == tuple(sorted(first))
    assert found.time.tolist() == [first[pair] for pair in found.pairs]
    assert scene.to_dict() == before
    assert len(found) > 20
    early = detect(scene, start, end, 12, stop=True)
    assert early.first == found.first
    assert list(early.pairs) == [p for p in found.pairs if found.of(*p) == found.first]


@pytest.mark.parametrize("substeps", [1, 2, 3, 5, 8, 20, 100])
def test_a_ball_through_a_wall(substeps):
    """It touches from 0.379 on, to 0.421: found just where a sample lies between."""
    scene = Scene.from_dict({"wall": im.Box((0.1, 4, 4)), "ball": im.Sphere(0.055)})
    found = detect(scene, {"ball": at(-2.0)}, {"ball": at(3.0)}, substeps)

    samples = np.arange(substeps + 1) / substeps
    touching = samples[np.abs(-2.0 + 5.0 * samples) <= 0.105]
    expected = touching[0] if len(touching) else np.inf
    assert found.of("ball", "wall") == found.of("wall", "ball") == found.first == expected


def test_margins_and_ignored_pairs_count():
    scene = Scene()
    scene.add("wall", im.Box((0.1, 4, 4)))
    scene.add("ball", im.Sphere(0.05), margin=0.5)
    assert detect(scene, {"ball": at(-2.0)}, {"ball": at(3.0)}, 4).of("wall", "ball") == 0.5
    scene.ignore("wall", "ball")
    assert len(detect(scene, {"ball": at(-2.0)}, {"ball": at(3.0)}, 4)) == 0


def test_answers_are_plain_data():
    scene = Scene.from_dict({"a": im.Sphere(1.0), "b": im.Sphere(1.0)})
    found = detect(scene, None, None, 1)
    assert found.to_dict() == {"pairs": [["a", "b"]], "time": [0.0], "substeps": 1}
    json.dumps(found.to_dict())
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    assert repr(found) == "Detected(1 pairs, first at 0, 1 substeps)"
    assert found.pairs == (("a", "b"),)
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.time = 3.0
    assert isinstance(found, Detected)


@pytest.mark.parametrize(
    ("start", "substeps", "message"),
    [
        (None, 0, "substeps: expected a whole number from 1 to"),
        (None, 1.5, "substeps: expected a whole number .* got 1.5"),
        (None, True, "substeps"),
        ({"c": np.eye(4)}, 2, "poses_start: nothing in the scene is called 'c'"),
        ({"a": np.zeros((4, 4))}, 2, "pose of 'a'"),
        (np.eye(4)[None], 2, r"poses_start: expected \(2, 4, 4\), one a thing"),
    ],
)
def test_bad_input_is_named(start, substeps, message):
    scene = Scene.from_dict({"a": im.Sphere(1.0), "b": im.Sphere(1.0)})
    with pytest.raises(im.ImpingeError, match=message):
        detect(scene, start, None, substeps)
