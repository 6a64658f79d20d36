"""Inside or not: exact, as counted in whole numbers; and as the winding number says."""

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, moved, tilted
from exact import as_integers, cross, dot, point_triangle_sq, sub
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, poses

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.hierarchy import closest_point, contains, winding_number

MESHES = awkward_meshes()
SPHERE = icosphere(1.0, 2)
CLOSED = [name for name, mesh in MESHES.items() if mesh.is_closed]


def crossing(p, d, a, b, c):
    """1 or -1 where the half-line leaves or enters by the face, 0 for none, None for an edge."""
    a, b, c = sub(a, p), sub(b, p), sub(c, p)
    sides = [dot(d, cross(u, v)) for u, v in ((a, b), (b, c), (c, a))]
    if max(sides) > 0 > min(sides):
        return 0
    if 0 in sides:
        return None
    volume = dot(a, cross(b, c))
    turn = 1 if sides[0] > 0 else -1
    return turn if volume * turn > 0 else 0


def exactly_inside(mesh, point, oriented=True):
    """By a half-line in general position, in whole numbers."""
    (corners, (p,)), _ = as_integers(mesh.vertices, [point])
    triangles = [[corners[v] for v in face] for face in mesh.faces.tolist()]
    if any(point_triangle_sq(p, *t)[0] == 0 for t in triangles):
        return True
    proper = [t for t in triangles if any(cross(sub(t[1], t[0]), sub(t[2], t[0])))]
    rng = np.random.default_rng(0)
    while True:
        d = tuple(int(x) for x in rng.integers(-(10**9), 10**9, 3))
        found = [crossing(p, d, *t) for t in proper]
        if None not in found:
            return sum(found) != 0 if oriented else sum(map(abs, found)) % 2 == 1


def bodies(*meshes):
    offsets = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([m.faces + k for m, k in zip(meshes, offsets, strict=False)]),
    )


@pytest.mark.parametrize("name", CLOSED)
def test_agrees_with_exact_arithmetic(name):
    mesh = MESHES[name]
    rng = np.random.default_rng(3)
    low, high = mesh.bounds
    spread = rng.uniform(-0.2, 1.2, (12, 3))
    corners = mesh.vertices[mesh.faces[:4]]
    # Points that share coordinates with vertices and edges: half-lines along axes meet these.
    tricky = np.concatenate([corners.mean(axis=1), corners[:, 0], corners[:, :2].mean(axis=1)])
    level = np.full(6, low[2] / 2 + high[2] / 2)
    mixed = np.stack([tricky[:6, 0], tricky[3:9, 1], level], axis=1)
    queries = np.concatenate([low + spread * (high - low), tricky, mixed])

    found = contains(mesh, queries)

    expected = [exactly_inside(mesh, q, mesh.is_oriented) for q in queries]
    np.testing.assert_array_equal(found, expected)


@given(points(8, 3, elements=st.integers(-5, 5).map(lambda k: k / 2.0)))
def test_half_lines_through_edges_and_vertices(queries):
    """Whole coordinates, as in CAD parts: nearly every half-line meets an edge or a vertex."""
    part = bodies(box_mesh((2.0, 4.0, 2.0)), moved(box_mesh((2.0, 2.0, 2.0)), 1.0, (2.0, 1.0, 0.0)))
    found = contains(part, queries)

    in_first = (np.abs(queries) <= [1.0, 2.0, 1.0]).all(axis=1)
    in_second = (np.abs(queries - [2.0, 1.0, 0.0]) <= 1.0).all(axis=1)
    np.testing.assert_array_equal(found, in_first | in_second)


def test_the_surface_is_inside():
    for name in CLOSED:
        mesh = MESHES[name]
        assert contains(mesh, mesh.vertices[np.unique(mesh.faces)]).all()
    box = box_mesh((2.0, 2.0, 2.0))
    grid = np.stack(np.meshgrid(*[np.linspace(-1, 1, 5)] * 3), axis=-1).reshape(-1, 3)
    assert contains(box, grid).all()
    # One bit further out, it is not.
    face = np.abs(grid).max(axis=1) == 1.0
    on_face = grid[face]
    further = np.where(np.abs(on_face) == 1.0, 2.0 * on_face, on_face)
    assert not contains(box, np.nextafter(on_face, further)).any()


