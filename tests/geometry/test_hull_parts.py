"""Hulls of any dimension: their vertices hold the rest, within the slack they state."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import nnls
from scipy.spatial.transform import Rotation
from strategies import points, rotations

from impinge.geometry import hull_parts as hulls
from impinge.geometry import icosphere
from impinge.geometry.hull_parts import edges_of, exactly_convex, hull_of, slack_of

pytestmark = pytest.mark.plain

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])


def distance_to_hull(p, vertices):
    """From a least-squares problem: weights not below zero, of sum one."""
    heavy = 1e3
    rows = np.vstack([(vertices - p).T, heavy * np.ones(len(vertices))])
    weights, _ = nnls(rows, [0.0, 0.0, 0.0, heavy])
    return np.linalg.norm((weights / weights.sum()) @ (vertices - p))


@given(points(9, 3), rotations())
def test_no_point_is_further_out_than_the_slack(p, rotation):
    p = p @ rotation
    hull = hull_of(p)

    size = 1.0 + np.abs(p).max()
    slack = slack_of(p, hull)
    assert slack <= 1e-12 * size
    np.testing.assert_array_equal(p[hull.rows], hull.vertices)
    assert {tuple(v) for v in hull.vertices} <= {tuple(v) for v in p}
    for point in p:
        assert distance_to_hull(point, hull.vertices) <= slack + 1e-7 * size
    for direction in np.random.default_rng(0).normal(size=(20, 3)):
        assert (p @ direction).max() <= (hull.vertices @ direction).max() + 1e-12 * size


@pytest.mark.parametrize(
    ("p", "vertices", "solid"),
    [
        (CUBE, 8, True),
        (np.concatenate([CUBE, 0.5 * CUBE, [[0, 0, 1]]]), 8, True),
        (CUBE * [1, 1, 0], 4, False),
        (CUBE * [1, 0, 0], 2, False),
        (CUBE * 0.0 + [1, 2, 3], 1, False),
        (CUBE[:1], 1, False),
        (CUBE[:2], 2, False),
        (CUBE[:3], 3, False),
        (CUBE[[0, 1, 2, 4]], 4, True),
        (CUBE * [1, 1, 1e-15], 4, False),
        (CUBE * [1, 1e-15, 1e-15], 2, False),
        (CUBE * 1e-100, 8, True),
        (CUBE * 1e140, 8, True),
    ],
)
def test_every_dimension(p, vertices, solid):
    hull = hull_of(p)

    assert (len(hull.vertices), hull.solid) == (vertices, solid)
    starts, neighbours = edges_of(hull)
    assert len(starts) == vertices + 1
    assert starts[-1] == len(neighbours)
    assert (np.diff(starts) >= min(vertices - 1, 3 if solid else 2)).all()
    for i in range(vertices):
        for j in neighbours[starts[i] : starts[i + 1]]:
            assert i != j
            assert i in neighbours[starts[j] : starts[j + 1]]


def test_what_is_nearly_flat_is_said():
    """A plate of thickness 1e-15 is flat, and its slack is what that leaves out."""
    plate = CUBE * [1, 1, 1e-15]

    assert 0.9e-15 < slack_of(plate, hull_of(plate)) < 3e-15


def test_points_on_faces_and_edges_are_inside():
    rng = np.random.default_rng(2)
    q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    on_faces = rng.uniform(-1, 1, (200, 3))
    on_faces[np.arange(200), rng.integers(3, size=200)] = rng.choice([-1.0, 1.0], 200)
    p = np.concatenate([CUBE, on_faces]) @ q
    hull = hull_of(p)

    assert slack_of(p, hull) < 1e-15
    assert hull.solid


def test_the_surface_of_a_ball_is_closed():
    p = icosphere(1.0, 3).vertices
    hull = hull_of(p)
    starts, neighbours = edges_of(hull)

    assert len(hull.triangles) == 2 * len(hull.vertices) - 4
    assert len(neighbours) == 3 * len(hull.triangles)
    assert slack_of(p, hull) == 0.0
    assert (np.diff(starts) >= 3).all()


def test_each_point_of_a_disc_is_measured_against_its_own_triangle(monkeypatch):
    """It took points times triangles, eleven seconds for 40,000; the slack is what it was."""
    rng = np.random.default_rng(4)
    a = rng.uniform(0.0, 2.0 * np.pi, 400)
    radii = np.where(np.arange(400) % 2 == 0, 1.0, rng.uniform(0.0, 1.0, 400))
    disc = np.stack([radii * np.cos(a), radii * np.sin(a), 1e-15 * rng.normal(size=400)], axis=1)
    for turn in (np.eye(3), Rotation.from_rotvec([0.3, 0.5, 0.7]).as_matrix()):
        p = disc @ turn.T
        hull = hull_of(p)
        assert not hull.solid
        assert len(hull.vertices) >= 200
        assert 1e-15 < slack_of(p, hull) < 6e-15
        with monkeypatch.context() as patch:
            patch.setattr(hulls, "distance_outside", None)
            assert slack_of(p, hull) > 0.0


def side(a, b, c, p):
    """Exact, by fractions: positive where ``p`` is below the triangle."""
    rows = [[Fraction(x) - Fraction(y) for x, y in zip(q, p, strict=True)] for q in (a, b, c)]
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = rows
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)


RING = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
PRISM = np.array([[np.cos(a), np.sin(a), z] for a in RING for z in (-1.0, 1.0)])
TURN = Rotation.from_rotvec([0.3, 0.5, 0.7]).as_matrix()


@pytest.mark.parametrize(
    "p",
    [CUBE, CUBE @ TURN, PRISM, PRISM @ TURN, icosphere(1.0, 1).vertices, 1e-100 * PRISM @ TURN],
    ids=["cube", "turned cube", "prism", "turned prism", "ball", "tiny prism"],
)
def test_no_vertex_is_above_a_triangle_of_an_exact_surface(p):
    """In exact arithmetic, all vertices against all triangles; rounding folds turned faces."""
    hull = exactly_convex(hull_of(p))
    v = hull.vertices.tolist()

    for a, b, c in hull.triangles:
        assert min(side(v[a], v[b], v[c], q) for q in v) >= 0
    edges = np.sort(
        np.concatenate([hull.triangles[:, k] for k in ([0, 1], [1, 2], [2, 0])]), axis=1
    )
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts == 2).all()
    assert len(counts) == 3 * len(v) - 6


def test_a_surface_that_is_open_or_folded_is_not_made_convex():
    hull = hull_of(PRISM)

    assert exactly_convex(hull) is not None
    assert exactly_convex(hull._replace(triangles=hull.triangles[1:])) is None
    twice = np.concatenate([hull.triangles[1:], hull.triangles[1:2]])
    assert exactly_convex(hull._replace(triangles=twice)) is None
    dented = hull.vertices.copy()
    dented[0] *= 0.1
    assert exactly_convex(hull._replace(vertices=dented)) is None
    flat = hull.vertices * [1.0, 1.0, 0.0]
    assert exactly_convex(hull._replace(vertices=flat)) is None
