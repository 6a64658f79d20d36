import numpy as np

import impinge as im
from impinge.hierarchy.medial_centres import MedialAxis, spread
from impinge.hierarchy.sphere_overhang import Solid
from impinge.hierarchy.surface_pieces import faces_of


def test_centres_are_inside_and_near_the_part():
    solid = Solid(im.torus_knot(60, 8))
    pieces = faces_of(solid.mesh)
    axis = MedialAxis(solid, pieces, np.random.default_rng(0))
    part = pieces.some(np.arange(40))
    centres, depths = axis.around(part, 0.3, 0.05)

    assert len(centres) > 50
    assert (depths > 0.0).all()
    assert np.allclose(solid.depths(centres), depths, atol=1e-9)
    gaps = np.linalg.norm(centres[:, None] - part.points, axis=2).min(axis=1) - depths
    assert gaps.max() < 0.5


def test_a_flat_solid_has_no_voronoi_vertices_inside():
    solid = Solid(im.box_mesh((1, 1, 1e-9)))
    axis = MedialAxis(solid, faces_of(solid.mesh), np.random.default_rng(0))

    assert len(axis.around(faces_of(solid.mesh), 1.0, 0.5)[0]) >= 0


def test_samples_are_spread_by_area():
    pieces = faces_of(im.box_mesh((1, 1, 100)))
    points = spread(pieces, 1000, np.random.default_rng(1))

    assert abs(np.mean(points[:, 2])) < 1.0
    assert (np.abs(points[:, 2]) < 49.99).mean() > 0.99
