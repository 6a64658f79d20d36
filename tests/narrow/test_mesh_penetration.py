"""Three depths of meshes: what each means, what is refused, the laws."""

import numpy as np
import pytest
from awkward import awkward_meshes, tilted
from placing import random_pose, random_poses, shift

from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    HeightField,
    Hull,
    Mesh,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
    torus_knot,
)
from impinge.narrow import directional_depth, distance, hull_of, overlap, penetration, regions_of
from impinge.narrow.mesh_penetration import penetration_mesh_mesh

CUBE = box_mesh()
BALL = icosphere(1.0, 2)
POSE = shift(0.9, 0.2, 0.1)


class TestLocal:
    def test_is_what_meshes_are_asked_for(self):
        found = penetration(CUBE, CUBE, None, POSE)
        assert found.kind == "local"
        said = penetration(CUBE, CUBE, None, POSE, kind="local")
        assert found._rows.tobytes() == said._rows.tobytes()

    def test_is_the_deepest_region(self):
        rng = np.random.default_rng(1)
        a, b = torus_knot(60, 8), tilted(bumpy_sphere(20, 18))
        poses = random_poses(rng, 12, 0.5)
        found = penetration(a, b, None, poses)
        regions = regions_of(a, b, None, poses)
        for i in range(12):
            own = regions.of_row(i)
            assert found.depth[i] == (own.depth.max() if len(own) else 0.0)
            if len(own):
                k = int(np.argmax(own.depth))
                np.testing.assert_array_equal(found.direction[i], own.normal[k])
                np.testing.assert_array_equal(found.point_a[i], own.point_a[k])
                assert found.feature_b[i] == own.face_b[k]
        assert (np.diff(regions.offsets) > 1).any()

    def test_shallow_convex_bodies_are_apart_after_it(self):
        """Deeper, other parts may get in the way: local depth speaks of a region's parts only."""
        rng = np.random.default_rng(2)
        a, b = tilted(BALL), CUBE
        seen = 0
        for pose in random_poses(rng, 60, 0.7):
            shortest = penetration(a, b, None, pose, kind="convex")
            if not 0.0 < shortest.depth < 0.5:
                continue
            found = penetration(a, b, None, pose)
            there = pose.copy()
            there[:3, 3] += (found.depth + 1e-9) * found.direction
            assert not overlap(a, b, None, there)
            # It is a way out, so never shorter than the shortest.
            assert found.depth >= shortest.depth - 1e-12
            seen += 1
        assert seen > 10

    def test_apart_it_is_zero_along_the_shortest_connection(self):
        found = penetration(CUBE, CUBE, None, shift(3.0, 0.1))
        near = distance(CUBE, CUBE, None, shift(3.0, 0.1))
        assert (found.depth, found.lower) == (0.0, 0.0)
        np.testing.assert_array_equal(found.direction, near.normal)
        np.testing.assert_array_equal(found.point_a, near.point_a)

    def test_lines_that_do_not_close_are_refused(self):
        wall = Mesh(grid_mesh(1.0, 3).vertices[:, [2, 0, 1]], grid_mesh(1.0, 3).faces)
        with pytest.raises(ImpingeError, match=r'^kind: "local" is not defined: .*"directional"'):
            penetration(grid_mesh(1.0, 3), wall)
        batch = np.stack([shift(5.0), np.eye(4)])
        with pytest.raises(ImpingeError, match=r'^kind: "local" is not defined in row 1: '):
            penetration(grid_mesh(1.0, 3), wall, None, batch)
        # Touching along a border has no depth to define.
        assert penetration(grid_mesh(1.0, 3), wall, None, shift(0, 0, 0.5)).depth == 0.0

    def test_solids_inside_each_other_have_a_way_out(self):
        small = box_mesh((0.2, 0.2, 0.2))
        assert penetration(CUBE, small).depth == 0.0
        batch = np.stack([shift(0.55, 0.1, 0.1), shift(0.3), shift(3.0)])
        found = penetration(CUBE, small, None, batch, solid=True)
        np.testing.assert_allclose(found.depth, [0.05, 0.3, 0.0], atol=1e-12)
        np.testing.assert_allclose(found.lower[1:], [0.1, 0.0], atol=1e-12)
        np.testing.assert_allclose(found.direction[1], [1, 0, 0], atol=1e-12)
        assert found.kind.tolist() == ["local"] * 3
        back = penetration(small, CUBE, batch, None, solid=True).swapped()
        np.testing.assert_array_equal(back._rows[1], found._rows[1])


