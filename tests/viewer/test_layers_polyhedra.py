"""The page of a tracked contact: facets by criterion, slab, disks, direction, table."""

import numpy as np
import pytest
from payload_reading import array, layer, table, world

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.narrow import ContactTracker
from impinge.scenes import polyhedra_scene


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
