"""Vertices in tetrahedra: the rows of rational arithmetic, whatever the options."""

import numpy as np
import pytest
from tet_cases import exact_hits, exact_weights, shifted, soup

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import TetMesh
from impinge.narrow import TetTable, vertices_in_tets
from impinge.scenes.bricks import brick, brick_crowd, crowd_frames

OPTIONS = (
    {"cell": 0.1}, {"cell": (0.5, 0.01, 3.0)}, {"cell": 1e-5}, {"cell": 1e-10}, {"cell": 1e-140},
    {"cell": 1e4}, {"slots": 1}, {"slots": 17}, {"slots": 1 << 16}, {"hash": "sum"},
    {"hash": "mixed", "slots": 7}, {"test": "half-space"},
    {"test": "half-space", "cell": 0.3, "hash": "mixed"},
)  # fmt: skip
CORNER = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])


def folded(meshes):
    return sum(len(mesh.inverted) for mesh in meshes)


@pytest.mark.parametrize("offset", [0.0, -7.3, 1e6])
@pytest.mark.parametrize("step", [None, 0.5])
def test_rows_are_those_of_rational_arithmetic(offset, step):
    meshes = shifted(soup(np.random.default_rng(3), step=step), offset)
    rows, weights = exact_hits(meshes)
    found = vertices_in_tets(meshes)
    # 45 to 60 hits of random points, 200 and more on a grid, where many lie on faces and tets
    # are flat; a third of the tets are folded.
    assert len(rows) > 30
    assert folded(meshes) > 15
    assert np.array_equal(found.pairs, rows)
    assert np.allclose(found.weights, weights, rtol=0.0, atol=1e-12)
    assert (found.weights >= 0.0).all()
    assert np.allclose(found.weights.sum(axis=1), 1.0, rtol=0.0, atol=1e-15)
    for options in OPTIONS:
        other = vertices_in_tets(meshes, **options)
        assert np.array_equal(other.pairs, rows), options
        assert other.weights.tobytes() == found.weights.tobytes()
    others, _ = exact_hits(meshes, self_collision=False)
    assert np.array_equal(vertices_in_tets(meshes, self_collision=False).pairs, others)


def test_points_exactly_on_faces_edges_and_corners_are_inside():
    points = [[0.25, 0.25, 0], [0.5, 0.5, 0], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3], [0.5, 0.5, 1e-80]]
    for p in points:
        probe = TetMesh([p, [9, 9, 9], [9, 8, 9], [9, 9, 7]], [[0, 1, 2, 3]])
        inside = min(exact_weights(p, CORNER.vertices)) >= 0
        assert np.array_equal(
            vertices_in_tets([CORNER, probe]).pairs, exact_hits([CORNER, probe])[0]
        )
        assert inside == ([1, 0, 0, 0] in vertices_in_tets([CORNER, probe]).pairs.tolist())


@pytest.mark.parametrize("size", [1e-140, 1e-9, 1e9, 1e140])
def test_any_scale(size):
    meshes = soup(np.random.default_rng(5), count=3)
    scaled = [mesh.with_vertices(mesh.vertices * size) for mesh in meshes]
    assert len(exact_hits(scaled)[0]) > 10
    found = vertices_in_tets(scaled)
    assert np.array_equal(found.pairs, exact_hits(scaled)[0])
    assert np.isfinite(found.weights).all()


def test_almost_flat_tets_have_accurate_weights():
    rng = np.random.default_rng(6)
    flat = rng.uniform(0.0, 1.0, (40, 3)) * [1.0, 1.0, 1e-11]
    mesh = TetMesh(flat, [rng.choice(40, 4, replace=False) for _ in range(60)])
    rows, weights = exact_hits([mesh])
    found = vertices_in_tets(mesh)
    assert len(rows) > 20
    assert np.array_equal(found.pairs, rows)
    assert np.allclose(found.weights, weights, rtol=0.0, atol=1e-12)


def test_a_flat_tet_contains_nothing_and_own_corners_are_no_hits():
    flat = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.2, 0.2, 0]], [[0, 1, 2, 3]])
    assert len(vertices_in_tets(flat)) == 0
    # Another vertex in the same place as a corner is one.
    twice = TetMesh([*CORNER.vertices, [0, 0, 0]], CORNER.tets)
    assert vertices_in_tets(twice).pairs.tolist() == [[0, 4, 0, 0]]
    assert len(vertices_in_tets([CORNER, CORNER])) == 8


def test_a_giant_among_small_ones_and_a_full_buffer():
    small = brick((9, 9, 9), 1e-3)
    giant = CORNER.with_vertices(CORNER.vertices * 1e3 - 1.0)
    larger = CORNER.with_vertices(CORNER.vertices * 0.1 - 0.001)
    meshes = [small, giant, larger]
    hits = vertices_in_tets(meshes, cell=1e-3)
    # Every vertex of the small one is in both: more rows than buffers begin with, by far.
    inside = hits.pairs[hits.pairs[:, 0] == 0]
    assert np.bincount(inside[:, 2]).tolist() == [0, 1000, 1000]
    many = [brick((20, 20, 20), 1e-3), *(giant for _ in range(3))]
    assert len(vertices_in_tets(many, self_collision=False)) >= 3 * 21**3


