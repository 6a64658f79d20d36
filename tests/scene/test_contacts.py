"""The contacts of a frame: by name, either way round, as plain data."""

import copy
import json
import pickle

import numpy as np
import pytest
from populated import random_pose, random_scene

import impinge as im


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
    assert len(contacts.of("nobody", "no one")) == 0
    with pytest.raises(im.ImpingeError, match="expected names"):
        contacts.of(1, 2)


def test_what_touches_a_thing():
    _, contacts = found()
    for name in ("thing 3", "nobody"):
        expected = sorted({n for pair in contacts.pairs if name in pair for n in pair} - {name})
        assert contacts.touching(name) == expected


def test_it_is_plain_data():
    _, contacts = found()
    plain = json.loads(json.dumps(contacts.to_dict()))

    assert [tuple(pair) for pair in plain["pairs"]] == contacts.pairs
    assert len(plain["continues"]) == len(contacts.contacts) == len(plain["contacts"]["key"])
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
