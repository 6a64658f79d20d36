"""Height fields against everything: their surface, and the ground below it."""

import numpy as np
import pytest
from every_shape import CONVEX, pose_of
from placing import random_poses, shift

from impinge.core.errors import UnsupportedPairError
from impinge.geometry import Box, Compound, HalfSpace, HeightField, Sphere, box_mesh, icosphere
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.narrow.height_fields import filled

RNG = np.random.default_rng(11)
FIELD = HeightField(RNG.normal(size=(6, 5)), (0.5, 0.7))
HILL = HeightField([[0, 0, 0], [0, 1, 0], [0, 0, 0]], 1.0)


def height_at(field, x, y):
    """Of the surface over a point of its rectangle, by hand."""
    dx, dy = field.spacing
    j = np.clip((x / dx).astype(int), 0, field.heights.shape[1] - 2)
    i = np.clip((y / dy).astype(int), 0, field.heights.shape[0] - 2)
    u, v = x / dx - j, y / dy - i
    h = field.heights
    a, b, c, d = h[i, j], h[i, j + 1], h[i + 1, j + 1], h[i + 1, j]
    return np.where(v <= u, a + u * (b - a) + v * (c - b), a + v * (d - a) + u * (c - d))


@pytest.mark.parametrize("other", [*CONVEX.values(), HalfSpace((1, 2, 3), 0.2), box_mesh()])
def test_it_is_its_mesh(other):
    poses = random_poses(RNG, 8, 1.5)

    np.testing.assert_array_equal(
        overlap(FIELD, other, None, poses), overlap(FIELD.mesh, other, None, poses)
    )
    assert distance(FIELD, other, None, poses)._rows.tobytes() == (
        distance(FIELD.mesh, other, None, poses)._rows.tobytes()
    )


def test_all_triangles_that_meet():
    ball = icosphere(1.0, 2)
    pairs = intersecting_pairs(FIELD, ball, pose_b=shift(1.0, 1.0))

    assert len(pairs) > 10
    np.testing.assert_array_equal(
        pairs.pairs, intersecting_pairs(FIELD.mesh, ball, pose_b=shift(1.0, 1.0)).pairs
    )
    np.testing.assert_array_equal(
        intersecting_pairs(ball, FIELD, shift(1.0, 1.0)).pairs,
        intersecting_pairs(ball, FIELD.mesh, shift(1.0, 1.0)).pairs,
    )
    assert len(intersecting_pairs(FIELD, FIELD, pose_b=shift(0.1, 0.0, 0.1))) > 10
    with pytest.raises(UnsupportedPairError, match="HeightField and Sphere; only meshes"):
        intersecting_pairs(FIELD, Sphere(1.0))


def test_points_are_in_the_ground_below_the_surface():
    points = RNG.uniform((-1.0, -1.0, -9.0), (3.0, 4.5, 3.0), size=(400, 3))
    poses = np.stack([shift(*p) for p in points])
    x, y, z = points.T
    width, depth = FIELD.bounds[1, :2]
    over = (x >= 0.0) & (x <= width) & (y >= 0.0) & (y <= depth)
    below = over & (z <= height_at(FIELD, x, y))

    found = overlap(FIELD, Sphere(1e-6), None, poses, solid=True)

    np.testing.assert_array_equal(found, below)
    assert 0.1 < found.mean() < 0.6


def test_beside_the_ground_a_wall_is_nearest():
    poses = np.stack([shift(-1.0, 1.0, z) for z in (0.0, -1.0, -10.0, -1e6)])

    found = distance(HILL, Sphere(0.25), None, poses, solid=True)

    np.testing.assert_array_equal(found.distance, 0.75)
    np.testing.assert_allclose(found.normal, [[-1.0, 0.0, 0.0]] * 4, atol=1e-9)
    surface = distance(HILL, Sphere(0.25), None, poses).distance
    assert (surface[1:] > 1.0).all()