class TestConvex:
    def test_is_that_of_the_hulls(self):
        rng = np.random.default_rng(3)
        a, b = torus_knot(60, 8), bumpy_sphere(20, 18)
        poses = random_poses(rng, 10, 0.5)
        found = penetration(a, b, None, poses, kind="convex")
        hulls = penetration(Hull(a.vertices), Hull(b.vertices), None, poses)
        np.testing.assert_array_equal(found._rows, hulls._rows)
        assert hull_of(a) is hull_of(a)
        assert set(found.kind) == {"convex"}

    def test_of_boxes_it_is_that_of_boxes(self):
        found = penetration(CUBE, CUBE, None, POSE, kind="convex")
        boxes = penetration(Box((1, 1, 1)), Box((1, 1, 1)), None, POSE)
        assert found.depth == pytest.approx(boxes.depth, abs=1e-15)
        np.testing.assert_allclose(found.direction, boxes.direction, atol=1e-15)

    @pytest.mark.parametrize("name", sorted(awkward_meshes()))
    def test_is_defined_for_any_mesh(self, name):
        mesh = awkward_meshes()[name]
        found = penetration(mesh, mesh, kind="convex")
        assert np.isfinite(found._rows).all()
        assert found.depth >= 0.0


class TestDirectional:
    def test_is_directional_depth(self):
        rng = np.random.default_rng(4)
        ways = rng.normal(size=(5, 3))
        poses = random_poses(rng, 5, 0.4)
        found = penetration(BALL, CUBE, None, poses, kind="directional", direction=ways)
        expected = directional_depth(BALL, CUBE, None, poses, direction=ways)
        assert found._rows.tobytes() == expected._rows.tobytes()
        assert set(found.kind) == {"directional"}
        many = penetration(BALL, CUBE, None, poses[0], kind="directional", direction=ways)
        assert len(many) == 5

    def test_solids_have_to_leave(self):
        small = box_mesh((0.2, 0.2, 0.2))
        way = np.array([[0.0, 0.0, 1.0]])
        found = penetration_mesh_mesh(CUBE, None, small, None, "directional", way, True)
        assert found.depth == pytest.approx(0.6, abs=1e-15)

    def test_is_never_shorter_than_convex_bodies_allow(self):
        """A bar that is too long to slip into the ball."""
        rng = np.random.default_rng(5)
        bar = box_mesh((0.5, 0.4, 4.0))
        for pose in random_poses(rng, 10, 0.4):
            shortest = penetration(BALL, bar, None, pose, kind="convex")
            ways = np.vstack([rng.normal(size=(20, 3)), shortest.direction])
            found = penetration(BALL, bar, None, pose, kind="directional", direction=ways)
            assert (found.depth >= shortest.depth - 1e-12).all()
            assert found.depth[-1] == pytest.approx(shortest.depth, abs=1e-12)
            assert shortest.depth > 0.0


