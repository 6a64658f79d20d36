"""Closest points: equal to brute force, at every size and distance, with one answer for all."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, moved, needles, soup
from exact import as_integers, point_triangle_sq, root, smaller
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, poses

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, icosphere, torus_knot
from impinge.hierarchy import closest_point

MESHES = awkward_meshes()
ACCURACY = 1e-14
"""Stated error of the distance, as a share of the largest coordinate."""


def exact_distance(mesh, point):
    """By testing every face, in whole numbers."""
    (corners, (p,)), shift = as_integers(mesh.vertices, [point])
    best = None
    for face in np.unique(mesh.faces, axis=0).tolist():
        found = point_triangle_sq(p, *(corners[v] for v in face))
        best = found if best is None else smaller(best, found)
    return root(Fraction(*best)) / shift


def check(mesh, queries):
    found = closest_point(mesh, queries)
    for k, point in enumerate(queries):
        largest = max(np.abs(mesh.vertices).max(), np.abs(point).max())
        allowed = ACCURACY * largest
        assert abs(Fraction(found.distance[k]) - exact_distance(mesh, point)) <= allowed
        # The point is on the face it names, and as far away as it says.
        face = mesh.faces[found.feature[k]]
        on_face = exact_distance(Mesh(mesh.vertices[face], [[0, 1, 2]]), found.point[k])
        assert on_face <= allowed
        largest = largest or 1.0
        apart = found.point[k] / largest - point / largest
        assert abs(np.linalg.norm(apart) - found.distance[k] / largest) <= ACCURACY
    return found


@pytest.mark.parametrize("name", MESHES)
def test_agrees_with_exact_arithmetic(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(3)
    low, high = mesh.bounds
    size = float((high - low).max()) or 1.0
    middle = low / 2 + high / 2
    near = middle + size * rng.uniform(-0.8, 0.8, (8, 3))
    far = middle + size * np.array([[50.0, 3.0, -7.0], [-1e4, 0.0, 1e3], [1e8, 1e8, 1e7]])
    surface = mesh.vertices[mesh.faces[:3]].mean(axis=1)
    check(mesh, np.concatenate([near, far, surface, mesh.vertices[mesh.faces[0]]]))


@pytest.mark.parametrize("name", MESHES)
def test_vertices_are_on_the_surface(name):
    mesh = MESHES[name]
    used = mesh.vertices[np.unique(mesh.faces)]

    found = closest_point(mesh, used)

    assert (found.distance == 0.0).all()
    np.testing.assert_array_equal(found.point, used)


def test_regions_of_a_box():
    """Corner, edge and face of a box, from outside and from inside."""
    box = box_mesh((2.0, 2.0, 2.0))
    found = closest_point(
        box, [[2, 2, 2], [2, 2, 0.25], [2, 0.25, 0.5], [0.9, 0.0, 0.0], [1, 0.5, 0.25]]
    )

    np.testing.assert_array_equal(
        found.point, [[1, 1, 1], [1, 1, 0.25], [1, 0.25, 0.5], [1, 0, 0], [1, 0.5, 0.25]]
    )
    np.testing.assert_allclose(found.distance, [np.sqrt(3), np.sqrt(2), 1.0, 0.1, 0.0], rtol=1e-15)
    assert found.feature.dtype == np.int64


@given(points(4, 3), st.integers(0, 3))
def test_any_point_and_mesh(queries, seed):
    check(needles(seed, 12) if seed % 2 else soup(seed, 12), queries)


@given(points(5, 3), poses())
def test_moving_mesh_and_points_moves_the_answer(queries, pose):
    mesh = MESHES["bumpy"]
    there = queries @ pose[:3, :3].T + pose[:3, 3]

    still, found = closest_point(mesh, queries), closest_point(mesh, there, pose)

    np.testing.assert_allclose(found.distance, still.distance, rtol=1e-12, atol=1e-13)
    back = (found.point - pose[:3, 3]) @ pose[:3, :3]
    apart = np.linalg.norm(back - queries, axis=1)
    np.testing.assert_allclose(apart, still.distance, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("exponent", [-330, -100, -20, -1, 3, 20, 100, 330])
def test_scaling_by_a_power_of_two_scales_the_answer(exponent):
    rng = np.random.default_rng(1)
    mesh, k = soup(8, 100), 2.0**exponent
    queries = np.concatenate([rng.normal(size=(50, 3)), 1e5 * rng.normal(size=(20, 3))])

    one = closest_point(mesh, queries)
    other = closest_point(Mesh(mesh.vertices * k, mesh.faces), queries * k)

    np.testing.assert_array_equal(other.distance, one.distance * k)
    np.testing.assert_array_equal(other.point, one.point * k)
    np.testing.assert_array_equal(other.feature, one.feature)


@pytest.mark.parametrize("shift", [1e6, 1e9])
def test_an_offset_costs_digits_and_nothing_else(shift):
    mesh = MESHES["soup"]
    queries = np.random.default_rng(2).normal(size=(20, 3))

    check(moved(mesh, 1.0, (shift, -shift, shift)), queries + np.array([shift, -shift, shift]))


@pytest.mark.parametrize("exponent", [2, 5, 8, 11, 14, 17, 20, 60, 140])
def test_a_point_far_away_costs_no_more_than_one_nearby(exponent):
    """With bounds relative to the distance, a point 1e7 sizes away would visit every triangle."""
    mesh = torus_knot(200, 16)
    directions = np.random.default_rng(4).normal(size=(30, 3))
    queries = directions / np.linalg.norm(directions, axis=1)[:, None] * 10.0**exponent

    with count() as cost:
        found = closest_point(mesh, queries)

    assert cost.primitive_tests < 60 * len(queries)
    if exponent == 8:
        for k in range(3):
            exact = exact_distance(mesh, queries[k])
            assert abs(Fraction(found.distance[k]) - exact) <= 1e-14 * 1e8


def test_same_bits_for_any_number_of_threads():
    mesh = bumpy_sphere(60, 50)
    queries = np.random.default_rng(6).normal(size=(3000, 3))

    answers = []
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            answers.append(closest_point(mesh, queries)._rows.tobytes())

    assert len(set(answers)) == 1
    singles = np.stack([closest_point(mesh, q)._rows for q in queries[:50]])
    assert singles.tobytes() == answers[0][: singles.nbytes]


@pytest.mark.parametrize(
    "name",
    [
        "rigid/fcl/env.obj",
        "rigid/trimesh/wallhole.obj",
        "rigid/trimesh/featuretype.STL",
        "rigid/trimesh/quadknot.obj",
    ],
)
def test_agrees_with_trimesh_on_real_meshes(name, real_data):
    loaded = trimesh.load(real_data / name, process=False, force="mesh")
    mesh = Mesh(loaded.vertices, loaded.faces)
    low, high = mesh.bounds
    queries = np.random.default_rng(0).uniform(low - 0.2 * (high - low), high, (60, 3))

    found = closest_point(mesh, queries)

    # Every triangle, by trimesh's formula, which does not take those without area.
    flat = loaded.area_faces <= 1e-12 * loaded.area_faces.max()
    triangles = loaded.triangles[~flat]
    expected = [
        np.linalg.norm(
            trimesh.triangles.closest_point(triangles, np.tile(q, (len(triangles), 1))) - q, axis=1
        ).min()
        for q in queries
    ]
    np.testing.assert_allclose(found.distance, expected, rtol=1e-9, atol=1e-9 * np.ptp(mesh.bounds))


def test_one_point_has_no_batch_axis():
    found = closest_point(icosphere(1.0, 1), (0, 0, 3))

    assert type(found.distance) is float
    assert type(found.feature) is int
    assert found.point.shape == (3,)
    with pytest.raises(TypeError, match="single"):
        len(found)
    batch = closest_point(icosphere(1.0, 1), [(0, 0, 3)])
    assert len(batch) == 1
    assert batch.distance.shape == (1,)
    assert batch.point.shape == (1, 3)
    assert len(closest_point(icosphere(1.0, 1), [])) == 0


def test_a_result_is_immutable_and_can_be_kept():
    found = closest_point(icosphere(1.0, 1), [[0, 0, 3], [1, 2, 3]])

    for values in (found.point, found.distance, found.feature):
        with pytest.raises(ValueError):
            values[0] = 1
    with pytest.raises(AttributeError):
        found.distance = 1.0
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.point, found.point)
    assert json.loads(json.dumps(found.to_dict()))["feature"] == found.feature.tolist()
    assert repr(found) == "ClosestPoint(2 rows)"


def test_anything_with_vertices_and_faces_is_a_mesh():
    sphere = icosphere(1.0, 1)
    other = trimesh.Trimesh(sphere.vertices, sphere.faces, process=False)

    expected = closest_point(sphere, (0, 0, 3)).distance
    assert closest_point(other, (0, 0, 3)).distance == expected
    assert closest_point((sphere.vertices, sphere.faces), (0, 0, 3)).distance == expected


@pytest.mark.parametrize(
    ("queries", "pose", "message"),
    [
        ([[0, 0, 0], [0, np.nan, 0]], None, "points: row 1 is not finite"),
        ([0, 0, np.inf], None, "points: row 0 is not finite"),
        ([0, 0, 1e200], None, "points: row 0 holds 1e"),
        ([0, 0], None, "points: expected shape"),
        ([[1, 2, 3], [1, 2]], None, "points: rows differ"),
        ([0, 0, 0], np.diag([2, 2, 2, 1]), "pose: scales"),
        ([0, 0, 0], np.stack([np.eye(4)] * 2), "pose: expected one pose"),
        ([0, 0, 0], np.eye(4) + 1e200 * np.eye(4, k=3), "pose: moves by"),
    ],
)
def test_bad_input_is_named(queries, pose, message):
    with pytest.raises(ImpingeError, match=message):
        closest_point(icosphere(1.0, 0), queries, pose)


def test_what_is_no_shape_is_named():
    with pytest.raises(ImpingeError, match="shape: expected a shape, as Sphere"):
        closest_point("sphere", (0, 0, 0))