def test_a_shape_that_straddles_the_border_deep_below_overlaps():
    beam = Box((1.0, 0.2, 0.2))
    poses = np.stack([shift(x, 1.0, -5.0) for x in (-1.0, -0.5, 0.0, 1.0, 2.4, 2.6)])

    assert overlap(HILL, beam, None, poses, solid=True).tolist() == [0, 1, 1, 1, 1, 0]
    assert not overlap(HILL, beam, None, poses).any()


def test_meshes_and_compounds_in_the_ground():
    pair = Compound([(Sphere(0.1), shift(0.0, 0.0, -3.0)), (box_mesh((0.2, 0.2, 0.2)), None)])

    assert overlap(HILL, box_mesh((0.2, 0.2, 0.2)), None, shift(1.0, 1.0, -4.0), solid=True)
    assert not overlap(HILL, box_mesh((0.2, 0.2, 0.2)), None, shift(1.0, 1.0, 2.0), solid=True)
    found = distance(HILL, pair, None, shift(1.0, 1.0, 2.0), solid=True)
    assert found.distance == 0.0
    assert (found.part_a, found.part_b) == (-1, 0)
    assert distance(pair, HILL, shift(1.0, 1.0, 2.0), solid=True).part_a == 0


def test_half_spaces_and_ground_without_end():
    floor = HalfSpace((0.0, 0.0, 1.0), -7.0)
    ceiling = HalfSpace((0.0, 0.0, -1.0), -7.0)
    wall = HalfSpace((1.0, 0.0, 0.0), -2.0)

    found = [distance(HILL, half, solid=True) for half in (floor, ceiling, wall)]

    assert [d.distance for d in found] == [0.0, 6.0, 2.0]
    np.testing.assert_allclose(found[0].point_a, found[0].point_b)
    assert found[0].point_a[2] == -7.0
    assert distance(HILL, floor).distance == 7.0
    assert overlap(HILL, floor, solid=True)
    assert overlap(HILL, wall, margin=2.0, solid=True)
    assert not overlap(HILL, wall, margin=1.9, solid=True)


def test_two_grounds_are_refused():
    with pytest.raises(
        UnsupportedPairError, match="HeightField and HeightField; ask without solid"
    ):
        distance(HILL, FIELD, solid=True)


def test_the_filled_mesh_keeps_the_numbers_of_faces():
    mesh = filled(FIELD, 3)

    assert mesh.is_closed
    assert mesh.is_oriented
    assert mesh.volume > 0.0
    np.testing.assert_array_equal(mesh.faces[: len(FIELD.mesh.faces)], FIELD.mesh.faces)
    assert mesh is filled(FIELD, 3)
    area = np.prod(FIELD.bounds[1, :2])
    top = FIELD.mesh.vertices[FIELD.mesh.faces][:, :, 2].mean()
    np.testing.assert_allclose(mesh.volume, area * (top - FIELD.bounds[0, 2] + 8.0), rtol=1e-12)


def test_a_tilted_field_is_filled_along_its_own_axis():
    pose = pose_of((0.0, 0.0, 0.0), (0.0, np.pi / 2.0, 0.0))
    # Its z axis is the world's x axis: ground at negative x.
    assert overlap(HILL, Sphere(0.1), pose, shift(-5.0, 1.0, -1.0), solid=True)
    assert not overlap(HILL, Sphere(0.1), pose, shift(5.0, 1.0, -1.0), solid=True)


def test_walls_count_on_after_the_faces_of_the_surface():
    """A ball beside the ground and below its surface, also where that is part of a compound."""
    ball, beside = Sphere(0.5), shift(-3.0, 1.0, -2.0)
    pair = Compound([(HILL, None), (Box((1, 1, 1)), shift(50.0))])
    for ground, part in ((HILL, -1), (pair, 0)):
        found = distance(ground, ball, None, beside, solid=True)
        assert found.distance == pytest.approx(2.5)
        assert (found.part_a, found.feature_b) == (part, 0)
        assert HILL.feature_count <= found.feature_a < HILL.feature_count + 3 * 8
    above = distance(HILL, ball, None, shift(0.5, 0.2, 3.0), solid=True)
    assert 0 <= above.feature_a < HILL.feature_count
