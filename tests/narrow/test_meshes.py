"""Meshes against convex shapes and half spaces: no triangle is missed, at any size or place."""

import numpy as np
import pytest
from awkward import awkward_meshes
from every_shape import CONVEX, FLAT
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Sphere,
    box_mesh,
    bumpy_sphere,
    icosphere,
    torus_knot,
)
from impinge.hierarchy import closest_point
from impinge.narrow import distance, overlap

MESHES = {name: mesh for name, mesh in awkward_meshes().items() if len(mesh.faces) <= 330}
CURVED = 1e-9
"""Share of the largest coordinate within which distances of curved shapes agree."""


def shapes_of_size(size):
    points = np.random.default_rng(1).normal(size=(20, 3))
    return {
        "sphere": Sphere(0.7 * size),
        "box": Box(np.array((1.0, 0.5, 0.8)) * size),
        "capsule": Capsule(0.3 * size, size),
        "cylinder": Cylinder(0.4 * size, size),
        "cone": Cone(0.5 * size, size),
        "ellipsoid": Ellipsoid(np.array((0.3, 0.5, 0.9)) * size),
        "hull": Hull(points * size),
    }


def triangle(corners):
    return Hull(np.concatenate([corners, corners[:1]]))


def by_triangles(hulls, shape, poses):
    """Distances (n,) and overlaps (n,) as those of one triangle after the other."""
    near = np.min([distance(hull, shape, None, poses).distance for hull in hulls], axis=0)
    return near, np.any([overlap(hull, shape, None, poses) for hull in hulls], axis=0)


