"""The answer: named read-only arrays that pickle, swap and turn into plain numbers."""

import copy
import json
import pickle

import numpy as np
import pytest
from placing import shift

from impinge.contacts import Nature, collide
from impinge.geometry import Box, HalfSpace

CRATE, FLOOR = Box((1.0, 1.0, 1.0)), HalfSpace((0.0, 0.0, 1.0))
LOW = shift(0.0, 0.0, 0.499)
NAMES = {
    "point": (3,),
    "point_a": (3,),
    "point_b": (3,),
    "normal": (3,),
    "separation": (),
    "feature_a": (),
    "feature_b": (),
    "part_a": (),
    "part_b": (),
    "nature": (),
    "key": (),
}


@pytest.fixture(scope="module")
def single():
    return collide(CRATE, FLOOR, LOW)


@pytest.fixture(scope="module")
def batch():
    return collide(CRATE, FLOOR, np.stack([LOW, shift(0.0, 0.0, 3.0), LOW]))


@pytest.mark.parametrize("name", NAMES)
def test_arrays_have_a_row_a_contact_and_cannot_be_written_to(single, name):
    array = getattr(single, name)

    assert array.shape == (4, *NAMES[name])
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 0


def test_it_cannot_be_changed(single):
    with pytest.raises(AttributeError, match="cannot be changed"):
        single.point = None


def test_the_point_is_midway(single):
    np.testing.assert_array_equal(single.point, 0.5 * (single.point_a + single.point_b))


def test_natures_have_names(single):
    assert single.natures == [Nature.FACE_FACE] * 4


def test_a_batch_has_rows(batch):
    np.testing.assert_array_equal(batch.offsets, [0, 4, 4, 8])
    np.testing.assert_array_equal(batch.counts(), [4, 0, 4])
    np.testing.assert_array_equal(batch.rows(), [0] * 4 + [2] * 4)
    assert batch.of_row(0).offsets is None
    assert [len(batch.of_row(i)) for i in (0, 1, -1)] == [4, 0, 4]
    with pytest.raises(IndexError):
        batch.of_row(3)


def test_a_single_answer_has_no_rows(single):
    assert single.offsets is None
    np.testing.assert_array_equal(single.counts(), [4])
    with pytest.raises(TypeError, match="single query"):
        single.of_row(0)


@pytest.mark.parametrize("which", ["single", "batch"])
def test_swapping_twice_changes_nothing(which, request):
    found = request.getfixturevalue(which)
    there = found.swapped()

    np.testing.assert_array_equal(there.swapped()._rows, found._rows)
    np.testing.assert_array_equal(np.sort(there.feature_b), np.sort(found.feature_a))
    np.testing.assert_array_equal(there.normal, -found.normal)


@pytest.mark.parametrize("which", ["single", "batch"])
def test_it_pickles_and_copies(which, request):
    found = request.getfixturevalue(which)
    for twin in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        np.testing.assert_array_equal(twin._rows, found._rows)
        assert (twin.offsets is None) == (found.offsets is None)


def test_it_is_json(batch):
    plain = json.loads(json.dumps(batch.to_dict()))

    assert set(plain) == {*NAMES, "offsets"}
    assert plain["offsets"] == [0, 4, 4, 8]
    assert np.shape(plain["point"]) == (8, 3)
    np.testing.assert_array_equal(plain["key"], batch.key)


def test_it_says_what_it_is(single, batch):
    assert repr(single) == "Contacts(4 points, least separation -0.001)"
    assert repr(batch) == "Contacts(8 points, 3 rows, least separation -0.001)"
    assert repr(batch.of_row(1)) == "Contacts(0 points)"
