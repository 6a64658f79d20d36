"""Meshes from formulas are closed and look outward."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot

SOLIDS = [
    box_mesh((1, 2, 3)),
    icosphere(0.5, 0),
    icosphere(2.0, 3),
    torus_knot(90, 9),
    torus_knot(60, 5, p=3, q=5, radius=0.1),
    bumpy_sphere(30, 20),
    bumpy_sphere(3, 1),
]


@pytest.mark.parametrize("mesh", SOLIDS, ids=repr)
def test_solids_are_closed_and_look_outward(mesh):
    assert mesh.is_closed
    assert mesh.is_oriented
    assert mesh.volume > 0.0
    assert len(mesh.edges) * 2 == len(mesh.faces) * 3
    corners = mesh.vertices[mesh.faces]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.linalg.norm(areas, axis=1) > 0.0).all()


def test_counts_are_those_announced():
    assert len(icosphere(1.0, 4).faces) == 20 * 4**4
    assert len(torus_knot(70, 11).faces) == 2 * 70 * 11
    assert len(bumpy_sphere(30, 20).faces) == 2 * 30 * 20
    assert len(grid_mesh(1.0, 7).faces) == 2 * 7 * 7


def test_the_icosphere_is_round():
    np.testing.assert_allclose(np.linalg.norm(icosphere(3.0, 4).vertices, axis=1), 3.0, rtol=1e-15)


def test_the_grid_looks_up():
    mesh = grid_mesh(2.0, 3)
    corners = mesh.vertices[mesh.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])

    assert (normals[:, 2] > 0.0).all()
    assert mesh.bounds.tolist() == [[-1, -1, 0], [1, 1, 0]]


@pytest.mark.parametrize(
    "make",
    [
        lambda: box_mesh((1, 0, 1)),
        lambda: box_mesh((1, np.nan, 1)),
        lambda: box_mesh((1, 2)),
        lambda: icosphere(-1.0),
        lambda: icosphere(subdivisions=30),
        lambda: icosphere(subdivisions=1.5),
        lambda: torus_knot(2, 9),
        lambda: bumpy_sphere(30, 0),
        lambda: grid_mesh(1.0, True),
    ],
)
def test_nonsense_is_refused(make):
    with pytest.raises(ImpingeError):
        make()
