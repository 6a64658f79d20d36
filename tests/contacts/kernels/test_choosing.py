"""Which points are kept: those that hold best, whatever their order."""

import numpy as np
import pytest

from impinge.contacts.kernels.found import (
    AT_A,
    AT_B,
    CODE_A,
    CODE_B,
    FOUND,
    GAP,
    SLOT,
    choose,
    sort_found,
)

pytestmark = pytest.mark.plain
NO = np.bool_(False)


def points(places, gaps=None):
    """Rows at these places, with features in their order."""
    found = np.zeros((len(places), FOUND))
    found[:, AT_A : AT_A + 2] = found[:, AT_B : AT_B + 2] = places
    found[:, GAP] = 0.0 if gaps is None else gaps
    found[:, CODE_A] = np.arange(len(places))
    return found


def chosen(found, limit):
    order = np.arange(len(found))
    choose(found, order, len(found), limit, 1.0)
    assert sorted(order.tolist()) == list(range(len(found)))
    return order[:limit].tolist()


OCTAGON = [[np.cos(t), np.sin(t)] for t in np.arange(8) * np.pi / 4.0]


def test_of_an_octagon_every_second_corner():
    assert sorted(chosen(points(OCTAGON), 4)) == [0, 2, 4, 6]


def test_the_deepest_comes_first():
    found = points(OCTAGON, gaps=[0, 0, 0, -0.1, 0, 0, 0, 0])

    assert chosen(found, 1) == [3]
    assert chosen(found, 2) == [3, 7]
    assert sorted(chosen(found, 4)) == [1, 3, 5, 7]


def test_fewer_are_the_first_of_more():
    rng = np.random.default_rng(1)
    found = points(rng.normal(size=(20, 2)), rng.normal(size=20))
    longest = chosen(found.copy(), 12)
    for limit in range(1, 12):
        assert chosen(found.copy(), limit) == longest[:limit]


@pytest.mark.parametrize("size", [1e-12, 1e-8, 1e-6])
def test_ties_are_not_broken_by_small_motions(size):
    rng = np.random.default_rng(2)
    still = chosen(points(OCTAGON), 4)
    for _ in range(20):
        moved = np.array(OCTAGON) + size * rng.normal(size=(8, 2))
        assert chosen(points(moved, size * rng.normal(size=8)), 4) == still


def test_the_choice_does_not_depend_on_the_unit():
    """The rest lies inside the first triangle, where every merit is negative."""
    rng = np.random.default_rng(5)
    triangle = np.array([[0.0, 0.0], [4.0, 0.0], [1.0, 3.0]])
    inside = rng.dirichlet([2.0, 2.0, 2.0], 9) @ triangle
    places = np.concatenate([inside, triangle])

    expected = chosen(points(places), 4)
    for power in (-20, -3, 4, 20):
        assert chosen(points(2.0**power * places), 4) == expected


def test_points_in_a_row_are_spread_along_it():
    line = [[x, 0.0] for x in np.linspace(0.0, 1.0, 9)]

    assert set(chosen(points(line), 4)) >= {0, 8}
    assert len(set(chosen(points(line), 5))) == 5


def test_points_at_one_place_are_all_alike():
    assert len(set(chosen(points([[1.0, 2.0]] * 6), 4))) == 4


def test_four_points_cover_nearly_as_much_as_all():
    rng = np.random.default_rng(3)
    for _ in range(20):
        turns = np.sort(rng.uniform(0.0, 2.0 * np.pi, 12))
        places = np.column_stack([np.cos(turns), np.sin(turns)])
        kept = places[sorted(chosen(points(places), 4))]
        assert polygon_area(kept) > 0.5 * polygon_area(places)


def polygon_area(corners):
    x, y = corners.T
    return 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


@pytest.mark.parametrize("symmetric", [False, True])
def test_sorting_agrees_with_numpy(symmetric):
    rng = np.random.default_rng(4)
    found = points(rng.normal(size=(200, 2)))
    found[:, [CODE_A, CODE_B, SLOT]] = rng.integers(0, 6, size=(200, 3))
    order = rng.permutation(200)
    sort_found(found, order, 200, np.bool_(symmetric))
    a, b, slot = found[:, CODE_A], found[:, CODE_B], found[:, SLOT]
    keys = (slot, b, a) if not symmetric else (b, a, slot, np.abs(a - b), a + b)
    expected = np.lexsort(keys)

    for columns in ([CODE_A], [CODE_B], [SLOT]):
        np.testing.assert_array_equal(found[order][:, columns], found[expected][:, columns])
