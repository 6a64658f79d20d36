"""The contacts of a frame: by name, either way round, as plain data."""

import copy
import json
import pickle

import every_shape
import numpy as np
import populated
import pytest
from populated import random_pose, random_scene, single_contacts

import impinge as im
from impinge.contacts.collide import contacts_of
from impinge.scene import Scene


def found():
    scene = random_scene(15, 2)
    scene.collide()
    scene.move("thing 3", random_pose(np.random.default_rng(8)))
    return scene, scene.collide()


def test_contacts_are_found_by_either_order_of_names():
    scene, contacts = found()
    a, b = contacts.pairs[0]

    np.testing.assert_array_equal(contacts.of(b, a).normal, contacts.of(a, b).swapped().normal)
    np.testing.assert_array_equal(contacts.of(a, b)._rows, contacts.contacts.of_row(0)._rows)
    apart = next(
        (p, q) for p in scene.names for q in scene.names if p < q and (p, q) not in contacts.pairs
    )
    assert len(contacts.of(*apart)) == 0
    with pytest.raises(im.ImpingeError, match="a: expected a name, got 1"):
        contacts.of(1, 2)


def test_names_that_no_thing_had_are_named():
    scene, contacts = found()
    for names, argument in ((("thing 3", "typo"), "b"), (("typo", "thing 3"), "a")):
        with pytest.raises(im.ImpingeError, match=f"^{argument}: nothing .* called 'typo'; there"):
            contacts.of(*names)
    with pytest.raises(im.ImpingeError, match=r"^name: nothing in the scene is called 'typo'"):
        contacts.touching("typo")
    # An answer keeps the names of its time.
    scene.remove("thing 3")
    assert contacts.touching("thing 3") is not None
    assert len(contacts.of("thing 3", "thing 4")) >= 0
    with pytest.raises(im.ImpingeError, match="thing 3"):
        scene.collide().of("thing 3", "thing 4")


def test_what_touches_a_thing():
    _, contacts = found()
    for name in ("thing 3", "thing 4"):
        expected = sorted({n for pair in contacts.pairs if name in pair for n in pair} - {name})
        assert contacts.touching(name) == expected


def test_it_is_plain_data():
    _, contacts = found()
    plain = json.loads(json.dumps(contacts.to_dict()))

    assert [tuple(pair) for pair in plain["pairs"]] == contacts.pairs
    assert len(plain["continues"]) == len(contacts.contacts.key) == len(plain["contacts"]["key"])
    assert len(contacts) == len(contacts.pairs)
    assert repr(contacts).startswith(f"SceneContacts({len(contacts)} pairs")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
def test_copies_say_the_same(copied):
    _, contacts = found()
    assert copied(contacts).to_dict() == contacts.to_dict()


def test_it_cannot_be_changed():
    _, contacts = found()
    with pytest.raises(AttributeError, match="cannot be changed"):
        contacts.contacts = None
    with pytest.raises(ValueError, match="read-only"):
        contacts.continues[0] = 3


SHAPES = {**every_shape.ALL, "ball mesh": im.icosphere(0.5, 2), "knot": im.torus_knot(24, 5)}


@pytest.mark.parametrize("solid", [False, True])
@pytest.mark.parametrize("margin", [0.0, 0.05])
def test_every_pair_that_touches_has_a_contact_also_within_rounding(solid, margin):
    """Pairs are put where they just touch, give or take some roundings."""
    rng, asked = np.random.default_rng(1), 0
    # Two filled grounds are refused by every query.
    names = [name for name in SHAPES if not solid or name != "height field"]
    while asked < 150:
        a, b = (SHAPES[names[k]] for k in rng.integers(len(names), size=2))
        if isinstance(a, im.HalfSpace) and isinstance(b, im.HalfSpace):
            continue
        poses = random_pose(rng, 2.0), random_pose(rng, 100.0)
        gap = im.distance(a, b, *poses)
        poses[1][:3, 3] -= gap.normal * (gap.distance - 2.0 * margin)
        poses[1][:3, 3] *= 1.0 + 2.0**-52 * rng.integers(-2, 3)
        asked += 1
        scene = Scene(solid=solid)
        scene.add("a", a, poses[0], margin)
        scene.add("b", b, poses[1], margin)
        found = scene.collide()
        assert found.pairs == scene.overlaps()
        assert (found.contacts.counts() > 0).all()
        lengths = np.linalg.norm(found.contacts.normal, axis=1)
        np.testing.assert_allclose(lengths, 1.0, atol=1e-12)
        json.dumps(found.to_dict())


def test_what_collide_takes_for_no_contact_is_the_shortest_connection(monkeypatch):
    monkeypatch.setattr("impinge.scene.frames.contacts_of", lambda *_: [])
    scene = Scene.from_dict({"a": im.Box((1, 1, 1)), "b": im.icosphere(0.5, 1), "c": im.Sphere(2)})
    pairs, found = scene.overlaps(), scene.collide()

    assert [len(contacts) for _, _, contacts in found] == [1] * len(pairs)
    for a, b, contacts in found:
        gap = im.distance(scene[a].shape, scene[b].shape)
        np.testing.assert_array_equal(contacts.normal[0], gap.normal)
        assert contacts.separation[0] == gap.distance
        assert contacts.feature_a[0] == gap.feature_a


@pytest.mark.parametrize("solid", [False, True])
def test_every_margin_of_its_own(solid, monkeypatch):
    """As pairs asked alone, in batches that do not grow with the number of margins."""
    rng = np.random.default_rng(9)
    kinds = [kind for kind in populated.SHAPES if not solid or kind != "field"]
    scene = random_scene(40, 9, 3.0, kinds, solid=solid)
    scene.add("floor", im.HalfSpace((0, 0, 1), -0.8))
    for k, name in enumerate(scene.names):
        scene.set_margin(name, 0.0 if k % 5 == 0 else float(rng.uniform(0.0, 0.15)))
    pairs, batches = scene.overlaps(), []

    def counted(*asked):
        batches.append(asked)
        return contacts_of(*asked)

    monkeypatch.setattr("impinge.scene.frames.contacts_of", counted)
    found = scene.collide()

    assert len(batches) == 1
    assert found.pairs == pairs
    assert len(pairs) > 40
    for a, b, contacts in found:
        np.testing.assert_array_equal(contacts._rows, single_contacts(scene, a, b)._rows)
