"""The space-filling curve."""

import numpy as np
import pytest

from impinge.pairs.element_tree import curve_order


@pytest.mark.parametrize("edge", [8, 16, 32])
def test_neighbours_on_the_curve_are_neighbours_in_space(edge):
    cells = np.stack(np.meshgrid(*[np.arange(float(edge))] * 3), axis=-1).reshape(-1, 3)

    way = cells[curve_order(cells, cells)]

    np.testing.assert_array_equal(np.abs(np.diff(way, axis=0)).sum(axis=1), 1.0)


def test_crowds_within_crowds_are_sorted():
    """Each cluster is a millionth of the one around it: far more levels than the curve has bits."""
    rng = np.random.default_rng(6)
    scale = 10.0 ** (-6.0 * np.repeat(np.arange(6), 100))
    points = rng.uniform(1.0, 2.0, (600, 3)) * scale[:, None]

    order = curve_order(points, points)

    # Each cluster is in one piece, or in two around a smaller one.
    kinds = np.repeat(np.arange(6), 100)[order]
    assert (np.diff(kinds) != 0).sum() <= 10
    for kind in range(6):
        way = points[order][kinds == kind]
        steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
        assert np.median(steps) < 0.4 * scale[100 * kind]


@pytest.mark.plain
def test_one_place_for_all_is_no_trouble():
    points = np.full((40, 3), 0.3)

    np.testing.assert_array_equal(curve_order(points, points), np.arange(40))
