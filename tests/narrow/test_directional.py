"""Depth along a direction: exact arithmetic over all pairs, overlap just before and after."""

import numpy as np
import pytest
import sliding
from awkward import awkward_meshes, soup, tilted
from placing import about_centre, random_pose, random_poses, random_rotation, shift

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    HeightField,
    Mesh,
    Sphere,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
    torus_knot,
)
from impinge.hierarchy.kernels.tree_arrays import TreeArrays
from impinge.io import load
from impinge.narrow import directional_depth, distance, overlap
from impinge.narrow.kernels.slide_spans import ROOM
from impinge.narrow.kernels.slide_walk import (
    SlideWorkspace,
    Sliding,
    all_of,
    slide_apart,
    slide_views,
)
from impinge.narrow.kernels.step import stack_rows
from impinge.narrow.solid import body_of

CUBE = box_mesh()
BALL = icosphere(1.0, 1)
Z = (0.0, 0.0, 1.0)


def unit(rng):
    d = rng.normal(size=3)
    return d / np.linalg.norm(d)


def gone(pose, direction, way):
    """The pose moved along a direction; a batch for several ways."""
    there = np.broadcast_to(pose, (*np.shape(way), 4, 4)).copy()
    there[..., :3, 3] += np.multiply.outer(way, direction)
    return there


@pytest.mark.plain
class TestBoxes:
    def test_each_way_out(self):
        ways = np.concatenate([np.eye(3), -np.eye(3)])
        found = directional_depth(CUBE, CUBE, None, shift(0.9, 0.25, -0.5), direction=ways)
        np.testing.assert_allclose(found.depth, [0.1, 0.75, 1.5, 1.9, 1.25, 0.5], atol=1e-15)
        np.testing.assert_array_equal(found.direction, ways)
        assert set(found.kind) == {"directional"}

    def test_the_points_part_last(self):
        found = directional_depth(CUBE, CUBE, None, shift(0.9, 0.2, 0.1), direction=(2, 0, 0))
        assert found.point_a[0] == 0.5
        np.testing.assert_allclose(found.point_a - found.point_b, [0.1, 0, 0], atol=1e-15)
        assert found.lower <= found.depth <= found.lower + 1e-12

    def test_apart_or_touching_nothing_moves(self):
        for x in (1.0, 1.5):
            found = directional_depth(CUBE, CUBE, None, shift(x), direction=(1, 0, 0))
            near = distance(CUBE, CUBE, None, shift(x))
            assert found.depth == found.lower == 0.0
            np.testing.assert_array_equal(found.point_b, near.point_b)
            assert (found.feature_a, found.feature_b) == (near.feature_a, near.feature_b)

    def test_a_box_ahead_does_not_count(self):
        """Free before it meets the second box of a row: there the way ends."""
        row = np.concatenate([CUBE.vertices, CUBE.vertices + np.array([3.0, 0.0, 0.0])])
        two = Mesh(row, np.concatenate([CUBE.faces, CUBE.faces + 8]))
        found = directional_depth(two, CUBE, None, shift(0.25), direction=(1, 0, 0))
        assert found.depth == 0.75
        # Without a gap between them, it has to pass both.
        row[8:] -= [1.5, 0, 0]
        found = directional_depth(
            two.with_vertices(row), CUBE, None, shift(0.25), direction=(1, 0, 0)
        )
        assert found.depth == 2.25


