"""Contacts of near bodies: feature pairs that are found, remembered and dropped."""

import numpy as np
import pytest

import impinge as im
from impinge.geometry import box_mesh
from impinge.geometry.nature import Nature
from impinge.response import contact_rows
from impinge.simulation import World
from impinge.simulation.events_contacts import (
    NO_FACES,
    faces_of,
    impact_contact,
    impact_faces,
    is_flat,
    near_contacts,
    with_impact,
)


def two_bodies(low, high, gap, **options):
    made = World(method="events", gravity=(0, 0, 0))
    made.add("a low", low, fixed=True)
    made.add("b high", high, im.pose((0, 0, 1.0 + gap), **options))
    return made._bodies


def test_rows_are_speeds_of_gaps():
    bodies = two_bodies(im.Box((1, 1, 1)), im.Box((0.5, 0.5, 1)), 0.01)
    found = near_contacts(bodies, bodies.scene(0.05), NO_FACES, 0.05)
    assert found.number == 4
    assert found.separations == pytest.approx(0.01)
    bodies.velocities[1, 2] = -3.0
    speeds = found.rows(bodies).matrix() @ bodies.velocities.ravel()
    assert speeds == pytest.approx(-3.0)
    points = found.points, found.points
    wanted = contact_rows(found.pairs, *points, found.normals, bodies.centres)
    assert np.array_equal(found.rows(bodies).blocks, wanted.blocks)


def test_a_tip_is_where_it_touches():
    """The vertex, not a point midway: it would whirl around with a fast spin."""
    cone = im.Cone(0.5, 1.0)
    bodies = two_bodies(im.Box((1, 1, 1)), cone, 0.1, axis_angle=((1, 0, 0), np.pi))
    found = near_contacts(bodies, bodies.scene(0.2), NO_FACES, 0.2)
    assert found.number == 1
    assert found.points[0] == pytest.approx([0, 0, 0.6], abs=1e-9)


def test_faces_are_remembered_while_they_are_near():
    """Two meshes apart have one closest point; known pairs of faces add theirs."""
    bodies = two_bodies(box_mesh((1, 1, 1)), box_mesh((0.5, 0.5, 1)), 0.01)
    scene = bodies.scene(0.05)
    faces = faces_of(bodies, scene, NO_FACES, 0.05)
    assert len(faces) == 1
    assert near_contacts(bodies, scene, faces, 0.05).number == 2
    low, high = (
        np.flatnonzero(np.ptp(shape.vertices[shape.faces][:, :, 2], axis=1) == 0.0)
        for shape in bodies.shapes
    )
    tops = [k for k in low if bodies.shapes[0].vertices[bodies.shapes[0].faces[k], 2].mean() > 0]
    ends = [k for k in high if bodies.shapes[1].vertices[bodies.shapes[1].faces[k], 2].mean() < 0]
    every = np.array([[0, 1, a, b] for a in tops for b in ends])
    found = near_contacts(bodies, scene, every, 0.05)
    assert found.number == 1 + len(every)
    assert found.separations == pytest.approx(0.01)
    assert found.normals == pytest.approx(np.tile([0, 0, 1], (found.number, 1)))
    assert np.array_equal(found.matched(found.keys, found.separations)[0], found.separations)
    bodies.centres[1, 2] += 0.1
    bodies.place_in(scene)
    assert len(faces_of(bodies, scene, every, 0.05)) == 0


@pytest.mark.parametrize("shape", [im.Box((0.5, 0.5, 1)), box_mesh((0.5, 0.5, 1))])
def test_contacts_of_impacts(shape):
    bodies = two_bodies(box_mesh((1, 1, 1)), shape, 0.5, euler=(0.3, 0.2, 0.1))
    scene = bodies.scene()
    impact = scene.time_of_impact({"b high": im.pose((0, 0, 0), euler=(0.3, 0.2, 0.1))})
    contact = impact_contact(bodies, impact)
    assert contact.pairs.tolist() == [[0, 1]]
    assert contact.normals[0, 2] > 0.9
    assert len(impact_faces(bodies, impact)) == isinstance(shape, im.Mesh)
    alone = contact.some(np.zeros(1, np.bool_))
    once = with_impact(bodies, alone, impact, 1e-3)
    assert once.number == 1
    assert with_impact(bodies, once, impact, 1e-3).number == 1
    free = scene.time_of_impact({})
    assert impact_contact(bodies, free) is None


def test_flat_and_curved():
    part = im.Box((1, 1, 1))
    assert is_flat(im.Compound([(part, None)]))
    assert not is_flat(im.Compound([(part, None), (im.Sphere(1), None)]))
    assert Nature.VERTEX_FACE.dimensions == (0, 2)
