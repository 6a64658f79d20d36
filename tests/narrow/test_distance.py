"""How far apart meshes are, and where: accurate, with witnesses, without looking at all pairs."""

import copy
import pickle
from contextlib import redirect_stdout

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, moved, tilted
from contracts import ERROR, check_narrow, check_witness, largest_coordinate
from contracts import moved as posed
from exact import in_frame_of_a
from placing import random_pose, random_poses, shift
from scipy.spatial import cKDTree

from impinge.core.counters import count
from impinge.core.threads import use_threads
from impinge.geometry import (
    Cylinder,
    Mesh,
    box_mesh,
    bumpy_sphere,
    closest_triangles,
    grid_mesh,
    icosphere,
    torus_knot,
)
from impinge.narrow import Distance, distance

CUBE = box_mesh((1.0, 1.0, 1.0))
BALL = icosphere(1.0, 2)
FINE = icosphere(1.0, 5)
SHEET = grid_mesh(1.0, 100)
"""20,000 triangles, all at the same distance from a parallel sheet."""
MESHES = awkward_meshes()


def sampled(mesh, rng, n=4):
    """Points of every triangle: its corners, and some more."""
    weights = np.concatenate([np.eye(3), rng.dirichlet(np.ones(3), n)])
    return np.einsum("wk,mkd->mwd", weights, mesh.vertices[mesh.faces]).reshape(-1, 3)


@pytest.mark.parametrize("name", sorted(MESHES))
def test_no_sample_is_closer(name):
    rng = np.random.default_rng(1)
    a, b = MESHES[name], MESHES["bumpy"]
    size = np.ptp(a.bounds, axis=0).max()
    for spread in (1.5, 20.0):
        pose = random_pose(rng, 0.0)
        middle = a.bounds.mean(axis=0)
        pose[:3, 3] = middle + spread * (size + 1.0) * rng.normal(size=3)
        found = distance(a, b, None, pose)
        check_witness(a, b, None, pose, found)
        nearest, _ = cKDTree(sampled(a, rng)).query(posed(sampled(b, rng), pose))
        assert found.distance <= nearest.min() * (1 + 1e-9) + ERROR * np.abs(a.vertices).max()
        # Samples are never more than an edge away from the closest points.
        edges = sum(np.ptp(mesh.vertices[mesh.faces], axis=1).max() for mesh in (a, b))
        assert found.distance >= nearest.min() - 2.0 * edges


@pytest.mark.parametrize("seed", range(3))
def test_deep_trees_miss_no_pair(seed):
    """The least of the distances of all pairs of triangles."""
    rng = np.random.default_rng(seed)
    a, b = torus_knot(40, 5), tilted(bumpy_sphere(16, 10))
    for spread in (0.6, 3.0, 2000.0):
        pose_a, pose_b = random_pose(rng, spread), random_pose(rng, spread)
        in_a, in_b, unit = in_frame_of_a(a, b, pose_a, pose_b)
        i, j = np.divmod(np.arange(len(in_a) * len(in_b)), len(in_b))
        least = closest_triangles(in_a[i], in_b[j]).distance.min() * unit
        found = distance(a, b, pose_a, pose_b).distance
        assert abs(found - least) <= ERROR * largest_coordinate(a, b, pose_a, pose_b)


def test_random_placements_are_accurate():
    rng = np.random.default_rng(2)
    errors = []
    for _ in range(20):
        touching, error = check_narrow(BALL, tilted(CUBE), None, random_pose(rng, 1.5))
        if not touching:
            errors.append(error)
    assert 8 < len(errors) < 20
    assert max(errors) < 1e-15


