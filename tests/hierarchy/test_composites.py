"""Points and rays asked of height fields and compounds: like their meshes, like their parts."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import poses

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Compound,
    HalfSpace,
    HeightField,
    Mesh,
    Sphere,
    box_mesh,
    grid_mesh,
)
from impinge.hierarchy import cast_ray, closest_point, contains, winding_number

RNG = np.random.default_rng(11)
FIELD = HeightField(RNG.normal(size=(7, 5)), (0.3, 0.2))
POINTS = RNG.normal((0.6, 0.6, 0.0), size=(300, 3))
DIRECTIONS = RNG.normal(size=(300, 3))
PARTS = [
    (Sphere(0.5), pose_of((0.3, 0.2, 0.1))),
    (ALL["cone"], pose_of((1, 0, 0), (0.5, 0.4, 0.3))),
    (box_mesh((0.5, 0.5, 0.5)), pose_of((0, 1, 0), (0.1, 0.2, 0.3))),
    (HalfSpace((0, 0, 1), -1.0), None),
    (FIELD, pose_of((0, 0, -0.5), (0, 0, 0.1))),
]
WHOLE = Compound(PARTS)


def test_a_height_field_is_asked_like_its_mesh():
    near, mesh = closest_point(FIELD, POINTS), closest_point(FIELD.mesh, POINTS)
    np.testing.assert_array_equal(near._rows, mesh._rows)
    hits, expected = cast_ray(FIELD, POINTS, DIRECTIONS), cast_ray(FIELD.mesh, POINTS, DIRECTIONS)
    np.testing.assert_array_equal(hits._rows, expected._rows)
    assert winding_number(FIELD, POINTS[0]) == winding_number(FIELD.mesh, POINTS[0])


def test_inside_a_height_field_is_below_it():
    """A ray straight up meets the surface from there, and from nowhere else."""
    points = RNG.uniform([-0.3, -0.3, -1.5], [1.5, 1.5, 1.5], (400, 3))
    inside = contains(FIELD, points)
    up = cast_ray(FIELD.mesh, points, [0, 0, 1])

    np.testing.assert_array_equal(inside, up.feature >= 0)
    assert 0.1 < inside.mean() < 0.9


@given(
    st.integers(0, 6), st.integers(0, 4), st.sampled_from([0.1, 1 / 3, 0.7, 1e-9, 1e9]),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.sampled_from([0.0, 0.25, 0.75, 1.0]),
)  # fmt: skip
def test_points_on_the_grid_are_on_the_surface(i, j, step, s, t):
    """Vertices, edges and diagonals; half-way points of these are exact, and so is the answer."""
    field = HeightField(np.round(4.0 * FIELD.heights) + 100.0, step)
    vertex = np.array([j * step, i * step, field.heights[i, j]])
    assert contains(field, vertex)
    assert not contains(field, np.nextafter(vertex, [vertex[0], vertex[1], np.inf]))
    if i < 6 and j < 4:
        a, c = field.heights[i, j], field.heights[i + 1, j + 1]
        b = field.heights[i, j + 1] if s >= t else field.heights[i + 1, j]
        low, high = (s, t) if s < t else (t, s)
        height = a + low * (c - b) + high * (b - a)
        whole = HeightField(field.heights, 1.0)
        assert contains(whole, [j + s, i + t, height])
        assert not contains(whole, [j + s, i + t, np.nextafter(height, np.inf)])


def test_the_rectangle_of_a_height_field_ends():
    low, high = FIELD.bounds
    deep = np.array([0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), low[2] - 100.0])
    assert contains(FIELD, deep)
    assert contains(FIELD, [high[0], high[1], deep[2]])
    assert contains(FIELD, [0.0, 0.0, deep[2]])
    for axis in (0, 1):
        for end in (-1e-300, np.nextafter(high[axis], np.inf)):
            beyond = deep.copy()
            beyond[axis] = end
            assert not contains(FIELD, beyond)


@pytest.mark.parametrize("spacing", [0.1, 1e-3 / 3.0, 7e8 / 3.0])
def test_every_column_is_in_its_cell(spacing):
    """Products i * spacing are rounded: quotients by the spacing are not always i."""
    field = HeightField(np.zeros((2, 1000)), spacing)
    x = np.arange(1000) * spacing
    points = np.column_stack([x, np.zeros(1000), np.zeros(1000)])

    assert contains(field, points).all()
    for height in (-spacing, spacing):
        points[:, 2] = height
        assert (contains(field, points) == (height < 0.0)).all()


def test_a_compound_is_the_nearest_of_its_parts():
    near = closest_point(WHOLE, POINTS)
    each = [closest_point(shape, POINTS, pose) for shape, pose in PARTS]
    distances = np.stack([one.distance for one in each])

    np.testing.assert_array_equal(near.distance, distances.min(axis=0))
    part, feature = WHOLE.part_of(near.feature)
    np.testing.assert_array_equal(part, distances.argmin(axis=0))
    for k in range(len(POINTS)):
        np.testing.assert_array_equal(near.point[k], each[part[k]].point[k])
        assert feature[k] == each[part[k]].feature[k]
    assert set(part) == set(range(5))


def test_a_ray_hits_the_first_of_the_parts():
    hits = cast_ray(WHOLE, POINTS, DIRECTIONS)
    each = [cast_ray(shape, POINTS, DIRECTIONS, pose) for shape, pose in PARTS]
    distances = np.stack([one.distance for one in each])

    np.testing.assert_array_equal(hits.distance, distances.min(axis=0))
    part, feature = WHOLE.part_of(hits.feature)
    missed = np.isinf(hits.distance)
    assert 0.0 < missed.mean() < 0.9
    np.testing.assert_array_equal(part, np.where(missed, -1, distances.argmin(axis=0)))
    for k in np.flatnonzero(~missed):
        np.testing.assert_array_equal(hits.normal[k], each[part[k]].normal[k])
        assert feature[k] == each[part[k]].feature[k]


def test_inside_one_part_is_inside():
    each = [contains(shape, POINTS, pose) for shape, pose in PARTS]

    np.testing.assert_array_equal(contains(WHOLE, POINTS), np.any(each, axis=0))
    assert contains(WHOLE, (0, 0, -5)) is True


@given(poses())
def test_a_compound_moves_as_one(pose):
    there = POINTS[:30] @ pose[:3, :3].T + pose[:3, 3]

    still, moved = closest_point(WHOLE, POINTS[:30]), closest_point(WHOLE, there, pose)
    np.testing.assert_allclose(moved.distance, still.distance, rtol=0, atol=1e-13)
    turned = DIRECTIONS[:30] @ pose[:3, :3].T
    hits, others = (
        cast_ray(WHOLE, POINTS[:30], DIRECTIONS[:30]),
        cast_ray(WHOLE, there, turned, pose),
    )
    np.testing.assert_allclose(others.distance, hits.distance, rtol=1e-9, atol=1e-9)


def test_compounds_in_compounds():
    nested = Compound([(Compound(PARTS[:2]), pose_of((0, 0, 0))), (Compound(PARTS[2:]), None)])

    near, flat = closest_point(nested, POINTS), closest_point(WHOLE, POINTS)
    np.testing.assert_allclose(near._rows, flat._rows, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(contains(nested, POINTS), contains(WHOLE, POINTS))


def test_an_open_mesh_in_a_compound_is_named():
    sheet = Compound([(Sphere(1), None), (Compound([(grid_mesh(1.0, 2), None)]), None)])

    assert closest_point(sheet, (0, 0, 3)).distance == 2.0
    with pytest.raises(ImpingeError, match="shape: part 1: part 0: mesh is open"):
        contains(sheet, (0, 0, 0))


def test_costs_are_those_of_all_parts():
    two = Compound([(Box((1, 1, 1)), None), (Sphere(1), None)])
    for ask in (closest_point, contains):
        with count() as cost:
            ask(two, np.zeros((5, 3)))
        assert cost.primitive_tests == 10


def test_winding_numbers_are_of_surfaces_of_triangles():
    with pytest.raises(ImpingeError, match="shape: expected a Mesh, got a Sphere"):
        winding_number(Sphere(1), (0, 0, 0))


def test_a_subclass_is_asked_like_its_base():
    class Brick(Box):
        pass

    class Net(Mesh):
        pass

    assert contains(Brick((1, 1, 1)), (0, 0, 0)) is True
    box = box_mesh((1, 1, 1))
    assert closest_point(Net(box.vertices, box.faces), (2, 0, 0)).distance == 1.5
