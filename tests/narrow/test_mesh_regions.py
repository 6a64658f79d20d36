"""Regions where meshes cross: known bodies, brute force for who belongs together, the laws."""

import copy
import json
import pickle

import numpy as np
import pytest
from awkward import awkward_meshes, tilted
from placing import about_centre, random_pose, random_poses, shift
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    HeightField,
    Mesh,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
    torus_knot,
)
from impinge.hierarchy import contains
from impinge.io import load
from impinge.narrow import MeshRegions, intersecting_pairs, overlap, regions_of
from impinge.narrow.kernels.region_parts import find_pieces, no_crossings
from impinge.narrow.kernels.region_sums import SUMS, label_rows
from impinge.narrow.kernels.regions import trace_pair
from impinge.narrow.mesh_links import links_of
from impinge.narrow.mesh_regions import side_of

CUBE = box_mesh()
BALL = icosphere(1.0, 2)
MESHES = awkward_meshes()


def tube(inner, outer, height, count=24):
    """A closed ring around z, faces outward."""
    angles = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False) + 0.1
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    loops = [(outer, -height), (outer, height), (inner, height), (inner, -height)]
    points = [np.column_stack([r * circle, np.full(count, 0.5 * z)]) for r, z in loops]
    i, j = np.arange(count), (np.arange(count) + 1) % count
    faces = []
    for k in range(4):
        a, b = k * count, (k + 1) % 4 * count
        faces += [np.stack([a + i, a + j, b + j], 1), np.stack([a + i, b + j, b + i], 1)]
    return Mesh(np.concatenate(points), np.concatenate(faces))


def pin(radius, height, count=17):
    """A closed prism around z."""
    angles = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ends = [np.column_stack([circle, np.full(count, 0.5 * z)]) for z in (-height, height)]
    i, j = np.arange(count), (np.arange(count) + 1) % count
    top = np.stack([np.full(count - 2, count), np.arange(count + 1, 2 * count - 1)], 1)
    top = np.column_stack([top, top[:, 1] + 1])
    sides = [np.stack([i, j, j + count], 1), np.stack([i, j + count, i + count], 1)]
    return Mesh(np.concatenate(ends), np.concatenate([*sides, top, top[:, ::-1] - count]))


def apart(mesh):
    """Each triangle with corners of its own, as STL files have them."""
    return Mesh(
        mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(3 * len(mesh.faces)).reshape(-1, 3)
    )


def rows_sorted(found):
    """Rows in an order that does not depend on who was A."""
    return found._rows[np.lexsort(found.point.round(9).T)]


@pytest.mark.plain
class TestBoxes:
    def test_a_block_sunk_into_a_table(self):
        found = regions_of(box_mesh((4, 4, 1)), CUBE, None, shift(0.3, 0.2, 0.9))
        assert len(found) == 1
        np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-15)
        np.testing.assert_allclose(found.depth, [0.1], atol=1e-15)
        np.testing.assert_allclose(found.point, [[0.3, 0.2, 0.5]], atol=1e-15)
        np.testing.assert_allclose(found.point_a - found.point_b, [[0, 0, 0.1]], atol=1e-15)
        assert found.closed.tolist() == [True]
        assert found.pair_counts[0] == len(
            intersecting_pairs(box_mesh((4, 4, 1)), CUBE, None, shift(0.3, 0.2, 0.9))
        )

    @pytest.mark.parametrize("seed", range(12))
    def test_the_normal_is_the_gradient_of_the_common_volume(self, seed):
        """V is the product of three overlaps; its gradient is known, and so is each way out."""
        rng = np.random.default_rng(seed)
        sizes = rng.uniform(0.5, 2.0, (2, 3))
        a, b = box_mesh(sizes[0]), box_mesh(sizes[1])
        # Corners in each other: on no axis does one cover the other.
        least, most = 0.5 * np.abs(sizes[0] - sizes[1]), 0.5 * sizes.sum(0)
        offset = least + (most - least) * rng.uniform(0.05, 0.95, 3)
        offset *= rng.choice([-1.0, 1.0], 3)
        shared = 0.5 * sizes.sum(0) - np.abs(offset)
        gradient = -np.sign(offset) * np.prod(shared) / shared
        found = regions_of(a, b, None, shift(*offset))
        assert len(found) == 1
        normal = -gradient / np.linalg.norm(gradient)
        np.testing.assert_allclose(found.normal[0], normal, atol=1e-13)
        # Along it, the first of three slabs to be left.
        depth = np.min(shared / np.abs(normal))
        assert found.depth[0] == pytest.approx(depth, abs=1e-13)

    def test_faces_in_one_plane_do_not_tilt_the_normal(self):
        found = regions_of(CUBE, CUBE, None, shift(0.5))
        np.testing.assert_allclose(found.normal, [[1, 0, 0]], atol=1e-15)
        assert found.depth[0] == 0.5
        assert found.closed.all()

    @pytest.mark.parametrize(
        ("offset", "normal"),
        [
            ((1.0, 0.2, 0.1), (1, 0, 0)),
            ((0.2, -0.3, 1.0), (0, 0, 1)),
            ((0.0, -1.0, 0.0), (0, -1, 0)),
            ((1.0, 1.0, 0.0), (0.5**0.5, 0.5**0.5, 0)),
            ((1.0, 1.0, 1.0), (3**-0.5, 3**-0.5, 3**-0.5)),
        ],
    )
    def test_touching_has_no_depth_but_a_normal(self, offset, normal):
        found = regions_of(CUBE, CUBE, None, shift(*offset))
        assert len(found) == 1
        np.testing.assert_allclose(found.normal[0], normal, atol=1e-12)
        assert found.depth[0] == found.lower[0] == 0.0
        assert overlap(CUBE, CUBE, None, shift(*offset))

    @pytest.mark.parametrize("dip", [1e-3, 1e-6, 1e-9, 1e-12])
    def test_depth_and_normal_meet_contact_continuously(self, dip):
        """A corner and an edge that dip into a face by less and less."""
        turned = Mesh(tilted(CUBE).vertices, CUBE.faces)
        lowest = turned.vertices[:, 2].min()
        found = regions_of(box_mesh((4, 4, 1)), turned, None, shift(0.1, 0.2, 0.5 - lowest - dip))
        np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-6)
        assert found.depth[0] == pytest.approx(dip, abs=1e-14)