def test_swapping_the_meshes_swaps_the_answer():
    rng = np.random.default_rng(3)
    a, b = random_poses(rng, 40, 1.5), random_poses(rng, 40, 1.5)
    there, back = distance(BALL, CUBE, a, b), distance(CUBE, BALL, b, a).swapped()
    np.testing.assert_allclose(there.distance, back.distance, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(there.distance == 0.0, back.distance == 0.0)
    apart = there.distance > 0.0
    assert 10 < apart.sum() < 40
    np.testing.assert_allclose(there.normal[apart], back.normal[apart], atol=1e-9)


def test_swapped_exchanges_points_and_features():
    found = distance(CUBE, BALL, None, shift(4.0, 1.0, 2.0))
    back = found.swapped()
    np.testing.assert_array_equal(back.point_a, found.point_b)
    np.testing.assert_array_equal(back.point_b, found.point_a)
    np.testing.assert_array_equal(back.normal, -found.normal)
    assert (back.feature_a, back.feature_b) == (found.feature_b, found.feature_a)
    assert back.distance == found.distance


def test_moving_both_moves_the_answer():
    rng = np.random.default_rng(4)
    a, b, both = random_poses(rng, 40, 2.0), random_poses(rng, 40, 2.0), random_pose(rng)
    still, turned = distance(BALL, CUBE, a, b), distance(BALL, CUBE, both @ a, both @ b)
    np.testing.assert_allclose(turned.distance, still.distance, rtol=0, atol=1e-13)
    apart = still.distance > 1e-3
    np.testing.assert_allclose(
        turned.normal[apart], still.normal[apart] @ both[:3, :3].T, atol=1e-9
    )


@pytest.mark.parametrize("power", [-300, -20, 20, 300])
def test_scaling_by_a_power_of_two_scales_the_answer_exactly(power):
    rng = np.random.default_rng(5)
    poses = random_poses(rng, 20, 2.0)
    s = 2.0**power
    larger = poses.copy()
    larger[:, :3, 3] *= s
    one = distance(BALL, CUBE, None, poses)
    two = distance(moved(BALL, s), moved(CUBE, s), None, larger)
    np.testing.assert_array_equal(two.distance, one.distance * s)
    np.testing.assert_array_equal(two.point_a, one.point_a * s)
    np.testing.assert_array_equal(two.point_b, one.point_b * s)
    np.testing.assert_array_equal(two.normal, one.normal)
    np.testing.assert_array_equal(two.feature_a, one.feature_a)


@pytest.mark.parametrize("apart", [1e3, 1e6, 1e9, 1e15, 1e30, 1e100])
def test_far_apart(apart):
    """Accurate for small meshes, and answered with few box tests for large ones."""
    rng = np.random.default_rng(6)
    check_narrow(CUBE, CUBE, None, shift(apart))
    check_narrow(CUBE, tilted(CUBE), random_pose(rng, 0.3 * apart), random_pose(rng, apart))
    distance(FINE, FINE)
    for pose in (shift(apart), random_pose(rng, apart)):
        with count() as cost:
            found = distance(FINE, FINE, None, pose)
        assert cost.volume_tests < 100_000
        check_witness(FINE, FINE, None, pose, found)


@pytest.mark.parametrize("apart", [0.01, 1.0, 100.0, 600.0, 1e4, 1e6, 1e9, 1e15])
@pytest.mark.parametrize("tilt", [0.0, 1e-6, 1e-4])
def test_parallel_sheets_do_not_compare_all_with_all(apart, tilt):
    """Boxes cannot tell pairs at equal distances apart: 166 million tests, half a minute."""
    pose = shift(0.0, 0.0, apart)
    c, s = np.cos(tilt), np.sin(tilt)
    pose[:3, :3] = [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
    distance(SHEET, SHEET)
    with count() as cost:
        found = distance(SHEET, SHEET, None, pose)
    assert cost.volume_tests < 1_000_000
    check_witness(SHEET, SHEET, None, pose, found)
    assert abs(found.distance - (apart - 0.5 * s)) <= ERROR * max(apart, 1.0)


def test_nested_meshes_are_apart():
    touching, error = check_narrow(BALL, moved(tilted(CUBE), 0.2))
    assert not touching
    assert error < 1e-15


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
def test_shells_with_more_near_pairs_than_can_wait(share):
    """All faces of a polyhedron and of its smaller copy are as far apart: the room for groups of
    boxes fills up again and again."""
    outer = icosphere(1.0, 4)
    a, b, c = (outer.vertices[outer.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    heights = np.einsum("ij,ij->i", a, normals) / np.linalg.norm(normals, axis=1)

    found = distance(outer, Mesh(share * outer.vertices, outer.faces))

    assert found.distance == pytest.approx((1.0 - share) * heights.min(), abs=ERROR)


def test_touching_meshes_share_a_point():
    rng = np.random.default_rng(7)
    for pose in (*random_poses(rng, 12, 0.5), shift(1.0), shift(1.0, 1.0, 1.0), np.eye(4)):
        check_witness(CUBE, CUBE, None, pose, distance(CUBE, CUBE, None, pose))


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0, 0]] * 3,
        [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
        [[0, 0, 0], [1, 0, 0], [1, 0, 0]],
    ],
    ids=["point", "line", "doubled corner"],
)
def test_triangles_without_area(corners):
    a = Mesh(corners, [[0, 1, 2]])
    for pose in (None, shift(0.0, 1.0), shift(0.5), random_pose(np.random.default_rng(8))):
        check_narrow(a, a, None, pose)
        check_narrow(a, CUBE, None, pose)


def test_apart_by_less_than_can_be_measured_is_not_zero():
    """Sheets 1e-200 apart: the square of the gap underflows, but they do not overlap."""
    flat = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    found = distance(flat, flat, None, shift(0.0, 0.0, 1e-80))
    assert 0.0 < found.distance < 1e-14
    tiny = moved(flat, 1e-310)
    assert check_narrow(tiny, tiny, None, shift(0.0, 0.0, 5e-324)) == (False, 0.0)


def test_near_misses_do_not_hide_a_touch():
    """Thousands of coplanar pairs a rounding error apart, and a few that touch."""
    rng = np.random.default_rng(9)
    for _ in range(20):
        pose = random_pose(rng, 0.0)
        sheet = grid_mesh(1.0, 6)
        there = pose @ shift(0.1, 0.2, 0.0)
        check_narrow(sheet, sheet, pose, there)


def test_same_bits_for_any_number_of_threads():
    rng = np.random.default_rng(10)
    poses = random_poses(rng, 200, 1.5)
    answers = []
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            answers.append(distance(BALL, CUBE, None, poses)._rows.tobytes())
    assert len(set(answers)) == 1


def test_same_bits_in_another_process(run_python):
    script = """
import numpy as np
from impinge.geometry import bumpy_sphere, icosphere
from impinge.narrow import distance
rng = np.random.default_rng(11)
poses = np.stack([np.eye(4)] * 50)
poses[:, :3, 3] = 2.0 * rng.normal(size=(50, 3))
rows = distance(bumpy_sphere(24, 22), icosphere(1.0, 2), None, poses)._rows
print(rows.tobytes().hex())
"""
    here = {}
    with use_threads(1), redirect_stdout(None):
        exec(script, here)
    assert run_python(script, IMPINGE_THREADS="3").stdout.strip() == here["rows"].tobytes().hex()
    assert len(here["rows"]) == 50


def test_a_batch_is_what_its_rows_are():
    rng = np.random.default_rng(12)
    a, b, one = random_poses(rng, 20), random_poses(rng, 20, 2.0), random_pose(rng)
    for pose_a, pose_b in ((a, b), (None, b), (a, None), (one, b), (a, one), (a[:1], b[:1])):
        batch = distance(BALL, CUBE, pose_a, pose_b)
        for i in range(len(batch)):
            row = distance(
                BALL,
                CUBE,
                pose_a[i] if pose_a is not None and pose_a.ndim == 3 else pose_a,
                pose_b[i] if pose_b is not None and pose_b.ndim == 3 else pose_b,
            )
            np.testing.assert_array_equal(batch._rows[i], row._rows)


class TestResult:
    def test_of_a_single_query_has_no_batch_axis(self):
        found = distance(CUBE, CUBE, None, shift(3.0))
        assert type(found.distance) is float
        assert type(found.feature_a) is int
        assert found.point_a.shape == found.point_b.shape == found.normal.shape == (3,)
        assert found.distance == 2.0
        assert "2" in repr(found)
        with pytest.raises(TypeError, match="no length"):
            len(found)

    def test_of_a_batch_has_rows(self):
        found = distance(CUBE, CUBE, None, np.stack([shift(3.0), shift(0.5)]))
        assert found.distance.tolist() == [2.0, 0.0]
        assert found.point_a.shape == (2, 3)
        assert found.feature_a.dtype == np.int64
        assert len(found) == 2
        assert "2 rows" in repr(found)

    def test_of_an_empty_batch(self):
        empty = np.empty((0, 4, 4))
        for pose_a, pose_b in ((empty, None), (None, empty), (empty, empty)):
            found = distance(CUBE, CUBE, pose_a, pose_b)
            assert len(found) == 0
            assert found.normal.shape == (0, 3)
            assert found.to_dict()["distance"] == []
            assert len(found.swapped()) == 0

    def test_cannot_be_changed(self):
        found = distance(CUBE, CUBE, None, np.stack([shift(3.0)]))
        for name in ("distance", "point_a", "normal", "feature_b"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(found, name)[0] = 0
            with pytest.raises(AttributeError):
                setattr(found, name, 0)

    @pytest.mark.parametrize("pose", [shift(3.0), np.stack([shift(3.0), shift(9.0)])])
    def test_survives_pickling_and_copying(self, pose):
        found = distance(CUBE, CUBE, None, pose)
        for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), copy.copy(found)):
            assert type(other) is Distance
            np.testing.assert_array_equal(other._rows, found._rows)
            assert other.to_dict() == found.to_dict()
            # The copy is as unchangeable as the original.
            with pytest.raises(ValueError, match="read-only"):
                other.point_a[..., 0] = 1.0

    def test_as_a_dictionary_is_plain(self):
        import json

        for pose in (shift(3.0), np.stack([shift(3.0)] * 2)):
            text = json.dumps(distance(CUBE, CUBE, None, pose).to_dict())
            assert json.loads(text).keys() == {
                "distance", "point_a", "point_b", "normal", "feature_a", "feature_b",
            }  # fmt: skip


