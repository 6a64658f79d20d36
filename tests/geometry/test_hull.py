"""Hulls: they hold their points, their tables are sound, flat ones are legal."""

import pickle

import numba
import numpy as np
import pytest
from convex_rows import check_row
from every_shape import CUBE, TURN, pose_of
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from strategies import SCALES, points, rotations

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Hull, Mesh, box_mesh, icosphere
from impinge.geometry import hull as hulls
from impinge.geometry.shape import unit_rows

pytestmark = pytest.mark.plain

RING = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
PRISM = np.array([[np.cos(a), np.sin(a), z] for a in RING for z in (-1.0, 1.0)])


def check_hull(given_points):
    """Sound tables, vertices among the points, and no point outside beyond rounding."""
    hull = Hull(given_points)
    counts = check_row(hull._packed)
    largest = np.abs(given_points).max()
    assert {tuple(v) for v in hull.vertices} <= {tuple(p) for p in given_points}
    directions = np.concatenate([np.random.default_rng(0).normal(size=(30, 3)), hull.planes[:, :3]])
    units = unit_rows(directions)
    beyond = (given_points @ units.T).max(axis=0) - (hull.vertices @ units.T).max(axis=0)
    assert beyond.max() <= 1e-13 * largest
    assert hull.volume >= 0.0
    assert np.isfinite(hull.centroid).all()
    assert np.isfinite(hull.inertia).all()
    return hull, counts


@given(points(12, 3), rotations(), SCALES)
def test_any_points(p, rotation, scale):
    check_hull(p @ rotation * scale)


@given(
    st.integers(3, 20), st.sampled_from([1.0, 1e-3, 1e-8, 1e-13]), rotations(),
    st.sampled_from([0.0, 1.0, 1e3, 1e6]),
)  # fmt: skip
def test_prisms_of_any_thickness_anywhere(n, height, rotation, offset):
    ring = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False)
    prism = np.array([[np.cos(a), np.sin(a), z * height] for a in ring for z in (-1.0, 0.0, 1.0)])
    _, counts = check_hull(prism @ rotation + offset)
    if height == 1.0:
        assert counts == (2 * n, 3 * n, n + 2)
    if height == 1e-13 and offset >= 1e3:
        assert counts == (n, n, 2)


@pytest.mark.parametrize("seed", range(60))
def test_needles_and_plates_down_to_rounding(seed):
    """Where all faces are flat within rounding, joining them must not take corners away."""
    rng = np.random.default_rng(seed)
    thin = 10.0 ** -rng.integers(3, 16, 2)
    p = rng.normal(size=(rng.integers(4, 40), 3)) * [1.0, 1.0 if seed % 2 else thin[0], thin[1]]
    check_hull(p @ Rotation.random(random_state=seed).as_matrix())


@pytest.mark.parametrize("seed", [332, 362, 614, 1013, 1510, 1544, 1630, 2470])
def test_crowds_of_points_that_are_nearly_one(seed):
    """Exact signs found triangles of no area, and no surface that is closed."""
    rng = np.random.default_rng(seed)
    crowds = np.repeat(rng.normal(size=(6, 3)), 4, axis=0)
    crowds += [1e-16, 1e-15, 1e-13][seed % 3] * rng.normal(size=(24, 3))
    turn = Rotation.random(random_state=seed).as_matrix()
    check_hull(crowds @ turn + 10.0 ** (seed % 4) * rng.normal(size=3))


def test_tables_are_made_when_they_are_needed_and_once():
    # Of a size that no other hull has: those of equal points share their tables.
    hull = Hull(icosphere(1.0625, 1).vertices)
    assert "row" not in hull._derived.values
    assert hull.vertices.shape == (42, 3)
    assert len(hull.faces) == 80
    assert hull.volume > 4.2
    assert "row" not in hull._derived.values
    assert hull._row_address == hull._packed.ctypes.data
    assert hull._packed is hull._packed
    with pytest.raises(AttributeError, match="a Hull has no attribute 'corners'"):
        _ = hull.corners


