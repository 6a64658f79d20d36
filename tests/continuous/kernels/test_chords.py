"""The share of a window that is free ends before the parabola's first root."""

import numpy as np

from impinge.continuous.kernels.chords import free_share


def test_the_share_of_a_window_is_below_the_first_root():
    rng = np.random.default_rng(1)
    u = np.linspace(0.0, 1.0, 2001)
    for _ in range(300):
        g0, g1, bend = rng.exponential(), rng.normal(), rng.exponential() * rng.choice([0, 1, 9])
        share = free_share(g0, g1, bend)
        values = g0 + u * (g1 - g0) - bend * u * (1 - u)
        assert (values[u < share * (1 - 1e-9)] > -1e-12).all()
        if share < 1.0:
            assert abs(g0 + share * (g1 - g0) - bend * share * (1 - share)) < 1e-9


def test_lengths_may_be_as_small_or_large_as_numbers_are():
    for exponent in (-1000, -540, 0, 540, 1000):
        unit = 2.0**exponent
        assert free_share(unit, -3.0 * unit, 0.0) == free_share(1.0, -3.0, 0.0)
        assert free_share(unit, -3.0 * unit, unit) == free_share(1.0, -3.0, 1.0)


def test_bounds_that_overflow_prove_nothing():
    for g0, g1, bend in ((1.0, 1.0, np.inf), (1.0, -np.inf, 0.0), (np.nan, 1.0, 0.0), (-1, 1, 0)):
        assert free_share(float(g0), float(g1), float(bend)) == 0.0
