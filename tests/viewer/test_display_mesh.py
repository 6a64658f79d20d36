"""What is drawn of a shape."""

import numpy as np
import pytest
from every_shape import ALL, FLAT
from payload_reading import array, at

import impinge as im
from impinge.viewer import display_mesh
from impinge.viewer.coordinates import Coordinates
from impinge.viewer.display_mesh import Meshes, finite_corners, simplified
from impinge.viewer.payload import Arrays

HERE = Coordinates(np.zeros(3), 1.0)


def meshes(shapes, places=HERE):
    found = Meshes(places)
    return found, [found.number(shape, np.eye(4)) for shape in shapes]


@pytest.mark.parametrize("name", [*ALL, *FLAT])
def test_every_shape_is_drawn_where_it_is(name):
    shape = {**ALL, **FLAT}[name]
    found, (number,) = meshes([shape])
    arrays = Arrays()
    (plain,), _ = found.plain(arrays)
    points = array({"arrays": arrays.plain()}, plain["positions"]) + found.centre(number)
    low, high = shape.bounds
    size = float(np.abs(finite_corners(shape)).max(initial=1.0))
    assert (points >= low - 1e-5 * size).all()
    assert (points <= high + 1e-5 * size).all()
    ends = np.isfinite(shape.bounds).all(axis=0)
    assert (points.max(axis=0)[ends] >= high[ends] - 0.03 * size).all()
    assert plain["triangles"] == found.triangles(number) > 0


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e12, 1e140])
def test_any_size_is_drawn(size):
    shapes = [
        im.Sphere(size), im.Cone(size, size), im.Cylinder(size, 1e-3 * size), im.Capsule(size, 1.0),
        im.Ellipsoid((size, 1e-6 * size, size)),
    ]  # fmt: skip
    found, _ = meshes(shapes, Coordinates(np.zeros(3), size))
    assert all(plain["triangles"] >= 12 for plain in found.plain(Arrays())[0])


def test_flat_hulls_are_drawn():
    flat = im.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    tilted = im.Hull([[0, 0, 0], [1, 0, 1], [0, 1, 0], [1, 1, 1]])
    found, numbers = meshes([flat, tilted])
    assert all(found.triangles(k) >= 2 for k in numbers)


def test_what_looks_alike_is_one_mesh():
    knot = im.torus_knot(30, 6)
    twin = im.Mesh(knot.vertices, knot.faces)
    shapes = [im.Box((1, 2, 3)), im.Box((1, 2, 3)), im.Box((1, 2, 4)), im.Sphere(1), im.Sphere(1.0),
              knot, knot, twin]  # fmt: skip
    assert meshes(shapes)[1] == [0, 0, 1, 2, 2, 3, 3, 3]


def test_a_mesh_far_from_its_origin_keeps_its_form():
    ball = im.icosphere(1.0, 2)
    far = ball.with_vertices(ball.vertices + 1e7)
    found, (number,) = meshes([far])
    arrays = Arrays()
    (plain,), _ = found.plain(arrays)
    drawn = array({"arrays": arrays.plain()}, plain["positions"])
    np.testing.assert_allclose(drawn + found.centre(number), far.vertices, rtol=0, atol=1e-6)


def test_a_half_space_is_a_patch_around_the_scene():
    floor, pose = im.HalfSpace((0, 1, 1), 2.0), at(0, 0, 3)
    found = Meshes(Coordinates(np.array([10.0, 20.0, 30.0]), 5.0), 5.0)
    number = found.number(floor, pose)
    arrays = Arrays()
    (plain,), notes = found.plain(arrays)
    corners = 5.0 * array({"arrays": arrays.plain()}, plain["positions"]).astype(float)
    corners = corners + found.centre(number)
    np.testing.assert_allclose(corners @ floor.normal, floor.offset, atol=1e-4)
    off = corners.mean(axis=0) - [10, 20, 27]
    np.testing.assert_allclose(np.cross(off, floor.normal), 0.0, atol=1e-4)
    assert "half space" in notes[0]


def test_a_compound_may_hold_a_half_space():
    ground = im.Compound([(im.HalfSpace((0, 0, 1)), None), (im.Box((1, 1, 1)), at(5))])
    nested = im.Compound([(ground, at(0, 7)), (im.Sphere(1), None)])
    assert finite_corners(nested).max(axis=0).tolist() == [5.5, 7.5, 1.0]
    found, (number,) = meshes([nested])
    assert found.triangles(number) == 2 + 12 + 1280


def test_large_meshes_are_made_simpler_and_that_is_said(monkeypatch):
    monkeypatch.setattr(display_mesh, "MOST_BYTES", 60_000)
    ball, box = im.icosphere(1.0, 5), im.box_mesh()
    found, _ = meshes([ball, box])
    arrays = Arrays()
    plain, notes = found.plain(arrays)
    sizes = [len(a["data"]) for a in arrays.plain()]
    assert sum(sizes) < 1.5 * 60_000 * 4 / 3
    assert plain[0]["triangles"] == len(ball.faces)
    assert "1 of 2 meshes" in notes[0]
    assert len(array({"arrays": arrays.plain()}, plain[1]["indices"])) == 12


def test_simpler_meshes_stay_near():
    knot = im.torus_knot(200, 20)
    vertices, faces = simplified(knot.vertices, knot.faces, 2000)
    assert 200 < len(faces) <= 2000
    far = im.closest_point(knot, vertices).distance.max()
    assert far < 0.15
    same = simplified(knot.vertices, knot.faces, 10**6)
    assert same[1] is knot.faces


def test_what_is_simplified_keeps_no_vertex_without_a_triangle():
    rng = np.random.default_rng(3)
    corners = rng.uniform(-1, 1, (2000, 1, 3)) + 0.02 * rng.normal(size=(2000, 3, 3))
    vertices, faces = simplified(corners.reshape(-1, 3), np.arange(6000).reshape(-1, 3), 500)
    assert 0 < len(faces) <= 500
    np.testing.assert_array_equal(np.unique(faces), np.arange(len(vertices)))