class TestSolids:
    @pytest.mark.plain
    def test_what_is_inside_has_to_leave(self):
        small = box_mesh((0.2, 0.2, 0.2))
        surfaces = directional_depth(CUBE, small, None, shift(0.1), direction=(1, 0, 0))
        solids = directional_depth(CUBE, small, None, shift(0.1), direction=(1, 0, 0), solid=True)
        assert surfaces.depth == 0.0
        assert solids.depth == pytest.approx(0.5, abs=1e-15)
        back = directional_depth(small, CUBE, None, shift(0.1), direction=(1, 0, 0), solid=True)
        assert back.depth == pytest.approx(0.5, abs=1e-15)

    def test_a_flat_body_leaves_in_an_instant(self):
        """Closed and without volume: it passes the face of the box all at once."""
        sheet = grid_mesh(0.4, 2)
        flat = Mesh(sheet.vertices, np.concatenate([sheet.faces, sheet.faces[:, ::-1]]))
        found = directional_depth(CUBE, flat, None, shift(0, 0, 0.1), direction=Z, solid=True)
        assert found.depth == pytest.approx(0.4, abs=1e-15)
        assert found.point_a[2] == 0.5

    def test_a_cavity_is_outside(self):
        """A ball in the hollow of a shell rests there; on the way out it has to cross the wall."""
        outer, inner = icosphere(2.0, 2), icosphere(1.5, 2).flipped()
        shell = Mesh(
            np.concatenate([outer.vertices, inner.vertices]),
            np.concatenate([outer.faces, inner.faces + len(outer.vertices)]),
        )
        ball = icosphere(0.5, 2)
        assert directional_depth(shell, ball, direction=Z, solid=True).depth == 0.0
        inside = directional_depth(shell, ball, None, shift(0, 0, 1.2), direction=Z, solid=True)
        assert inside.depth == pytest.approx(1.3, abs=1e-12)

    @pytest.mark.parametrize("seed", range(6))
    def test_after_it_nothing_is_inside(self, seed):
        rng = np.random.default_rng(seed)
        a, b = torus_knot(60, 8), tilted(bumpy_sphere(20, 18))
        small = Mesh(0.15 * b.vertices, b.faces)
        for body in (b, small):
            pose_a, pose_b, d = random_pose(rng, 0.2), random_pose(rng, 0.3), unit(rng)
            found = directional_depth(a, body, pose_a, pose_b, direction=d, solid=True)
            ways = np.linspace(0.0, found.depth, 30)[:-1]
            if found.depth > 0.0:
                assert overlap(a, body, pose_a, gone(pose_b, d, ways), solid=True).all()
            assert not overlap(a, body, pose_a, gone(pose_b, d, found.depth + 1e-9), solid=True)

    def test_open_meshes_are_refused(self):
        for a, b, name in ((CUBE, grid_mesh(), "b"), (grid_mesh(), CUBE, "a")):
            with pytest.raises(ImpingeError, match=rf"^{name}: solid=True needs a closed mesh"):
                directional_depth(a, b, direction=Z, solid=True)


class TestReference:
    @pytest.mark.parametrize("seed", range(4))
    def test_along_an_axis_it_is_that_of_exact_arithmetic(self, seed):
        rng = np.random.default_rng(seed)
        a, b = soup(seed, 24, 0.5), tilted(icosphere(1.0, 0))
        x, y, z = 0.2 * rng.normal(size=3)
        pose = shift(x, y, z)
        corners = b.vertices[b.faces] + pose[:3, 3]
        for turn in (np.eye(3), np.roll(np.eye(3), 1, axis=0), -np.eye(3)[[1, 0, 2]]):
            true = sliding.depth(a.vertices[a.faces] @ turn.T, corners @ turn.T)
            found = directional_depth(a, b, None, pose, direction=turn[2])
            assert found.depth == pytest.approx(float(true), abs=2e-14)
            assert true > 0

    def test_grids_and_degenerate_triangles(self):
        """Whole numbers: edges above edges, triangles seen edge-on, points, repeated faces."""
        rng = np.random.default_rng(7)
        moved = 0
        for _ in range(15):
            a = rng.integers(-2, 3, (6, 3, 3)).astype(float)
            b = rng.integers(-2, 3, (6, 3, 3)).astype(float)
            a[0, 1], b[0] = a[0, 0], b[0, 0]
            meshes = [Mesh(t.reshape(-1, 3), np.arange(18).reshape(-1, 3)) for t in (a, b)]
            found = directional_depth(*meshes, direction=Z)
            assert found.depth == pytest.approx(float(sliding.depth(a, b)), abs=1e-14)
            moved += found.depth > 0
        assert moved > 10

    @pytest.mark.parametrize("name", sorted(awkward_meshes()))
    def test_awkward_meshes_part_there(self, name):
        mesh = awkward_meshes()[name]
        rng = np.random.default_rng(5)
        size = float(np.abs(mesh.vertices).max()) or 1.0
        d = unit(rng)
        width = float(np.ptp(mesh.vertices[mesh.faces].reshape(-1, 3) @ d))
        start = shift(*(0.3 * width * d))
        found = directional_depth(mesh, mesh, None, start, direction=d)
        assert np.isfinite(found._rows).all()
        assert 0.0 <= found.depth <= width + 1e-9 * size
        after = gone(start, d, found.depth + 1e-9 * size)
        # Needles and lines that lie along the way may still graze each other, within rounding.
        if name not in {"needles", "on a line"}:
            assert not overlap(mesh, mesh, None, after)

    @pytest.mark.parametrize("seed", range(8))
    def test_it_is_the_first_gap(self, seed):
        rng = np.random.default_rng(seed)
        a, b = torus_knot(60, 8), tilted(bumpy_sphere(20, 18))
        pose_a, pose_b, d = random_pose(rng, 0.2), random_pose(rng, 0.4), unit(rng)
        found = directional_depth(a, b, pose_a, pose_b, direction=d)
        assert found.depth > 0.0
        ways = np.append(np.linspace(0.0, found.depth, 60)[:-1], found.depth - 1e-9)
        assert overlap(a, b, pose_a, gone(pose_b, d, ways)).all()
        assert not overlap(a, b, pose_a, gone(pose_b, d, found.depth + 1e-9))
        # The two points come together when B arrives, each on its triangle.
        np.testing.assert_allclose(found.point_b + found.depth * d, found.point_a, atol=1e-14)
        for mesh, pose, point, face in (
            (a, pose_a, found.point_a, found.feature_a),
            (b, pose_b, found.point_b, found.feature_b),
        ):
            corners = mesh.vertices[mesh.faces[face]] @ pose[:3, :3].T + pose[:3, 3]
            dot = Mesh([point] * 3, [[0, 1, 2]])
            assert distance(Mesh(corners, [[0, 1, 2]]), dot).distance < 1e-13


