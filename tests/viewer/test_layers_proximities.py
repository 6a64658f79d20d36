"""Arrows between features of a surface near each other."""

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.geometry import grid_mesh
from impinge.narrow import proximities
from impinge.viewer import layers_proximities


def two_sheets(cells=4, gap=0.05):
    """A square above another, moved aside a little, as one mesh."""
    one = grid_mesh(1.0, cells)
    shift = np.array([0.031, 0.017, gap])
    vertices = np.concatenate([one.vertices, one.vertices + shift])
    return im.Mesh(vertices, np.concatenate([one.faces, one.faces + len(one.vertices)]))


@pytest.fixture(scope="module")
def near():
    mesh = two_sheets()
    return mesh, proximities(mesh, 0.06)


def test_arrows_lead_from_the_first_to_the_second(near):
    mesh, found = near
    pose = at(3.0, -2.0, 5.0)
    made = im.View().add(mesh, "sheets", pose).add(found).payload()
    arrows = layer(made, "Proximities")
    start = world(made, array(made, arrows["positions"]))
    vectors = made["scale"] * array(made, arrows["vectors"]).astype(np.float64)
    distance = np.concatenate([found.vertex_face.distance, found.edge_edge.distance])
    normal = np.concatenate([found.vertex_face.normal, found.edge_edge.normal])
    assert len(start) == len(distance) > 50
    np.testing.assert_allclose(vectors, distance[:, None] * normal, atol=1e-6)
    tips = start + vectors
    assert im.closest_point(mesh, start, pose).distance.max() < 1e-6
    assert im.closest_point(mesh, tips, pose).distance.max() < 1e-6
    rows = table(made, "proximities")
    assert column(rows, "distance") == distance.tolist()
    assert rows["sort"] == {"key": "distance", "descending": False}
    counts = len(found.vertex_face), len(found.edge_edge)
    assert f"{counts[0]} vertices near faces, {counts[1]} pairs of edges, 0.05" in made["subtitle"]


def test_the_nearest_are_kept_of_many(near, monkeypatch):
    monkeypatch.setattr(layers_proximities, "MOST_ARROWS", 10)
    mesh, found = near
    made = im.View().add(mesh).add(found, "Near").payload()
    distance = np.concatenate([found.vertex_face.distance, found.edge_edge.distance])
    shown = column(table(made, "proximities"), "distance")
    assert sorted(shown) == np.sort(distance)[:10].tolist()
    assert "nearest 10" in made["notes"][0]


def test_nothing_near_is_said(near):
    made = im.View().add(near[0]).add(proximities(near[0], 0.01)).payload()
    assert made["subtitle"] == "0 vertices near faces, 0 pairs of edges"
    assert not layers(made, "arrows")


def test_they_need_their_mesh(near):
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(im.Sphere(1.0)).add(near[1])
    with pytest.raises(im.ImpingeError, match="another mesh"):
        im.View().add(near[0]).add(im.box_mesh(), "box").add(near[1])
