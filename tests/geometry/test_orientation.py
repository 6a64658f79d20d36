"""Signs of determinants are those of rational arithmetic, whatever the input."""

import itertools

import numpy as np
import pytest
from geometry.rational import orientation
from geometry.triangle_cases import without_traces
from hypothesis import given
from strategies import points

from impinge.geometry.kernels.orientation import (
    orient2d_sign,
    orient3d,
    orient3d_rounded,
    orient3d_sign,
    orient_bound,
)

pytestmark = pytest.mark.plain


def sign(x):
    return (x > 0) - (x < 0)


def as_tuples(array):
    return [tuple(row) for row in np.asarray(array, dtype=float).tolist()]


def nearly_coplanar(rng):
    """Four points of a plane, then moved by a few units in the last place."""
    a, b, c = rng.uniform(-1, 1, size=(3, 3))
    u, v = rng.uniform(-1, 1, size=2)
    d = a + u * (b - a) + v * (c - a)
    four = np.array([a, b, c, d]) + 10 ** rng.uniform(-1, 3) * rng.integers(0, 2)
    return np.nextafter(four, rng.choice([-np.inf, np.inf], size=(4, 3)))


def test_sign_in_space_is_exact_near_zero():
    rng = np.random.default_rng(1)
    uncertain = 0
    for _ in range(300):
        four = as_tuples(nearly_coplanar(rng))
        reference = orientation(*four)

        assert orient3d_sign(*four) == sign(reference)
        extent = float(np.ptp(np.array(four), axis=0).max())
        uncertain += abs(orient3d(*four)) <= orient_bound(extent)
    # Most of them need the exact sum.
    assert uncertain > 200


@given(points(4, 3))
def test_sign_in_space_is_exact(four):
    four = as_tuples(without_traces(four))

    assert orient3d_sign(*four) == sign(orientation(*four))


def test_tenths_are_not_on_one_plane():
    """Exactly coplanar and nearly coplanar points are told apart; both are common on a grid."""
    rng = np.random.default_rng(2)
    zeros = tricky = 0
    for _ in range(400):
        four = as_tuples(rng.integers(-2, 3, size=(4, 3)) * 0.1 + 0.3)
        reference = orientation(*four)

        assert orient3d_sign(*four) == sign(reference)
        zeros += reference == 0
        tricky += 0 < abs(reference) < 1e-15
    assert zeros > 30
    assert tricky > 5


@given(points(4, 3))
def test_an_odd_permutation_changes_the_sign(four):
    four = without_traces(four)
    first = orient3d_sign(*as_tuples(four))

    for order in itertools.permutations(range(4)):
        odd = np.linalg.det(np.eye(4)[list(order)]) < 0
        assert orient3d_sign(*as_tuples(four[list(order)])) == (-first if odd else first)


def test_the_plain_determinant_keeps_its_bound():
    """The bound is attacked where it is tight: all differences large, the result small."""
    rng = np.random.default_rng(3)
    worst = 0.0
    for _ in range(500):
        four = nearly_coplanar(rng)
        four = as_tuples(four / np.abs(four).max())
        extent = float(np.ptp(np.array(four), axis=0).max())
        error = abs(float(orientation(*four)) - orient3d(*four))
        assert error <= orient_bound(extent)
        worst = max(worst, error / orient_bound(extent))
    # Not so generous that the exact path is taken for no reason.
    assert worst > 0.01


def test_the_rounded_determinant_has_all_its_digits():
    rng = np.random.default_rng(6)
    for _ in range(200):
        four = as_tuples(nearly_coplanar(rng))
        assert orient3d_rounded(*four) == pytest.approx(float(orientation(*four)), rel=1e-15)


def test_scaling_by_a_power_of_two_keeps_the_sign():
    rng = np.random.default_rng(4)
    for exponent in (-250, -60, 60, 250):
        four = nearly_coplanar(rng)
        assert orient3d_sign(*as_tuples(four)) == orient3d_sign(*as_tuples(four * 2.0**exponent))


@pytest.mark.parametrize("size", [1e-300, 1e-120, 1e120, 1e300])
def test_products_out_of_range_change_nothing(size):
    """The product of three such numbers is no float; with every fourth it would be."""
    four = [(0.0, 0.0, 0.0), (size, 0.0, 0.0), (0.0, size, 0.0), (0.0, 0.0, size)]

    assert orient3d_sign(*four) == -1
    assert orient3d_sign(*four[1:], four[0]) == 1
    assert orient2d_sign(0.0, 0.0, size, 0.0, 0.0, size) == 1


def test_what_is_far_smaller_than_its_axis_counts_as_zero_in_the_exact_sum():
    plane = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0), (0.0, 0.0, 1.0)]
    moved = [(1.0, 0.0, 1e-250), *plane[1:]]

    assert orient3d_sign(*plane) == orient3d_sign(*moved)


def test_sign_in_the_plane_is_exact():
    rng = np.random.default_rng(5)
    zeros = 0
    for k in range(400):
        a, b = rng.uniform(-1, 1, size=(2, 2))
        c = a + rng.uniform(-1, 2) * (b - a)
        three = np.nextafter([a, b, c], rng.choice([-np.inf, np.inf], size=(3, 2)))
        if k % 2:
            three = rng.integers(-2, 3, size=(3, 2)) * 0.1
        flat = [(x, y, 0.0) for x, y in three.tolist()]
        # Seen along z, the turn of a, b, c is the side of a point above the plane.
        reference = orientation(flat[0], flat[1], (flat[2][0], flat[2][1], 0.0), (0.0, 0.0, -1.0))

        assert orient2d_sign(*three.ravel().tolist()) == sign(reference)
        zeros += reference == 0
    assert 40 < zeros < 300