class TestRefused:
    def test_kinds_and_directions(self):
        with pytest.raises(ImpingeError, match=r"^kind: 'deep'"):
            penetration(CUBE, CUBE, kind="deep")
        with pytest.raises(ImpingeError, match=r"^direction: missing"):
            penetration(CUBE, CUBE, kind="directional")
        for kind in (None, "local", "convex"):
            with pytest.raises(ImpingeError, match=r"^direction: given, but kind is"):
                penetration(CUBE, CUBE, kind=kind, direction=(0, 0, 1))
        for direction in ((0, 0, 0), (np.nan, 0, 0), (1, 2)):
            with pytest.raises(ImpingeError, match=r"^direction: "):
                penetration(CUBE, CUBE, kind="directional", direction=direction)
        with pytest.raises(ImpingeError, match=r"^direction: 3 rows for a batch of 2"):
            penetration(
                CUBE,
                CUBE,
                None,
                np.stack([POSE] * 2),
                kind="directional",
                direction=np.ones((3, 3)),
            )


class TestLaws:
    @pytest.mark.parametrize("kind", ["local", "convex", "directional"])
    def test_swapping_turns_the_direction(self, kind):
        rng = np.random.default_rng(6)
        a, b = tilted(torus_knot(40, 6)), bumpy_sphere(12, 10)
        poses = random_poses(rng, 8, 0.4)
        way = rng.normal(size=(8, 3))
        there = {} if kind != "directional" else {"direction": way}
        back = {} if kind != "directional" else {"direction": -way}
        one = penetration(a, b, None, poses, kind=kind, **there)
        two = penetration(b, a, poses, None, kind=kind, **back)
        np.testing.assert_allclose(one.depth, two.depth, atol=1e-11)
        np.testing.assert_allclose(one.direction, -two.direction, atol=1e-9)

    @pytest.mark.parametrize("kind", ["local", "convex", "directional"])
    def test_moving_both_moves_the_answer(self, kind):
        rng = np.random.default_rng(7)
        a, b = tilted(torus_knot(40, 6)), bumpy_sphere(12, 10)
        poses, motion = random_poses(rng, 8, 0.4), random_pose(rng, 2.0)
        way = rng.normal(size=(8, 3))
        turn = motion[:3, :3]
        here = {} if kind != "directional" else {"direction": way}
        moved = {} if kind != "directional" else {"direction": way @ turn.T}
        one = penetration(a, b, None, poses, kind=kind, **here)
        two = penetration(a, b, motion, motion @ poses, kind=kind, **moved)
        np.testing.assert_allclose(one.depth, two.depth, atol=1e-11)
        np.testing.assert_allclose(one.direction @ turn.T, two.direction, atol=1e-9)

    def test_a_batch_is_what_its_rows_are(self):
        rng = np.random.default_rng(8)
        poses = random_poses(rng, 20, 0.8)
        batch = penetration(BALL, CUBE, None, poses)
        for i, pose in enumerate(poses):
            single = penetration(BALL, CUBE, None, pose)
            assert single._rows.tobytes() == batch._rows[i].tobytes()
        assert len(penetration(BALL, CUBE, np.empty((0, 4, 4)))) == 0

    def test_shapes_of_many_rows(self):
        found = penetration([CUBE, BALL], CUBE, None, np.stack([POSE, POSE]))
        assert found.depth[0] == penetration(CUBE, CUBE, None, POSE).depth
        assert found.depth[1] == penetration(BALL, CUBE, None, POSE).depth


def test_height_fields_are_their_surfaces():
    field = HeightField(np.zeros((5, 6)), 1.0)
    pose = shift(2.2, 2.1, 0.3)
    found = penetration(field, CUBE, None, pose)
    assert found.depth == pytest.approx(0.2, abs=1e-15)
    np.testing.assert_allclose(found.direction, [0, 0, 1], atol=1e-15)
    back = penetration(CUBE, field, pose)
    np.testing.assert_allclose(back.direction, [0, 0, -1], atol=1e-15)
    up = penetration(field, CUBE, None, pose, kind="directional", direction=(0, 0, 1))
    down = penetration(CUBE, field, pose, None, kind="directional", direction=(0, 0, -1))
    assert up.depth == pytest.approx(0.2, abs=1e-15)
    assert down.depth == pytest.approx(0.2, abs=1e-15)
    hills = HeightField(np.ones((5, 6)), 1.0)
    assert penetration(field, hills, kind="convex").depth == 0.0