def test_what_is_counted_adds_up():
    rng = np.random.default_rng(13)
    poses = random_poses(rng, 20, 1.5)
    distance(BALL, CUBE)
    total = np.zeros(2, int)
    for pose in poses:
        with count() as cost:
            distance(BALL, CUBE, None, pose)
        total += cost.volume_tests, cost.primitive_tests
    with use_threads(2), count() as cost:
        distance(BALL, CUBE, None, poses)
    assert [cost.volume_tests, cost.primitive_tests] == total.tolist()
    assert cost.updates == 0
    assert 20 <= total[1] < 20 * len(BALL.faces) * len(CUBE.faces) / 10


def test_new_vertices_answer_like_a_new_mesh():
    """Refitted trees are other trees around the same triangles: the same distance."""
    rng = np.random.default_rng(14)
    body = bumpy_sphere(24, 22)
    poses = random_poses(rng, 20, 2.0)
    distance(body, CUBE, None, poses)
    for change in (0.01, 0.3, 3.0):
        vertices = body.vertices + change * rng.normal(size=body.vertices.shape)
        with count() as cost:
            bent = distance(body.with_vertices(vertices), CUBE, None, poses)
        assert cost.updates > 0
        fresh = distance(Mesh(vertices, body.faces), CUBE, None, poses)
        np.testing.assert_allclose(bent.distance, fresh.distance, rtol=0, atol=1e-14)
        np.testing.assert_array_equal(bent.distance == 0.0, fresh.distance == 0.0)
    for vertices in (body.vertices * 1e-100, body.vertices + 1e9, np.zeros_like(body.vertices)):
        bent = distance(body.with_vertices(vertices), CUBE)
        fresh = distance(Mesh(vertices, body.faces), CUBE)
        assert abs(bent.distance - fresh.distance) <= ERROR * max(np.abs(vertices).max(), 1.0)


