"""The result of a frame: its fields, what dropped each facet, and its text."""

import json
from dataclasses import fields

import numpy as np
import pytest

from impinge.contacts import Nature
from impinge.core.errors import ImpingeError
from impinge.geometry import icosphere
from impinge.narrow import ContactTracker, PolyhedraContact

BALL = icosphere(1.0, 2)


def contact_at(x):
    return ContactTracker(BALL, BALL).update(vertices_b=BALL.vertices + np.array([x, 0.0, 0.0]))


def test_fields():
    shown = [field.name for field in fields(PolyhedraContact) if field.name[0] != "_"]
    assert shown == [
        "separation", "disk_a", "disk_b", "facets_a", "facets_b", "kept", "pairs", "nature",
        "points", "depths", "restricted", "fallback", "inside", "turned",
    ]  # fmt: skip
    assert list(contact_at(1.9).to_dict()) == shown


def test_dropped_by():
    contact = contact_at(1.9)
    for side, facets in (("a", contact.facets_a), ("b", contact.facets_b)):
        dropped = contact.dropped_by(side)
        assert np.array_equal(np.flatnonzero(dropped == 0), facets)
        assert set(np.unique(dropped)) == {0, 1, 2, 3}
    assert (contact_at(3.0).dropped_by("b") == 2).all()
    with pytest.raises(ImpingeError, match="side"):
        contact.dropped_by("c")


def test_apart():
    contact = contact_at(3.0)
    assert repr(contact) == "PolyhedraContact(apart, 0 pairs of 0 x 0)"
    assert (contact.restricted, contact.fallback, contact.inside) == (True, False, None)
    assert contact.kept.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert contact.disk_a.radius == contact.disk_b.radius == 0.0
    gap = (contact.disk_b.centre - contact.disk_a.centre) @ contact.separation.direction
    assert gap == pytest.approx(contact.separation.distance)


def test_text_and_plain_numbers():
    assert "b inside" in repr(ContactTracker(BALL, BALL).update(vertices_b=0.4 * BALL.vertices))
    plain = json.loads(json.dumps(contact_at(1.9).to_dict()))
    assert len(plain["pairs"]) == len(plain["nature"]) == len(plain["depths"]) > 0
    assert set(plain["nature"]) <= {nature.name for nature in Nature}
    assert len(contact_at(1.9)) == len(plain["pairs"])


def test_read_only():
    contact = contact_at(1.9)
    for name in ("facets_a", "kept", "pairs", "nature", "points", "depths"):
        assert not getattr(contact, name).flags.writeable
    with pytest.raises(AttributeError):
        contact.inside = "a"
