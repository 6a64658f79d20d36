"""Answers about steps: immutable, with names, and still impacts."""

import json
import pickle

import numpy as np
import pytest
from stepping import at

import impinge as im
from impinge.continuous import Impact
from impinge.scene import SceneCast, SceneImpact, SceneImpacts


@pytest.fixture
def scene():
    return im.Scene.from_dict(
        {
            "ball": (im.Sphere(1), at(0, 0, 5)),
            "floor": im.HalfSpace((0, 0, 1)),
            "inside": (im.Sphere(0.5), at(0, 0, 4.4)),
        }
    )


def answers(scene):
    down = {"ball": at(0, 0, -5)}
    return (
        scene.time_of_impact(down),
        scene.time_of_impact({"ball": at(0, 0, 6)}),
        scene.impacts(down),
        scene.cast(im.Sphere(0.1), (0, 0, 9), at(0, 0, 1)),
        scene.cast(im.Sphere(0.1), (9, 0, 0), at(0, 0, 1)),
        scene.cast(im.Sphere(0.1), (9, 0, 0), at(0, 0, 4.4)),
    )


def test_they_are_impacts(scene):
    kinds = SceneImpact, SceneImpact, SceneImpacts, SceneCast, SceneCast, SceneCast
    for answer, kind in zip(answers(scene), kinds, strict=True):
        assert type(answer) is kind
        assert isinstance(answer, Impact)
        with pytest.raises(AttributeError, match="cannot be changed"):
            answer.time = 1.0
        again = pickle.loads(pickle.dumps(answer))
        assert again.to_dict() == answer.to_dict()
        assert repr(again) == repr(answer)
        assert json.loads(json.dumps(answer.to_dict()))


def test_they_say_what_they_are(scene):
    texts = [repr(answer) for answer in answers(scene)]
    assert texts == [
        "SceneImpact(('ball', 'floor'), HIT, time=0.4, 1 started touching)",
        "SceneImpact(free, 1 started touching)",
        "SceneImpacts(2 pairs)",
        "SceneCast('inside', distance=2.8)",
        "SceneCast(free)",
        "SceneCast(free, 2 touched at the start)",
    ]


def test_rows_of_many(scene):
    every = answers(scene)[2]
    assert every.pairs == (("ball", "inside"), ("ball", "floor"))
    assert every[1:].pairs == (("ball", "floor"),)
    assert every[np.array([True, False])].pairs == (("ball", "inside"),)
    assert type(every[1]) is Impact
    assert every[1].time == pytest.approx(0.4, abs=1e-6)


def test_swapped(scene):
    first, _, every, *_ = answers(scene)
    assert first.swapped().names == ("floor", "ball")
    np.testing.assert_array_equal(first.swapped().normal, -first.normal)
    np.testing.assert_array_equal(first.swapped().point_a, first.point_b)
    assert every.swapped().pairs[0] == ("inside", "ball")
    cast = answers(scene)[3].swapped()
    assert cast.name == "inside"
    assert cast.normal[2] == pytest.approx(-1.0)
