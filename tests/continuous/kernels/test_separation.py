"""Proofs of separation are right in exact arithmetic, however near to failing they are."""

from fractions import Fraction

import numpy as np
import pytest

from impinge.continuous.kernels.patch import sizes_of
from impinge.continuous.kernels.separation import (
    FOREVER,
    NEVER,
    positive_until,
    separated_until,
    separated_while_turning,
)

pytestmark = pytest.mark.plain

ONES = (1.0, 1.0, 1.0)


def exact(points):
    return [[Fraction(x) for x in point] for point in points]


def least_sq(n, start, end, t):
    """Signed square of the least n . c at a time, over |n| squared; c in exact arithmetic."""
    t, n = Fraction(t), [Fraction(x) for x in n]
    dots = [
        sum(k * ((1 - t) * a + t * b) for k, a, b in zip(n, p, q, strict=True))
        for p, q in zip(exact(start), exact(end), strict=True)
    ]
    least = min(dots)
    return least * abs(least) / sum(k * k for k in n)


def off(n, sizes, roundings):
    """How much nearer corners may be that are off by so many roundings on each axis."""
    total = sum(abs(Fraction(k)) * Fraction(m) for k, m in zip(n, sizes, strict=True))
    return roundings * Fraction(2.0**-53) * total


def near_the_limit(rng, apart):
    """Corners whose heights over a plane are about ``apart``, from rounding to small numbers."""
    n = rng.normal(size=3)
    n /= np.linalg.norm(n)
    points = rng.uniform(-0.5, 0.5, (2, 4, 3))
    heights = rng.uniform(0.0, 1.0, (2, 4))
    heights[1] -= rng.choice([0.0, 0.5])
    heights = apart + 10.0 ** rng.uniform(-17, -12) * heights
    points += (heights - points @ n)[..., None] * n
    rows = [tuple(tuple(float(x) for x in p) for p in row) for row in points]
    return tuple(float(x) for x in n), *rows


@pytest.mark.parametrize("apart", [0.0, 0.125])
def test_a_fixed_direction_separates_until_the_time_it_says(apart):
    rng = np.random.default_rng(1)
    ended = held = 0
    for _ in range(400):
        n, start, end = near_the_limit(rng, apart)
        t = float(rng.uniform(0.0, 0.5))
        until = separated_until(n, start, end, sizes_of(start, end), t, apart)
        if until > t:
            ended += until <= 1.0
            held += until > 1.0
            for time in (t, min(until, 1.0), (t + min(until, 1.0)) / 2):
                nearest = Fraction(apart) + off(n, sizes_of(start, end), 1)
                assert least_sq(n, start, end, time) > nearest**2
    assert ended > 10
    assert held > 10


@pytest.mark.parametrize("apart", [0.0, 0.125])
def test_a_turning_direction_separates_all_the_way(apart):
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(300):
        n_a, start, end = near_the_limit(rng, apart)
        n_b = np.array(n_a) + 10.0 ** rng.uniform(-17, -13) * rng.normal(size=3)
        n_b = tuple(float(x) for x in n_b / np.linalg.norm(n_b))
        if separated_while_turning(n_a, n_b, start, end, sizes_of(start, end), apart):
            held += 1
            for k in range(5):
                t = Fraction(k, 4)
                n = [(1 - t) * Fraction(a) + t * Fraction(b) for a, b in zip(n_a, n_b, strict=True)]
                nearest = Fraction(apart) + off(n, sizes_of(start, end), 6)
                assert least_sq(n, start, end, t) > nearest**2
    assert 20 < held < 250


def test_a_direction_that_turns_with_a_patch_holds_where_a_fixed_one_does_not():
    side = ((-1.0, 0.01, 0.0), (1.0, 0.01, 0.0), (1.0, 0.01, 0.5), (1.0, 0.01, 0.5))
    turned = tuple((0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z) for x, y, z in side)
    up, leaning = (0.0, 1.0, 0.0), (-0.8, 0.6, 0.0)

    assert separated_until(up, side, turned, ONES, 0.0, 0.0) < 0.1
    assert separated_while_turning(up, leaning, side, turned, ONES, 0.0)
    assert not separated_while_turning(up, up, side, turned, ONES, 0.0)


def test_no_direction_proves_nothing():
    far = ((1.0, 1.0, 1.0),) * 4

    assert separated_until((0.0, 0.0, 0.0), far, far, ONES, 0.0, 0.0) == NEVER
    assert separated_until((1e-300, 0.0, 0.0), far, far, ONES, 0.0, 0.0) == NEVER
    assert not separated_while_turning((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), far, far, ONES, 0.0)


def test_a_direction_whose_square_has_lost_digits_proves_nothing():
    # The square of 1.2 * 2**-537 is rounded to that of 2**-537: |n| would be a sixth too short.
    near = ((0.0, 0.0, 0.45),) * 4

    assert separated_until((0.0, 0.0, 1.2 * 2.0**-537), near, near, ONES, 0.0, 0.5) == NEVER


def test_until_when_a_line_is_positive():
    assert positive_until(1.0, 1.0, 0.0) == FOREVER
    assert positive_until(1.0, 0.0, 0.0) == FOREVER
    assert 0.25 * (1 - 1e-15) < positive_until(1.0, -3.0, 0.0) < 0.25
    assert positive_until(-1.0, 3.0, 0.2) == NEVER
    assert positive_until(-1.0, 3.0, 0.25) == NEVER
    assert positive_until(-1.0, 3.0, 0.25 + 1e-14) == FOREVER
    assert positive_until(0.0, 0.0, 0.5) == NEVER
    for a, b in np.random.default_rng(0).uniform(0.0, 1.0, (200, 2)).tolist():
        until = Fraction(positive_until(a, -b, 0.0))
        assert (1 - until) * Fraction(a) - until * Fraction(b) >= 0
