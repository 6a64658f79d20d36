"""All pairs of meeting triangles: the set that exact arithmetic finds, sorted, for each row."""

import copy
import json
import pickle

import numpy as np
import pytest
from awkward import awkward_meshes, moved, soup, tilted
from exact import box_pairs, in_frame_of_a, meeting_pairs
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.core.threads import use_threads
from impinge.geometry import (
    Mesh,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
    overlap_triangles,
    torus_knot,
)
from impinge.narrow import TrianglePairs, intersecting_pairs, overlap
from impinge.narrow.pairs import ROOM

CUBE = box_mesh((1.0, 1.0, 1.0))
BALL = icosphere(1.0, 2)
MESHES = awkward_meshes()


def expected_pairs(a, b, pose_a=None, pose_b=None):
    in_a, in_b, _ = in_frame_of_a(a, b, pose_a, pose_b)
    return meeting_pairs(in_a, in_b)


@pytest.mark.parametrize("name", sorted(MESHES))
def test_a_mesh_and_itself(name):
    """Everything at once: shared vertices and edges, equal and coplanar triangles."""
    mesh = MESHES[name]
    if len(mesh.faces) > 100:
        rng = np.random.default_rng(1)
        mesh = Mesh(mesh.vertices, mesh.faces[rng.permutation(len(mesh.faces))[:60]])
    np.testing.assert_array_equal(intersecting_pairs(mesh, mesh).pairs, expected_pairs(mesh, mesh))


@pytest.mark.parametrize("seed", range(4))
def test_random_placements_agree_with_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    a, b = soup(seed, 60), tilted(icosphere(0.7, 1))
    pose_a, pose_b = random_pose(rng, 0.3), random_pose(rng, 0.3)
    found = intersecting_pairs(a, b, pose_a, pose_b).pairs
    np.testing.assert_array_equal(found, expected_pairs(a, b, pose_a, pose_b))
    assert 5 < len(found) < 60 * 80 / 4


@pytest.mark.parametrize("seed", range(3))
def test_deep_trees_miss_no_pair(seed):
    """Thousands of triangles: every pair whose boxes meet, tested one by one."""
    rng = np.random.default_rng(seed)
    a, b = torus_knot(120, 8), tilted(bumpy_sphere(40, 38))
    pose_a, pose_b = random_pose(rng, 0.1), random_pose(rng, 0.1)
    in_a, in_b, _ = in_frame_of_a(a, b, pose_a, pose_b)
    candidates = box_pairs(in_a, in_b)
    meet = overlap_triangles(in_a[candidates[:, 0]], in_b[candidates[:, 1]])
    found = intersecting_pairs(a, b, pose_a, pose_b).pairs
    np.testing.assert_array_equal(found, candidates[meet])
    assert 50 < len(found) < len(candidates)


@pytest.mark.parametrize("ratio", [1e1, 1e3, 1e5, 1e7])
def test_small_things_on_a_large_one(ratio):
    """Float32 boxes of the large one err by as much as the small one is wide."""
    rng = np.random.default_rng(11)
    small, large = tilted(icosphere(1.0, 2)), moved(tilted(icosphere(1.0, 2)), ratio)
    found = 0
    for _ in range(40):
        # A corner of the small one comes to rest on a face of the large one.
        pose = random_pose(rng, 0.0)
        on_face = rng.dirichlet(np.ones(3)) @ large.vertices[large.faces[rng.integers(320)]]
        pose[:3, 3] = on_face - pose[:3, :3] @ small.vertices[rng.integers(len(small.vertices))]
        for a, b, there in ((large, small, pose), (small, large, np.linalg.inv(pose))):
            in_a, in_b, _ = in_frame_of_a(a, b, None, there)
            candidates = box_pairs(in_a, in_b)
            meet = overlap_triangles(in_a[candidates[:, 0]], in_b[candidates[:, 1]])
            pairs = intersecting_pairs(a, b, None, there).pairs
            np.testing.assert_array_equal(pairs, candidates[meet])
            found += len(pairs)
    assert found > 1000


def test_faces_in_one_plane():
    sheet = grid_mesh(1.0, 5)
    for pose in (np.eye(4), shift(0.1, 0.05), shift(1.0), shift(0.2, 0.2)):
        np.testing.assert_array_equal(
            intersecting_pairs(sheet, sheet, None, pose).pairs,
            expected_pairs(sheet, sheet, None, pose),
        )
    # Each of 20 rectangles of a grid turned by a quarter still meets its like.
    quarter = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    np.testing.assert_array_equal(
        intersecting_pairs(sheet, sheet, None, quarter).pairs,
        expected_pairs(sheet, sheet, None, quarter),
    )


def test_more_pairs_than_there_is_room_for_at_first():
    """300 equal triangles meet 300 others: 90,000 pairs, all of them, sorted."""
    one = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]] * 300)
    found = intersecting_pairs(one, one)
    assert len(found) == 90_000 > ROOM
    np.testing.assert_array_equal(found.pairs, np.argwhere(np.ones((300, 300))))

    few, none = shift(0.0), shift(5.0)
    batch = np.stack([none, few, none, few, few, none])
    rows = intersecting_pairs(one, one, None, batch)
    np.testing.assert_array_equal(np.diff(rows.offsets), [0, 90_000, 0, 90_000, 90_000, 0])
    for i in (1, 3, 4):
        np.testing.assert_array_equal(rows.of_row(i), found.pairs)


