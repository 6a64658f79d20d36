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
