"""Contacts of meshes and height fields with convex shapes and half spaces."""

import numpy as np
import pytest
from contacts.test_borders import soup_of
from placing import random_pose, random_poses, shift
from resting import DEEP, SHAPES, dropped, normal, nudged, signed_gap, turned

from impinge.contacts import Nature, collide
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Cylinder,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Sphere,
    box_mesh,
    bumpy_sphere,
    icosphere,
)
from impinge.narrow import overlap

GROUND = HeightField(np.zeros((9, 9)), 0.5)
CUBE = Box((1.0, 1.0, 1.0))
TABLE = box_mesh((2.0, 2.0, 2.0))
FLOOR = SHAPES["half-space"]
CONVEX = [name for name in sorted(SHAPES) if name not in {"half-space", "polygon"}]
HILLS = HeightField(0.3 * np.random.default_rng(2).random((9, 9)), 0.5)


def triangle_gaps(triangles, b, pose_b):
    """Signed gaps of all triangles, one by one: the reference."""
    return np.array([signed_gap(triangle, np.eye(4), b, pose_b) for triangle in triangles])


@pytest.mark.parametrize("name", CONVEX)
def test_flat_ground_is_like_a_floor(name):
    """Whatever stands on triangles stands as if they were one."""
    shape = SHAPES[name]
    for degrees in ((0, 0, 0), (90, 0, 0), (0, 0, 20)):
        pose = dropped(shape, turned(degrees, (2.07, 2.21, 0.0)), FLOOR, np.eye(4))
        on_floor = collide(shape, FLOOR, pose, limit=None)
        on_ground = collide(shape, GROUND, pose, limit=None)
        np.testing.assert_allclose(on_ground.normal, [[0, 0, -1]] * len(on_ground), atol=1e-7)
        assert abs(on_ground.separation.min() - on_floor.separation.min()) < 2e-4
        # Each point on the floor is one on the ground, or next to one that cuts an edge.
        apart = np.linalg.norm(on_floor.point[:, None] - on_ground.point[None], axis=2)
        assert apart.min(axis=1).max() < (0.1 if name in {"cylinder", "cone"} else 1e-5)


