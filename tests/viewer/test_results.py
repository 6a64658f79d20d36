"""Which kind of layer shows which kind of answer."""

import numpy as np

import impinge as im
from impinge.viewer.layers_results import DistanceItem
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.results import item_of_result

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
