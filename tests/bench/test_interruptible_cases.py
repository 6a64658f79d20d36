import numpy as np

from impinge.bench.interruptible_cases import (
    crossings,
    deformed,
    outside_chains,
)
from impinge.geometry import box_mesh


def test_crossings_lie_on_both_surfaces():
    a = box_mesh((1, 1, 1))
    points = crossings(a, a.with_vertices(a.vertices + np.array([0.5, 0.3, 0.2])))
    assert len(points) >= 6
    assert np.allclose(np.abs(points).max(axis=1), 0.5)
    assert np.allclose(np.abs(points - [0.5, 0.3, 0.2]).max(axis=1), 0.5)


def test_rotations_keep_lengths_and_the_rest_does_not():
    points = np.random.default_rng(0).normal(size=(20, 3))
    size = np.linalg.norm(points[0] - points[1])
    sizes = [np.linalg.norm(np.diff(deformed(points, k, 0)[:2], axis=0)) for k in range(3)]
    assert np.isclose(sizes[0], size)
    assert not np.isclose(sizes[1], size)


def test_points_outside_chains():
    centres, radii = np.zeros((9, 3)), np.full(9, -1.0)
    radii[0], radii[3] = 1.0, 0.5
    points = np.array([[0.4, 0, 0], [0.7, 0, 0], [2, 0, 0]])
    assert outside_chains(centres, radii, points).tolist() == [False, True, True]
