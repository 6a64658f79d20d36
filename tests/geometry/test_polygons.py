"""Coplanar triangles become polygons; what is bent stays in triangles."""

import numpy as np
import pytest
from every_shape import CUBE, TURN

from impinge.geometry import icosphere
from impinge.geometry.hull_parts import at_unit_size, closed_surface, exactly_convex, hull_of
from impinge.geometry.polygons import COPLANAR, join_triangles, triangles_only

pytestmark = pytest.mark.plain


def faces_of(points, largest=1.0):
    hull = exactly_convex(hull_of(points))
    triangles, twins = closed_surface(hull)
    scaled, _ = at_unit_size(hull.vertices)
    return join_triangles(scaled, triangles, twins, largest)


@pytest.mark.parametrize("points", [CUBE, CUBE @ TURN, 1e-9 * CUBE @ TURN, CUBE @ TURN * 1e9])
def test_a_turned_cube_has_six_faces(points):
    faces = faces_of(points)

    assert [len(loop) for loop in faces.loops] == [4] * 6
    assert len(faces.vertices) == 8
    assert [tuple(loop) for loop in faces.loops] == sorted(tuple(loop) for loop in faces.loops)


def test_points_on_edges_and_faces_are_left_out():
    middles = np.array([(a + b) / 2 for a in CUBE for b in CUBE])
    points = np.concatenate([CUBE, middles]) @ TURN
    faces = faces_of(points)

    assert len(faces.vertices) == 8
    assert len(faces.loops) == 6


def test_a_ball_keeps_its_triangles():
    faces = faces_of(icosphere(1.0, 2).vertices)

    assert len(faces.loops) == 320
    assert {len(loop) for loop in faces.loops} == {3}


@pytest.mark.parametrize("height", [64.0 * COPLANAR, 1e-12, 1e-6])
def test_a_low_roof_is_kept(height):
    """Above rounding, a ridge is a ridge."""
    roof = np.concatenate([CUBE, [[0, -1, 1 + height], [0, 1, 1 + height]]])

    assert len(faces_of(roof).loops) == 7


def test_a_lens_does_not_vanish():
    """Each side is flat within rounding, and so are both together: no corner would be left."""
    ring = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    rim = np.stack([np.cos(ring), np.sin(ring), 0.0 * ring], axis=1)
    lens = np.concatenate([rim, [[0, 0, 1e-13], [0, 0, -1e-13]]])
    hull = hull_of(lens, flat=0.0, thin=1.0)
    triangles, twins = closed_surface(exactly_convex(hull))
    scaled, _ = at_unit_size(hull.vertices)

    faces = join_triangles(scaled, triangles, twins, 1e3)
    assert len(faces.vertices) == 14
    assert len(faces.loops) == 24


def test_an_offset_joins_what_it_has_rounded():
    ring = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    prism = np.array([[np.cos(a), np.sin(a), z] for a in ring for z in (-1.0, 0.0, 1.0)])
    points = prism @ TURN + 1e6
    assert len(faces_of(points).loops) > 14
    assert len(faces_of(points, 1e6).loops) == 14


@pytest.mark.parametrize("size", [1.0, 1e-3])
def test_where_all_edges_bend_the_triangles_are_the_faces(size):
    """And where one may not, nothing is said."""
    rng = np.random.default_rng(8)
    for points in (rng.normal(size=(60, 3)), size * icosphere(1.0, 2).vertices):
        hull = exactly_convex(hull_of(points))
        triangles, twins = closed_surface(hull)
        scaled, _ = at_unit_size(hull.vertices)
        faces, expected = triangles_only(scaled, triangles, twins), faces_of(points)
        assert faces.vertices.tolist() == expected.vertices.tolist()
        assert faces.loops.around.tolist() == expected.loops.around.tolist()
        assert faces.loops.starts.tolist() == expected.loops.starts.tolist()
        assert triangles_only(scaled, triangles, twins, 1e14) is None
    hull = exactly_convex(hull_of(CUBE @ TURN))
    assert triangles_only(at_unit_size(hull.vertices)[0], *closed_surface(hull)) is None
