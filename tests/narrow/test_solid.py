"""Closed meshes as solids: overlap and distance count what is inside."""

import numpy as np
import pytest
from every_shape import CONVEX
from placing import random_poses, shift

from impinge.contacts import collide
from impinge.continuous import stay_free, time_of_impact
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    Compound,
    Mesh,
    Sphere,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
    torus_knot,
)
from impinge.hierarchy import contains
from impinge.motion import Motion
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.kernels.mesh_pairs import A_HOLDS, B_HOLDS, NEITHER
from impinge.narrow.solid import find_held
from impinge.scene import Scene

CUBE = box_mesh()
SMALL = box_mesh((0.2, 0.2, 0.2))
BALL = icosphere(1.0, 2)
POSES = np.stack([shift(0.1), shift(0.5), shift(0.8), shift(9.0)])


def shell():
    """A hollow ball."""
    inner = icosphere(0.6, 2).flipped()
    return Mesh(
        np.concatenate([BALL.vertices, inner.vertices]),
        np.concatenate([BALL.faces, inner.faces + len(BALL.vertices)]),
    )


class TestOverlap:
    def test_what_is_inside_overlaps(self):
        assert overlap(CUBE, SMALL, None, POSES).tolist() == [False, True, False, False]
        assert overlap(CUBE, SMALL, None, POSES, solid=True).tolist() == [True, True, False, False]
        assert overlap(SMALL, CUBE, POSES, None, solid=True).tolist() == [True, True, False, False]
        for pose, expected in zip(POSES, (True, True, False, False), strict=True):
            assert overlap(CUBE, SMALL, None, pose, solid=True) is expected
            assert overlap(SMALL, CUBE, pose, solid=True) is expected

    def test_a_margin_is_counted_outside(self):
        assert not overlap(CUBE, SMALL, None, shift(0.8), solid=True, margin=0.1)
        assert overlap(CUBE, SMALL, None, shift(0.8), solid=True, margin=0.3)
        assert overlap(CUBE, SMALL, None, shift(0.1), solid=True, margin=1e-3)

    def test_a_hollow_is_outside(self):
        body = icosphere(0.3, 1)
        assert not overlap(shell(), body, solid=True)
        thin = icosphere(0.05, 1)
        assert overlap(shell(), thin, None, shift(0.8), solid=True)
        assert not overlap(shell(), thin, None, shift(0.4), solid=True)

    def test_one_of_many_parts_is_enough(self):
        parts = Mesh(
            np.concatenate([SMALL.vertices + np.array([x, 0, 0]) for x in (5.0, 0.1, -5.0)]),
            np.concatenate([SMALL.faces + 8 * k for k in range(3)]),
        )
        assert overlap(CUBE, parts, solid=True)
        assert overlap(parts, CUBE, solid=True)
        assert not overlap(CUBE, parts, None, shift(0.0, 2.0), solid=True)

    def test_which_way_faces_look_does_not_matter(self):
        mixed = Mesh(CUBE.vertices, np.concatenate([CUBE.faces[:6], CUBE.faces[6:, ::-1]]))
        for body in (CUBE.flipped(), mixed):
            assert overlap(body, SMALL, None, shift(0.1), solid=True)

    def test_random_poses_agree_with_all_vertices(self):
        rng = np.random.default_rng(2)
        a, b = torus_knot(80, 10, radius=0.28), icosphere(0.06, 1)
        poses = random_poses(rng, 200, 0.5)
        surface = overlap(a, b, None, poses)
        solid = overlap(a, b, None, poses, solid=True)
        for pose, touching, found in zip(poses, surface, solid, strict=True):
            if not touching:
                assert found == contains(a, b.transformed(pose).vertices).all()
        assert (solid & ~surface).sum() > 3

    def test_same_answer_for_any_number_of_threads(self):
        rng = np.random.default_rng(3)
        poses = random_poses(rng, 300, 1.0)
        answers = set()
        for threads in (1, 2, 5):
            with use_threads(threads):
                answers.add(overlap(bumpy_sphere(20, 18), SMALL, None, poses, solid=True).tobytes())
        assert len(answers) == 1