@pytest.mark.parametrize(
    "mesh", [bumpy_sphere(40, 30), torus_knot(120, 12), tilted(box_mesh((1, 2, 3)))]
)
def test_agrees_with_the_winding_number(mesh):
    low, high = mesh.bounds
    queries = np.random.default_rng(1).uniform(low, high, (1000, 3))
    winding = winding_number(mesh, queries)

    np.testing.assert_allclose(winding, np.round(winding), atol=1e-9)
    found = contains(mesh, queries)
    np.testing.assert_array_equal(found, np.round(winding) == 1)
    assert 0.03 < found.mean() < 0.97


def test_bodies_may_overlap_and_have_holes():
    ball, small = icosphere(1.0, 2), icosphere(0.5, 2)
    other = moved(ball, 1.0, (1.0, 0.0, 0.0))
    two, shell = bodies(ball, other), bodies(ball, small.flipped())

    assert contains(two, [[0.5, 0, 0], [-0.5, 0, 0], [1.5, 0, 0], [2.5, 0, 0]]).tolist() == [
        True, True, True, False,
    ]  # fmt: skip
    assert winding_number(two, (0.5, 0, 0)) == pytest.approx(2.0)
    assert contains(shell, [[0, 0, 0], [0.75, 0, 0]]).tolist() == [False, True]


def test_faces_may_look_either_way():
    sphere = icosphere(1.0, 2)
    queries = np.random.default_rng(2).normal(size=(200, 3)) * 0.7
    expected = contains(sphere, queries)
    assert 0.1 < expected.mean() < 0.9

    np.testing.assert_array_equal(contains(sphere.flipped(), queries), expected)
    some = np.random.default_rng(3).random(len(sphere.faces)) < 0.5
    mixed = Mesh(sphere.vertices, np.where(some[:, None], sphere.faces, sphere.faces[:, ::-1]))
    assert mixed.is_closed
    assert not mixed.is_oriented
    np.testing.assert_array_equal(contains(mixed, queries), expected)


def test_degenerate_faces_change_nothing():
    sphere = icosphere(1.0, 2)
    flat = np.array([[0, 0, 1], [5, 5, 5], [7, 8, 7]])
    doubled = np.concatenate([sphere.faces[:1], sphere.faces[:1, ::-1]])
    mesh = Mesh(sphere.vertices, np.concatenate([flat, sphere.faces, doubled]))
    queries = np.random.default_rng(2).normal(size=(200, 3)) * 0.7

    np.testing.assert_array_equal(contains(mesh, queries), contains(sphere, queries))


@given(points(10, 3), poses())
def test_moving_mesh_and_points_changes_nothing(queries, pose):
    mesh = MESHES["bumpy"]
    queries = queries / 10.0
    there = queries @ pose[:3, :3].T + pose[:3, 3]
    still, found = contains(mesh, queries), contains(mesh, there, pose)

    # Rounding moves what is on the surface to either side of it.
    clear = closest_point(mesh, queries).distance > 1e-9
    np.testing.assert_array_equal(found[clear], still[clear])


@pytest.mark.parametrize("size", [1e-290, 2e-303, 4e-313, 5e-324])
def test_coordinates_whose_products_are_no_numbers(size):
    """Poses that are turned by next to nothing: points beside edges, by less than can be told."""
    mesh = MESHES["bumpy"]
    queries = np.concatenate([0.1 * np.eye(3), -0.1 * np.eye(3), np.zeros((1, 3))])
    for i, j in ((0, 1), (0, 2), (1, 2)):
        for first, second in ((size, size), (-size, size), (size, -size), (-size, -size)):
            pose = np.eye(4)
            pose[i, j], pose[j, i] = first, second
            assert contains(mesh, queries @ pose[:3, :3].T, pose).all()
            turned = Mesh(mesh.vertices @ pose[:3, :3].T, mesh.faces)
            assert contains(turned, queries).all()


@pytest.mark.parametrize("exponent", [-330, -100, 7, 100, 330])
def test_scaling_by_a_power_of_two_changes_nothing(exponent):
    mesh, k = MESHES["bumpy"], 2.0**exponent
    queries = np.concatenate([np.random.default_rng(1).normal(size=(200, 3)), mesh.vertices])

    scaled = contains(Mesh(mesh.vertices * k, mesh.faces), queries * k)

    np.testing.assert_array_equal(scaled, contains(mesh, queries))
    assert winding_number(Mesh(mesh.vertices * k, mesh.faces), queries[0] * k) == winding_number(
        mesh, queries[0]
    )


def test_points_far_away_are_outside():
    sphere = icosphere(1.0, 2)

    assert not contains(sphere, np.array([[1e3, 0, 0], [0, -1e140, 0], [1e8, 1e8, 1e8]])).any()
    with count() as cost:
        contains(sphere, (1e9, 0, 0))
    assert cost.volume_tests == 0


