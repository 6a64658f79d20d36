"""Hulls of any dimension: their vertices hold the rest, within the slack they state."""

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import nnls
from strategies import points, rotations

from impinge.bounds.hull import edges_of, hull_of
from impinge.geometry import icosphere

pytestmark = pytest.mark.plain

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])


def distance_to_hull(p, vertices):
    """From a least-squares problem: weights not below zero, of sum one."""
    heavy = 1e3
    rows = np.vstack([(vertices - p).T, heavy * np.ones(len(vertices))])
    weights, _ = nnls(rows, [0.0, 0.0, 0.0, heavy])
    return np.linalg.norm((weights / weights.sum()) @ (vertices - p))


@given(points(9, 3), rotations())
def test_no_point_is_further_out_than_the_slack(p, rotation):
    p = p @ rotation
    hull = hull_of(p)

    size = 1.0 + np.abs(p).max()
    assert hull.slack <= 1e-12 * size
    assert {tuple(v) for v in hull.vertices} <= {tuple(v) for v in p}
    for point in p:
        assert distance_to_hull(point, hull.vertices) <= hull.slack + 1e-7 * size
    for direction in np.random.default_rng(0).normal(size=(20, 3)):
        assert (p @ direction).max() <= (hull.vertices @ direction).max() + 1e-12 * size


@pytest.mark.parametrize(
    ("p", "vertices", "solid"),
    [
        (CUBE, 8, True),
        (np.concatenate([CUBE, 0.5 * CUBE, [[0, 0, 1]]]), 8, True),
        (CUBE * [1, 1, 0], 4, False),
        (CUBE * [1, 0, 0], 2, False),
        (CUBE * 0.0 + [1, 2, 3], 1, False),
        (CUBE[:1], 1, False),
        (CUBE[:2], 2, False),
        (CUBE[:3], 3, False),
        (CUBE[[0, 1, 2, 4]], 4, True),
        (CUBE * [1, 1, 1e-15], 4, False),
        (CUBE * [1, 1e-15, 1e-15], 2, False),
        (CUBE * 1e-100, 8, True),
        (CUBE * 1e140, 8, True),
    ],
)
def test_every_dimension(p, vertices, solid):
    hull = hull_of(p)

    assert (len(hull.vertices), hull.solid) == (vertices, solid)
    starts, neighbours = edges_of(hull)
    assert len(starts) == vertices + 1
    assert starts[-1] == len(neighbours)
    assert (np.diff(starts) >= min(vertices - 1, 3 if solid else 2)).all()
    for i in range(vertices):
        for j in neighbours[starts[i] : starts[i + 1]]:
            assert i != j
            assert i in neighbours[starts[j] : starts[j + 1]]


def test_what_is_nearly_flat_is_said():
    """A plate of thickness 1e-15 is flat, and its slack is what that leaves out."""
    hull = hull_of(CUBE * [1, 1, 1e-15])

    assert 0.9e-15 < hull.slack < 3e-15


def test_points_on_faces_and_edges_are_inside():
    rng = np.random.default_rng(2)
    q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    on_faces = rng.uniform(-1, 1, (200, 3))
    on_faces[np.arange(200), rng.integers(3, size=200)] = rng.choice([-1.0, 1.0], 200)
    hull = hull_of(np.concatenate([CUBE, on_faces]) @ q)

    assert hull.slack < 1e-15
    assert hull.solid


def test_the_surface_of_a_ball_is_closed():
    hull = hull_of(icosphere(1.0, 3).vertices)
    starts, neighbours = edges_of(hull)

    assert len(hull.triangles) == 2 * len(hull.vertices) - 4
    assert len(neighbours) == 3 * len(hull.triangles)
    assert hull.slack == 0.0
    assert (np.diff(starts) >= 3).all()
