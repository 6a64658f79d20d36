"""Rays: the first hit, as brute force finds it; none slips through a closed mesh."""

import json

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, moved, soup, tilted
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, poses

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.hierarchy import cast_ray

MESHES = awkward_meshes()
CLOSED = ["sphere", "bumpy", "box", "scale 1e-6", "scale 1e6", "offset 1e6", "two sizes"]


def brute_hits(mesh, origin, direction):
    """Parameter of the hit with each face (inf for none), and how clear each case is.

    Solved for barycentric coordinates in extended precision, by Cramer's rule. The second value is
    the least of the coordinates by which a face is hit or missed.
    """
    a, b, c = (mesh.vertices[mesh.faces[:, k]].astype(np.longdouble) for k in range(3))
    d = np.asarray(direction, np.longdouble)
    d = d / np.sqrt((d * d).sum())
    e, f, s = b - a, c - a, np.asarray(origin, np.longdouble) - a
    n = np.cross(e, f)
    det = -(n @ d)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        t = (s * n).sum(axis=1) / det
        m = np.cross(s, d)
        v, w = (f * m).sum(axis=1) / det, -(e * m).sum(axis=1) / det
        inside = np.minimum(np.minimum(v, w), 1 - v - w)
    hit = (inside >= 0) & (t >= 0) & (det != 0)
    size = np.abs(s).max() + np.abs(e).max()
    clear = np.where(np.isfinite(inside), np.minimum(np.abs(inside), np.abs(t) / size), 0.0)
    return np.where(hit, t, np.inf), clear


def check(mesh, origins, directions):
    found = cast_ray(mesh, origins, directions)
    clear_cases = 0
    for k in range(len(origins)):
        hits, clear = brute_hits(mesh, origins[k], directions[k])
        near = hits <= hits.min() * (1 + 1e-9)
        largest = max(np.abs(mesh.vertices).max(), np.abs(origins[k]).max())
        # Where a ray passes an edge within rounding, either answer is right.
        if clear[np.isfinite(hits) | (clear < 1e-7)].min(initial=1.0) < 1e-7:
            continue
        clear_cases += 1
        if hits.min() == np.inf:
            assert found.distance[k] == np.inf
            assert found.feature[k] == -1
            assert (found.point[k] == np.inf).all()
            assert (found.normal[k] == 0.0).all()
        else:
            face = found.feature[k]
            assert near[face]
            edges = np.diff(mesh.vertices[mesh.faces[face]], axis=0)
            n = np.cross(*(edges / np.abs(edges).max()))
            n = n / np.linalg.norm(n)
            d = directions[k] / np.linalg.norm(directions[k])
            assert abs(found.distance[k] - hits.min()) <= 1e-14 * largest / abs(n @ d)
            np.testing.assert_allclose(np.linalg.norm(found.normal[k]), 1.0, rtol=1e-14)
            assert found.normal[k] @ d <= 0.0
            assert abs(found.normal[k] @ n) > 1 - 1e-9
            reached = origins[k] + found.distance[k] * d
            np.testing.assert_allclose(found.point[k], reached, atol=1e-15 * largest)
    return found, clear_cases