def test_same_bits_for_any_number_of_threads():
    mesh = bumpy_sphere(60, 50)
    queries = np.random.default_rng(6).normal(size=(20000, 3)) * 0.5

    answers = []
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            found = contains(mesh, queries), winding_number(mesh, queries[:50])
            answers.append(tuple(values.tobytes() for values in found))

    assert len(set(answers)) == 1


@pytest.mark.parametrize(
    "name",
    [
        "rigid/trimesh/featuretype.STL",
        "rigid/trimesh/angle_block.STL",
        "rigid/trimesh/ballA.off",
        "rigid/trimesh/quadknot.obj",
        "hair/wig_head.obj",
    ],
)
def test_real_meshes(name, real_data):
    loaded = trimesh.load(real_data / name, process=False, force="mesh")
    mesh = Mesh(loaded.vertices, loaded.faces).welded()
    if not mesh.is_closed:
        with pytest.raises(ImpingeError, match="shape: mesh is open"):
            contains(mesh, (0, 0, 0))
        return
    low, high = mesh.bounds
    rng = np.random.default_rng(0)
    queries = rng.uniform(low, high, (300, 3))
    # And some with a coordinate of a vertex: through its edges, along the axes.
    at = rng.integers(len(mesh.vertices), size=100)
    queries[:100, 0] = mesh.vertices[at, 0]
    queries[100:200, 1:] = mesh.vertices[at, 1:]

    winding = winding_number(mesh, queries)
    clear = np.abs(winding - np.round(winding)) < 1e-6
    assert clear.mean() > 0.5
    found = contains(mesh, queries)
    if mesh.is_oriented:
        np.testing.assert_array_equal(found[clear], np.round(winding[clear]) != 0)
    for k in range(10):
        assert found[k] == exactly_inside(mesh, queries[k], mesh.is_oriented)


def test_agrees_with_libigl():
    igl = pytest.importorskip("igl", reason="libigl is not installed (make peers)")
    mesh = bumpy_sphere(24, 16)
    queries = np.random.default_rng(8).normal(size=(500, 3)) * 0.5

    expected = igl.winding_number(mesh.vertices, mesh.faces, queries)

    np.testing.assert_allclose(winding_number(mesh, queries), expected, atol=1e-9)
    np.testing.assert_array_equal(contains(mesh, queries), np.round(expected) == 1.0)
    assert 0.2 < contains(mesh, queries).mean() < 0.8


def test_one_point_has_no_batch_axis():
    sphere = icosphere(1.0, 1)

    assert contains(sphere, (0, 0, 0)) is True
    assert contains(sphere, (0, 0, 2)) is False
    assert type(winding_number(sphere, (0, 0, 2))) is float
    assert contains(sphere, [(0, 0, 0)]).shape == (1,)
    assert contains(sphere, []).shape == (0,)


def test_an_open_mesh_has_a_fractional_winding_number():
    sphere = icosphere(1.0, 3)
    upper = sphere.vertices[sphere.faces].mean(axis=1)[:, 2] > 0.0
    half = Mesh(sphere.vertices, sphere.faces[upper])

    assert winding_number(half, (0, 0, 0)) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    ("mesh", "message"),
    [
        (grid_mesh(1.0, 3), "mesh is open: 12 edges belong to one face only"),
        (Mesh(np.eye(3), [[0, 1, 2]]), "3 edges belong to one face only"),
        (Mesh(np.eye(3), [[0, 0, 2]]), "no face has three different vertices"),
        (Mesh(np.eye(3), [[0, 1, 2]] * 3), "3 edges belong to an odd number of faces"),
        (
            Mesh(SPHERE.vertices[SPHERE.faces].reshape(-1, 3), np.arange(960).reshape(-1, 3)),
            r"960 edges belong to one face only \(vertices may be repeated: mesh.welded",
        ),
    ],
)
def test_an_open_mesh_is_refused_with_the_reason(mesh, message):
    with pytest.raises(ImpingeError, match=message):
        contains(mesh, (0, 0, 0))


def test_bad_input_is_named():
    with pytest.raises(ImpingeError, match="points: row 1 is not finite"):
        contains(icosphere(1.0, 0), [[0, 0, 0], [0, np.nan, 0]])
    with pytest.raises(ImpingeError, match="pose: reflects"):
        contains(icosphere(1.0, 0), (0, 0, 0), np.diag([1.0, 1.0, -1.0, 1.0]))
