"""Convex shapes inside closed meshes: as the points they hold say."""

import numpy as np
from every_shape import CONVEX
from placing import random_poses

from impinge.geometry import Mesh, Sphere, box_mesh, icosphere, torus_knot
from impinge.hierarchy import contains
from impinge.narrow import distance
from impinge.narrow.held_convex import rows_that_hold


def test_a_shape_is_inside_where_its_centre_is():
    rng = np.random.default_rng(1)
    knot = torus_knot(60, 12)
    knot = Mesh(knot.vertices * [1.0, 1.0, 0.3], knot.faces)
    poses_a, poses_b = random_poses(rng, 1000, 0.2), random_poses(rng, 1000, 0.7)
    tiny = Sphere(0.01)
    rows = np.flatnonzero(distance(knot, tiny, poses_a, poses_b).distance > 0.0)

    held = rows_that_hold(knot, poses_a, tiny, poses_b, rows)

    inside = [
        contains(knot, pose_b[:3, 3], pose_a)
        for pose_a, pose_b in zip(poses_a, poses_b, strict=True)
    ]
    np.testing.assert_array_equal(held, rows[np.array(inside)[rows]])
    assert 20 < len(held) < 500


def test_every_kind_is_held_by_a_large_ball():
    ball = icosphere(10.0, 2)
    one = np.eye(4)[None]
    for shape in CONVEX.values():
        assert rows_that_hold(ball, one, shape, one, np.array([0])).tolist() == [0]


def test_one_body_of_several_is_enough():
    a, b = box_mesh((1, 1, 1)), box_mesh((1, 1, 1))
    both = Mesh(
        np.concatenate([a.vertices, b.vertices + np.array([3.0, 0.0, 0.0])]),
        np.concatenate([a.faces, b.faces + len(a.vertices)]),
    )
    poses = np.stack([np.eye(4)] * 3)
    poses[:, 0, 3] = 0.0, 1.5, 3.0

    held = rows_that_hold(both, np.eye(4)[None], Sphere(0.1), poses, np.arange(3))

    assert held.tolist() == [0, 2]
