import numpy as np

from impinge.bench.interruptible_cases import (
    crossings,
    deformed,
    inside_spheres,
    lost_crossings,
    outside_chains,
    pair,
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


def test_lost_crossings_count_points_in_no_pair():
    bodies = pair("two bunnies", 300, 1, 2)
    points = crossings(bodies[0].mesh, bodies[1].mesh)[:70]
    inside = [inside_spheres(body, points) for body in bodies]
    rows = np.array([[1, 2], [3, 1]])
    (p, r), (q, s) = (body.spheres for body in bodies)
    near = [
        (np.linalg.norm(points - p[i], axis=1) <= r[i])
        & (np.linalg.norm(points - q[j], axis=1) <= s[j])
        for i, j in rows
    ]

    assert lost_crossings(*inside, rows, len(points)) == (~(near[0] | near[1])).sum()
    assert lost_crossings(*inside, np.array([[0, 0]]), len(points)) == 0
