"""Other solvers of the projection, as the benchmark asks them."""

import numpy as np
import pytest

from impinge.bench.response import touching_bodies
from impinge.bench.response_projection import LeastSquares, installed
from impinge.response import impact_bounds, project


@pytest.mark.parametrize("seed", range(3))
def test_peers_find_the_same_motion(seed):
    velocities, masses, rows = touching_bodies(5, 6, seed)
    given = velocities, masses, rows, impact_bounds(rows, velocities, 0.5)
    found = project(*given).motion

    for make, tolerance in (
        (LeastSquares, 1e-10),
        *((peer, 1e-6) for peer in installed().values()),
    ):
        assert np.abs(make(*given)() - found).max() < tolerance