@pytest.mark.parametrize("name", ["sphere", "bumpy", "box", "soup", "sheet", "one triangle"])
def test_agrees_with_brute_force(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(2)
    origins = rng.uniform(-2.0, 2.0, (200, 3))
    targets = mesh.vertices[mesh.faces[rng.integers(len(mesh.faces), size=200)]].mean(axis=1)
    found, clear = check(mesh, origins, targets + 0.3 * rng.normal(size=(200, 3)) - origins)

    assert clear > 150
    assert 0.1 < np.isfinite(found.distance).mean() < 0.99


@pytest.mark.parametrize("name", ["offset 1e6", "scale 1e-6", "scale 1e6", "scale 1e-100"])
def test_agrees_with_brute_force_far_tiny_and_huge(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(2)
    low, high = mesh.bounds
    size = (high - low).max()
    origins = (low + high) / 2 + size * rng.uniform(-2.0, 2.0, (100, 3))
    targets = (low + high) / 2 + 0.4 * size * rng.normal(size=(100, 3))

    found, clear = check(mesh, origins, targets - origins)

    assert clear > 70
    assert 0.1 < np.isfinite(found.distance).mean() < 0.99


@pytest.mark.parametrize("name", MESHES)
def test_nothing_is_ever_nan(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(3)
    low, high = mesh.bounds
    size = float((high - low).max()) or 1.0
    used = mesh.vertices[mesh.faces[:20].ravel()]
    origins = np.concatenate([used, used + size * rng.normal(size=used.shape)])
    towards = np.concatenate([rng.normal(size=used.shape), used - origins[len(used) :]])
    towards[~towards.any(axis=1)] = 1.0

    found = cast_ray(mesh, origins, towards)

    assert not np.isnan(found._rows).any()
    # A ray that begins at a vertex has arrived.
    assert (found.distance[: len(used)] == 0.0).all()
    assert (found.feature[: len(used)] >= 0).all()


@pytest.mark.parametrize("name", CLOSED)
def test_no_ray_slips_out_of_a_closed_mesh(name):
    """Aimed at vertices and at the middles of edges, from inside: the worst places."""
    mesh = MESHES[name]
    if name == "two sizes":
        mesh = Mesh(mesh.vertices, mesh.faces[: len(mesh.faces) // 2])
    rng = np.random.default_rng(4)
    corners = mesh.vertices[mesh.faces]
    low, high = mesh.bounds
    middle = low / 2 + high / 2
    edges = (corners + np.roll(corners, 1, axis=1)) / 2
    thirds = (2 * corners + np.roll(corners, 1, axis=1)) / 3
    targets = np.concatenate([x.reshape(-1, 3) for x in (corners, edges, thirds)])
    for origin in middle + 0.05 * (high - low) * rng.normal(size=(4, 3)):
        found = cast_ray(mesh, np.tile(origin, (len(targets), 1)), targets - origin)
        assert np.isfinite(found.distance).all()
        reach = np.linalg.norm((targets - origin) / (high - low).max(), axis=1)
        largest = np.abs(mesh.vertices).max()
        if name != "bumpy":
            np.testing.assert_allclose(
                found.distance / (high - low).max(),
                reach,
                rtol=1e-9,
                atol=1e-14 * largest / (high - low).max(),
            )


def test_axis_aligned_rays_along_edges_of_a_grid():
    """A grid's edges and vertices, all hit exactly, straight on."""
    sheet = grid_mesh(8.0, 8)
    origins = sheet.vertices + np.array([0.0, 0.0, 3.0])

    found = cast_ray(sheet, origins, (0, 0, -1))

    np.testing.assert_array_equal(found.distance, np.full(len(origins), 3.0))
    np.testing.assert_array_equal(found.point, sheet.vertices)
    np.testing.assert_array_equal(found.normal, np.tile([0.0, 0.0, 1.0], (len(origins), 1)))
    below = cast_ray(sheet, sheet.vertices - np.array([0.0, 0.0, 1.0]), (0, 0, 2))
    np.testing.assert_array_equal(below.normal, np.tile([0.0, 0.0, -1.0], (len(origins), 1)))
    # Seen edge on, a sheet is not hit, except where the ray begins on it.
    assert cast_ray(sheet, (-10, 0.3, 0), (1, 0, 0)).distance == np.inf
    assert cast_ray(sheet, (0.1, 0.3, 0), (1, 0, 0)).distance == 0.0


@given(points(3), st.integers(0, 19), points(2, elements=st.integers(0, 8).map(float)))
def test_a_ray_that_begins_on_a_face_hits_at_once(direction, face, weights):
    """Eighths along the edges of whole coordinates: on the face without any rounding."""
    grid = Mesh(np.round(icosphere(16.0, 0).vertices), icosphere(1.0, 0).faces)
    direction = direction if direction.any() else np.ones(3)
    a, b, c = grid.vertices[grid.faces[face]]
    v, w = weights / 8.0 if weights.sum() <= 8 else (8.0 - weights) / 8.0
    origin = a + v * (b - a) + w * (c - a)

    found = cast_ray(grid, origin, direction)

    assert found.distance == 0.0
    np.testing.assert_array_equal(found.point, origin)
    assert abs(np.linalg.norm(found.normal) - 1.0) < 1e-14


@given(points(6, 3), points(6, 3), poses())
def test_moving_mesh_and_rays_moves_the_answer(origins, targets, pose):
    mesh = MESHES["bumpy"]
    directions = targets - origins
    directions[np.abs(directions).max(axis=1) < 1e-3] = 1.0
    turn = pose[:3, :3]

    still = cast_ray(mesh, origins, directions)
    found = cast_ray(mesh, origins @ turn.T + pose[:3, 3], directions @ turn.T, pose)

    for k in range(len(origins)):
        _, clear = brute_hits(mesh, origins[k], directions[k])
        grazing = abs(still.normal[k] @ directions[k]) < 1e-4 * np.linalg.norm(directions[k])
        if clear.min() < 1e-9 or grazing:
            continue
        assert found.distance[k] == pytest.approx(still.distance[k], rel=1e-9, abs=1e-9)
        if still.feature[k] >= 0:
            np.testing.assert_allclose(found.normal[k], turn @ still.normal[k], atol=1e-9)


@pytest.mark.parametrize("exponent", [-330, -100, -3, 5, 100, 330])
def test_scaling_by_a_power_of_two_scales_the_answer(exponent):
    mesh, k = soup(8, 200), 2.0**exponent
    rng = np.random.default_rng(1)
    origins, directions = rng.normal(size=(2, 100, 3)) * [[[1.0]], [[3.0]]]
    origins[80:] *= 1e4
    directions[80:] = rng.normal(size=(20, 3)) - origins[80:]

    one = cast_ray(mesh, origins, directions)
    other = cast_ray(Mesh(mesh.vertices * k, mesh.faces), origins * k, directions)

    np.testing.assert_array_equal(other.distance, one.distance * k)
    np.testing.assert_array_equal(other.point, one.point * k)
    np.testing.assert_array_equal(other.normal, one.normal)
    np.testing.assert_array_equal(other.feature, one.feature)
    assert 20 < np.isfinite(one.distance).sum() < 95


@pytest.mark.parametrize("exponent", [-300, -20, 20, 300])
def test_the_length_of_a_direction_does_not_matter(exponent):
    mesh = MESHES["bumpy"]
    rng = np.random.default_rng(5)
    origins, directions = rng.normal(size=(2, 50, 3))

    one = cast_ray(mesh, origins, directions)
    other = cast_ray(mesh, origins, directions * 2.0**exponent)

    assert other._rows.tobytes() == one._rows.tobytes()
    assert np.isfinite(cast_ray(mesh, (0, 0, 0), (0, 0, 5e-324)).distance)


@pytest.mark.parametrize("exponent", [3, 6, 9, 12])
def test_rays_from_far_away(exponent):
    """The mesh is hit, where it is, and at no higher cost."""
    mesh = tilted(box_mesh((2.0, 2.0, 2.0)))
    fine = torus_knot(200, 16)
    directions = np.random.default_rng(4).normal(size=(50, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    origins = -directions * 10.0**exponent

    found = cast_ray(mesh, origins, directions)

    near = cast_ray(mesh, -directions * 4.0, directions)
    np.testing.assert_allclose(
        found.distance - 10.0**exponent, near.distance - 4.0, atol=3e-15 * 10.0**exponent + 1e-14
    )
    with count() as cost:
        cast_ray(fine, origins, directions)
    assert cost.primitive_tests < 40 * len(origins)


def test_same_bits_for_any_number_of_threads():
    mesh = bumpy_sphere(60, 50)
    rng = np.random.default_rng(6)
    origins, directions = rng.normal(size=(2, 5000, 3))

    answers = []
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            answers.append(cast_ray(mesh, origins, directions)._rows.tobytes())

    assert len(set(answers)) == 1
    singles = np.stack(
        [cast_ray(mesh, o, d)._rows for o, d in zip(origins[:50], directions[:50], strict=True)]
    )
    assert singles.tobytes() == answers[0][: singles.nbytes]


@pytest.mark.parametrize("name", ["rigid/fcl/env.obj", "rigid/trimesh/featuretype.STL"])
def test_agrees_with_brute_force_on_real_meshes(name, real_data):
    loaded = trimesh.load(real_data / name, process=False, force="mesh")
    mesh = Mesh(loaded.vertices, loaded.faces)
    rng = np.random.default_rng(0)
    low, high = mesh.bounds
    origins = rng.uniform(low - (high - low), high + (high - low), (80, 3))
    targets = rng.uniform(low, high, (80, 3))

    found, clear = check(mesh, origins, targets - origins)

    assert clear > 40
    assert np.isfinite(found.distance).any()


def test_agrees_with_libigl():
    igl = pytest.importorskip("igl", reason="libigl is not installed (make peers)")
    mesh = bumpy_sphere(24, 16)
    origins, targets = np.random.default_rng(8).normal(size=(2, 100, 3)) * [[[1.5]], [[1.0]]]
    directions = targets - origins

    found = cast_ray(mesh, origins, directions)

    for k in range(len(origins)):
        hits = igl.ray_mesh_intersect(origins[k], directions[k], mesh.vertices, mesh.faces)
        expected = min((hit[1] for hit in hits or ()), default=np.inf)
        # Single precision is what libigl answers with.
        assert found.distance[k] == pytest.approx(
            expected * np.linalg.norm(directions[k]), rel=1e-5
        )
    assert 0.2 < np.isfinite(found.distance).mean() < 0.8


def test_degenerate_faces_are_harmless():
    sphere = icosphere(1.0, 1)
    flat = np.array([[0, 0, 1], [1, 1, 1], [2, 0, 2]])
    mesh = Mesh(sphere.vertices, np.concatenate([flat, sphere.faces, sphere.faces]))

    found = cast_ray(mesh, np.zeros((50, 3)), np.random.default_rng(9).normal(size=(50, 3)))

    np.testing.assert_allclose(found.distance, 1.0, atol=0.1)
    assert (found.feature >= len(flat)).all()
    point = Mesh(np.zeros((3, 3)), [[0, 1, 2]])
    begun = cast_ray(point, (0, 0, 0), (0, 3, 0))
    assert begun.distance == 0.0
    np.testing.assert_array_equal(begun.normal, (0.0, -1.0, 0.0))
    assert cast_ray(point, (0, -1, 0), (0, 3, 0)).distance == np.inf


def test_one_goes_with_many():
    sphere = moved(icosphere(1.0, 2), 1.0, (0, 0, 5))
    directions = np.array([[0, 0, 1], [0, 0, -1], [0, 0.01, 1]])

    assert cast_ray(sphere, (0, 0, 0), directions).distance.shape == (3,)
    assert cast_ray(sphere, np.zeros((4, 3)), (0, 0, 1)).distance.shape == (4,)
    single = cast_ray(sphere, (0, 0, 0), (0, 0, 1))
    assert type(single.distance) is float
    assert type(single.feature) is int
    assert single.point.shape == single.normal.shape == (3,)
    assert len(cast_ray(sphere, np.empty((0, 3)), np.empty((0, 3)))) == 0


def test_a_miss_is_ready_for_json():
    missed = cast_ray(icosphere(1.0, 1), [[0, 0, 5], [0, 0, 5]], [[0, 0, 1], [0, 0, -1]])

    text = json.dumps(missed.to_dict(), allow_nan=False)
    assert json.loads(text)["distance"][0] is None
    assert json.loads(text)["feature"][0] == -1


@pytest.mark.parametrize(
    ("origins", "directions", "message"),
    [
        ([0, 0, 0], [0, 0, 0], "directions: row 0 has no length"),
        (np.zeros((2, 3)), [[1, 0, 0], [0, -0.0, 0]], "directions: row 1 has no length"),
        (np.zeros((2, 3)), [[1, 0, 0], [0, np.nan, 0]], "directions: row 1 is not finite"),
        ([np.inf, 0, 0], [1, 0, 0], "origins: row 0 is not finite"),
        (np.zeros((2, 3)), np.ones((3, 3)), "origins and directions: 2 and 3 rows"),
        ([0, 0], [1, 0, 0], "origins: expected shape"),
    ],
)
def test_bad_input_is_named(origins, directions, message):
    with pytest.raises(ImpingeError, match=message):
        cast_ray(icosphere(1.0, 0), origins, directions)
