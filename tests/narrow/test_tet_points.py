"""Points in tetrahedra: the first tet that rational arithmetic finds."""

import numpy as np
import pytest
from tet_cases import exact_weights, soup

from impinge.core.errors import ImpingeError
from impinge.narrow import points_in_tets
from impinge.scenes.bricks import brick


@pytest.mark.parametrize("step", [None, 0.5])
def test_the_first_tet_that_contains_a_point(step):
    rng = np.random.default_rng(4)
    mesh = soup(rng, count=1, tets=12, step=step)[0]
    points = rng.uniform(-1.0, 1.0, (60, 3))
    points[:12] = mesh.vertices
    if step is not None:
        points = np.round(points / (0.5 * step)) * 0.5 * step
    found = points_in_tets(mesh, points)
    inside = 0
    for p, tet, weights in zip(points, found.tet, found.weights, strict=True):
        exact = [exact_weights(p, mesh.vertices[corners]) for corners in mesh.tets]
        holds = [t for t, w in enumerate(exact) if w is not None and min(w) >= 0]
        assert tet == (holds[0] if holds else -1)
        if holds:
            assert np.allclose(weights, [float(w) for w in exact[tet]], rtol=0.0, atol=1e-12)
            inside += 1
        else:
            assert (weights == 0.0).all()
    # Corners of tets, and a third of the others.
    assert 12 <= inside < 50


def test_weights_bring_points_back():
    mesh = brick((5, 4, 3))
    points = np.random.default_rng(0).uniform(0.0, [5.0, 4.0, 3.0], (500, 3))
    found = points_in_tets(mesh, points)
    assert (found.tet >= 0).all()
    corners = mesh.vertices[mesh.tets[found.tet]]
    again = (found.weights[:, :, None] * corners).sum(axis=1)
    assert np.allclose(again, points, rtol=0.0, atol=1e-14)
    assert len(points_in_tets(mesh, np.empty((0, 3)))) == 0
    assert points_in_tets(mesh, [[9.0, 9.0, 9.0]]).tet.tolist() == [-1]


def test_bad_input():
    with pytest.raises(ImpingeError, match="mesh: expected a TetMesh"):
        points_in_tets(brick((1, 1, 1)).surface, [[0, 0, 0]])
    with pytest.raises(ImpingeError, match="points: row 1 is not finite"):
        points_in_tets(brick((1, 1, 1)), [[0, 0, 0], [0, np.nan, 0]])
