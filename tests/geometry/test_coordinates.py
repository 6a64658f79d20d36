"""Coordinates are finite and small enough to be squared."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry.coordinates import (
    COORDINATE_LIMIT,
    SIZE_LIMIT,
    as_coordinates,
    as_row,
    as_size,
    as_sizes,
)


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
    assert np.float64(0.5 * SIZE_LIMIT) ** 2 > 0.0


@pytest.mark.plain
@pytest.mark.parametrize("value", [SIZE_LIMIT, 1, np.float32(2.5), 0.999 * COORDINATE_LIMIT])
def test_sizes_are_floats(value):
    assert type(as_size(value, "radius")) is float
    assert as_size(value, "radius") == value


@pytest.mark.plain
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "radius: 0 is not above zero, expected a length"),
        (-0.0, "radius: -0 is not above zero"),
        (-2, "radius: -2 is not above zero"),
        (np.nan, "radius: nan is not finite"),
        (0.99 * SIZE_LIMIT, "radius: 9.9e-151 is too small, sizes begin at 1e-150"),
        (COORDINATE_LIMIT, "is too large, sizes end at"),
        (None, "radius: expected a number, got None"),
        (True, "radius: expected a number, got True"),
    ],
)
def test_what_is_no_size_is_refused(value, message):
    with pytest.raises(ImpingeError, match=message):
        as_size(value, "radius")


@pytest.mark.plain
def test_rows_of_sizes():
    assert as_sizes((1, 2), "spacing", 2).tolist() == [1.0, 2.0]
    assert as_row(np.arange(3), "normal") == [0, 1, 2]
    with pytest.raises(ImpingeError, match=r"spacing\[1\]: -1 is not above zero"):
        as_sizes((1, -1), "spacing", 2)
    for values in (1.0, (1, 2), [[1, 2, 3]], "abc", None, {1, 2, 3}):
        with pytest.raises(ImpingeError, match="normal: expected 3 numbers, got shape"):
            as_row(values, "normal")