def test_hulls_of_equal_points_share_what_follows_from_them(monkeypatch):
    first = Hull(PRISM)
    monkeypatch.setattr(hulls, "hull_of", None)
    second = Hull(PRISM.copy())
    assert second is not first
    assert second != first
    assert second._packed is first._packed
    del first
    assert Hull(PRISM).vertices is second.vertices
    monkeypatch.undo()
    assert Hull(2.0 * PRISM)._packed is not second._packed
    assert Hull(PRISM[::-1]).vertices[0].tolist() == PRISM[-1].tolist()


def test_a_pickle_carries_the_tables(monkeypatch):
    hull = Hull(PRISM @ TURN)
    data = pickle.dumps(hull)
    monkeypatch.setattr(hulls, "_pack", None)
    again = pickle.loads(data)
    assert again._packed.tobytes() == hull._packed.tobytes()
    assert [face.tolist() for face in again.faces] == [face.tolist() for face in hull.faces]
    assert pickle.dumps(again) == data
    with pytest.raises(ImpingeError, match="hull: its row is cut off"):
        Hull._of_row(hull._packed[:-1])


SURFACES = {
    "ball": icosphere(1.0, 2),
    "turned box": box_mesh((1, 2, 3)).transformed(pose_of((1, 1, 1), (0.3, 0.5, 0.7))),
    "inside out": icosphere(0.5, 1).flipped(),
    "small and far": Mesh(1e-6 * icosphere(1.0, 1).vertices + 1e-3, icosphere(1.0, 1).faces),
    "with another vertex": Mesh([[9.0, 9.0, 9.0], *box_mesh().vertices], box_mesh().faces + 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SURFACES)
def test_a_convex_surface_is_a_hull_without_a_search(name, monkeypatch):
    """Bit by bit the hull of its vertices; faces of several triangles are joined."""
    mesh = SURFACES[name]
    expected = Hull(mesh.vertices[np.unique(mesh.faces)])
    monkeypatch.setattr(hulls, "hull_of", None)
    hull = Hull._of_surface(mesh._vertices, mesh._faces)
    assert hull._packed.tobytes() == expected._packed.tobytes()


def test_other_surfaces_are_not_hulls():
    ball = icosphere(1.0, 2)
    dented = ball.vertices.copy()
    dented[7] *= 0.9
    flat = ball.vertices * [1.0, 1.0, 0.0]
    thin = ball.vertices * [1.0, 1.0, 1e-9]
    for corners, faces in (
        (dented, ball._faces),
        (flat, ball._faces),
        (thin, ball._faces),
        (0.0 * flat, ball._faces),
        (ball._vertices, ball._faces[1:].copy()),
        (ball._vertices, np.concatenate([ball._faces[1:], ball._faces[1:2]])),
    ):
        assert Hull._of_surface(np.array(corners), faces) is None


def test_no_surface_at_all_is_said(monkeypatch):
    monkeypatch.setattr(hulls, "_best_surface", lambda *_: None)
    with pytest.raises(ImpingeError, match="points: no closed surface around them"):
        # Of points that no hull in use has: it would be shared.
        Hull(1.0625 * CUBE)


def test_any_closed_surface_is_better_than_none(monkeypatch):
    monkeypatch.setattr(hulls, "_exact_surface", lambda _: None)

    assert check_hull(1.0625 * CUBE @ TURN)[1] == (8, 12, 6)


@pytest.mark.parametrize(
    ("p", "counts"),
    [
        (CUBE, (8, 12, 6)),
        (CUBE @ TURN, (8, 12, 6)),
        (np.concatenate([CUBE, CUBE, 0.5 * CUBE]), (8, 12, 6)),
        (PRISM, (24, 36, 14)),
        (PRISM @ TURN + 1e5, (24, 36, 14)),
        (CUBE * [1, 1, 0], (4, 4, 2)),
        (CUBE * [1, 1, 0] @ TURN + 1e6, (4, 4, 2)),
        (CUBE * [1, 0, 0] @ TURN, (2, 1, 0)),
        (CUBE * 0.0 + 1, (1, 0, 0)),
        (np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]]), (3, 3, 2)),
        (CUBE[[0, 1, 2, 4]], (4, 6, 4)),
        (CUBE * [1, 1, 1e-12], (8, 12, 6)),
        (CUBE * [1, 1e-6, 1e-6] @ TURN, (8, 12, 6)),
        (CUBE * 1e-140, (8, 12, 6)),
        (CUBE * 1e60, (8, 12, 6)),
    ],
)
def test_counts_of_vertices_edges_and_faces(p, counts):
    _, found = check_hull(p)
    assert found == counts


