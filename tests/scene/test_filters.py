"""What is not to be tested, as numbers."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scene.filters import Filters, are_in, codes_of, pairs_of


def test_pairs_are_numbers_and_back():
    pairs = np.array([[3, 5], [5, 3], [0, 2**31]])
    codes = codes_of(pairs)
    assert codes[0] == codes[1]
    np.testing.assert_array_equal(pairs_of(codes), [[3, 5], [3, 5], [0, 2**31]])


def test_membership():
    some = np.array([2, 5, 9])
    assert are_in(np.array([1, 2, 9, 10]), some).tolist() == [False, True, True, False]
    assert not are_in(np.array([1]), some[:0]).any()


def test_pairs_and_groups_are_left_out():
    filters, pairs = Filters(), np.stack(np.triu_indices(4, 1), axis=1)
    red = filters.group("red", make=True)
    groups = np.array([red, red, 0, 0])
    assert filters.allowed(pairs, groups).all()
    filters.ignore(int(codes_of(np.array([[3, 2]]))[0]), True, 1)
    filters.ignore_groups(red, red, True, 2)
    left = [tuple(pair) for pair in pairs[filters.allowed(pairs, groups)].tolist()]
    assert left == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert filters.clock == 2
    other = filters.copy()
    filters.forget(3)
    assert filters.allowed(pairs, groups).sum() == 5
    assert other.allowed(pairs, groups).sum() == 4


def test_things_that_groups_leave_alone():
    filters = Filters()
    red, blue = (filters.group(name, make=True) for name in ("red", "blue"))
    groups = np.array([red, red, blue, 0])
    assert filters.may_be_tested(groups).all()
    for a, b in ((red, red), (red, 0), (blue, 0)):
        filters.ignore_groups(a, b, True, 1)
    assert filters.may_be_tested(groups).tolist() == [True, True, True, False]
    filters.ignore_groups(red, blue, True, 2)
    assert not filters.may_be_tested(groups).any()
    assert filters.may_be_tested(groups[:0]).shape == (0,)


def test_names_of_groups():
    filters = Filters()
    assert filters.group(None, make=True) == 0
    assert filters.group("a", make=True) == filters.group("a") == 1
    with pytest.raises(ImpingeError, match="no group 'b' in the scene; there are 'a'"):
        filters.group("b")
    with pytest.raises(ImpingeError, match="expected text, got 3"):
        filters.group(3, make=True)


def test_who_has_others_is_that_of_every_pair():
    """Against asking about each pair, for groups that ignore each other and themselves."""
    rng = np.random.default_rng(4)
    for _ in range(50):
        filters = Filters()
        numbers = [0, *(filters.group(f"{k}", make=True) for k in range(4))]
        for a, b in rng.integers(0, 5, (rng.integers(0, 9), 2)):
            filters.ignore_groups(numbers[a], numbers[b], bool(rng.integers(0, 4)), 1)
        groups = rng.integers(0, 5, rng.integers(1, 6))
        free = [
            any(i != j and not filters.are_ignored(g, h) for j, h in enumerate(groups.tolist()))
            for i, g in enumerate(groups.tolist())
        ]
        assert filters.may_be_tested(groups).tolist() == free


def test_many_groups_take_no_room_of_their_own():
    filters = Filters()
    for k in range(50_000):
        filters.group(f"{k}", make=True)
    filters.ignore_groups(7, 40_000, True, 1)

    assert filters.are_ignored(40_000, 7)
    assert filters.ignored_groups() == [("6", "39999")]
    allowed = filters.allowed(np.array([[0, 1], [0, 2]]), np.array([7, 40_000, 8]))
    assert allowed.tolist() == [False, True]