def test_nothing_catches_at_inner_edges():
    """A box that slides over a floor of triangles is pushed up, and nowhere else."""
    rng = np.random.default_rng(1)
    places = np.concatenate(
        [rng.uniform(1.0, 3.0, size=(150, 2)), [[2, 2], [2.5, 2], [2.25, 2.25]]]
    )
    poses = np.stack([turned((0, 0, rng.uniform(0, 90)), (x, y, 0.5 - DEEP)) for x, y in places])
    found = collide(GROUND, CUBE, None, poses)

    np.testing.assert_allclose(found.normal, [[0, 0, 1]] * len(found.point), atol=1e-12)
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)
    assert (found.counts() == 4).all()
    # The corners of the box, or points of its edges less than the depth away.
    for i, pose in enumerate(poses):
        down = np.array([[x, y, -0.5] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
        world = down @ pose[:3, :3].T + pose[:3, 3]
        far = np.linalg.norm(world[:, None] - found.of_row(i).point_b[None], axis=2)
        assert far.min(axis=1).max() < 2.0 * DEEP


def test_a_ball_that_rolls_is_pushed_up():
    path = np.stack([shift(1.0 + 0.01 * k, 1.3 + 0.003 * k, 0.5 - 0.05) for k in range(200)])
    found = collide(GROUND, Sphere(0.5), None, path)

    assert (found.counts() == 1).all()
    np.testing.assert_allclose(found.normal, [[0, 0, 1]] * 200, atol=1e-12)
    np.testing.assert_allclose(found.point_a[:, :2], path[:, :2, 3], atol=1e-12)


def test_a_box_that_overhangs_a_table_is_not_pushed_sideways():
    poses = np.stack([shift(1.2, 0.1, 1.5 - DEEP), shift(1.2, 1.3, 1.5 - DEEP)])
    found = collide(TABLE, CUBE, None, poses)

    np.testing.assert_array_equal(found.counts(), [4, 4])
    np.testing.assert_allclose(found.normal, [[0, 0, 1]] * 8, atol=1e-12)
    assert found.point[:, 0].max() == 1.0


def test_a_box_beside_a_table_is_pushed_sideways():
    found = collide(TABLE, CUBE, None, shift(1.5 - DEEP, 0.1, 0.3))

    np.testing.assert_allclose(found.normal, [[1, 0, 0]] * 4, atol=1e-12)
    np.testing.assert_array_equal(np.sort(found.feature_b), [0, 2, 4, 6])


@pytest.mark.parametrize(
    ("way", "nature"),
    [((0, 0, 1), Nature.FACE_FACE), ((1, 0, 1), Nature.EDGE_FACE), ((1, 1, 1), Nature.VERTEX_FACE)],
)
def test_a_ball_at_a_face_an_edge_and_a_corner(way, nature):
    unit = np.array(way) / np.linalg.norm(way)
    middle = np.where(way, 1.0, (0.3, 0.1, 0.2)) + unit * (0.5 - DEEP)
    found = collide(TABLE, Sphere(0.5), None, shift(*middle))

    assert found.natures == [nature]
    np.testing.assert_allclose(found.normal, [unit], atol=1e-12)
    np.testing.assert_allclose(found.separation, [-DEEP], atol=1e-12)


@pytest.mark.parametrize("name", ["box", "sphere", "capsule", "cylinder", "hull"])
def test_there_are_contacts_just_where_a_triangle_touches(name):
    rng = np.random.default_rng(3)
    b, mesh = SHAPES[name], HILLS.mesh
    triangles = [Hull([*corners, corners[0]]) for corners in mesh.vertices[mesh.faces]]
    hits = 0
    for margin in (0.0, 0.1):
        for _ in range(12):
            pose = random_pose(rng)
            pose[:3, 3] = *rng.uniform(1.0, 3.0, 2), rng.uniform(0.3, 1.2)
            nearest = triangle_gaps(triangles, b, pose).min()
            found = collide(HILLS, b, None, pose, margin=margin)
            assert (len(found) > 0) == (nearest <= margin)
            hits += len(found) > 0
            if len(found):
                assert np.isfinite(found._rows).all()
                assert found.separation.min() >= min(nearest, 0.0) - 1.0
    assert 4 < hits < 20


def test_points_are_on_the_triangles_they_name():
    rng = np.random.default_rng(4)
    mesh = HILLS.mesh
    poses = random_poses(rng, 40)
    poses[:, :3, 3] = np.column_stack([rng.uniform(1.0, 3.0, (40, 2)), rng.uniform(0.3, 0.9, 40)])
    found = collide(HILLS, CUBE, None, poses, margin=0.01, limit=None)
    corners = mesh.vertices[mesh.faces[found.feature_a]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    height = ((found.point_a - corners[:, 0]) * normals).sum(axis=1)

    assert np.abs(height).max() < 1e-12
    assert found.feature_a.max() < len(mesh.faces)
    assert len(found.point) > 100


def test_rows_have_keys_of_their_own():
    rng = np.random.default_rng(5)
    poses = random_poses(rng, 30, 0.2)
    for shape in (bumpy_sphere(24), HILLS):
        found = collide(shape, CUBE, None, poses, limit=None)
        pairs = np.column_stack([found.rows(), found.key])
        assert len(np.unique(pairs, axis=0)) == len(pairs)


@pytest.mark.parametrize("size", [1e-12, 1e-9, 1e-6])
def test_contacts_at_rest_stay_the_same_in_tiny_motions(size):
    rng = np.random.default_rng(6)
    for shape in (CUBE, Capsule(0.25, 1.0), Cylinder(0.5, 1.0), Sphere(0.5)):
        pose = dropped(shape, turned((0, 0, 10), (2.1, 2.2, 0.0)), FLOOR, np.eye(4))
        still = collide(GROUND, shape, None, pose)
        for _ in range(5):
            moved = collide(GROUND, shape, None, nudged(pose, rng, size))
            np.testing.assert_array_equal(moved.key, still.key)
            assert np.abs(moved.point - still.point).max() <= 100.0 * size + 1e-8


def test_a_soup_of_triangles_is_like_the_mesh():
    ball = icosphere(1.0, 2)
    for pose in (shift(1.4), shift(0.0, 0.9, 1.0), turned((30, 20, 10), (0.8, -0.9, 0.5))):
        whole, loose = (collide(mesh, CUBE, None, pose) for mesh in (ball, soup_of(ball)))
        np.testing.assert_array_equal(loose._rows, whole._rows)


def test_triangles_without_area_are_harmless():
    needles = Mesh(
        [[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0], [2, 2, 0]],
        [[0, 1, 2], [1, 3, 2], [1, 2, 4], [0, 0, 1]],
    )
    found = collide(needles, Sphere(0.5), None, shift(2.0, 2.0, 0.5 - DEEP))

    np.testing.assert_allclose(found.normal, [[0, 0, 1]] * len(found), atol=1e-9)
    only = collide(Mesh([[0, 0, 0], [1, 0, 0]], [[0, 1, 1]]), Sphere(0.5), None, shift(0.5, 0, 0.4))
    np.testing.assert_allclose(only.separation, -0.1)


def test_a_surface_has_two_sides_unless_it_is_solid():
    sunk = shift(2.1, 2.2, -0.2)
    open_, solid = (collide(GROUND, CUBE, None, sunk, solid=solid) for solid in (False, True))

    assert (open_.normal[:, 2] < -0.99).all()
    np.testing.assert_allclose(open_.separation.min(), -0.3)
    assert (solid.normal[:, 2] > 0.99).all()
    np.testing.assert_allclose(solid.separation, -0.7)
    assert len(solid) == 4


@pytest.mark.parametrize("b", [CUBE, Sphere(0.5), FLOOR], ids=lambda s: type(s).__name__)
def test_laws_of_swap_motion_and_scale(b):
    rng = np.random.default_rng(7)
    mesh = bumpy_sphere(24)
    motion = random_pose(rng)
    twice = Mesh(2.0 * mesh.vertices, mesh.faces)
    larger = {Box: Box((2, 2, 2)), Sphere: Sphere(1.0), HalfSpace: FLOOR}[type(b)]
    for _ in range(6):
        pose = shift(*(0.3 * rng.normal(size=3) + [0, 0, 1.2]))
        pose = np.linalg.inv(pose) if b is FLOOR else pose
        still = collide(mesh, b, None, pose)
        back = collide(b, mesh, pose).swapped()
        np.testing.assert_array_equal(back._rows, still._rows)
        moved = collide(mesh, b, motion, motion @ pose)
        np.testing.assert_array_equal(moved.key, still.key)
        expected = still.point @ motion[:3, :3].T + motion[:3, 3]
        np.testing.assert_allclose(moved.point, expected, atol=1e-9)
        far = pose.copy()
        far[:3, 3] *= 2.0
        grown = collide(twice, larger, None, far)
        np.testing.assert_array_equal(grown.point, 2.0 * still.point)
        np.testing.assert_array_equal(grown.key, still.key)


def test_batches_threads_and_single_answers_are_one():
    rng = np.random.default_rng(8)
    poses = random_poses(rng, 80, 0.6)
    answers = set()
    for threads in (1, 2, 3):
        with use_threads(threads):
            batch = collide(icosphere(1.0, 2), CUBE, poses, limit=None)
        answers.add(batch._rows.tobytes() + batch.offsets.tobytes())
    assert len(answers) == 1
    mesh = icosphere(1.0, 2)
    for i in range(0, 80, 7):
        one = collide(mesh, CUBE, poses[i], limit=None)
        np.testing.assert_array_equal(one._rows, batch.of_row(i)._rows)


def test_many_contacts_find_room():
    """A plate on a fine net: thousands of crossings in one row, more than room was made for."""
    net = HeightField(np.zeros((60, 60)), 0.1)
    plate = Box((5.0, 5.0, 0.2))
    found = collide(net, plate, None, shift(2.93, 2.96, 0.1 - DEEP), limit=None)

    assert len(found.point) > 2500
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)
    four = collide(net, plate, None, shift(2.93, 2.96, 0.1 - DEEP))
    np.testing.assert_array_equal(np.sort(four.feature_b), [0, 1, 2, 3])


def test_a_mesh_stands_on_a_floor_by_its_vertices():
    found = collide(TABLE, FLOOR, shift(0.0, 0.0, 1.0 - DEEP))

    assert found.natures == [Nature.FACE_FACE] * 4
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)
    assert len(collide(icosphere(1.0, 3), FLOOR, shift(0.0, 0.0, 1.0))) == 1
    assert len(collide(TABLE, FLOOR, shift(0.0, 0.0, 1.1))) == 0
    tipped = collide(TABLE, FLOOR, dropped_mesh(TABLE, turned((10, 0, 0))))
    assert tipped.natures == [Nature.EDGE_FACE] * 2


def dropped_mesh(mesh, pose):
    pose = pose.copy()
    pose[2, 3] = -DEEP - (mesh.vertices @ pose[:3, :3].T)[:, 2].min()
    return pose


def test_vertices_below_a_floor_are_those_below_it():
    rng = np.random.default_rng(9)
    mesh = bumpy_sphere(24)
    poses = random_poses(rng, 10, 0.5)
    found = collide(mesh, FLOOR, poses, limit=None)
    for i, pose in enumerate(poses):
        heights = (mesh.vertices @ pose[:3, :3].T + pose[:3, 3])[:, 2]
        row = found.of_row(i)
        below = np.sort(heights[heights <= 0.0])
        np.testing.assert_allclose(np.sort(row.separation)[: len(below)], below, atol=1e-12)
        if len(row):
            assert row.separation.max() <= max(0.0, heights.min() + 4e-3)


def test_a_floor_that_is_touched_within_rounding():
    cube = box_mesh((1, 1, 1))
    poses = np.stack([shift(0.0, 0.0, 0.5 + gap) for gap in (0.0, 1e-16, 5e-16, 1e-15, 1e-13)])
    found = collide(cube, FLOOR, poses).counts() > 0

    np.testing.assert_array_equal(found, overlap(cube, FLOOR, poses))
    np.testing.assert_array_equal(found[[0, -1]], [True, False])


def test_normals_of_a_single_triangle_are_those_of_the_pair():
    triangle = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    rng = np.random.default_rng(10)
    flat = Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0]])
    for _ in range(30):
        pose = random_pose(rng, 0.6)
        found = collide(triangle, CUBE, None, pose)
        gap = signed_gap(flat, np.eye(4), CUBE, pose)
        assert (len(found) > 0) == (gap <= 0.0)
        if len(found):
            np.testing.assert_allclose(found.separation.min(), gap, atol=1e-9)
            expected = normal(flat, np.eye(4), CUBE, pose)
            assert np.abs(found.normal - expected).max() < 1e-6


