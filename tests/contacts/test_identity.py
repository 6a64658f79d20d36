"""Keys tell contacts apart and find them again."""

import numpy as np
import pytest
from placing import shift
from resting import nudged, turned

from impinge.contacts import Contacts, collide, match
from impinge.contacts.result import keys_of
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, HalfSpace

CRATE, FLOOR = Box((1.0, 1.0, 1.0)), HalfSpace((0.0, 0.0, 1.0))
LOW = shift(0.0, 0.0, 0.499)


def test_a_million_rows_of_ids_have_as_many_keys():
    i = np.arange(1000)
    a, b = np.repeat(i, 1000), np.tile(i, 1000)
    keys = keys_of(np.full(len(a), -1), a, b)

    assert keys.dtype == np.int64
    assert len(np.unique(keys)) == len(keys)
    assert keys.min() >= 0
    # Every bit is as often set as not: keys may be used in tables of any size.
    bits = [np.mean((keys >> k) & 1) for k in range(63)]
    assert np.abs(np.array(bits) - 0.5).max() < 0.003


def test_keys_are_the_same_in_every_version():
    """A recorded simulation is taken up again years later."""
    assert keys_of(np.array([-1]), np.array([5]), np.array([0])).tolist() == [7370421363986886502]


def test_contacts_continue_those_of_the_step_before():
    rng = np.random.default_rng(1)
    before, after = collide(CRATE, FLOOR, LOW), collide(CRATE, FLOOR, nudged(LOW, rng, 1e-4))

    np.testing.assert_array_equal(match(before, after), [0, 1, 2, 3])


def test_a_box_that_tips_keeps_the_corners_it_stands_on():
    before = collide(CRATE, FLOOR, LOW)
    after = collide(CRATE, FLOOR, turned((2.0, 0.0, 0.0), (0.0, 0.0, 0.516)))
    kept = match(before, after)

    assert len(after) == 2
    np.testing.assert_array_equal(before.feature_a[kept], after.feature_a)
    np.testing.assert_array_equal(match(after, before), [0, 1, -1, -1])


def test_rows_of_a_batch_are_matched_with_the_same_row():
    poses = np.stack([LOW, shift(0.0, 0.0, 2.0), LOW])
    before, after = collide(CRATE, FLOOR, poses), collide(CRATE, FLOOR, poses[::-1].copy())

    np.testing.assert_array_equal(match(before, after), [0, 1, 2, 3, 4, 5, 6, 7])
    later = collide(CRATE, FLOOR, np.stack([poses[1], poses[0], poses[2]]))
    np.testing.assert_array_equal(match(before, later), [-1, -1, -1, -1, 4, 5, 6, 7])


def test_nothing_continues_nothing():
    none = collide(CRATE, FLOOR, shift(0.0, 0.0, 2.0))

    assert isinstance(none, Contacts)
    assert match(none, none).shape == (0,)
    np.testing.assert_array_equal(match(none, collide(CRATE, FLOOR, LOW)), [-1] * 4)


def test_batches_of_different_length_are_refused():
    one, two = collide(CRATE, FLOOR, LOW), collide(CRATE, FLOOR, np.stack([LOW] * 2))

    with pytest.raises(ImpingeError, match="a single query and of 2 rows"):
        match(one, two)
