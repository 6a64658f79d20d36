"""Candidates of the broad phase against pairs that touch."""

import json

import numpy as np
from payload_reading import array, at, column, layer, layers, table
from populated import random_scene

import impinge as im
from impinge.viewer import layers_pairs
from impinge.viewer.layers_pairs import candidates


def test_candidates_are_pairs_whose_boxes_meet():
    scene = random_scene(20, seed=2)
    names, (lower, upper) = scene.names, scene.boxes
    expected = [
        (i, j) for i in range(20) for j in range(i + 1, 20)
        if (lower[i] <= upper[j]).all() and (lower[j] <= upper[i]).all()
    ]  # fmt: skip
    made = im.View().pairs(scene).payload()
    rows = table(made, "candidates")
    pairs = list(zip(column(rows, "a"), column(rows, "b"), strict=True))
    assert pairs == [(names[i], names[j]) for i, j in expected]
    real = [tuple(sorted(p)) for p, hit in zip(pairs, column(rows, "touching"), strict=True) if hit]
    assert sorted(real) == scene.overlaps()
    assert f"{len(pairs)} candidates of 190 pairs" in made["subtitle"]
    solid, dashed = layer(made, "Shapes touch"), layer(made, "Only boxes meet")
    assert not solid["dashed"]
    assert dashed["dashed"]
    assert len(array(made, solid["segments"])) == len(real)


def test_ignored_pairs_are_no_candidates():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1), "c": im.Sphere(1)})
    scene.ignore("a", "b")
    assert candidates(scene)[2].tolist() == [[0, 2], [1, 2]]


def test_half_spaces_have_a_middle_in_the_picture():
    scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": (im.Sphere(1), at(4))})
    made = im.View().add(scene).pairs(scene).payload()
    ends = array(made, layer(made, "Shapes touch")["segments"])
    assert np.isfinite(ends).all()
    assert np.abs(ends).max() <= 2.0
    assert len(array(made, layers(made, "boxes")[0]["centres"])) == 1


def test_long_lists_keep_what_touches(monkeypatch):
    scene = random_scene(20, seed=2)
    touching = len(scene.overlaps())
    monkeypatch.setattr(layers_pairs, "MOST_PAIRS", touching)
    made = im.View().pairs(scene).payload()
    assert all(column(table(made, "candidates"), "touching"))
    assert "are drawn and listed" in made["notes"][0]


def test_enormous_margins_are_drawn_as_far_as_one_can_see():
    scene = im.Scene()
    for name in "ab":
        scene.add(name, im.Sphere(1), margin=1e100)
    json.dumps(im.View().add(scene).pairs(scene).payload(), allow_nan=False)