def test_a_face_that_touches_but_for_rounding_has_a_contact():
    """The rim of a can at the height of an edge, where coordinates do not add up exactly."""
    plate = box_mesh((1.0, 0.7, 0.4))
    can = Cylinder(0.1, 1.0)
    pose = np.array([[0, -1, 0, -0.225], [-1, 0, 0, 0.45], [0, 0, -1, 0.15], [0, 0, 0, 1.0]])
    for way in np.linspace(-4e-16, 4e-16, 33):
        pose[1, 3] = 0.45 + way
        assert len(collide(plate, can, None, pose)) > 0 or not overlap(plate, can, None, pose)


@pytest.mark.parametrize("shape", [CUBE, Sphere(0.5), Cylinder(0.3, 1.0)])
def test_far_from_its_origin_a_surface_has_contacts_just_where_it_overlaps(shape):
    """Coordinates of 1e6 are 1e-10 apart, and touching is 2e-9 wide."""
    far = Mesh(box_mesh().vertices + 1e6, box_mesh().faces)
    poses = np.tile(shift(1e6, 1e6 + 0.1, 1e6 + 1.0), (400, 1, 1))
    poses[:, 2, 3] += 2.0**-33 * np.arange(-100, 300)

    found = collide(far, shape, None, poses)

    np.testing.assert_array_equal(found.counts() > 0, overlap(far, shape, None, poses))