def test_threads_and_steps_give_the_same_bits():
    crowd = brick_crowd(30, 6000, seed=2)
    table = TetTable(crowd)
    for vertices in crowd_frames(crowd, 3):
        moved = [m.with_vertices(x) for m, x in zip(crowd, vertices, strict=True)]
        found = {}
        for threads in (1, 2):
            with im.use_threads(threads):
                found[threads] = table.find(vertices)
        once = vertices_in_tets(moved)
        # Of 2,500 vertices some 800 are inside others.
        assert len(once) > 300
        for hits in found.values():
            assert hits.pairs.tobytes() == once.pairs.tobytes()
            assert hits.weights.tobytes() == once.weights.tobytes()
            assert (hits.cells_visited, hits.tested) == (once.cells_visited, once.tested)
    again = table.find()
    assert np.array_equal(again.pairs, vertices_in_tets(crowd).pairs)


def test_stamps_begin_again_after_the_last_one():
    table = TetTable([CORNER, CORNER.with_vertices(CORNER.vertices + 0.25)])
    table._table._stamp = 2**31 - 2
    assert [len(table.find()) for _ in range(4)] == [1] * 4


def test_the_cell_is_the_mean_edge_and_work_is_counted():
    mesh = soup(np.random.default_rng(8), count=1)[0]
    corners = mesh.vertices[mesh.tets]
    edges = [
        np.linalg.norm(corners[:, i] - corners[:, j], axis=1) for i in range(4) for j in range(i)
    ]
    with im.count() as cost:
        found = vertices_in_tets(mesh)
    assert np.isclose(found.cell, np.mean(edges), rtol=1e-14)
    assert (found.slots, found.used) == (64, len({tuple(c) for c in cells_of(mesh, found.cell)}))
    assert cost.volume_tests == found.cells_visited > 0
    assert cost.primitive_tests == found.tested > 0
    assert vertices_in_tets(mesh, cell=(1, 2, 3)).cell == (1.0, 2.0, 3.0)


def cells_of(mesh, cell):
    return np.floor((mesh.vertices - mesh.vertices.min(axis=0)) / cell).astype(int)


def test_hashes_differ_in_how_many_slots_they_use():
    crowd = brick_crowd(20, 10000)
    used = {
        name: vertices_in_tets(crowd, hash=name, slots=4096).used
        for name in ("primes", "sum", "mixed")
    }
    # The paper's hash is as good as a random one, a plain sum is not.
    assert abs(used["primes"] - used["mixed"]) < 0.1 * used["mixed"]
    assert used["sum"] < 0.2 * used["mixed"]


@pytest.mark.parametrize(
    "name", ["ipc/bunny.msh", "ipc/dolphin5K.msh", "ipc/cow_head.msh", "ipc/hammer.msh",
             "pbd/armadillo_4k.node"],
)  # fmt: skip
def test_real_bodies(real_data, name):
    body = im.load(real_data / "deformable" / name)
    size = np.ptp(body.bounds, axis=0)
    rng = np.random.default_rng(0)
    other = body.with_vertices(body.vertices + 0.3 * size)
    wave = 0.2 * size * np.sin(9.0 * body.vertices[:, [1, 2, 0]] / size)
    bent = body.with_vertices(body.vertices * [1.0, 1.0, 0.3] + wave)
    meshes = [body, other, bent]
    found = vertices_in_tets(meshes)
    chosen = {i: np.sort(rng.choice(len(body.tets), 120, replace=False)) for i in range(3)}
    rows, weights = exact_hits(meshes, chosen=chosen)
    ours = np.array([row[3] in chosen[row[2]] for row in found.pairs.tolist()], bool)
    assert len(rows) > 10
    assert np.array_equal(found.pairs[ours], rows)
    assert np.allclose(found.weights[ours], weights, rtol=0.0, atol=1e-11)
    for options in ({"hash": "mixed"}, {"test": "half-space"}, {"slots": 1999}):
        assert np.array_equal(vertices_in_tets(meshes, **options).pairs, found.pairs)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"cell": 0.0}, "cell: 0 is not above zero"), ({"cell": (1, 2)}, "cell: expected 3"),
        ({"cell": (1, -2, 1)}, r"cell\[1\]"), ({"slots": 0}, "slots"),
        ({"hash": "prime"}, "did you mean 'primes'"), ({"self_collision": 1}, "self_collision"),
        ({"test": "halfspace"}, "did you mean 'half-space'"),
    ],
)  # fmt: skip
def test_bad_options(options, text):
    with pytest.raises(ImpingeError, match=text):
        vertices_in_tets(CORNER, **options)


def test_bad_meshes_and_vertices():
    with pytest.raises(ImpingeError, match=r"meshes\[1\]: expected a TetMesh, got a Mesh"):
        vertices_in_tets([CORNER, CORNER.surface])
    with pytest.raises(ImpingeError, match="meshes: expected"):
        vertices_in_tets([])
    table = TetTable([CORNER, CORNER])
    with pytest.raises(ImpingeError, match="vertices: 1 arrays, expected 2"):
        table.find([CORNER.vertices])
    with pytest.raises(ImpingeError, match=r"vertices\[1\]: 3 rows, expected 4"):
        table.find([CORNER.vertices, CORNER.vertices[:3]])
    with pytest.raises(ImpingeError, match=r"vertices\[1\]: row 2 is not finite"):
        table.find([CORNER.vertices, [[0, 0, 0], [1, 0, 0], [0, np.nan, 0], [0, 0, 1]]])
