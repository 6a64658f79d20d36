import numpy as np
import pytest

import impinge as im
from impinge.hierarchy.sphere_builders import METHODS, balanced, cut_at, meets_box, thinned
from impinge.hierarchy.sphere_overhang import Solid
from impinge.hierarchy.surface_pieces import cut, faces_of


@pytest.mark.parametrize("method", METHODS)
def test_children_cover_the_pieces_of_their_parent(method):
    solid = Solid(im.torus_knot(40, 6))
    root, split = METHODS[method](solid, "expand", 0)
    parts = split(root)

    assert 2 <= len(parts) <= 8
    assert set(np.concatenate([p.pieces.faces for p in parts])) == set(root.pieces.faces)
    for part in parts if method != "octree" else ():
        gaps = np.linalg.norm(part.pieces.points - part.centre, axis=1)
        assert gaps.max() <= part.radius


def test_triangles_that_meet_a_cube():
    corners = np.array([
        [-5, 0, 0, 5, 0, 0, 0, 5, 0],        # through it
        [-5, 0, 2, 5, 0, 2, 0, 5, 2],        # above it
        [0.1, 0, 0, 0.2, 0, 0, 0, 0.1, 0],   # inside
        [0, 2.9, 0, 2.9, 0, 0, 2.9, 2.9, 0], # beside a corner: boxes meet, they do not
        [1, 1, 1, 2, 2, 2, 2, 2, 3],         # touches a corner
    ], float)  # fmt: skip

    assert meets_box(corners, np.zeros(3), 1.0).tolist() == [True, False, True, False, True]


def test_thinned_pieces_keep_strays():
    pieces = cut(faces_of(im.box_mesh()), 0.02, 8000)
    far = pieces._replace(corners=pieces.corners.copy())
    far.corners[17] += 100.0
    rows = thinned(far, 300)

    assert 17 in rows
    assert len(rows) <= 300
    assert len(thinned(pieces, 10**6)) == len(pieces.faces)


def test_areas_of_children_are_balanced():
    middles = np.random.default_rng(0).random((500, 1))
    reach = np.abs(middles.T - [[0.1], [0.2], [0.8]])
    even = np.bincount(balanced(np.ones(500), reach))
    near = np.bincount(reach.argmin(axis=0))

    assert even.max() < 0.8 * near.max()
    # What a centre must not have stays with the others.
    reach[0, :250] = np.inf
    assert (balanced(np.ones(500), reach)[:250] != 0).all()


def test_pieces_between_spheres_are_cut():
    solid = Solid(im.box_mesh((2, 1, 1)))
    pieces = cut(faces_of(solid.mesh), 0.7, 100)
    centres = np.array([[-0.5, 0, 0], [0.5, 0, 0]])
    fine = cut_at(pieces, centres, solid.depths(centres), np.inf)

    assert len(fine.faces) > len(pieces.faces)
    assert np.isclose(fine.areas().sum(), pieces.areas().sum())
