"""Ids that come and go: known ones only, lowest first, at a price that does not grow."""

import copy
import pickle

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.ids import BLOCK, IdRegister, longer

pytestmark = pytest.mark.plain


def taken(register, n):
    ids = register.lowest(n)
    assert register.make_room(ids) > ids.max(initial=-1)
    register.take(ids)
    return ids.tolist()


def test_ids_that_were_given_back_are_given_first_the_lowest_before():
    register = IdRegister(5)

    register.release(register.checked([3, 1]))
    assert register.ids.tolist() == [0, 2, 4]
    assert taken(register, 3) == [1, 3, 5]
    assert register.count == 6


def test_free_ones_stay_free_until_they_are_taken():
    register = IdRegister(2)

    assert register.lowest(2).tolist() == register.lowest(2).tolist() == [2, 3]
    assert register.count == 2
    assert register.lowest(0).dtype == np.int64


def test_the_same_as_a_set_of_numbers_whatever_happens():
    """Against the definition: the lowest that are not in use."""
    rng = np.random.default_rng(2)
    register, used = IdRegister(), set()
    for _ in range(300):
        if used and rng.uniform() < 0.5:
            gone = rng.permutation(sorted(used))[: rng.integers(0, 40)]
            register.release(register.checked(gone))
            used -= set(gone.tolist())
        else:
            n = int(rng.choice([1, 2, 30, 3 * BLOCK], p=[0.5, 0.3, 0.18, 0.02]))
            free = (i for i in range(len(used) + n) if i not in used)
            expected = [next(free) for _ in range(n)]
            assert taken(register, n) == expected
            used |= set(expected)
        assert register.count == len(used)
        assert register.ids.tolist() == sorted(used)


def test_one_id_costs_the_same_among_many():
    """Nothing as long as all ids is made, whatever id is named."""
    many = 50_000_000
    register = IdRegister()
    # As zeros that were never written, this takes no memory.
    register.alive = np.zeros(many, np.bool_)
    register.alive[-1] = True
    register._count, register._lowest = 1, 0

    for _ in range(2000):
        register.release(register.checked([many - 1]))
        register.alive[-1] = True
        register._count = 1
        register._lowest = 0
        assert register.lowest(1).tolist() == [0]


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([7], "no cat has the id 7"),
        ([-1], "no cat has the id -1"),
        ([1], "no cat has the id 1"),
        ([2**63], "no cat has the id"),
        ([0, 2, 0], "0 is named more than once"),
        ([0.0], r"expected whole numbers of shape \(n,\), got float64 of shape \(1,\)"),
        ([[0, 2]], r"expected whole numbers of shape \(n,\), got int64 of shape \(1, 2\)"),
        (["a"], "expected whole numbers"),
        ([True], "expected whole numbers"),
    ],
)
def test_bad_ids_are_named(ids, message):
    register = IdRegister(3, "cat")
    register.release(register.checked(1))
    with pytest.raises(ImpingeError, match=f"ids: {message}"):
        register.checked(ids)


def test_good_ids_are_an_array_of_int64():
    register = IdRegister(3)

    assert register.checked([2, 0]).tolist() == [2, 0]
    assert register.checked(2).tolist() == [2]
    assert register.checked(np.array([1], np.uint8)).dtype == np.int64
    assert register.checked([]).shape == register.checked(()).shape == (0,)


def test_copies_and_pickles_go_their_own_way():
    register = IdRegister(3, "cat")
    for other in (copy.deepcopy(register), pickle.loads(pickle.dumps(register))):
        other.release(other.checked([0]))
        assert other.count == 2
        assert other.thing == "cat"
        assert register.count == 3


def test_longer_arrays_keep_what_they_hold():
    array = np.arange(6).reshape(3, 2)

    assert longer(array, 3, 0) is array
    assert longer(array, 2, 0) is array
    assert longer(array, 5, -1).tolist() == [[0, 1], [2, 3], [4, 5], [-1, -1], [-1, -1]]
