"""The least distance of many, found from what has changed, is that of all pairs."""

import numpy as np
import pytest

import impinge as im
from impinge.io.trimesh_nearest import NOTHING, least_of_all, least_of_one, least_to_shape
from impinge.io.trimesh_objects import Objects


def at(*place):
    pose = np.eye(4)
    pose[:3, 3] = place
    return pose


def balls(*places):
    objects = Objects()
    for name, x in enumerate(places):
        objects.set(name, im.Sphere(1.0), at(x, 0, 0))
    return objects


def test_nothing_to_measure():
    assert least_of_all(balls()) == NOTHING
    assert least_of_all(balls(3.0)) == NOTHING
    assert least_of_one(balls(3.0), "0000000000000000") == NOTHING
    assert least_to_shape(balls(), im.Sphere(1.0), at(0, 0, 0), "x") == NOTHING


def test_only_what_has_changed_is_measured_again(monkeypatch):
    objects = balls(0.0, 4.0, 9.0, 20.0)
    assert least_of_all(objects)[:2] == (2.0, (0, 1))
    monkeypatch.setattr(objects.scene, "closest_pair", lambda: pytest.fail("all were asked"))
    objects.pose(3, at(19.0, 0, 0))
    assert least_of_all(objects)[:2] == (2.0, (0, 1))
    objects.pose(3, at(12.0, 0, 0))
    assert least_of_all(objects)[:2] == (1.0, (2, 3))
    objects.remove(0)
    assert least_of_all(objects)[:2] == (1.0, (2, 3))
    assert least_of_all(objects) is least_of_all(objects)


def test_all_are_measured_if_the_nearest_two_changed():
    objects = balls(0.0, 4.0, 9.0, 20.0)
    assert least_of_all(objects).far == 2.0
    objects.pose(0, at(-10.0, 0, 0))
    assert least_of_all(objects)[:2] == (3.0, (1, 2))
    objects.remove(1)
    assert least_of_all(objects)[:2] == (9.0, (2, 3))
    objects.pose(3, at(9.5, 0, 0))
    assert least_of_all(objects)[:2] == (pytest.approx(-1.5), (2, 3))
    objects.pose(3, at(19.0, 0, 0))
    assert least_of_all(objects)[:2] == (8.0, (2, 3))


def test_an_interrupted_question_forgets_what_it_knew(monkeypatch):
    objects = balls(0.0, 4.0, 9.0)
    assert least_of_all(objects).far == 2.0
    objects.pose(0, at(-10.0, 0, 0))
    with monkeypatch.context() as patch:
        patch.setattr(objects.scene, "overlaps", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            least_of_all(objects)
    assert least_of_all(objects)[:2] == (3.0, (1, 2))


def _interrupt():
    raise KeyboardInterrupt
