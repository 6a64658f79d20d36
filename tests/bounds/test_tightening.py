"""Small boxes: boxes are recovered, and tightening never makes one larger."""

import numpy as np
import pytest
from hypothesis import given
from strategies import points

from impinge.bounds import Obb
from impinge.bounds.kernels.obb_fit import FIT_ROUNDING, smallest_rectangle
from impinge.bounds.tightening import face_normals, sheet_covariance, surface_axes, tight_axes
from impinge.geometry import icosphere
from impinge.geometry.hull_parts import hull_of

pytestmark = pytest.mark.plain

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])


def turned(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q *= np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


def size_along(p, axes):
    return np.prod(np.ptp(p @ axes.T, axis=0))


def area_along(p, x, y):
    return np.ptp(p @ [x, y]) * np.ptp(p @ [-y, x])


@pytest.mark.parametrize(
    "half",
    [
        (1.0, 1.0, 1.0),
        (3.0, 2.0, 1.0),
        (2.0, 2.0, 1.0),
        (50.0, 1.0, 1.0),
        (40.0, 0.01, 0.02),
        (5.0, 5.0, 1e-3),
        (1.0, 0.9, 1e-6),
    ],
)
def test_boxes_rods_and_plates_are_recovered(half):
    """From its corners, with points inside or without, however it lies."""
    rng = np.random.default_rng(7)
    for count in (0, 0, 40, 40, 40):
        inside = rng.uniform(-1, 1, (count, 3))
        axes = turned(rng)
        p = (np.concatenate([CUBE, inside]) * half) @ axes + rng.normal(size=3)
        box = Obb.of(p)
        assert box.contains(p).all()
        np.testing.assert_allclose(box.half, sorted(half, reverse=True), atol=1e-9 * max(half))
        assert box.volume == pytest.approx(8.0 * np.prod(half), rel=1e-7)


@given(points(12, 3))
def test_tightening_never_makes_a_box_larger(p):
    hull = hull_of(p)
    start = turned(np.random.default_rng(1))
    axes = tight_axes(hull.vertices, start, np.empty((0, 3)))

    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-14)
    assert size_along(p, axes) <= size_along(p, start) * (1 + 1e-9) + 1e-9
    if hull.solid:
        principal = surface_axes(hull)
        both = tight_axes(hull.vertices, principal, face_normals(hull))
        assert size_along(p, both) <= size_along(p, principal) * (1 + 1e-9)
        # Without what it is made larger by, which is much of the volume of a thin one.
        half = Obb.of(p).half
        half = half - FIT_ROUNDING * half.sum()
        assert 8.0 * half.prod() <= size_along(p, principal) * (1 + 1e-9)


def test_tightening_is_worth_it():
    """Random simplices and blobs: against the box along the principal axes of the points."""
    rng = np.random.default_rng(3)
    shares = []
    for _ in range(40):
        p = rng.normal(size=(rng.integers(4, 40), 3)) * [3, 2, 1]
        _, columns = np.linalg.eigh(np.cov(p.T))
        shares.append(Obb.of(p).volume / size_along(p, columns.T))
    assert max(shares) <= 1.0 + 1e-9
    assert np.mean(shares) < 0.9


@given(points(10, 2))
def test_no_rectangle_is_smaller(p):
    """Against all angles of a fine fan, and against each pair of points as a side."""
    x, y = smallest_rectangle(p, np.lexsort((p[:, 1], p[:, 0])))
    area = area_along(p, x, y)

    assert x * x + y * y == pytest.approx(1.0)
    size = 1.0 + np.abs(p).max()
    for angle in np.linspace(0.0, np.pi / 2, 50):
        assert area <= area_along(p, np.cos(angle), np.sin(angle)) + 1e-12 * size**2
    for i in range(10):
        for j in range(i):
            d = p[i] - p[j]
            if np.linalg.norm(d) > 1e-6:
                assert area <= area_along(p, *d / np.linalg.norm(d)) + 1e-9 * size**2


@pytest.mark.parametrize("n", [1, 2, 3, 50])
def test_rectangles_of_few_points_and_of_a_circle(n):
    angles = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False)
    p = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    x, y = smallest_rectangle(p, np.lexsort((p[:, 1], p[:, 0])))

    best = min(area_along(p, np.cos(a), np.sin(a)) for a in np.linspace(0, np.pi, 500))
    assert area_along(p, x, y) <= best + 1e-12


def test_the_faces_of_a_box_are_three():
    """Twelve triangles, six faces, three directions; the largest first."""
    normals = face_normals(hull_of(CUBE * [1, 2, 3]))

    np.testing.assert_allclose(normals, np.eye(3), atol=1e-12)


def test_inner_points_and_fine_triangles_do_not_turn_a_hull():
    rng = np.random.default_rng(5)
    box = CUBE * [3, 2, 1]
    crowd = np.concatenate([box, 0.2 * rng.normal(size=(500, 3)) + [1, 0.5, 0.2]])

    np.testing.assert_allclose(np.abs(surface_axes(hull_of(crowd))), np.eye(3), atol=1e-9)
    sphere = icosphere(1.0, 2)
    spread = sheet_covariance(sphere.vertices[sphere.faces])
    np.testing.assert_allclose(spread, np.trace(spread) / 3 * np.eye(3), atol=1e-12)


def test_flat_sets_are_tightened_in_their_plane():
    """A square on its corner, with a crowd at one of them that turns the covariance."""
    rng = np.random.default_rng(6)
    square = np.array([[1, 0], [0, 1], [-1, 0], [0, -1.0]])
    crowd = np.array([0.4, 0.0]) + rng.uniform(-0.2, 0.2, (50, 2))
    flat = np.c_[np.concatenate([square, crowd]), np.zeros(54)] @ turned(rng)

    np.testing.assert_allclose(Obb.of(flat).half[:2], np.sqrt(0.5), atol=1e-9)
    assert Obb.of(flat).contains(flat).all()
