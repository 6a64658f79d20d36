"""Normals are smooth where a surface is round, and sharp at edges."""

import numpy as np

from impinge.geometry import Mesh, box_mesh, icosphere
from impinge.viewer.normals import corner_normals, face_normals


def test_a_ball_is_smooth():
    ball = icosphere(1.0, 4)

    normals = corner_normals(ball)

    np.testing.assert_allclose(normals, ball.vertices[ball.faces], atol=0.02)


def test_a_box_is_sharp():
    box = box_mesh()

    np.testing.assert_array_equal(
        corner_normals(box), np.repeat(face_normals(box)[:, None], 3, axis=1)
    )


def test_a_face_without_area_does_no_harm():
    mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]], [[0, 1, 2], [0, 1, 3]])

    normals = corner_normals(mesh)

    assert np.isfinite(normals).all()
    np.testing.assert_allclose(normals[0], [[0, 0, 1]] * 3, atol=1e-12)