class TestBodies:
    @pytest.mark.parametrize("between", [1.9, 1.5, 0.8])
    def test_spheres(self, between):
        ball = icosphere(1.0, 3)
        d = np.array([0.48, 0.6, 0.64])
        found = regions_of(ball, ball, None, shift(*(between * d)))
        assert len(found) == 1
        assert found.normal[0] @ d > 1.0 - 1e-4
        assert found.depth[0] == pytest.approx(2.0 - between, abs=0.01)
        np.testing.assert_allclose(found.point[0], 0.5 * between * d, atol=0.01)

    def test_a_pin_pressed_against_its_hole(self):
        """In the wall the pin goes as deep as it is off centre, less the clearance."""
        ring, bolt = tube(1.0, 2.0, 1.0, 96), pin(0.95, 3.0, 96)
        found = regions_of(ring, bolt, None, shift(0.06, 0.0, 0.1))
        assert len(found) == 1
        # The bolt goes back to the middle.
        np.testing.assert_allclose(found.normal, [[-1, 0, 0]], atol=0.02)
        assert found.depth[0] == pytest.approx(0.01, abs=2e-3)

    def test_a_pin_through_a_plate_enters_and_leaves(self):
        plate, bolt = box_mesh((2.0, 2.0, 0.3)), pin(0.2, 3.0)
        found = regions_of(plate, bolt, None, shift(0.1, 0.2, 0.2))
        assert len(found) == 2
        order = np.argsort(found.point[:, 2])
        np.testing.assert_allclose(found.point[order, 2], [-0.15, 0.15], atol=1e-12)
        np.testing.assert_allclose(found.normal[order], [[0, 0, -1], [0, 0, 1]], atol=1e-12)
        np.testing.assert_allclose(found.depth[order], [1.85, 1.45], atol=1e-12)

    @pytest.mark.plain
    def test_two_legs_are_two_regions_of_one_floor_triangle(self):
        legs = [box_mesh((0.2, 0.2, 1.0)).vertices + np.array([x, 0.3, 0.4]) for x in (-1.0, 1.0)]
        stool = Mesh(np.concatenate(legs), np.concatenate([CUBE.faces, CUBE.faces + 8]))
        floor = Mesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
        found = regions_of(floor, stool)
        assert len(found) == 2
        np.testing.assert_allclose(found.depth, [0.1, 0.1], atol=1e-15)
        np.testing.assert_allclose(found.normal, [[0, 0, 1]] * 2, atol=1e-15)
        np.testing.assert_allclose(np.sort(found.point[:, 0]), [-1.0, 1.0], atol=1e-14)

    def test_nested_bodies_do_not_cross(self):
        assert len(regions_of(CUBE, box_mesh((0.2, 0.2, 0.2)))) == 0

    def test_a_ball_behind_a_sheet_counts_to_its_lowest_point(self):
        """The sheet is open: what lies behind it is what its contour closes off on the ball."""
        ball = icosphere(1.0, 3)
        for sheet in (grid_mesh(4.0, 1), tilted_grid(4.0, 25)):
            found = regions_of(sheet, ball, None, shift(0.05, 0.02, 0.7))
            assert len(found) == 1
            assert found.closed.all()
            np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-12)
            assert found.depth[0] == pytest.approx(0.3, abs=1e-12)
            back = regions_of(ball, sheet, shift(0.05, 0.02, 0.7))
            assert back.depth[0] == pytest.approx(0.3, abs=1e-12)

    @pytest.mark.plain
    def test_a_sheet_that_ends_in_a_ball_closes_nothing_off(self):
        found = regions_of(icosphere(1.0, 3), grid_mesh(0.5, 8), None, shift(1.0, 0.01, 0.02))
        assert found.closed.tolist() == [False]
        assert 0.0 < found.depth[0] < 0.5

    def test_a_height_field_is_its_surface(self):
        field = HeightField(np.zeros((5, 6)), 1.0)
        found = regions_of(field, CUBE, None, shift(2.2, 2.1, 0.3))
        np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-15)
        np.testing.assert_allclose(found.depth, [0.2], atol=1e-15)

    def test_which_way_closed_faces_look_does_not_matter(self):
        pose = shift(0.9, 0.3, 0.2)
        expected = regions_of(BALL, CUBE, None, pose)
        for a, b in ((BALL.flipped(), CUBE), (BALL, CUBE.flipped())):
            found = regions_of(a, b, None, pose)
            np.testing.assert_allclose(found.normal, expected.normal, atol=1e-12)
            np.testing.assert_allclose(found.depth, expected.depth, atol=1e-12)

    def test_corners_that_are_not_shared_are_joined(self):
        pose = shift(1.0, 0.3, 0.2)
        body = bumpy_sphere(20, 18)
        expected = regions_of(body, CUBE, None, pose)
        found = regions_of(apart(body), apart(CUBE), None, pose)
        np.testing.assert_allclose(found._rows, expected._rows, atol=1e-12)