class TestLaws:
    def setup_method(self):
        rng = np.random.default_rng(11)
        self.a, self.b = tilted(torus_knot(40, 6)), bumpy_sphere(12, 10)
        self.poses = random_poses(rng, 12, 0.5)
        self.ways = np.stack([unit(rng) for _ in range(12)])
        self.rng = rng

    def ask(self, **options):
        return directional_depth(self.a, self.b, None, self.poses, direction=self.ways, **options)

    @pytest.mark.parametrize("solid", [False, True])
    def test_a_batch_is_what_its_rows_are(self, solid):
        batch = self.ask(solid=solid)
        for i in range(12):
            one = directional_depth(
                self.a, self.b, None, self.poses[i], direction=self.ways[i], solid=solid
            )
            assert one._rows.tobytes() == batch._rows[i].tobytes()
        one_way = directional_depth(self.a, self.b, None, self.poses, direction=self.ways[3])
        assert one_way._rows[3].tobytes() == self.ask()._rows[3].tobytes()

    def test_swapping_goes_the_other_way(self):
        there = self.ask()
        back = directional_depth(self.b, self.a, self.poses, None, direction=-self.ways)
        np.testing.assert_allclose(there.depth, back.depth, atol=1e-13)
        assert (there.depth > 0).sum() > 4

    def test_moving_both_moves_the_answer(self):
        there = self.ask()
        motion = random_pose(self.rng, 3.0)
        moved = directional_depth(
            self.a, self.b, motion, motion @ self.poses, direction=self.ways @ motion[:3, :3].T
        )
        np.testing.assert_allclose(moved.depth, there.depth, atol=1e-12)
        met = there.depth > 0
        expected = there.point_a[met] @ motion[:3, :3].T + motion[:3, 3]
        assert np.median(np.abs(moved.point_a[met] - expected).max(axis=1)) < 1e-12

    @pytest.mark.parametrize("power", [-300, 40])
    def test_scaling_scales_exactly(self, power):
        s = 2.0**power
        poses = self.poses.copy()
        poses[:, :3, 3] *= s
        a, b = (Mesh(m.vertices * s, m.faces) for m in (self.a, self.b))
        found = directional_depth(a, b, None, poses, direction=self.ways)
        np.testing.assert_array_equal(found.depth, self.ask().depth * s)

    def test_same_bits_for_any_number_of_threads(self):
        answers = set()
        for threads in (1, 2, 5):
            with use_threads(threads):
                answers.add(self.ask(solid=True)._rows.tobytes())
        assert len(answers) == 1

    def test_little_room_changes_nothing(self):
        """Intervals are joined, dropped and found again: the same answer with room for four."""
        expected = self.ask()
        spans, owners = np.empty((8, 2)), np.empty((8, 2), np.int64)
        tree_a, tree_b = (TreeArrays(*body_of(mesh)[0]) for mesh in (self.a, self.b))
        part_a, part_b = all_of(tree_a), all_of(tree_b)
        assert len(spans) < ROOM
        for i in np.flatnonzero(expected.depth > 0):
            d = tuple(self.ways[i].tolist())
            _, view_a, view_b, scale = slide_views(
                tree_a[2], np.eye(4), tree_b[2], self.poses[i], d
            )
            stack = np.empty((stack_rows(tree_a[2], tree_b[2]), 2), np.int32)
            reach, _, _ = slide_apart(
                Sliding(tree_a, view_a, part_a), Sliding(tree_b, view_b, part_b),
                0, 0.0, SlideWorkspace(stack, spans, owners), np.zeros(2, np.int64),
            )  # fmt: skip
            assert reach * scale == pytest.approx(expected.depth[i], abs=1e-14)

    def test_costs_are_counted(self):
        self.ask()
        with count() as cost:
            self.ask()
        assert cost.volume_tests > 0
        assert cost.primitive_tests > 0


