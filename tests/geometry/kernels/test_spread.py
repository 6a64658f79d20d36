"""Sizes of points, and a bound on how thick they are."""

import numpy as np
import pytest
from hypothesis import given
from strategies import points, rotations

from impinge.geometry.kernels.spread import scale_to_unit, thickness

pytestmark = pytest.mark.plain


@given(points(9, 3), rotations())
def test_points_are_at_least_as_thick_as_it_says(p, rotation):
    scaled = p @ rotation * [1.0, 0.1, 0.01]
    size, largest = np.ptp(scaled, axis=0).max(), np.abs(scaled).max()
    assert scale_to_unit(scaled) == (size, largest)
    assert np.abs(scaled).max() <= 0.5 + 1e-15
    spreads = np.linalg.svd(scaled - scaled.mean(axis=0), compute_uv=False)
    assert thickness(scaled) <= (spreads[2] / max(spreads[0], 1e-300)) ** 2 + 1e-14


def test_a_ball_is_thick_and_a_point_is_not():
    assert thickness(np.concatenate([np.eye(3), -np.eye(3)])) == pytest.approx(1 / 27)
    same = np.ones((4, 3))
    assert scale_to_unit(same) == (0.0, 1.0)
    assert not same.any()
    assert thickness(same) == 0.0
