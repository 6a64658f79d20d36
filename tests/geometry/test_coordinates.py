"""Coordinates are finite and small enough to be squared."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry.coordinates import COORDINATE_LIMIT, as_coordinates


@pytest.mark.plain
@pytest.mark.parametrize("value", [COORDINATE_LIMIT, -COORDINATE_LIMIT, 3.4e200])
def test_the_row_with_a_large_value_is_named(value):
    points = np.zeros((5, 3))
    points[3, 1] = value

    with pytest.raises(ImpingeError, match=r"spots: row 3 holds .*1e\+150"):
        as_coordinates(points, "spots")


@pytest.mark.plain
def test_float32_at_its_largest_is_fine():
    assert as_coordinates([[3.4e38, 0, 0]], "spots")[0, 0] == 3.4e38
    assert as_coordinates([], "spots").shape == (0, 3)


def test_below_the_limit_squares_are_floats():
    assert np.isfinite(12.0 * np.float64(COORDINATE_LIMIT) ** 2)
