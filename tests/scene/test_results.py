"""Answers with names: immutable, and still what they are without."""

import numpy as np
import pytest

import impinge as im
from impinge.hierarchy import RayHits
from impinge.narrow import Distance
from impinge.scene import Nearest, NearestPair, Scene, SceneRayHits


def test_answers_are_what_they_are_without_names():
    pose = np.eye(4)
    pose[0, 3] = 3.0
    scene = Scene.from_dict({"a": im.Sphere(1.0), "b": (im.Box((1, 1, 1)), pose)})
    near, pair, hit = (
        scene.closest("a"),
        scene.closest_pair(),
        scene.cast_ray((9, 0, 0), (-1, 0, 0)),
    )

    assert isinstance(near, Nearest)
    assert isinstance(near, Distance)
    assert isinstance(pair, NearestPair)
    assert isinstance(hit, SceneRayHits)
    assert isinstance(hit, RayHits)
    alone = im.distance(im.Sphere(1.0), im.Box((1, 1, 1)), None, pose)
    np.testing.assert_array_equal(near.point_b, alone.point_b)
    assert near.to_dict() == {"name": "b", **alone.to_dict()}
    for answer in (near, pair):
        swapped = answer.swapped()
        assert type(swapped) is type(answer)
        np.testing.assert_array_equal(swapped.point_a, answer.point_b)
        np.testing.assert_array_equal(swapped.normal, -answer.normal)
        assert swapped.swapped().to_dict() == answer.to_dict()
    assert near.swapped().name == near.name
    assert pair.swapped().names == pair.names[::-1]
    for answer in (near, pair, hit):
        with pytest.raises(AttributeError, match="cannot be changed"):
            answer.distance = 1.0
