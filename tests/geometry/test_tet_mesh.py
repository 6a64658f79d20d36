"""Tetrahedral meshes: oriented, measured, deformed, and closed outside."""

import copy
import pickle
import sys

import numpy as np
import pytest
from placing import random_rotation

from impinge.core.errors import ImpingeError
from impinge.geometry import TetMesh, coarse_tets, icosphere
from impinge.simulation import SoftBody

CORNER = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])


def grid(n=3, seed=None):
    """A cube of n x n x n cells, each cut into six tetrahedra, in any order of corners."""
    axis = np.arange(n + 1)
    points = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3) / n
    step = np.array([(n + 1) ** 2, n + 1, 1])
    cells = np.stack(np.meshgrid(*[np.arange(n)] * 3, indexing="ij"), axis=-1).reshape(-1, 3) @ step
    ways = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    tets = np.concatenate([
        np.stack([cells, cells + step[a], cells + step[a] + step[b], cells + step.sum()], axis=1)
        for a, b, _ in ways
    ])  # fmt: skip
    if seed is not None:
        rng = np.random.default_rng(seed)
        tets = np.array([row[rng.permutation(4)] for row in tets])
    return points, tets


def determinants(mesh):
    a, b, c, d = (mesh.vertices[mesh.tets[:, k]] for k in range(4))
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a)


def test_any_order_of_corners_becomes_positive_and_is_reported():
    points, tets = grid(seed=1)
    mesh = TetMesh(points, tets)

    assert (determinants(mesh) > 0.0).all()
    assert 10 < len(mesh.turned) < len(tets) - 10
    kept = np.setdiff1d(np.arange(len(tets)), mesh.turned)
    np.testing.assert_array_equal(mesh.tets[kept], tets[kept])
    np.testing.assert_array_equal(np.sort(mesh.tets, axis=1), np.sort(tets, axis=1))
    assert len(mesh.inverted) == 0


def test_a_cube_has_its_volume_and_a_closed_surface_outward():
    mesh = TetMesh(*grid(4, seed=2))

    assert mesh.volume == pytest.approx(1.0)
    assert mesh.volumes.sum() == pytest.approx(1.0)
    assert len(mesh.surface.faces) == 6 * 16 * 2
    assert mesh.surface.is_closed
    assert mesh.surface.is_oriented
    assert mesh.surface.volume == pytest.approx(1.0)
    assert mesh.surface.area == pytest.approx(6.0)
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, 0], [1, 1, 1]])


def test_the_surface_is_that_of_counting():
    points, tets = grid(2, seed=3)
    mesh = TetMesh(points, tets[::2])
    count = {}
    for tet in mesh.tets.tolist():
        for k in range(4):
            face = tuple(sorted(tet[:k] + tet[k + 1 :]))
            count[face] = count.get(face, 0) + 1

    outer = {face for face, times in count.items() if times == 1}

    assert {tuple(sorted(face)) for face in mesh.surface.faces.tolist()} == outer
    assert mesh.surface.volume == pytest.approx(mesh.volume)


@pytest.mark.parametrize("scale", [2.0**-400, 1.0, 2.0**300, 1e-100])
def test_measures_follow_motion_and_scale(scale):
    points, tets = grid(2, seed=4)
    turn = random_rotation(np.random.default_rng(5))
    mesh, moved = TetMesh(points, tets), TetMesh(scale * (points @ turn.T + 0.5), tets)

    np.testing.assert_array_equal(mesh.tets, moved.tets)
    assert moved.volume == pytest.approx(mesh.volume * scale**3, rel=1e-12)


def test_with_vertices_keeps_corners_and_reports_what_folds():
    mesh = TetMesh(*grid(2))
    folded = mesh.with_vertices(mesh.vertices * [1, 1, -1])
    stretched = mesh.with_vertices(mesh.vertices * [2, 1, 1])

    np.testing.assert_array_equal(folded.tets, mesh.tets)
    assert folded.inverted.tolist() == list(range(len(mesh.tets)))
    assert folded.volume == pytest.approx(-1.0)
    assert stretched.volume == pytest.approx(2.0)
    assert stretched.surface._topology is mesh.surface._topology
    np.testing.assert_array_equal(stretched.surface.vertices, stretched.vertices)
    with pytest.raises(ImpingeError, match="vertices: 3 rows, expected 27"):
        mesh.with_vertices(np.zeros((3, 3)))