class TestDistance:
    @pytest.mark.parametrize("swap", [False, True])
    def test_zero_at_a_vertex_inside(self, swap):
        def ask(pose, **options):
            if swap:
                return distance(SMALL, CUBE, pose, None, **options).swapped()
            return distance(CUBE, SMALL, None, pose, **options)

        surface, solid = ask(POSES), ask(POSES, solid=True)
        assert solid.distance.tolist() == [0.0, 0.0, *surface.distance[2:].tolist()]
        np.testing.assert_array_equal(solid._rows[1:], surface._rows[1:])
        np.testing.assert_array_equal(solid.point_a[0], solid.point_b[0])
        assert contains(CUBE, solid.point_a[0])
        corners = SMALL.vertices[SMALL.faces[solid.feature_b[0]]] + POSES[0, :3, 3]
        assert (np.abs(corners - solid.point_a[0]).max(axis=1) < 1e-15).any()
        # Moving B along the normal leads out by the closest face.
        np.testing.assert_allclose(solid.normal[0], [1, 0, 0], atol=1e-12)
        assert solid.feature_a[0] == surface.feature_a[0]
        single = ask(POSES[0], solid=True)
        assert single._rows.tobytes() == solid._rows[0].tobytes()

    def test_zero_just_where_they_overlap(self):
        rng = np.random.default_rng(4)
        a, b = bumpy_sphere(20, 18), icosphere(0.1, 1)
        poses = random_poses(rng, 200, 0.7)
        solid = distance(a, b, None, poses, solid=True)
        touching = overlap(a, b, None, poses, solid=True)
        np.testing.assert_array_equal(solid.distance == 0.0, touching)
        np.testing.assert_allclose(np.linalg.norm(solid.normal, axis=1), 1.0, atol=1e-14)
        assert 20 < touching.sum() < 180


class TestOpen:
    """It was refused in some poses, and had an answer in others."""

    @pytest.mark.parametrize(
        "query", [overlap, distance, penetration, collide, stay_free, time_of_impact]
    )
    @pytest.mark.parametrize("x", [0.0, 0.9, 50.0])
    def test_is_refused_whatever_the_pose(self, query, x):
        sheet = Mesh(BALL.vertices, BALL.faces[1:])
        moves = query in (stay_free, time_of_impact)
        pose = Motion(shift(x), shift(x + 0.1)) if moves else shift(x)
        words = "solid=True needs a closed mesh, this one is not closed"
        for other in (SMALL, Sphere(0.1)):
            for shape in (sheet, Compound([(Sphere(1), None), (sheet, None)]), [sheet, sheet]):
                with pytest.raises(ImpingeError, match=f"^a: {words}"):
                    query(shape, other, None, pose, solid=True)
                with pytest.raises(ImpingeError, match=f"^b: {words}"):
                    query(other, shape, pose, None, solid=True)

    def test_is_not_put_into_a_scene_of_solids(self):
        scene = Scene(solid=True)
        scene.add("cube", CUBE)
        for ask in (
            lambda: scene.add("sheet", grid_mesh()),
            lambda: scene.set_shape("cube", grid_mesh()),
            lambda: scene.overlaps_shape(grid_mesh(), shift(50.0)),
            lambda: scene.closest_to(grid_mesh(), shift(50.0)),
            lambda: scene.cast(grid_mesh(), (1, 0, 0), shift(50.0)),
        ):
            with pytest.raises(ImpingeError, match=r"^shape.*: solid=True needs a closed mesh"):
                ask()
        assert scene.overlaps() == []


def test_who_holds_whom():
    poses = np.stack([np.eye(4), shift(9.0)])
    rows = np.arange(2)
    found = find_held(BALL, np.eye(4)[None], SMALL, poses, rows)
    assert found[:, 0].tolist() == [A_HOLDS, NEITHER]
    found = find_held(SMALL, poses, BALL, np.eye(4)[None], rows)
    assert found[:, 0].tolist() == [B_HOLDS, NEITHER]
    assert find_held(SMALL, poses, BALL, poses, rows[:0]).shape == (0, 2)


def rows_that_hold(mesh, poses_a, shape, poses_b, rows):
    return rows[find_held(mesh, poses_a, shape, poses_b, rows)[:, 0] == 1]


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