def tilted_grid(size, count):
    """A sheet whose lines are not those of the axes, at z = 0."""
    flat = grid_mesh(size, count)
    c, s = np.cos(0.3), np.sin(0.3)
    return Mesh(flat.vertices @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]), flat.faces)


class TestWhoBelongsTogether:
    @staticmethod
    def brute_force(a, b, pairs):
        """Sets of pairs connected by the definition, one by one."""
        beside = []
        for mesh in (a, b):
            same = {(int(i), int(j)) for i, j in mesh.welded().adjacency}
            beside.append(same | {(j, i) for i, j in same})
        left = {tuple(pair) for pair in pairs.tolist()}
        sets = []
        while left:
            waiting = [left.pop()]
            region = set(waiting)
            while waiting:
                i, j = waiting.pop()
                near = {
                    (k, l)
                    for k, l in left
                    if (j == l and (i, k) in beside[0]) or (i == k and (j, l) in beside[1])
                }
                left -= near
                region |= near
                waiting += near
            sets.append(frozenset(region))
        return set(sets)

    @pytest.mark.parametrize("seed", range(4))
    def test_labels_agree_with_brute_force(self, seed):
        rng = np.random.default_rng(seed)
        a, b = torus_knot(60, 8), tilted(bumpy_sphere(20, 18))
        poses = random_poses(rng, 3, 0.3)
        found = intersecting_pairs(a, b, None, poses)
        pairs, offsets = np.array(found.pairs), np.array(found.offsets)
        labels, counts = np.arange(len(pairs)), np.empty(3, np.int64)
        tables = links_of(a).next_faces, links_of(b).next_faces
        label_rows(pairs, offsets, *tables, labels, counts, 0, 3)
        for row in range(3):
            part = slice(offsets[row], offsets[row + 1])
            expected = self.brute_force(a, b, pairs[part])
            sets = {
                frozenset(map(tuple, pairs[part][labels[part] == k].tolist()))
                for k in range(counts[row])
            }
            assert sets == expected
            # Numbered by their first pairs.
            first = [np.argmax(labels[part] == k) for k in range(counts[row])]
            assert first == sorted(first)
        regions = regions_of(a, b, None, poses)
        np.testing.assert_array_equal(np.diff(regions.offsets), counts)
        assert regions.pair_counts.sum() == len(pairs)

    @pytest.mark.parametrize("seed", range(6))
    def test_after_the_depth_its_triangles_are_apart(self, seed):
        """And just before they are not: of the crossing ones, and of what lies behind them."""
        rng = np.random.default_rng(seed)
        a, b = tilted(torus_knot(60, 8)), bumpy_sphere(20, 18)
        pose = random_pose(rng, 0.4)
        found = regions_of(a, b, None, pose)
        pairs = intersecting_pairs(a, b, None, pose).pairs
        sets = sorted(sorted(s) for s in self.brute_force(a, b, pairs))
        assert len(sets) == len(found)
        inside_a = contains(b.transformed(pose), a.vertices)
        inside_b = contains(a, b.transformed(pose).vertices)
        for k, members in enumerate(sets):
            crossing = np.array(members)
            there = pose.copy()
            there[:3, 3] += (found.depth[k] + 1e-9) * found.normal[k]
            parts = []
            for side, mesh, inside in ((0, a, inside_a), (1, b, inside_b)):
                faces = np.unique(crossing[:, side])
                parts.append(Mesh(mesh.vertices, mesh.faces[faces]))
                assert np.isin([found.face_a[k], found.face_b[k]][side], faces) or (
                    inside[mesh.faces[[found.face_a[k], found.face_b[k]][side]]].all()
                )
            assert not overlap(*parts, None, there)


