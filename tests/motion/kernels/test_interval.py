"""Intervals: no value is ever lost, in exact arithmetic, and little is given away."""

from fractions import Fraction
from math import inf, isinf, isnan, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impinge.motion.kernels import interval as iv

pytestmark = pytest.mark.plain

AWKWARD = [
    0.0, -0.0, 5e-324, -5e-324, 2.0**-1022, -(2.0**-1022), 1e-200, -1e-160, 1e-30, 0.1, -0.3,
    1.0, -1.0, nextafter(1.0, 2.0), nextafter(1.0, 0.0), 3.0, 1e16, -1e100, 1e154, 1e200, iv.MOST,
    -iv.MOST,
]  # fmt: skip
NUMBERS = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(AWKWARD))


@st.composite
def intervals(draw):
    """An interval, and some of its numbers: ends, and one between."""
    a, b, c = sorted(draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)))
    low = -inf if draw(st.integers(0, 9)) == 0 else a
    high = inf if draw(st.integers(0, 9)) == 0 else c
    return (low, high), (a, b, c)


def encloses(found, value):
    """In exact numbers; and the interval is one: no NaN, ends that can be computed with."""
    low, high = found
    assert not isnan(low)
    assert not isnan(high)
    assert low <= high
    assert low < inf
    assert high > -inf
    assert isinf(low) or Fraction(low) <= value
    assert isinf(high) or value <= Fraction(high)
    return True


def within(a, b):
    return b[0] <= a[0] and a[1] <= b[1]


@given(intervals(), intervals())
def test_no_sum_difference_or_product_is_lost(first, second):
    (a, xs), (b, ys) = first, second
    for x in xs:
        for y in ys:
            p, q = Fraction(x), Fraction(y)
            assert encloses(iv.add(a, b), p + q)
            assert encloses(iv.sub(a, b), p - q)
            assert encloses(iv.mul(a, b), p * q)
            assert encloses(iv.scaled(y, a), p * q)
            assert encloses(iv.shifted(a, y), p + q)
            assert encloses(iv.hull(a, b), p)


@given(intervals())
def test_no_square_root_or_absolute_value_is_lost(one):
    a, xs = one
    for x in xs:
        p = Fraction(x)
        assert encloses(iv.square(a), p * p)
        assert encloses(iv.absolute(a), abs(p))
        if x >= 0.0:
            low, high = iv.root(a)
            assert 0.0 <= low <= high
            assert Fraction(low) ** 2 <= p
            assert isinf(high) or p <= Fraction(high) ** 2
    assert iv.square(a)[0] >= 0.0
    assert iv.absolute(a)[0] >= 0.0


@given(NUMBERS, NUMBERS)
def test_ends_move_by_two_units_in_the_last_place_at_most(x, y):
    for found, value in (
        (iv.add((x, x), (y, y)), Fraction(x) + Fraction(y)),
        (iv.mul((x, x), (y, y)), Fraction(x) * Fraction(y)),
    ):
        wide = Fraction(4) * max(abs(value) / 2**52, Fraction(2) ** -1022)
        if abs(value) < Fraction(iv.MOST):
            assert isinf(found[0]) or value - Fraction(found[0]) <= wide
            assert isinf(found[1]) or Fraction(found[1]) - value <= wide


@given(intervals(), intervals(), st.integers(0, 2), st.integers(0, 2))
def test_operations_are_monotone_under_inclusion(first, second, i, j):
    (a, xs), (b, ys) = first, second
    x, y = (xs[0], xs[i]), (ys[j], ys[2])
    for operation in (iv.add, iv.sub, iv.mul, iv.hull):
        assert within(operation(x, y), operation(a, b))
    for operation in (iv.square, iv.absolute):
        assert within(operation(x), operation(a))
    if xs[0] >= 0.0:
        assert within(iv.root(x), iv.root(a))


def test_squares_are_tighter_than_products():
    assert iv.square((-1.0, 2.0))[0] == 0.0
    assert iv.mul((-1.0, 2.0), (-1.0, 2.0))[0] < -1.9


def test_everything_stays_everything():
    whole = iv.ENTIRE
    for found in (
        iv.add(whole, whole), iv.sub(whole, whole), iv.mul(whole, whole),
        iv.mul(whole, (1.0, 2.0)), iv.hull(whole, (0.0, 1.0)),
    ):  # fmt: skip
        assert found == whole
    assert iv.square(whole) == (0.0, inf)
    low, high = iv.mul(whole, (0.0, 0.0))
    assert -1e-300 < low <= 0.0 <= high < 1e-300


def test_overflow_is_not_above_the_greatest_number():
    low, high = iv.add((iv.MOST, iv.MOST), (iv.MOST, iv.MOST))
    assert low <= iv.MOST
    assert high == inf
    low, high = iv.mul((-1e200, -1e200), (1e200, 1e200))
    assert low == -inf
    assert high >= -iv.MOST


def test_measures():
    assert iv.magnitude((-3.0, 2.0)) == 3.0
    assert iv.widened((1.0, 2.0), 1.0)[0] <= 0.0


def test_subnormal_numbers_switched_off_are_allowed_for():
    """A process may flush them to zero: then products may be off by the least normal number."""
    low, high = iv.mul((1e-200, 1e-200), (1e-120, 1e-120))
    assert low <= 0.0
    assert high >= 2.0**-1022
