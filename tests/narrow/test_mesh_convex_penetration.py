"""How deep convex shapes are in meshes: the deepest triangle, or all along a direction."""

import numpy as np
import pytest
from every_shape import CONVEX
from placing import random_poses, shift

from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Capsule,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Sphere,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
)
from impinge.narrow import hull_of, overlap, penetration

RNG = np.random.default_rng(7)
SOUP = Mesh(0.6 * RNG.normal(size=(60, 3)), np.arange(60).reshape(20, 3))
POSES = random_poses(RNG, 12, 0.5)


def triangle(corners):
    return Hull(np.concatenate([corners, corners[:1]]))


@pytest.mark.parametrize("name", sorted(CONVEX))
def test_the_deepest_triangle_counts(name):
    shape = CONVEX[name]
    hulls = [triangle(corners) for corners in SOUP.vertices[SOUP.faces]]

    found = penetration(SOUP, shape, None, POSES)

    depths = np.array([penetration(hull, shape, None, POSES).depth for hull in hulls])
    np.testing.assert_allclose(found.depth, depths.max(axis=0), atol=1e-7)
    best = np.take_along_axis(depths, found.feature_a[None], axis=0)[0]
    np.testing.assert_allclose(best, depths.max(axis=0), atol=1e-7)
    assert set(found.kind) == {"local"}
    assert (found.lower <= found.depth).all()
    assert (found.depth > 0.0).mean() > 0.5


@pytest.mark.parametrize("name", sorted(CONVEX))
def test_nothing_shorter_than_lower_separates(name):
    shape = CONVEX[name]
    mesh = bumpy_sphere(12, 8)
    found = penetration(mesh, shape, None, POSES)
    assert (found.lower > 0.0).any()

    for way in RNG.normal(size=(40, 3)):
        moved = POSES.copy()
        step = 0.999 * found.lower - 1e-9
        moved[:, :3, 3] += np.maximum(step, 0.0)[:, None] * way / np.linalg.norm(way)
        assert overlap(mesh, shape, None, moved)[found.lower > 1e-8].all()


@pytest.mark.parametrize("name", sorted(CONVEX))
def test_along_a_direction_until_nothing_is_touched(name):
    shape = CONVEX[name]
    direction = np.array([0.4, -0.2, 0.9]) / np.linalg.norm([0.4, -0.2, 0.9])

    found = penetration(SOUP, shape, None, POSES, kind="directional", direction=direction)

    for row in np.flatnonzero(overlap(SOUP, shape, None, POSES)):
        way = found.depth[row]
        steps = np.append(np.linspace(0.0, way * (1 - 1e-6), 300), way * (1 + 1e-6) + 1e-8)
        moved = np.repeat(POSES[row][None], len(steps), axis=0)
        moved[:, :3, 3] += steps[:, None] * direction
        # No gap on the way, and free at its end.
        assert overlap(SOUP, shape, None, moved).tolist() == [True] * 300 + [False]


def test_a_ball_on_a_floor_is_as_deep_as_it_sank():
    for floor in (grid_mesh(4.0, 1), grid_mesh(4.0, 20), box_mesh((4, 4, 1))):
        top = floor.bounds[1, 2]
        found = penetration(floor, Sphere(0.5), None, shift(0.1, 0.2, top + 0.45))
        assert abs(found.depth - 0.05) < 1e-12
        np.testing.assert_allclose(found.direction, [0, 0, 1], atol=1e-9)
        np.testing.assert_allclose(found.point_a, [0.1, 0.2, top], atol=1e-6)


def test_closed_meshes_are_left_on_their_outer_side():
    block, sheet = box_mesh((4, 4, 4)), grid_mesh(4.0, 1)
    # More than half of the ball is below the face.
    deep = shift(0.0, 0.0, 2.0 - 0.2)

    solid = penetration(block, Sphere(0.5), None, deep)
    thin = penetration(sheet, Sphere(0.5), shift(0.0, 0.0, 2.0), deep)

    assert abs(solid.depth - 0.7) < 1e-9
    np.testing.assert_allclose(solid.direction, [0, 0, 1], atol=1e-9)
    assert abs(solid.lower - 0.3) < 1e-9
    assert abs(thin.depth - 0.3) < 1e-12
    np.testing.assert_allclose(thin.direction, [0, 0, -1], atol=1e-9)
    inward = penetration(block.flipped(), Sphere(0.5), None, deep)
    assert abs(inward.depth - 0.7) < 1e-9


def test_a_box_over_an_edge_takes_the_short_way():
    block = box_mesh((2, 2, 2))
    found = penetration(block, Box((1, 1, 1)), None, shift(1.2, 0.0, 1.4))

    assert abs(found.depth - 0.1) < 1e-9
    np.testing.assert_allclose(np.abs(found.direction), [0, 0, 1], atol=1e-6)


