import numpy as np

import impinge as im
from impinge.hierarchy.surface_pieces import cut, faces_of


def areas(corners):
    p = corners.reshape(-1, 3, 3)
    return 0.5 * np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)


def test_pieces_have_the_area_of_their_faces_and_short_sides():
    box = im.box_mesh((1, 2, 3))
    pieces = cut(faces_of(box), 0.3, 10_000)
    p = pieces.corners.reshape(-1, 3, 3)

    assert np.linalg.norm(p - p[:, [1, 2, 0]], axis=2).max() <= 0.3
    each = np.bincount(pieces.faces, areas(pieces.corners))
    assert np.allclose(each, areas(faces_of(box).corners), rtol=1e-12)
    assert pieces.points.shape == (3 * len(p), 3)


def test_their_number_is_bounded_and_many_faces_stay_as_they_are():
    assert len(cut(faces_of(im.box_mesh()), 1e-6, 500).faces) <= 1000
    ball = faces_of(im.icosphere(1.0))
    assert cut(ball, 0.0, 100) == ball