@pytest.mark.parametrize("name", sorted(MESHES))
def test_no_triangle_is_missed(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(2)
    hulls = [triangle(corners) for corners in mesh.vertices[mesh.faces]]
    size = np.ptp(mesh.bounds, axis=0).max() or 1.0
    hits = []
    for relative in (1e-3, 1.0, 30.0):
        for shape in shapes_of_size(relative * size).values():
            poses = random_poses(rng, 5)
            away = size * np.array([0.3, 0.3, 1.0, 3.0, 1000.0])[:, None]
            poses[:, :3, 3] = mesh.bounds.mean(axis=0) + away * rng.normal(size=(5, 3))
            largest = max(np.abs(x).max() for x in (mesh.vertices, poses, shape.bounds))
            found, touching = distance(mesh, shape, None, poses), overlap(mesh, shape, None, poses)
            near, true = by_triangles(hulls, shape, poses)
            np.testing.assert_allclose(found.distance, near, atol=CURVED * largest, rtol=0)
            np.testing.assert_array_equal(touching, true)
            np.testing.assert_array_equal(found.distance == 0.0, touching)
            apart = (found.point_b - found.point_a) / largest
            length = np.linalg.norm(apart, axis=1)
            np.testing.assert_allclose(length, found.distance / largest, atol=1e-13)
            hits.append(touching)
    assert 0.05 < np.mean(hits) < 0.95


@pytest.mark.parametrize("name", sorted(CONVEX) + sorted(FLAT))
def test_deep_trees_miss_no_triangle(name):
    rng = np.random.default_rng(3)
    shape = {**CONVEX, **FLAT}[name]
    mesh = torus_knot(24, 6)
    poses = np.concatenate([random_poses(rng, 6, spread) for spread in (0.7, 3.0, 200.0)])
    near, true = by_triangles([triangle(t) for t in mesh.vertices[mesh.faces]], shape, poses)

    found = distance(mesh, shape, None, poses)

    np.testing.assert_allclose(found.distance, near, atol=1e-7, rtol=1e-9)
    np.testing.assert_array_equal(overlap(mesh, shape, None, poses), true)
    faces = mesh.vertices[mesh.faces[found.feature_a]]
    for corners, point in zip(faces, found.point_a, strict=True):
        assert distance(triangle(corners), Sphere(1e-9), None, shift(*point)).distance < 1e-8
    common = np.stack([shift(*point) for point in found.point_b])
    assert (distance(shape, Sphere(1e-9), poses, common).distance < 1e-8).all()


def test_a_sphere_is_a_point_with_a_radius():
    rng = np.random.default_rng(4)
    mesh, ball = bumpy_sphere(40, 24), Sphere(0.3)
    poses = random_poses(rng, 200, 1.5)

    found = distance(mesh, ball, None, poses)
    centre = closest_point(mesh, poses[:, :3, 3])

    np.testing.assert_allclose(
        found.distance, np.maximum(centre.distance - 0.3, 0.0), rtol=0, atol=4e-15
    )
    assert 0.1 < (found.distance == 0.0).mean() < 0.9


def test_the_margin_is_the_distance():
    rng = np.random.default_rng(5)
    mesh = bumpy_sphere(20, 12)
    for shape in CONVEX.values():
        poses = random_poses(rng, 20, 3.0)
        near = distance(mesh, shape, None, poses).distance
        for margin in np.quantile(near, [0.3, 0.6]) + 1e-6:
            np.testing.assert_array_equal(
                overlap(mesh, shape, None, poses, margin=margin), near <= margin
            )


def test_the_walk_looks_at_little():
    mesh = icosphere(1.0, 5)
    with count() as cost:
        distance(mesh, CONVEX["hull"], None, shift(4.0))

    assert 0 < cost.primitive_tests < 200
    assert 0 < cost.volume_tests < len(mesh.faces) // 4
    with count() as cost:
        overlap(mesh, Cone(0.2, 0.3), None, shift(1.0))
    assert 0 < cost.primitive_tests < 100


def test_solid_counts_what_is_inside():
    mesh, small = box_mesh((2.0, 2.0, 2.0)), Capsule(0.2, 0.3)
    poses = np.stack([shift(0.0), shift(0.9), shift(1.6)])

    assert overlap(mesh, small, None, poses).tolist() == [False, True, False]
    assert overlap(mesh, small, None, poses, solid=True).tolist() == [True, True, False]
    surface, filled = (distance(mesh, small, None, poses, solid=s) for s in (False, True))
    assert filled.distance.tolist() == [0.0, 0.0, surface.distance[2]]
    np.testing.assert_array_equal(filled.point_a[0], filled.point_b[0])
    # The way out is the way to the nearest face.
    np.testing.assert_array_equal(filled.normal[0], -surface.normal[0])
    assert overlap(small, mesh, poses[0], solid=True)


@pytest.mark.parametrize("name", sorted(MESHES))
def test_half_spaces_meet_the_deepest_vertex(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(6)
    used = mesh.vertices[np.unique(mesh.faces)]
    for _ in range(6):
        pose_a, pose_b = random_pose(rng, 0.0), random_pose(rng, 0.0)
        middle = mesh.bounds.mean(axis=0) @ pose_a[:3, :3].T
        pose_b[:3, 3] = middle + np.ptp(mesh.bounds, axis=0).max() * rng.normal(size=3)
        floor = HalfSpace(rng.normal(size=3), 0.0)
        normal = pose_b[:3, :3] @ floor.normal
        heights = (used @ pose_a[:3, :3].T - pose_b[:3, 3]) @ normal
        largest = max(np.abs(used).max(), np.abs(pose_b[:3, 3]).max(), 1e-300)
        found = distance(mesh, floor, pose_a, pose_b)
        assert abs(found.distance - max(heights.min(), 0.0)) <= 1e-14 * largest
        assert overlap(mesh, floor, pose_a, pose_b) == (found.distance == 0.0)
        np.testing.assert_allclose(found.normal, -normal, atol=1e-15)
        back = distance(floor, mesh, pose_b, pose_a)
        assert back.distance == found.distance
        assert back.feature_b == found.feature_a


def test_a_box_on_the_floor_touches():
    floor = HalfSpace((0.0, 0.0, 1.0), 0.25)
    assert overlap(box_mesh((1.0, 1.0, 1.0)), floor, shift(0.0, 0.0, 0.75))
    assert not overlap(box_mesh((1.0, 1.0, 1.0)), floor, shift(0.0, 0.0, 0.75 + 1e-14))
