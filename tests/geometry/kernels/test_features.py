"""Features of shapes: dimensions, and which vertex, edge or face a point lies on."""

import numpy as np
import pytest

from impinge.core.threads import run_rows
from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    HalfSpace,
    Mesh,
    Sphere,
    icosphere,
)
from impinge.geometry.kernels.features import (
    convex_dimensions_rows,
    mesh_features_rows,
    swapped_natures,
)
from impinge.geometry.nature import Nature


@pytest.mark.parametrize(
    ("shape", "dimensions"),
    [
        (Sphere(1), [2]),
        (Capsule(1, 1), [2, 2, 2]),
        (Cylinder(1, 1), [1, 1, 2, 2, 2]),
        (Cone(1, 1), [0, 1, 2, 2]),
        (HalfSpace((0, 0, 1)), [2]),
        (Box((1, 1, 1)), [0] * 8 + [1] * 12 + [2] * 6),
    ],
)
def test_features_have_dimensions(shape, dimensions):
    found = np.empty(len(dimensions), np.int64)
    run_rows(convex_dimensions_rows, len(found), shape._packed, np.arange(len(found)), found)
    assert found.tolist() == dimensions


def named(mesh, points, faces, poses=None):
    poses = np.tile(np.eye(4), (len(points), 1, 1)) if poses is None else poses
    features, dimensions = faces.copy(), np.empty(len(faces), np.int64)
    run_rows(
        mesh_features_rows, len(faces), mesh._vertices, mesh._faces, mesh.edges, poses, points,
        features, dimensions,
    )  # fmt: skip
    return dimensions, features


def test_points_are_on_the_features_they_were_made_on():
    """Of a mesh that has moved; corners, edges and insides of all its faces."""
    mesh, rng = icosphere(1.0, 2), np.random.default_rng(0)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = turn * np.linalg.det(turn), (30.0, -20.0, 10.0)
    faces = np.arange(len(mesh.faces))
    corners = mesh.vertices[mesh.faces] @ pose[:3, :3].T + pose[:3, 3]
    poses = np.tile(pose, (len(faces), 1, 1))
    for k in range(3):
        weights = rng.uniform(0.05, 1.0, size=(len(faces), 3, 1))
        dimensions, features = named(mesh, corners[:, k].copy(), faces, poses)
        assert (dimensions == 0).all()
        np.testing.assert_array_equal(features, mesh.faces[:, k])
        weights[:, k] = 0.0
        weights /= weights.sum(axis=1, keepdims=True)
        dimensions, features = named(mesh, (weights * corners).sum(axis=1), faces, poses)
        assert (dimensions == 1).all()
        ends = np.sort(np.delete(mesh.faces, k, axis=1), axis=1)
        np.testing.assert_array_equal(mesh.edges[features], ends)
    weights = rng.uniform(0.05, 1.0, size=(len(faces), 3, 1))
    weights /= weights.sum(axis=1, keepdims=True)
    dimensions, features = named(mesh, (weights * corners).sum(axis=1), faces, poses)
    assert (dimensions == 2).all()
    np.testing.assert_array_equal(features, faces)


def test_faces_without_edges():
    """They name a vertex twice, and are no part of the edges of a mesh."""
    mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 5]], [[0, 1, 2], [1, 3, 3]])
    points = np.array([[1.0, 0, 0], [3.0, 2.5, 2.5], [5.0, 5.0, 5.0]])
    dimensions, features = named(mesh, points, np.array([1, 1, 1]))
    assert dimensions.tolist() == [0, 2, 0]
    assert features.tolist() == [1, 1, 3]


def test_natures_swap():
    natures = np.array([-1, *Nature])
    swapped = swapped_natures(natures)
    assert swapped.tolist() == [-1, *(nature.swapped for nature in Nature)]
    np.testing.assert_array_equal(swapped_natures(swapped), natures)