class TestPieces:
    @pytest.mark.parametrize("seed", range(6))
    def test_what_lies_behind_is_what_is_inside(self, seed):
        """Parts of A between edges that B cuts: reached are those inside B, and no others."""
        rng = np.random.default_rng(seed)
        a, b = bumpy_sphere(24, 22), tilted(torus_knot(60, 8))
        pose = random_pose(rng, 0.3)
        needles = Mesh(a.vertices, a.edges[:, [0, 1, 1]])
        cut = np.zeros(len(a.edges), bool)
        cut[intersecting_pairs(needles, b, None, pose).pairs[:, 0]] = True
        free = a.edges[~cut]
        graph = coo_array((np.ones(len(free)), free.T), (len(a.vertices),) * 2)
        _, part = connected_components(graph, directed=False)
        inside = contains(b.transformed(pose), a.vertices)
        expected = inside & np.isin(part, part[a.edges[cut]])
        reached = pieces_of(a, b, pose) >= 0
        np.testing.assert_array_equal(reached, expected)
        assert expected.sum() > 10
        assert not expected.all()


def pieces_of(a, b, pose):
    """The piece of each vertex of A that the kernels find, -1 for none."""
    pairs = np.array(intersecting_pairs(a, b, None, pose).pairs)
    sides = side_of(a), side_of(b)
    crossings = no_crossings(len(pairs)), no_crossings(len(pairs))
    there = b.transformed(pose).vertices
    for i, (face_a, face_b) in enumerate(pairs.tolist()):
        corners = [
            tuple(tuple(p) for p in points.tolist())
            for points in (a.vertices[a.faces[face_a]], there[b.faces[face_b]])
        ]
        trace_pair(*sides, *corners, face_a, face_b, np.zeros(SUMS), *crossings, i)
    return find_pieces(sides[0][2], crossings[0], np.ascontiguousarray(pairs[:, 0]))[2]


