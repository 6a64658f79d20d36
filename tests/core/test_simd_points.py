"""Eight points and a tetrahedron: vector instructions do what the plain loops say."""

import numpy as np
import pytest

from impinge.core import plain, simd_points
from impinge.core.jit import kernel


@kernel
def in_tet(points, at, tet):
    return simd_points.in_tet8(points, at, tet)


@kernel
def above_plane(points, at, plane):
    return simd_points.above_plane8(points, at, plane)


@kernel
def append(mask, first, found, n):
    return simd_points.append8(mask, first, found, n)


def corner_tet(least):
    """The tetrahedron of the origin and the three axes."""
    return (0.0,) * 3 + tuple(np.eye(3).ravel().tolist()) + (1.0, least)


@pytest.mark.plain
@pytest.mark.parametrize("at", [0, 3])
def test_points_in_a_tetrahedron(at):
    points = np.random.default_rng(0).uniform(-0.2, 0.8, (3, 16))
    points[:, at + 2], points[1, at + 4] = 0.25, np.nan
    tet = corner_tet(0.0)
    inside = (points[:, at : at + 8] >= 0.0).all(axis=0) & (points[:, at : at + 8].sum(axis=0) <= 1)
    mask = in_tet(points, at, tet)
    assert mask == plain.in_tet8(points, at, tet)
    # What is no number is left to the exact test, unless another coordinate is outside.
    lanes = [lane for lane in range(8) if mask >> lane & 1 and lane != 4]
    assert lanes == [lane for lane in np.flatnonzero(inside).tolist() if lane != 4]
    assert 2 in lanes


@pytest.mark.plain
def test_points_above_a_plane():
    points = np.random.default_rng(1).normal(size=(3, 11))
    plane = (0.1, 0.2, 0.3, 0.0, 0.0, 2.0, -0.5)
    mask = above_plane(points, 2, plane)
    assert mask == plain.above_plane8(points, 2, plane)
    assert mask == sum(1 << k for k in range(8) if 2.0 * (points[2, 2 + k] - 0.3) >= -0.5)


@pytest.mark.plain
@pytest.mark.parametrize("mask", [0, 1, 0b10110010, 255])
def test_lanes_of_a_mask_are_written_side_by_side(mask):
    ours, expected = np.full(12, -1), np.full(12, -1)
    n = append(np.int32(mask), 100, ours, 3)
    assert n == plain.append8(mask, 100, expected, 3) == 3 + mask.bit_count()
    assert ours[3:n].tolist() == expected[3:n].tolist()
    assert (ours[:3] == -1).all()
