"""Whether scenes stay free in a step, compared with asking all pairs one by one."""

import json
import pickle

import numpy as np
import pytest
from stepping import EVERY_STEP, at, brute_freedoms, random_step

import impinge as im
from impinge.continuous import Freedom, FreedomStatus, ImpactStatus
from impinge.core.errors import ImpingeError
from impinge.scene import SceneFreedom


@pytest.mark.parametrize(("kinds", "seed", "solid"), EVERY_STEP)
def test_random_scenes(kinds, seed, solid):
    scene, targets = random_step(kinds, seed, solid)
    scene.ignore_groups("red", "blue")
    assert_as_one_by_one(scene, targets)


def assert_as_one_by_one(scene, targets):
    found, expected = scene.stay_free(targets), brute_freedoms(scene, targets)
    assert list(found.pairs) == [pair for pair, _ in expected]
    for row, (_, one) in zip(found._rows, expected, strict=True):
        np.testing.assert_array_equal(row, one._rows)
    assert bool(found) == found.free == (not expected)
    # Free is never said where a contact is known, and what touches is found there too.
    impacts = scene.impacts(targets)
    assert not (impacts.status == ImpactStatus.OUT_OF_BUDGET).any()
    assert set(impacts.pairs) <= set(found.pairs)


def test_what_rests_is_not_asked():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1), "c": (im.Sphere(1), at(9))})
    assert scene.stay_free()
    assert scene.stay_free({"c": at(9, 5)})
    assert scene.last_step.moving == 1
    assert not scene.stay_free({"a": at(0, 0, 9)})


def test_only_the_time_asked_for_counts():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(9))})
    assert not scene.stay_free({"a": at(9)})
    assert scene.stay_free({"a": at(9)}, max_time=0.75)


def test_a_near_miss_within_the_tolerance_is_left_open():
    scene = im.Scene.from_dict({"a": (im.Sphere(1), at(-5, 2.01)), "b": im.Sphere(1)})
    assert scene.stay_free({"a": at(5, 2.01)})
    found = scene.stay_free({"a": at(5, 2.01)}, tolerance=0.1, max_steps=50)
    assert found.pairs in ((), (("a", "b"),))
    assert all(status == FreedomStatus.UNDECIDED for status in found.status)


def test_answers():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(9)), "c": im.Sphere(2)})
    free, not_free = scene.stay_free({"b": at(9, 1)}), scene.stay_free({"b": at()})
    assert repr(free) == "SceneFreedom(free)"
    assert repr(not_free).startswith("SceneFreedom('")
    assert repr(not_free).endswith("HITS, 1 more)")
    assert isinstance(not_free, SceneFreedom)
    assert len(not_free) == len(not_free.pairs) == 2
    assert type(not_free[0]) is Freedom
    assert free.to_dict() == {"free": True, "pairs": [], "status": [], "time": [], "steps": []}
    for found in (free, not_free):
        again = pickle.loads(pickle.dumps(found))
        assert again.to_dict() == found.to_dict() == json.loads(json.dumps(found.to_dict()))
        assert bool(again) is bool(found)


def test_errors_name_things():
    field = im.HeightField(np.zeros((3, 3)), 1.0)
    scene = im.Scene.from_dict({"a": field, "b": (field, at(0, 0, 2))}, solid=True)
    with pytest.raises(ImpingeError, match=r"'a' and 'b': .*scene.ignore\('a', 'b'\)"):
        scene.stay_free({"b": at(0, 0, 1)})
    with pytest.raises(ImpingeError, match=r"^max_time"):
        scene.stay_free({}, max_time=2.0)
