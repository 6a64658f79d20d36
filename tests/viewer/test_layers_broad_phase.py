"""What a broad phase makes of things: cells, boxes, candidates."""

import json

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world
from populated import random_scene

import impinge as im
from impinge.partition import BspTree, KdTree, Octree, SpatialHash, UniformGrid
from impinge.viewer import layers_broad_phase
from impinge.viewer.layers_broad_phase import candidates

KNOT = im.torus_knot(60, 8)


@pytest.mark.parametrize("kind", [UniformGrid, SpatialHash, Octree, KdTree])
def test_cells_are_those_of_the_partition(kind):
    tree = kind.from_triangles(KNOT.vertices, KNOT.faces)
    cells = tree.cells()
    made = im.View().add(KNOT, "knot").cells(tree).payload()
    rows = table(made, "cells")
    assert column(rows, "count") == cells[2].tolist()
    boxes = layer(made, f"{kind.__name__} cells")
    centres, halves = (array(made, boxes[key]) for key in ("centres", "halves"))
    low = world(made, centres - halves)
    inner = np.isfinite(cells[0]).all(axis=1) & np.isfinite(cells[1]).all(axis=1)
    assert inner.any()
    np.testing.assert_allclose(low[inner], cells[0][inner], atol=1e-5)
    assert np.isfinite(centres).all()
    assert (halves >= 0).all()
    assert f"{len(cells[2]):,} cells" in made["subtitle"]


def test_the_fullest_are_shown(monkeypatch):
    monkeypatch.setattr(layers_broad_phase, "MOST_CELLS", 7)
    tree = Octree.from_triangles(KNOT.vertices, KNOT.faces)
    made = im.View().cells(tree, "tree").payload()
    counts = column(table(made, "cells"), "count")
    assert sorted(counts) == sorted(np.sort(tree.cells()[2])[-7:].tolist())
    assert "fullest 7" in made["notes"][0]


def test_others_have_no_cells():
    for other in (BspTree(KNOT), 3):
        with pytest.raises(im.ImpingeError, match="has no cells"):
            im.View().cells(other)
    empty = im.View().cells(UniformGrid(np.zeros((0, 3)), np.zeros((0, 3)))).payload()
    assert empty["subtitle"] == "no cell holds anything"


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
    monkeypatch.setattr(layers_broad_phase, "MOST_PAIRS", touching)
    made = im.View().pairs(scene).payload()
    assert all(column(table(made, "candidates"), "touching"))
    assert "are drawn and listed" in made["notes"][0]


def test_enormous_margins_are_drawn_as_far_as_one_can_see():
    scene = im.Scene()
    for name in "ab":
        scene.add(name, im.Sphere(1), margin=1e100)
    json.dumps(im.View().add(scene).pairs(scene).payload(), allow_nan=False)