def test_what_is_inside_without_touching_is_not_deep():
    found = penetration(icosphere(2.0, 2), Sphere(0.1))

    assert found.depth == 0.0
    assert np.linalg.norm(found.point_b - found.point_a) > 1.5


def test_hulls_are_those_of_the_mesh():
    mesh, shape = bumpy_sphere(12, 8), CONVEX["box"]
    found = penetration(mesh, shape, None, POSES, kind="convex")
    true = penetration(hull_of(mesh), shape, None, POSES)

    np.testing.assert_array_equal(found.depth, true.depth)
    assert set(found.kind) == {"convex"}


def test_half_spaces_meet_the_deepest_vertex():
    mesh, floor = bumpy_sphere(12, 8), HalfSpace((0.1, 0.2, 1.0), 0.3)
    heights = mesh.vertices @ POSES[:, :3, :3].transpose(0, 2, 1) + POSES[:, None, :3, 3]
    deepest = (0.3 / np.linalg.norm([0.1, 0.2, 1.0]) - heights @ floor.normal).max(axis=1)

    found = penetration(mesh, floor, POSES)

    np.testing.assert_allclose(found.depth, np.maximum(deepest, 0.0), atol=1e-14)
    assert set(found.kind) == {"convex"}
    np.testing.assert_allclose(found.direction, -np.tile(floor.normal, (len(POSES), 1)), atol=1e-15)
    # The floor goes straight down, or aslant, or never gets out.
    for way, factor in (((0, 0, -1), 1.0 / floor.normal[2]), ((0, 0, 1), np.inf)):
        along = penetration(mesh, floor, POSES, kind="directional", direction=way)
        deep = found.depth > 0.0
        np.testing.assert_allclose(along.depth[deep], factor * found.depth[deep], rtol=1e-12)
        assert (along.depth[~deep] == 0.0).all()
        up = penetration(floor, mesh, None, POSES, kind="directional", direction=-np.array(way))
        np.testing.assert_array_equal(up.depth, along.depth)


def test_height_fields_are_their_surfaces():
    field = HeightField(0.2 * RNG.normal(size=(6, 6)), 0.5)
    for other in (Sphere(0.4), Box((0.5, 0.5, 0.5)), HalfSpace((0, 0, 1), 0.0)):
        poses = random_poses(RNG, 6, 0.5)
        poses[:, :2, 3] += 1.25
        a, b = penetration(field, other, None, poses), penetration(field.mesh, other, None, poses)
        assert a._rows.tobytes() == b._rows.tobytes()
        assert penetration(other, field, poses).depth.tolist() == a.depth.tolist()


def test_several_directions_make_a_batch():
    mesh, shape = box_mesh((1, 1, 1)), Capsule(0.2, 0.5)
    ways = np.concatenate([np.eye(3), -np.eye(3)])

    found = penetration(mesh, shape, None, shift(0.5), kind="directional", direction=ways)

    assert len(found) == 6
    single = penetration(mesh, shape, None, shift(0.5), kind="directional", direction=ways[3])
    assert single.depth == found.depth[3]
    half = penetration(mesh, HalfSpace((1, 0, 0)), kind="directional", direction=ways)
    np.testing.assert_allclose(half.depth, [np.inf, np.inf, np.inf, 0.5, np.inf, np.inf])
    with pytest.raises(ImpingeError, match="direction: 6 rows for a batch of 12"):
        penetration(mesh, shape, None, POSES, kind="directional", direction=ways)


def tapered(top):
    """A closed post of height 1, its foot 0.6 wide, its top as given."""
    post = box_mesh((0.6, 0.6, 1.0))
    grown = np.where(post.vertices[:, 2:] > 0.0, top / 0.6, 1.0)
    return Mesh(post.vertices * np.concatenate([grown, grown, np.ones_like(grown)], 1), post.faces)


@pytest.mark.parametrize("top", [0.3, 0.6, 1.5])
def test_a_slab_on_a_post_is_as_deep_however_both_are_turned(top):
    """It touches the sides too; their shortest way out is level with them, or leads into them."""
    post, slab = tapered(top), Box((3.0, 3.0, 0.2))
    turns = random_poses(np.random.default_rng(3), 50, 1.0)

    found = penetration(post, slab, turns, turns @ shift(0.1, 0.0, 0.599))

    np.testing.assert_allclose(found.depth, 1e-3, atol=1e-11)
    np.testing.assert_allclose(found.direction, turns[:, :3, 2], atol=1e-9)


def test_what_goes_through_a_plate_leaves_it_by_the_nearer_side():
    plate, ball = box_mesh((1.0, 0.7, 0.4)), Sphere(0.6)
    heights = np.linspace(-0.85, 0.85, 35)
    poses = np.stack([shift(0.1, 0.05, z) for z in heights])

    found = penetration(plate, ball, None, poses)

    np.testing.assert_allclose(found.depth, np.maximum(0.8 - np.abs(heights), 0.0), atol=1e-12)