class TestLaws:
    def setup_method(self):
        rng = np.random.default_rng(21)
        self.a, self.b = tilted(torus_knot(40, 6)), bumpy_sphere(12, 10)
        self.poses = random_poses(rng, 15, 0.6)
        self.motion = random_pose(rng, 2.0)

    def test_a_batch_is_what_its_rows_are(self):
        batch = regions_of(self.a, self.b, None, self.poses)
        assert batch.offsets[-1] == len(batch.depth) > 15
        for i, pose in enumerate(self.poses):
            one = regions_of(self.a, self.b, None, pose)
            assert one.offsets is None
            assert one._rows.tobytes() == batch.of_row(i)._rows.tobytes()

    def test_same_bits_for_any_number_of_threads(self):
        answers = set()
        for threads in (1, 2, 5):
            with use_threads(threads):
                answers.add(regions_of(self.a, self.b, None, self.poses)._rows.tobytes())
        assert len(answers) == 1

    def test_swapping_turns_the_normal(self):
        for pose in self.poses:
            there = rows_sorted(regions_of(self.a, self.b, None, pose))
            back = rows_sorted(regions_of(self.b, self.a, pose, None).swapped())
            # The points of equally deep places may differ.
            columns = np.r_[0, 7:10, 16:21]
            np.testing.assert_allclose(there[:, columns], back[:, columns], atol=1e-11)

    def test_moving_both_moves_the_regions(self):
        turn, way = self.motion[:3, :3], self.motion[:3, 3]
        for pose in self.poses[:6]:
            there = regions_of(self.a, self.b, None, pose)
            moved = regions_of(self.a, self.b, self.motion, self.motion @ pose)
            np.testing.assert_array_equal(moved.pair_counts, there.pair_counts)
            np.testing.assert_allclose(moved.depth, there.depth, atol=1e-11)
            np.testing.assert_allclose(moved.normal, there.normal @ turn.T, atol=1e-11)
            np.testing.assert_allclose(moved.point, there.point @ turn.T + way, atol=1e-12)

    @pytest.mark.parametrize("power", [-300, 40])
    def test_scaling_scales_exactly(self, power):
        s = 2.0**power
        poses = self.poses.copy()
        poses[:, :3, 3] *= s
        a, b = (Mesh(m.vertices * s, m.faces) for m in (self.a, self.b))
        one = regions_of(self.a, self.b, None, self.poses)
        two = regions_of(a, b, None, poses)
        np.testing.assert_array_equal(two.depth, one.depth * s)
        np.testing.assert_array_equal(two.point, one.point * s)
        np.testing.assert_array_equal(two.normal, one.normal)

    @pytest.mark.parametrize("name", sorted(MESHES))
    def test_any_soup_gives_numbers(self, name):
        rng = np.random.default_rng(9)
        mesh = MESHES[name]
        size = float(np.abs(mesh.vertices).max()) or 1.0
        for other in (mesh, BALL, MESHES["soup"]):
            for pose in (np.eye(4), random_pose(rng, 0.2 * size)):
                found = regions_of(mesh, other, None, pose)
                assert (len(found) > 0) == overlap(mesh, other, None, pose)
                assert np.isfinite(found._rows).all()
                assert (found.depth >= found.lower).all()
                assert (found.lower >= 0.0).all()
                lengths = np.linalg.norm(found.normal, axis=1)
                np.testing.assert_allclose(lengths, 1.0, atol=1e-14)

    def test_costs_are_counted(self):
        regions_of(self.a, self.b)
        with count() as pairs:
            intersecting_pairs(self.a, self.b)
        with count() as cost:
            regions_of(self.a, self.b)
        assert cost.primitive_tests > pairs.primitive_tests > 0


class TestResult:
    def test_of_an_empty_batch(self):
        found = regions_of(CUBE, CUBE, np.empty((0, 4, 4)))
        assert len(found) == 0
        assert found.offsets.tolist() == [0]
        assert found.point.shape == (0, 3)

    def test_cannot_be_changed(self):
        found = regions_of(CUBE, CUBE, None, np.stack([shift(0.9, 0.1), shift(3.0)]))
        for name in ("point", "normal", "depth", "face_a", "closed", "pair_counts", "offsets"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(found, name)[0] = 0
        with pytest.raises(AttributeError):
            found.depth = None
        with pytest.raises(TypeError):
            found.of_row(0).of_row(0)
        assert len(found.of_row(1)) == 0
        assert "2 rows" in repr(found)

    def test_survives_pickling_copying_and_json(self):
        found = regions_of(CUBE, CUBE, None, shift(0.9, 0.1))
        for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), copy.copy(found)):
            assert type(other) is MeshRegions
            assert other.to_dict() == found.to_dict()
        assert json.loads(json.dumps(found.to_dict())) == found.to_dict()

    def test_other_shapes_are_refused(self):
        with pytest.raises(ImpingeError, match=r"^a: a Box has no triangles"):
            regions_of(Box((1, 1, 1)), CUBE)


@pytest.mark.parametrize("file", ["ccd/ipc-toolkit/bunny.ply", "rigid/trimesh/cycloidal.ply"])
def test_real_meshes(real_data, file):
    """A scan, and a gearbox of a hundred bodies, each crossing itself."""
    mesh = load(real_data / file)
    rng = np.random.default_rng(0)
    size = float(np.abs(mesh.bounds).max())
    for _ in range(3):
        pose = about_centre(mesh, random_pose(rng, 0.05 * size))
        there = rows_sorted(regions_of(mesh, mesh, None, pose))
        back = rows_sorted(regions_of(mesh, mesh, pose, None).swapped())
        assert len(there) == len(back) > 1
        assert np.isfinite(there).all()
        assert there[:, 20].mean() > 0.9
        np.testing.assert_allclose(there[:, 16:19], back[:, 16:19], atol=1e-9 * size)
        np.testing.assert_allclose(there[:, 7:10], back[:, 7:10], atol=1e-6)
        np.testing.assert_allclose(there[:, 0], back[:, 0], atol=1e-6 * size)