def test_huge_coordinates_of_real_files(real_data):
    """Coordinates up to 3.4e38, where the squares of float32 software overflow."""
    for path in sorted((real_data / "rigid" / "manifold").glob("*.obj")):
        loaded = trimesh.load(path, process=False, force="mesh")
        mesh = Mesh(loaded.vertices, loaded.faces)
        size = max(np.abs(mesh.vertices).max(), 1.0)
        for pose in (shift(0.0), shift(3.0 * size), shift(1e6 * size)):
            with count() as cost:
                found = distance(mesh, CUBE, None, pose)
            assert cost.volume_tests < 3_000_000
            check_witness(mesh, CUBE, None, pose, found)
        assert distance(mesh, mesh).distance == 0.0


def test_what_rests_a_rounding_apart_has_the_direction_of_its_face():
    """Boxes on tables, turned about z: their gap is 1e-18 or so, and has no direction."""
    rng = np.random.default_rng(11)
    near = 0
    for _ in range(100):
        sizes, thick = rng.uniform(0.01, 0.2, size=3), rng.uniform(0.01, 0.1)
        part, table = box_mesh(sizes), box_mesh((1, 1, thick))
        pose = np.eye(4)
        yaw = rng.uniform(0, 7)
        pose[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
        pose[2, 3] = 0.5 * sizes[2] + 0.5 * thick
        found = distance(part, table, pose)
        if 0.0 < found.distance < 1e-15:
            near += 1
            np.testing.assert_allclose(found.normal, [0, 0, -1], atol=1e-9)
            np.testing.assert_allclose(
                distance(table, part, None, pose).normal, [0, 0, 1], atol=1e-9
            )
    assert near > 5


def test_a_triangle_and_a_speck():
    """A cylinder of 3e-13 m a metre from the origin: rounding lets a corner see every face."""
    corners = [
        [6.4357828737034232e-05, 5.3917122036964903e-04, 3.6121543615374953e-04],
        [-1.6650536384174473e-03, -9.6566019349467094e-04, 1.2026743296077494e-03],
        [-8.0034788378302536e-04, -2.1324445815869641e-04, 7.8194486590469963e-04],
    ]
    pose_a = [
        [0.11315245007334285, -0.878872583065062, -0.4634430987499385, -0.16547559557691593],
        [0.9194832144300308, 0.2693715414686373, -0.286338245835634, -1.0672244299623597],
        [0.37649321564115523, -0.3937282760780025, 0.8385886376482969, 1.1626974077044427],
        [0, 0, 0, 1],
    ]
    pose_b = [
        [-0.887655254651827, 0.31966811789993543, -0.3314821915085533, -0.16583564694956435],
        [0.010284956153984094, 0.7333997372775245, 0.679719828339713, -1.0679548207942942],
        [0.4603937103891743, 0.599947597511292, -0.6542939031310915, 1.1630527830354325],
        [0, 0, 0, 1],
    ]
    found = distance(Mesh(corners, [[0, 1, 2]]), Cylinder(3e-13, 3e-14), pose_a, pose_b)
    assert 0.0 <= found.distance < 1e-10
