"""Rows of volumes: merging and moving let nothing out, and gaps are never too wide."""

import numpy as np
import pytest
from awkward import awkward_meshes, soup
from placing import random_pose

from impinge.bounds.directions import CUBE, SIZES, dop_of
from impinge.bounds.kernels.kdop import turn_directions
from impinge.bounds.kernels.volume import (
    CUBE_DOP,
    DOP,
    ELLIPSOID,
    OBB,
    OBB_ROW,
    SPHERE,
    fit_volume,
    gap_volumes,
    merge_volumes,
    move_volume,
    surface_volume,
)

KINDS = [
    (SPHERE, 4, 6),
    (OBB, OBB_ROW, 6),
    (ELLIPSOID, OBB_ROW, 6),
    *((CUBE_DOP if k in CUBE else DOP, k, k) for k in SIZES),
]
IDS = ["sphere", "obb", "ellipsoid", *(f"dop{k}" for k in SIZES)]
ROUNDING = 1e-14


def rows_of(mesh):
    triangles = np.empty((len(mesh.faces), 10))
    triangles[:, :9] = mesh.vertices[mesh.faces].reshape(-1, 9)
    return triangles


def outside(kind, row, directions, points):
    """How far the furthest point is outside, in the units of the row."""
    if kind == SPHERE:
        return np.linalg.norm(points - row[:3], axis=1).max() - row[3]
    if kind >= DOP:
        m = len(row) // 2
        values = points @ directions.T
        return max((row[:m] - values).max(), (values - row[m:]).max())
    if kind == ELLIPSOID:
        along = (points - row[:3]) @ row[6:].reshape(3, 3).T
        radii = np.maximum(row[3:6], 1e-300)
        return ((np.linalg.norm(along / radii, axis=1) - 1.0) * radii.min()).max()
    return (np.abs((points - row[:3]) @ row[6:].reshape(3, 3).T) - row[3:6]).max()


def turning(dop, rotation, shift, ratio):
    m = len(dop.directions)
    sides, weights = np.empty((m, 3), np.int64), np.empty((m, 3))
    turn_directions(dop.directions, dop.facets, rotation, sides, weights)
    return sides, weights, dop.directions @ (shift / ratio)


@pytest.mark.parametrize(("kind", "size", "k"), KINDS, ids=IDS)
def test_what_is_inside_stays_inside(kind, size, k):
    rng = np.random.default_rng(k)
    dop = dop_of(k)
    for mesh in (soup(5, 40), soup(6, 1), *awkward_meshes().values()):
        extent = float(np.abs(mesh.vertices).max()) or 1.0
        if not 1e-3 < extent < 1e9:
            # Trees divide by a unit first: rows are never larger or smaller than about one.
            continue
        triangles = rows_of(mesh)
        n = len(triangles)
        volumes = np.zeros((4, size))
        cut = max(1, n // 2)
        fit_volume(kind, triangles, 0, cut, dop.directions, volumes, 1)
        fit_volume(kind, triangles, min(cut, n - 1), n, dop.directions, volumes, 2)
        fit_volume(kind, triangles, 0, n, dop.directions, volumes, 0)
        volumes[3] = volumes[0]
        points = triangles[:, :9].reshape(-1, 3)
        rounding = ROUNDING * extent
        assert outside(kind, volumes[0], dop.directions, points) <= rounding

        merge_volumes(kind, volumes, 1, 2, 3)
        assert outside(kind, volumes[3], dop.directions, points) <= rounding

        for ratio in (1.0, 2.0**-20, 2.0**20):
            pose = random_pose(rng, extent)
            turn, shift = pose[:3, :3], pose[:3, 3]
            flat = tuple(turn.ravel().tolist())
            move_volume(
                kind, volumes, 0, flat, tuple(shift.tolist()), ratio,
                *turning(dop, flat, shift, ratio), volumes, 3,
            )  # fmt: skip
            there = ratio * points @ turn.T + shift
            size_there = float(np.abs(there).max() + np.abs(shift).max())
            assert outside(kind, volumes[3], dop.directions, there) <= ROUNDING * size_there


@pytest.mark.parametrize(("kind", "size", "k"), KINDS, ids=IDS)
def test_gaps_are_lower_bounds_and_symmetric(kind, size, k):
    rng = np.random.default_rng(3)
    dop = dop_of(k)
    positive = 0
    for _ in range(60):
        volumes = np.zeros((2, size))
        points = []
        for row in range(2):
            triangles = rows_of(soup(int(rng.integers(1000)), 3, 0.3))
            triangles[:, :9] += np.tile(rng.normal(size=3), 3) * 0.7
            fit_volume(kind, triangles, 0, 3, dop.directions, volumes, row)
            points.append(triangles[:, :9].reshape(-1, 3))
        gap = gap_volumes(kind, volumes, 0, volumes, 1, dop.lengths)
        # The corners are inside: no volume is nearer to the other than they are.
        nearest = np.linalg.norm(points[0][:, None] - points[1][None], axis=2).min()
        assert gap <= nearest + ROUNDING
        assert gap_volumes(kind, volumes, 1, volumes, 0, dop.lengths) == pytest.approx(gap)
        positive += gap > 0.0
        assert surface_volume(kind, volumes, 0, dop.lengths) > 0.0
    assert 5 < positive < 55
