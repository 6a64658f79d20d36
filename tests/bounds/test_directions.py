"""Directions of k-DOPs: how many, how they lie, and that the triangles between them cover space."""

import numpy as np
import pytest
from hypothesis import given
from strategies import rotations

from impinge.bounds import dop_directions, dop_facets
from impinge.bounds.directions import CUBE, SIZES, dop_of
from impinge.bounds.kernels.kdop import turn_directions
from impinge.core.errors import ImpingeError

pytestmark = pytest.mark.plain

COVER = {6: 54.7, 12: 37.4, 14: 36.2, 18: 35.3, 26: 27.6, 32: 22.7, 62: 18.7}
"""Degrees: the largest angle of any direction to the nearest one."""


def signed(k):
    return np.concatenate([dop_directions(k), -dop_directions(k)])


@pytest.mark.parametrize("k", SIZES)
def test_there_are_k_of_them_and_no_two_are_the_same(k):
    unit = signed(k) / np.linalg.norm(signed(k), axis=1)[:, None]

    assert dop_directions(k).shape == (k // 2, 3)
    assert (unit @ unit.T - np.eye(k)).max() < 0.96


@pytest.mark.parametrize("k", SIZES)
def test_lengths(k):
    if k in CUBE:
        assert set(dop_directions(k).ravel()) <= {-1.0, 0.0, 1.0}
    else:
        np.testing.assert_allclose(np.linalg.norm(dop_directions(k), axis=1), 1.0, rtol=1e-15)
    np.testing.assert_array_equal(dop_of(k).lengths, np.linalg.norm(dop_directions(k), axis=1))


@pytest.mark.parametrize("k", SIZES)
def test_facets_close_and_cover_all_directions(k):
    """Euler's formula, solid angles that sum to the sphere's, and the stated covering angle."""
    unit = signed(k) / np.linalg.norm(signed(k), axis=1)[:, None]
    a, b, c = np.moveaxis(unit[dop_facets(k)], 1, 0)
    det = np.abs(np.einsum("ij,ij->i", a, np.cross(b, c)))
    dots = [np.einsum("ij,ij->i", p, q) for p, q in ((a, b), (b, c), (c, a))]
    angles = 2.0 * np.arctan2(det, 1.0 + sum(dots))
    heights = det / np.linalg.norm(np.cross(b - a, c - a), axis=1)

    assert len(dop_facets(k)) == 2 * k - 4
    assert angles.sum() == pytest.approx(4.0 * np.pi)
    assert np.degrees(np.arccos(heights.min())) == pytest.approx(COVER[k], abs=0.05)


@pytest.mark.parametrize("k", SIZES)
@given(rotation=rotations())
def test_a_turned_direction_is_a_sum_with_weights_not_below_zero(k, rotation):
    dop = dop_of(k)
    sides, weights = np.empty((k // 2, 3), np.int64), np.empty((k // 2, 3))
    turn_directions(dop.directions, dop.facets, tuple(rotation.ravel().tolist()), sides, weights)

    assert (weights >= 0.0).all()
    sums = np.einsum("mj,mjc->mc", weights, signed(k)[sides])
    np.testing.assert_allclose(sums, dop_directions(k) @ rotation, atol=2e-15)


def test_they_cannot_be_written_to():
    with pytest.raises(ValueError):
        dop_directions(6)[0, 0] = 2.0
    with pytest.raises(ValueError):
        dop_facets(6)[0, 0] = 2
    assert dop_directions(26).base is dop_directions(26).base


@pytest.mark.parametrize("k", [0, 8, 24, -6, 6.0, True, "6", None])
def test_other_sizes_are_refused_with_the_list(k):
    with pytest.raises(ImpingeError, match=r"k: .* expected one of 6, 12, 14, 18, 26, 32, 62"):
        dop_directions(k)
