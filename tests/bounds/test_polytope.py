"""Corners and volumes between planes: equal to an intersection of half-spaces, flat or not."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, HalfspaceIntersection
from strategies import points

from impinge.bounds import Kdop, dop_directions
from impinge.bounds.directions import SIZES

pytestmark = pytest.mark.plain

KS = st.sampled_from(SIZES)


@pytest.mark.parametrize("k", SIZES)
def test_corners_and_volume_agree_with_half_spaces(k):
    rng = np.random.default_rng(k)
    for _ in range(5):
        p = rng.normal(size=(30, 3)) * rng.uniform(0.3, 3.0, 3)
        dop, d = Kdop.of(p, k), dop_directions(k)
        planes = np.concatenate([np.c_[d, -dop.upper], np.c_[-d, dop.lower]])
        found = HalfspaceIntersection(planes, p.mean(axis=0)).intersections
        expected = np.unique(found.round(9), axis=0)

        assert len(dop.corners) == len(expected)
        assert np.abs(dop.corners[:, None] - found).max(axis=2).min(axis=1).max() < 1e-12
        assert dop.volume == pytest.approx(ConvexHull(found).volume, rel=1e-12)


@given(points(6, 3), KS)
def test_corners_lie_on_planes_and_points_between_them(p, k):
    dop = Kdop.of(p, k)
    size = 1.0 + np.abs(p).max()
    values = dop.corners @ dop_directions(k).T

    assert (values >= dop.lower - 1e-12 * size).all()
    assert (values <= dop.upper + 1e-12 * size).all()
    on = (np.abs(values - dop.lower) < 1e-11 * size) | (np.abs(values - dop.upper) < 1e-11 * size)
    assert (on.sum(axis=1) >= 3).all()
    assert dop.volume <= 1.01 * Kdop.of(dop.corners, 6).volume + 1e-12 * size**3


@pytest.mark.parametrize("k", [6, 14, 18, 26, 62])
def test_flat_ones_have_no_volume(k):
    rng = np.random.default_rng(1)
    p = rng.normal(size=(20, 3))
    for flat in (p * [1, 1, 0], p * [0, 1, 0], p[:1], p * [1, 0, 1] + [0, 1e3, 0]):
        assert Kdop.of(flat, k).volume == 0.0


@pytest.mark.parametrize("k", [6, 14, 18, 26, 62])
def test_thin_ones_have_some(k):
    """A square plate of thickness 1e-8; 12 and 32 have no direction across it."""
    square = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])

    plate = Kdop.of(square * [1, 1, 1e-8], k)
    assert plate.volume == pytest.approx(8e-8, rel=1e-6)


@given(points(6, 3), KS, st.sampled_from([-300, -60, 40, 300]))
def test_scaling_by_a_power_of_two_scales_the_volume(p, k, exponent):
    volume = Kdop.of(p, k).volume
    assume(volume > 1e-3)
    s = 2.0**exponent

    assert Kdop.of(p * s, k).volume == pytest.approx(volume * s * s * s, rel=1e-9)


def test_nothing_between_planes():
    lower, upper = np.zeros(7), np.ones(7)
    lower[3] = upper[3] = 5.0
    empty = Kdop(14, lower, upper)

    assert empty.corners.shape == (0, 3)
    assert empty.volume == 0.0


def test_one_point_is_its_only_corner():
    np.testing.assert_array_equal(Kdop.of([[1, 2, 3]], 6).corners, [[1, 2, 3]])