def test_a_batch_is_what_its_rows_are():
    rng = np.random.default_rng(3)
    a, b, one = random_poses(rng, 25, 0.7), random_poses(rng, 25, 0.7), random_pose(rng, 0.2)
    for pose_a, pose_b in ((a, b), (None, b), (a, None), (one, b), (a, one), (a[:1], b[:1])):
        batch = intersecting_pairs(BALL, CUBE, pose_a, pose_b)
        assert batch.offsets[0] == 0
        assert batch.offsets[-1] == len(batch.pairs)
        touching = overlap(BALL, CUBE, pose_a, pose_b)
        np.testing.assert_array_equal(np.diff(batch.offsets) > 0, touching)
        for i in range(len(touching)):
            single = intersecting_pairs(
                BALL,
                CUBE,
                pose_a[i] if pose_a is not None and pose_a.ndim == 3 else pose_a,
                pose_b[i] if pose_b is not None and pose_b.ndim == 3 else pose_b,
            )
            assert single.offsets is None
            np.testing.assert_array_equal(batch.of_row(i), single.pairs)
        np.testing.assert_array_equal(batch.of_row(-1), batch.of_row(len(touching) - 1))


def test_same_bits_for_any_number_of_threads():
    rng = np.random.default_rng(4)
    body = bumpy_sphere(24, 22)
    poses = random_poses(rng, 100, 0.5)
    answers = set()
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            found = intersecting_pairs(body, body, None, poses)
        answers.add((found.pairs.tobytes(), found.offsets.tobytes()))
    assert len(answers) == 1
    assert len(found.pairs) > 1000


def test_swapping_the_meshes_swaps_the_pairs():
    rng = np.random.default_rng(5)
    poses = random_poses(rng, 20, 0.7)
    there = intersecting_pairs(BALL, CUBE, None, poses)
    back = intersecting_pairs(CUBE, BALL, poses, None).swapped()
    np.testing.assert_array_equal(there.pairs, back.pairs)
    np.testing.assert_array_equal(there.offsets, back.offsets)
    single = intersecting_pairs(BALL, CUBE, None, poses[0])
    np.testing.assert_array_equal(single.swapped().swapped().pairs, single.pairs)


@pytest.mark.parametrize("power", [-300, 300])
def test_scaling_by_a_power_of_two_changes_nothing(power):
    rng = np.random.default_rng(6)
    poses = random_poses(rng, 10, 0.7)
    larger = poses.copy()
    larger[:, :3, 3] *= 2.0**power
    one = intersecting_pairs(BALL, CUBE, None, poses)
    two = intersecting_pairs(moved(BALL, 2.0**power), moved(CUBE, 2.0**power), None, larger)
    np.testing.assert_array_equal(one.pairs, two.pairs)
    np.testing.assert_array_equal(one.offsets, two.offsets)


def test_new_vertices_answer_like_a_new_mesh():
    rng = np.random.default_rng(7)
    body = bumpy_sphere(24, 22)
    intersecting_pairs(body, BALL)
    for change in (0.01, 0.5):
        vertices = body.vertices + change * rng.normal(size=body.vertices.shape)
        bent, fresh = body.with_vertices(vertices), Mesh(vertices, body.faces)
        found = intersecting_pairs(bent, BALL, None, shift(0.2))
        np.testing.assert_array_equal(
            found.pairs, intersecting_pairs(fresh, BALL, None, shift(0.2)).pairs
        )
        # And once more, from the refitted one.
        again = bent.with_vertices(vertices[::-1])
        np.testing.assert_array_equal(
            intersecting_pairs(again, BALL).pairs,
            intersecting_pairs(Mesh(vertices[::-1], body.faces), BALL).pairs,
        )


class TestResult:
    def test_of_an_empty_batch(self):
        empty = np.empty((0, 4, 4))
        for pose_a, pose_b in ((empty, None), (None, empty), (empty, empty)):
            found = intersecting_pairs(CUBE, CUBE, pose_a, pose_b)
            assert found.pairs.shape == (0, 2)
            assert found.offsets.tolist() == [0]
            assert len(found.swapped()) == 0

    def test_without_pairs(self):
        found = intersecting_pairs(CUBE, CUBE, None, shift(9.0))
        assert found.pairs.shape == (0, 2)
        assert found.pairs.dtype == np.int64
        assert found.to_dict() == {"pairs": [], "offsets": None}
        with pytest.raises(TypeError):
            found.of_row(0)

    def test_cannot_be_changed(self):
        found = intersecting_pairs(CUBE, CUBE, None, np.stack([np.eye(4)]))
        with pytest.raises(ValueError, match="read-only"):
            found.pairs[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            found.offsets[0] = 1
        with pytest.raises(AttributeError):
            found.pairs = None

    def test_rows_are_numbered_like_a_list(self):
        found = intersecting_pairs(CUBE, CUBE, None, np.stack([np.eye(4)] * 2))
        for i in (2, -3):
            with pytest.raises(IndexError):
                found.of_row(i)
        assert "2 rows" in repr(found)

    @pytest.mark.parametrize("pose", [np.eye(4), np.stack([np.eye(4), shift(1.0)])])
    def test_survives_pickling_copying_and_json(self, pose):
        found = intersecting_pairs(CUBE, CUBE, None, pose)
        for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), copy.copy(found)):
            assert type(other) is TrianglePairs
            np.testing.assert_array_equal(other.pairs, found.pairs)
            with pytest.raises(ValueError, match="read-only"):
                other.pairs[0] = 1
        assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_what_is_counted_adds_up():
    rng = np.random.default_rng(8)
    poses = random_poses(rng, 10, 0.7)
    intersecting_pairs(BALL, CUBE)
    total = np.zeros(2, int)
    for pose in poses:
        with count() as cost:
            found = intersecting_pairs(BALL, CUBE, None, pose)
        total += cost.volume_tests, cost.primitive_tests
        assert cost.primitive_tests >= len(found)
    with use_threads(2), count() as cost:
        intersecting_pairs(BALL, CUBE, None, poses)
    assert [cost.volume_tests, cost.primitive_tests] == total.tolist()
