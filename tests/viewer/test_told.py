"""Contacts as a page tells them."""

import numpy as np
from payload_reading import array, at, layer, layers, table
from populated import random_scene

import impinge as im
from impinge.viewer import told
from impinge.viewer.told import PairRow, counts_of, depths_of, told_by, told_in_file


def test_contacts_of_a_file_are_points_only():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(1.5))})
    view = im.View()
    view._contents.add_scene(
        scene, "s", told_in_file([PairRow("a", "b", -0.5, 3, (0.75, 0.0, 0.0))])
    )
    made = view.payload()
    assert table(made, "contacts")["rows"] == [["a", "b", -0.5, 3, [0.75, 0.0, 0.0]]]
    assert len(layers(made, "points")) == 1
    assert layers(made, "arrows") == []


def test_too_many_points_are_not_drawn_and_that_is_said(monkeypatch):
    monkeypatch.setattr(told, "MOST_CONTACTS", 5)
    scene = random_scene(25, seed=3)
    made = im.View().add(scene).payload()
    assert len(array(made, layer(made, "Contact points")["positions"])) == 5
    assert "first 5" in made["notes"][0]


def test_rows_are_the_deepest_of_each_pair_and_say_which_began():
    found = random_scene(25, seed=3).collide()
    first = found.pairs[0]
    made = told_by(found, {first})

    assert [row.state for row in made.rows] == ["began"] + ["lasting"] * (len(found) - 1)
    assert all(row.state is None for row in told_by(found).rows)
    assert [row.separation for row in made.rows] == [c.separation.min() for _, _, c in found]
    assert len(made.sides) == len(made.owners) == len(found.contacts.separation)


def test_counts_and_depths_are_those_of_names_that_are_known():
    rows = [PairRow("a", "b", -0.5, 1, (0, 0, 0)), PairRow("a", "other", np.nan, 0, (0, 0, 0))]
    frames = [told_in_file(rows), told_in_file([])]
    names, shapes = ["a", "b", "c"], [im.Sphere(1)] * 3

    assert counts_of(names, frames).tolist() == [[2, 1, 0], [0, 0, 0]]
    scale, depths = depths_of(names, shapes, frames, 1e-9)
    assert depths.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]
    assert scale.deepest == 0.5
