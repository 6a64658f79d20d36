"""The lines along which two meshes cross."""

import numpy as np
import pytest
from payload_reading import array, at, layer, table, world

import impinge as im
from impinge.viewer import layers_triangles
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_triangles import crossings

KNOT, BALL = im.torus_knot(80, 10), im.icosphere(0.7, 3)


def test_crossings_lie_on_both_surfaces():
    pose = at(0.6, 0.1)
    pairs = im.intersecting_pairs(KNOT, BALL, None, pose)
    made = im.View().add(KNOT).add(BALL, pose=pose).add(pairs).payload()
    assert table(made, "triangles")["rows"] == pairs.pairs.tolist()
    lines = layer(made, "Triangle pairs")
    points = world(made, array(made, lines["segments"])).reshape(-1, 3)
    assert len(points) >= 2 * 0.95 * len(pairs) > 100
    assert im.closest_point(KNOT, points).distance.max() < 1e-6
    assert im.closest_point(BALL, points, pose).distance.max() < 1e-6
    assert made["subtitle"] == f"mesh and mesh 2: {len(pairs)} pairs of triangles meet"


def test_a_crossing_has_the_length_it_has():
    a = np.array([[[0, 0, 0], [2, 0, 0], [0, 2, 0.0]]])
    b = np.array([[[0.5, 0.5, -1], [0.5, 0.5, 1], [0.5, -3, 0.0]]])
    rows, ((p, q),) = crossings(a, b)
    assert rows.tolist() == [0]
    assert sorted([p.tolist(), q.tolist()]) == [[0.5, 0.0, 0.0], [0.5, 0.5, 0.0]]
    same = crossings(b, a)[1]
    assert sorted(same[0].tolist()) == sorted([p.tolist(), q.tolist()])
    assert len(crossings(a, a)[0]) == 0
    assert len(crossings(a[:0], b[:0])[1]) == 0


def test_far_places_do_not_lose_crossings():
    pose = at(0.6, 0.1)
    pairs = im.intersecting_pairs(KNOT, BALL, None, pose).pairs
    a, b = (
        KNOT.vertices[KNOT.faces[pairs[:, 0]]],
        moved(BALL.vertices, pose)[BALL.faces[pairs[:, 1]]],
    )
    near, far = len(crossings(a, b)[0]), len(crossings(a + 1e4, b + 1e4)[0])
    assert abs(near - far) <= 0.02 * near


def test_long_lists_are_cut_and_that_is_said(monkeypatch):
    monkeypatch.setattr(layers_triangles, "MOST_PAIRS", 10)
    pairs = im.intersecting_pairs(KNOT, BALL, None, at(0.6, 0.1))
    made = im.View().add(KNOT).add(BALL, pose=at(0.6, 0.1)).add(pairs).payload()
    assert len(table(made, "triangles")["rows"]) == 10
    assert "first 10" in made["notes"][0]


def test_pairs_need_their_meshes():
    pairs = im.intersecting_pairs(KNOT, BALL)
    with pytest.raises(im.ImpingeError, match="add both"):
        im.View().add(KNOT).add(pairs)
    with pytest.raises(im.ImpingeError, match="other meshes"):
        im.View().add(im.box_mesh()).add(im.box_mesh()).add(pairs)
    batch = im.intersecting_pairs(KNOT, BALL, None, [at(), at(1)])
    with pytest.raises(im.ImpingeError, match="batch"):
        im.View().add(KNOT).add(BALL).add(batch)
