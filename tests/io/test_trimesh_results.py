"""Contacts and distances by name, from ours and from what fcl answers."""

import numpy as np
import pytest

import impinge as im
from impinge.io.trimesh_results import ContactData, DistanceData, contact_data


def test_contacts_of_a_pair():
    found = im.collide(im.Box((1, 1, 1)), im.torus_knot(), limit=None)
    data = list(contact_data(found, ("box", "knot"), (im.Box((1, 1, 1)), im.torus_knot())))
    assert len(data) == len(found) > 0
    for i, contact in enumerate(data):
        assert contact.names == {"box", "knot"}
        assert contact.depth == max(0.0, -found.separation[i])
        assert contact.index("box") == -1
        assert contact.index("knot") == found.feature_b[i]
        np.testing.assert_array_equal(contact.point, found.point[i])
        np.testing.assert_array_equal(contact.normal, found.normal[i])
    with pytest.raises(AttributeError):
        data[0].depth = 1.0


def test_what_fcl_answers_will_do():
    fcl = pytest.importorskip("fcl", reason="python-fcl is not installed")
    ball = fcl.CollisionObject(fcl.Sphere(1.0), fcl.Transform())
    other = fcl.CollisionObject(fcl.Sphere(1.0), fcl.Transform(np.array([1.5, 0, 0])))
    found = fcl.CollisionResult()
    fcl.collide(ball, other, fcl.CollisionRequest(enable_contact=True), found)
    assert ContactData(("a", "b"), found.contacts[0]).depth == pytest.approx(0.5)
    far = fcl.Transform(np.array([5.0, 0, 0]))
    near = fcl.DistanceResult()
    asked = fcl.DistanceRequest(enable_nearest_points=True)
    fcl.distance(ball, fcl.CollisionObject(fcl.Sphere(1.0), far), asked, near)
    data = DistanceData(("a", "b"), near)
    assert data.distance == pytest.approx(3.0)
    np.testing.assert_allclose(data.point("a"), [1, 0, 0], atol=1e-3)
