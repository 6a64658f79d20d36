"""Which kind of layer shows which kind of answer."""

import numpy as np
import pytest
from payload_reading import at, column, table

import impinge as im
from impinge.viewer.layers_results import DistanceItem
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.results import item_of_result, items_of_scene

A = im.Sphere(1)


def test_the_last_two_things_are_a_and_b():
    things = [LooseThing(name, A, np.eye(4), "a", 1.0) for name in ("x", "y", "z")]
    found = item_of_result(im.distance(A, A), None, things)
    assert isinstance(found, DistanceItem)
    assert found.names == ("y", "z")
    assert item_of_result(im.distance(A, A), "near", things[:1]).names is None
    assert item_of_result(im.distance(A, A), "near", []).name == "near"


def test_others_are_named():
    things = [LooseThing(name, A, np.eye(4), "a", 1.0) for name in ("x", "y", "z")]
    assert item_of_result(im.distance(A, A), None, things, ("z", "x")).names == ("z", "x")
    found = im.time_of_impact(A, A, im.Motion(None, None))
    assert item_of_result(found, None, things, ("z", "x")).names == ("z", "x")
    ball = im.icosphere(1.0, 1)
    things[0] = LooseThing("x", ball, np.eye(4), "a", 1.0)
    things[1] = LooseThing("y", ball, np.eye(4), "a", 1.0)
    pairs = im.intersecting_pairs(ball, ball)
    assert item_of_result(pairs, None, things, ("x", "y")).meshes == (ball, ball)


def test_what_is_no_answer_is_none():
    assert item_of_result(A, None, []) is None
    assert item_of_result(3, None, []) is None


def sinking():
    """A box that starts in the floor, and a ball that falls on it."""
    scene = im.Scene()
    scene.add("floor", im.HalfSpace((0, 0, 1)))
    scene.add("box", im.Box((1, 1, 1)), at(0, 0, 0.4))
    scene.add("ball", im.Sphere(0.5), at(3, 0, 2))
    return scene


def test_what_started_touching_is_told_though_nothing_else_touches():
    scene, targets = sinking(), {"box": at(0, 0, 0.2)}
    found = scene.time_of_impact(targets)
    assert found.status == im.ImpactStatus.FREE
    made = im.View().add(scene).motions(targets).add(found).payload()
    assert made["subtitle"] == "box and floor: touching at the start, 0.1 m deep"
    assert column(table(made, "impacts"), "status") == ["touching at the start"]
    both = {**targets, "ball": at(3, 0, -1)}
    found = scene.time_of_impact(both)
    made = im.View().add(scene).motions(both).add(found).payload()
    rows = table(made, "impacts")
    assert sorted(zip(column(rows, "a"), column(rows, "status"), strict=True)) == [
        ("ball", "first contact"), ("box", "touching at the start"),
    ]  # fmt: skip
    assert made["step"]["time"] == found.time


def test_scenes_without_starts_are_told_as_they_were():
    scene = sinking()
    scene.remove("box")
    for end, words in ((-1.0, "ball and floor: first contact at"), (1.0, "free in the whole step")):
        targets = {"ball": at(3, 0, end)}
        found = scene.time_of_impact(targets)
        assert len(items_of_scene(found, None, ())) == 1
        made = im.View().add(scene).motions(targets).add(found).payload()
        assert made["subtitle"].startswith(words)
    with pytest.raises(im.ImpingeError, match="'ball' is not in the view"):
        im.View().add(scene.impacts({"ball": at(3, 0, -1)}))


def test_a_cast_says_what_it_began_in():
    scene = sinking()
    found = scene.cast(im.Sphere(0.2), (0, 0, 9), at(0, 0, 0.1))
    made = im.View().add(scene).add(found).payload()
    assert any(said == "Touched where it begins: box, floor." for said in made["cautions"])
