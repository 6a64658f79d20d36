"""The nearest point of a patch: as exact arithmetic has it, also where the patch is flat."""

import numpy as np
import pytest
from moving_features import exact_distance_sq

from impinge.continuous.kernels.patch import (
    nearest_on_border,
    nearest_on_patch,
    patch_at,
    patch_of,
    sizes_of,
    unit_factor,
)

pytestmark = pytest.mark.plain


def points_of(row):
    return tuple(tuple(float(x) for x in point) for point in row)


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("flat", [1.0, 1e-6, 1e-13, 0.0])
def test_it_is_as_near_as_exact_arithmetic_says(square, flat):
    rng = np.random.default_rng(3)
    features = "edge-edge" if square else "vertex-face"
    inside = 0
    for _ in range(40):
        row = rng.uniform(-1.0, 1.0, (4, 3))
        a, b = (0, 1) if square else (1, 2)
        row[3] = (row[2] if square else 0.3 * row[1] + 0.7 * row[2]) + (
            (row[b] - row[a]) * square + flat * rng.normal(size=3)
        )
        c = patch_of(*points_of(row), square)
        n, d, u, v, within = nearest_on_patch(c, square)
        inside += within

        exact = float(exact_distance_sq(features, row, row, 0)) ** 0.5
        assert d == pytest.approx(exact, abs=3e-15)
        assert min(u, v) >= 0.0
        assert (max(u, v) if square else u + v) <= 1.0 + 1e-15
        x = np.array(c[0]) + u * np.subtract(c[1], c[0]) + v * np.subtract(c[2], c[0])
        assert np.linalg.norm(x) == pytest.approx(d, abs=3e-15)
        # The direction separates as well as the distance says, from every corner.
        unit = np.array(n) / np.linalg.norm(n)
        assert min(unit @ np.array(corner) for corner in c) > exact - 1e-14
        assert nearest_on_border(c, square)[1] >= d - 1e-15
    if flat == 1.0:
        assert 3 < inside < 37


def test_corners_of_both_kinds():
    a, b, c, d = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 4.0)

    assert patch_of(a, b, c, d, False) == ((-1, 0, 1), (0, -2, 1), (0, 0, -3), (0, 0, -3))
    assert patch_of(a, b, c, d, True) == ((0, -2, 1), (1, -2, 0), (0, 0, -3), (1, 0, -4))


def test_a_patch_between_its_ends():
    a = patch_of((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 4.0), True)
    b = tuple((x + 2.0, y, z) for x, y, z in a)

    assert patch_at(a, b, 0.25) == tuple((x + 0.5, y, z) for x, y, z in a)


@pytest.mark.parametrize(("size", "factor"), [(3.0, 0.25), (0.0, 1.0), (5e-324, 2.0**1000)])
def test_the_factor_brings_the_largest_coordinate_to_one(size, factor):
    start = ((0.0, size, 0.0),) * 4

    assert sizes_of(start, ((0.0, 0.0, -0.0),) * 4) == (0.0, size, 0.0)
    assert unit_factor(sizes_of(((0.0, 0.0, 0.0),) * 4, start)) == factor