class TestRefused:
    @pytest.mark.parametrize(
        ("direction", "reason"),
        [
            ((0, 0, 0), "row 0 has no length"),
            ((np.nan, 0, 1), "row 0 is not finite"),
            ((0, 1), r"expected shape \(n, 3\)"),
            (np.ones((3, 3)), "3 rows for a batch of 2 poses"),
        ],
    )
    def test_directions(self, direction, reason):
        with pytest.raises(ImpingeError, match=rf"^direction: .*{reason}"):
            directional_depth(CUBE, CUBE, None, np.stack([np.eye(4)] * 2), direction=direction)

    def test_other_shapes(self):
        with pytest.raises(ImpingeError, match=r"^b: a Sphere has no triangles"):
            directional_depth(CUBE, Sphere(1.0), direction=Z)

    def test_an_empty_batch_has_no_rows(self):
        found = directional_depth(CUBE, CUBE, np.empty((0, 4, 4)), direction=Z)
        assert len(found) == 0


def test_a_height_field_is_its_surface():
    field = HeightField(np.zeros((4, 4)), 1.0)
    found = directional_depth(field, CUBE, None, shift(1.4, 1.6, 0.3), direction=Z)
    assert found.depth == pytest.approx(0.2, abs=1e-15)
    down = directional_depth(field, CUBE, None, shift(1.4, 1.6, 0.3), direction=(0, 0, -1))
    assert down.depth == pytest.approx(0.8, abs=1e-15)


def test_turned_directions_agree_with_turned_bodies():
    rng = np.random.default_rng(12)
    for _ in range(10):
        turn = np.eye(4)
        turn[:3, :3] = random_rotation(rng)
        pose = shift(0.7, 0.3, 0.1)
        straight = directional_depth(CUBE, BALL, None, pose, direction=(1, 0, 0))
        slanted = directional_depth(CUBE, BALL, turn, turn @ pose, direction=turn[:3, 0])
        assert slanted.depth == pytest.approx(straight.depth, abs=1e-14)


@pytest.mark.parametrize("file", ["ccd/ipc-toolkit/bunny.ply", "rigid/trimesh/cycloidal.ply"])
def test_real_meshes_part(real_data, file):
    mesh = load(real_data / file)
    rng = np.random.default_rng(0)
    size = float(np.abs(mesh.bounds).max())
    for _ in range(4):
        d, pose = unit(rng), about_centre(mesh, random_pose(rng, 0.05 * size))
        found = directional_depth(mesh, mesh, None, pose, direction=d)
        assert found.depth > 0.1 * size
        ways = np.linspace(0.0, found.depth, 20)[:-1]
        assert overlap(mesh, mesh, None, gone(pose, d, ways)).all()
        assert not overlap(mesh, mesh, None, gone(pose, d, found.depth + 1e-9 * size))
