"""Results from what their ``to_dict`` has written."""

import json

import numpy as np
import pytest
from payload_reading import at

import impinge as im
from impinge.cli.kept_result import result_of, table_of

BALL, BOX = im.Sphere(1), im.Box((1, 1, 1))
POSES = np.stack([at(3), at(1), at(0.2)])


def scene_of(x):
    return im.Scene.from_dict({"a": BALL, "b": (BOX, at(x))})


def again(found):
    return result_of(json.loads(json.dumps(found.to_dict())))


MAKERS = {
    "distance": lambda: im.distance(BALL, BOX, at(3)),
    "distances": lambda: im.distance(BALL, BOX, POSES),
    "depths": lambda: im.penetration(BALL, BOX, POSES),
    "contacts": lambda: im.collide(BALL, BOX, at(0.5)),
    "batch": lambda: im.collide(BALL, BOX, POSES),
    "closest": lambda: im.closest_point(BALL, [[3, 0, 0], [0, 2, 0]]),
    "rays": lambda: im.cast_ray(BALL, [[3, 0, 0], [3, 3, 3]], [-1, 0, 0]),
    "hit": lambda: im.time_of_impact(BALL, BOX, im.Motion(at(3), at(0)), None),
    "free": lambda: im.time_of_impact(BALL, BOX, im.Motion(at(3), at(5)), None),
    "bounded": lambda: im.distance_within(
        im.icosphere(0.5, 2), im.icosphere(0.5, 2), None, at(3), budget=1.0
    ),
    "nearest": lambda: scene_of(3).closest_pair(),
    "near pairs": lambda: scene_of(3).near_pairs(5.0),
    "nearest thing": lambda: scene_of(3).closest("a"),
    "nearest things": lambda: scene_of(3).closest("a", count=1),
    "scene rays": lambda: scene_of(3).cast_ray([[9, 0, 0], [9, 9, 9]], [-1, 0, 0]),
}


@pytest.mark.parametrize("name", MAKERS)
def test_what_was_written_comes_back(name):
    found = MAKERS[name]()
    made = again(found)
    assert type(made) is type(found)
    assert made.to_dict() == found.to_dict()
    # And a page shows it.
    assert im.View().add(made).payload()["subtitle"] == im.View().add(found).payload()["subtitle"]


def test_scenes_and_their_contacts_come_back():
    scene = scene_of(1)
    assert again(scene).to_dict() == scene.to_dict()
    found = scene.collide()
    made = again(found)
    assert made.pairs == found.pairs
    assert made.contacts.to_dict() == found.contacts.to_dict()
    mesh = im.icosphere(0.5, 2)
    pairs = im.intersecting_pairs(mesh, mesh, None, at(0.3))
    assert again(pairs).pairs.tolist() == pairs.pairs.tolist()
    many = im.intersecting_pairs(mesh, mesh, None, np.stack([at(0.3), at(5), at(0.2)]))
    assert [len(row.pairs) for row in again(many)] == [len(row.pairs) for row in many]


def test_other_things_are_no_results():
    assert result_of({}) is table_of({}) is None
    assert result_of({"a": 1, "distance": 3}) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("distance", "far"), ("point_a", [0, 0]), ("point_a", [0, 0, None]), ("normal", float("nan"))],
)
def test_broken_results_are_refused(name, value):
    plain = im.distance(BALL, BOX, at(3)).to_dict()
    with pytest.raises((ValueError, TypeError)):
        result_of({**plain, name: value})
