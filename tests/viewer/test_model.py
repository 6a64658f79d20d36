"""Parts become one model, in place and in colour."""

import numpy as np

from impinge.geometry import Mesh, box_mesh, icosphere
from impinge.narrow import intersecting_pairs
from impinge.viewer import model_of
from impinge.viewer.model import colour, corner_normals, face_normals

RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def two_boxes():
    box = box_mesh()
    poses = np.stack([np.eye(4), np.eye(4)])
    poses[1, :3, 3] = 0.5, 0.3, 0.2
    return box, poses


def test_parts_are_where_their_poses_put_them():
    box, poses = two_boxes()

    model = model_of([box, box], poses, [RED, BLUE])

    assert len(model.mesh.faces) == 24
    np.testing.assert_allclose(model.mesh.vertices[8:], box.vertices + poses[1, :3, 3])
    np.testing.assert_array_equal(model.colours[:12], np.tile(RED, (12, 1)))
    np.testing.assert_array_equal(model.colours[12:], np.tile(BLUE, (12, 1)))
    assert model.contacts is None


def test_crossing_faces_are_marked_by_side():
    box, poses = two_boxes()
    pairs = intersecting_pairs(box, box, *poses).pairs

    contacts = model_of([box, box], poses, [RED, BLUE], [(0, 1, pairs)]).contacts

    assert set(np.flatnonzero(contacts.sides == 0)) == set(pairs[:, 0])
    assert set(np.flatnonzero(contacts.sides == 1)) == set(pairs[:, 1] + 12)
    assert len(contacts.faces[0].faces) == len(set(pairs[:, 0]))


def test_a_floor_is_added():
    box, poses = two_boxes()

    model = model_of([box, box], poses, [RED, BLUE], floor=-2.0)

    assert len(model.mesh.faces) == 26
    assert model.mesh.bounds[0, 2] == -2.0


def test_colour_codes():
    assert colour("#000000") == (0.0, 0.0, 0.0)
    assert colour("#0000FF") == BLUE


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