def test_flat_tetrahedra_are_legal():
    mesh = TetMesh(CORNER * [1, 1, 0], [[0, 1, 2, 3], [0, 1, 3, 2], [0, 0, 1, 2]])

    assert mesh.volume == 0.0
    assert mesh.turned.tolist() == mesh.inverted.tolist() == []
    np.testing.assert_array_equal(mesh.tets, [[0, 1, 2, 3], [0, 1, 3, 2], [0, 0, 1, 2]])


def test_a_tetrahedron_twice_has_no_surface():
    with pytest.raises(ImpingeError, match="surface: each face belongs to several"):
        _ = TetMesh(CORNER, [[0, 1, 2, 3], [0, 1, 2, 3]]).surface


def test_copies_and_pickles_are_the_same_also_when_folded():
    points, tets = grid(1, seed=6)
    mesh = TetMesh(points, tets)
    for original in (mesh, mesh.with_vertices(-mesh.vertices)):
        for other in (copy.deepcopy(original), pickle.loads(pickle.dumps(original))):
            assert other.vertices.tobytes() == original.vertices.tobytes()
            assert other.tets.tobytes() == original.tets.tobytes()
            assert other.turned.tobytes() == original.turned.tobytes()
            assert other.volume == original.volume


def test_arrays_are_copied_and_read_only():
    points = CORNER.copy()
    mesh = TetMesh(points, [[0, 1, 2, 3]])
    points[:] = 9.0

    np.testing.assert_array_equal(mesh.vertices, CORNER)
    for array in (mesh.vertices, mesh.tets, mesh.turned, mesh.bounds, mesh.volumes, mesh.inverted):
        assert not array.flags.writeable
    assert repr(mesh) == "TetMesh(4 vertices, 1 tets)"


def test_vertices_that_no_tetrahedron_names_do_not_count_in_bounds():
    assert TetMesh([*CORNER, [9, 9, 9]], [[0, 1, 2, 3]]).bounds[1].tolist() == [1, 1, 1]


def test_volumes_that_no_number_holds_are_refused():
    mesh = TetMesh(CORNER * 1e149, [[0, 1, 2, 3]])

    with pytest.raises(ImpingeError, match="volumes: too large"):
        _ = mesh.volume
    assert len(mesh.inverted) == 0


@pytest.mark.parametrize(
    ("vertices", "tets", "message"),
    [
        (CORNER, [], "tets: no rows"),
        (CORNER, [[0, 1, 2]], r"tets: expected shape \(n, 4\)"),
        (CORNER, [[0, 1, 2, 4]], "tets: row 0 refers to vertex 4, but there are 4"),
        (CORNER, [[0, 1, 2, 3], [0, 1, 2, -1]], "tets: row 1 refers to vertex -1"),
        (CORNER, [[0, 1, 2, 2.5]], r"tets: row 0 holds 2.5, expected whole"),
        (CORNER * np.nan, [[0, 1, 2, 3]], "vertices: row 0 is not finite"),
        (CORNER * 1e200, [[0, 1, 2, 3]], "vertices: row 1 holds"),
        (CORNER[:, :2], [[0, 1, 2, 3]], "vertices: expected shape"),
    ],
)
def test_what_is_wrong_is_named(vertices, tets, message):
    with pytest.raises(ImpingeError, match=message), np.errstate(invalid="ignore"):
        TetMesh(vertices, tets)


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "fast_simplification", None)
    with pytest.raises(
        ImpingeError, match=r"needs fast_simplification; pip install 'impinge\[tets\]'"
    ):
        coarse_tets(icosphere(2))


def test_coarse_tets_refuses_bad_input():
    with pytest.raises(ImpingeError, match="mesh"):
        coarse_tets("bunny")
    with pytest.raises(ImpingeError, match="faces"):
        coarse_tets(icosphere(2), faces=3)


def test_a_ball_becomes_a_coarse_body():
    pytest.importorskip("fast_simplification")
    pytest.importorskip("pytetwild")
    ball = icosphere(4)
    found = coarse_tets(ball, faces=100)
    assert 50 <= len(found.surface.faces) <= 300
    assert found.volume == pytest.approx(ball.volume, rel=0.15)
    assert len(found.turned) == 0
    assert SoftBody(found).masses.sum() == pytest.approx(1000 * found.volume)