def test_a_hull_too_large_for_its_volume():
    with np.errstate(over="ignore"):
        hull = Hull(CUBE * 1e140)

    assert check_row(hull._packed) == (8, 12, 6)
    with pytest.raises(ImpingeError, match="volume: too large"):
        _ = hull.volume


def test_a_box_two_ways():
    box, hull = Box((2, 2, 2)), Hull(CUBE)

    assert hull.volume == box.volume
    np.testing.assert_allclose(hull.inertia, box.inertia, rtol=1e-15, atol=1e-15)
    np.testing.assert_array_equal(hull.bounds, box.bounds)
    np.testing.assert_array_equal(hull.vertices, CUBE)


def test_what_is_shown():
    hull = Hull(CUBE @ TURN)

    for array in (hull.vertices, hull.edges, hull.planes, *hull.faces):
        assert not array.flags.writeable
    assert hull.edges.shape == (12, 2)
    assert hull.vertices is hull.vertices
    for loop, (*normal, offset) in zip(hull.faces, hull.planes, strict=True):
        np.testing.assert_allclose(hull.vertices[loop] @ normal, offset, rtol=0, atol=1e-15)
    assert repr(hull) == "Hull(8 vertices, 12 edges, 6 faces)"


def test_a_finely_cut_ball():
    # Without compilation a quarter of it: most of what a hull costs grows with its vertices.
    level = 2 if numba.config.DISABLE_JIT else 3
    mesh = icosphere(1.0, level)
    hull = Hull(mesh.vertices)

    faces = 20 * 4**level
    assert check_row(hull._packed) == (faces // 2 + 2, 3 * faces // 2, faces)
    assert hull.volume == pytest.approx(mesh.volume, rel=1e-14)


@pytest.mark.parametrize("scale", [1.0, 1e-9, 1e9])
def test_flat_hulls_have_no_volume(scale):
    flat = Hull(scale * (CUBE * [1, 2, 0] + [3, 0, 0]) @ TURN)

    assert flat.volume == 0.0
    np.testing.assert_array_equal(flat.inertia, np.zeros((3, 3)))
    np.testing.assert_allclose(
        flat.centroid, scale * np.array([3, 0, 0]) @ TURN, rtol=1e-14, atol=1e-15 * scale
    )
    np.testing.assert_allclose(flat.planes[0], -flat.planes[1], atol=1e-15 * scale)


def test_centroid_of_segments_and_points():
    np.testing.assert_allclose(
        Hull([[0, 0, 0], [1, 1, 1], [2, 2, 2], [4, 4, 4]]).centroid, [2, 2, 2]
    )
    np.testing.assert_allclose(Hull(np.ones((4, 3))).centroid, [1, 1, 1])


@pytest.mark.parametrize(
    ("given_points", "message"),
    [
        (CUBE[:3], "points: 3 rows, a hull needs at least 4"),
        ([], "points: 0 rows, a hull needs at least 4"),
        ([[0, 0, 0, 0]] * 5, "points: expected shape"),
        ([[0, 0, 0]] * 4 + [[0, np.nan, 0]], "points: row 4 is not finite"),
        (CUBE * 1e150, "points: row 0 holds"),
        ("cube", "points: expected real numbers"),
        (box_mesh((1, 1, 1)), "points: "),
    ],
)
def test_points_that_are_none(given_points, message):
    with pytest.raises(ImpingeError, match=message):
        Hull(given_points)
