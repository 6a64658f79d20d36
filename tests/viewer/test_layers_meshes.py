"""Two meshes that meet: crossings, and the page of a tracked contact."""

import numpy as np
import pytest
from payload_reading import array, at, layer, table, world

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.narrow import ContactTracker
from impinge.scenes import polyhedra_scene
from impinge.viewer import layers_meshes
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_meshes import crossings

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
    monkeypatch.setattr(layers_meshes, "MOST_PAIRS", 10)
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


def contact_of(name, time):
    scene = polyhedra_scene(name, 300)
    a, b = scene.vertices(time)
    contact = ContactTracker(scene.mesh_a, scene.mesh_b).update(a, b)
    return contact, scene.mesh_a.with_vertices(a), scene.mesh_b.with_vertices(b)


def test_layers_of_a_contact():
    contact, a, b = contact_of("border", 0.3)
    assert len(contact) > 5
    made = im.View().add(a, "ball").add(b, "block").add(contact).payload()
    drawn = 0
    for criterion, name in enumerate((
        "Kept facets", "Facets that look away", "Facets outside the slab", "Facets beside the disk",
    )):  # fmt: skip
        count = sum((contact.dropped_by(side) == criterion).sum() for side in "ab")
        segments = array(made, layer(made, name)["segments"]).reshape(-1, 2, 3)
        assert len(segments) == 3 * count
        drawn += count
    assert drawn == len(a.faces) + len(b.faces)
    n, hulls = contact.separation.direction, contact.separation
    zones = world(made, array(made, layer(made, "Impact zones")["segments"])).reshape(-1, 3)
    heights = np.sort(zones @ n)
    assert heights[0] == pytest.approx(hulls.lowest_b, abs=1e-5)
    assert heights[-1] == pytest.approx(hulls.highest_a, abs=1e-5)
    slab = world(made, array(made, layer(made, "Contact slab")["segments"])).reshape(-1, 3)
    assert set(np.round(slab @ n, 4)) == {round(hulls.lowest_b, 4), round(hulls.highest_a, 4)}
    rows = table(made, "facets")["rows"]
    assert [row[:2] for row in rows] == contact.pairs.tolist()
    assert "pairs of facets meet, hulls overlap by" in made["subtitle"]


def test_what_is_said():
    contact, a, b = contact_of("clamp", 0.5)
    assert contact.fallback
    assert "opposite sides" in im.View().add(a).add(b).add(contact).payload()["subtitle"]
    ball = im.icosphere(1.0, 2)
    for x, scale, words in ((3.0, 1.0, "hulls apart by"), (0.0, 0.4, "B is inside")):
        moved = scale * ball.vertices + np.array([x, 0.0, 0.0])
        contact = ContactTracker(ball, ball).update(vertices_b=moved)
        made = im.View().add(ball).add(ball.with_vertices(moved)).add(contact).payload()
        assert words in made["subtitle"]


def test_a_contact_needs_its_meshes():
    contact, a, b = contact_of("border", 0.3)
    with pytest.raises(ImpingeError, match="need their meshes"):
        im.View().add(contact)
    with pytest.raises(ImpingeError, match="of other meshes"):
        im.View().add(b).add(im.box_mesh()).add(contact)
    assert len(a.faces) == len(contact.dropped_by("a"))
