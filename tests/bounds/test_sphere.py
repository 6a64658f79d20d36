"""Bounding spheres: they hold what they should, and are proved to be the smallest."""

import copy
import json
import pickle
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls
from strategies import points, poses

from impinge.bounds import BoundingSphere
from impinge.bounds.kernels.sphere import (
    bound_rows_sphere,
    gap_sphere_sphere,
    merge_sphere_sphere,
)
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere

pytestmark = [
    pytest.mark.plain,
    # Spheres through points nearly in a plane overflow, and are not chosen; without compilation
    # NumPy says so.
    pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:invalid value"),
]

SCALES = st.sampled_from([1e-150, 1e-30, 1e-6, 1.0, 1e6, 1e30, 1e140])


@st.composite
def spheres(draw):
    return BoundingSphere(draw(points(3)), draw(st.one_of(st.just(0.0), st.floats(0.0, 5.0))))


def wide_distance(p, q):
    """Beyond float64."""
    return np.sqrt(((np.asarray(p, np.longdouble) - np.asarray(q)) ** 2).sum(axis=-1))


def least_radius(p, ball):
    """A lower bound of any enclosing sphere's radius, by duality.

    For weights w >= 0 of sum 1 no sphere around p has a squared radius below the weighted spread
    ``sum w |p|^2 - |sum w p|^2``. The weights are those that make the points near the surface
    average to the centre.
    """
    q = (p - ball.centre) / ball.radius
    near = q[np.linalg.norm(q, axis=1) > 1.0 - 1e-6]
    w, _ = nnls(np.vstack([near.T, np.ones(len(near))]), [0.0, 0.0, 0.0, 1.0])
    w /= w.sum()
    return ball.radius * np.sqrt(w @ (near**2).sum(axis=1) - ((w @ near) ** 2).sum())


def smallest_radius(p):
    """In fractions: the smallest of the spheres through two, three or four points that hold all.

    Unlike ``least_radius`` it can tell points that nearly coincide.
    """
    rows = [tuple(map(Fraction, row)) for row in {tuple(row) for row in p.tolist()}]
    best = Fraction(0) if len(rows) == 1 else None
    for first, *others in chain(*(combinations(rows, n) for n in (2, 3, 4))):
        edges = [[x - y for x, y in zip(q, first, strict=True)] for q in others]
        weights = solved([[2 * dot(a, b) for b in edges] + [dot(a, a)] for a in edges])
        if weights is None:
            continue
        shift = [dot(weights, column) for column in zip(*edges, strict=True)]
        centre = [x + y for x, y in zip(first, shift, strict=True)]
        r_sq = max(sum((x - y) ** 2 for x, y in zip(q, centre, strict=True)) for q in rows)
        best = r_sq if best is None else min(best, r_sq)
    # The root of a fraction whose square is no float64 any more, as of points 1e-195 apart.
    with localcontext() as context:
        context.prec = 40
        return float((Decimal(best.numerator) / Decimal(best.denominator)).sqrt())


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def solved(rows):
    """Gauss-Jordan on rows that end in the right-hand side; None where there is no one solution."""
    rows, n = [list(row) for row in rows], len(rows)
    for i in range(n):
        pivot = next((k for k in range(i, n) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n] for row in rows]


@given(points(7, 3), SCALES)
def test_a_sphere_holds_its_points_whatever_was_rounded(p, scale):
    ball = BoundingSphere.of(p * scale)

    assert ball.contains(p * scale).all()
    wide = (p * scale).astype(np.longdouble) / np.longdouble(scale)
    centre = ball.centre.astype(np.longdouble) / np.longdouble(scale)
    radius = np.longdouble(ball.radius) / np.longdouble(scale)
    assert (wide_distance(wide, centre) <= radius).all()


@given(points(6, 3))
def test_no_sphere_is_smaller(p):
    ball = BoundingSphere.of(p)

    # The centre is rounded: a coordinate's last place moves each of them.
    assert ball.radius <= smallest_radius(p) * (1.0 + 1e-12) + 1e-15 * np.abs(p).max()


@pytest.mark.parametrize("hair", [1e-7, 1e-9, 1e-11, 1e-13, 1e-15])
def test_a_third_point_a_hair_outside_two_moves_the_centre(hair):
    """The radius grows by the hair's square, which rounding hides; the centre has to follow."""
    p = np.array([[0, -1, 0], [1, 0, 0], [0, 1 - hair, 0]])

    assert BoundingSphere.of(p).radius == pytest.approx(smallest_radius(p), rel=1e-14)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 10, 100, 1000])
def test_it_is_the_smallest_around_random_points(n):
    rng = np.random.default_rng(n)
    for stretch in ([1, 1, 1], [1, 1, 0], [1, 0, 0], [1, 1e-6, 1e-9], [1e3, 1, 1]):
        p = rng.normal(size=(n, 3)) * stretch + rng.normal(size=3)
        ball = BoundingSphere.of(p)
        assert ball.contains(p).all()
        assert n == 1 or least_radius(p, ball) >= ball.radius * (1.0 - 1e-12)


def test_spheres_known_by_hand():
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])
    tetrahedron = cube[[0, 3, 5, 6]]

    for p in (cube, tetrahedron, np.concatenate([tetrahedron, 0.1 * cube])):
        ball = BoundingSphere.of(p)
        np.testing.assert_allclose(ball.centre, 0.0, atol=1e-12)
        assert ball.radius == pytest.approx(np.sqrt(3.0), rel=1e-14)
    surface = BoundingSphere.of(icosphere(2.0, 3))
    assert surface.radius == pytest.approx(2.0, rel=1e-12)
    assert BoundingSphere.of([[1e6, 2, 3]] * 4) == BoundingSphere((1e6, 2, 3), 0.0)


@given(points(6, 3), st.integers(-300, 300))
def test_scaling_by_a_power_of_two_scales_the_sphere(p, exponent):
    a, b = BoundingSphere.of(p), BoundingSphere.of(p * 2.0**exponent)

    assert b == BoundingSphere(a.centre * 2.0**exponent, a.radius * 2.0**exponent)


@given(points(6, 3), poses())
def test_moving_the_points_moves_the_sphere(p, pose):
    a, b = BoundingSphere.of(p), BoundingSphere.of(p @ pose[:3, :3].T + pose[:3, 3])

    assert b.radius == pytest.approx(a.radius, rel=1e-9, abs=1e-12)
    moved = a.moved(pose)
    assert moved.radius == pytest.approx(a.radius, rel=1e-12, abs=1e-12)
    wide = pose.astype(np.longdouble)
    assert (wide_distance(p @ wide[:3, :3].T + wide[:3, 3], moved.centre) <= moved.radius).all()


@given(spheres(), spheres())
def test_merging_holds_both_and_is_the_smallest(a, b):
    both = a.merged(b)

    for one in (a, b):
        assert wide_distance(both.centre, one.centre) + one.radius <= both.radius
    apart = np.linalg.norm(a.centre - b.centre)
    expected = max(a.radius, b.radius, 0.5 * (apart + a.radius + b.radius))
    assert both.radius == pytest.approx(expected, rel=1e-14)
    assert b.merged(a).radius == pytest.approx(both.radius, rel=1e-14)
    assert a.merged(a) == a
    if apart + b.radius < a.radius * (1.0 - 1e-12):
        assert both == a


@given(spheres(), spheres(), points(2, 3, elements=st.floats(-1.0, 1.0)))
def test_overlap_and_distance(a, b, s):
    apart = np.linalg.norm(a.centre - b.centre) - a.radius - b.radius

    assert a.distance(b) == b.distance(a) == pytest.approx(max(apart, 0.0), abs=1e-13)
    assert a.overlaps(b) == b.overlaps(a) == (a.distance(b) == 0.0)
    gap = gap_sphere_sphere(a._centre, a.radius, b._centre, b.radius)
    assert gap == pytest.approx(apart, abs=1e-13)
    # No two samples are nearer.
    unit = s / np.maximum(np.linalg.norm(s, axis=1), 1.0)[:, None]
    p, q = a.centre + a.radius * unit[0], b.centre + b.radius * unit[1]
    assert a.distance(b) <= np.linalg.norm(p - q) + 1e-13


@pytest.mark.parametrize("scale", [1.0, 1e-100, 1e-160, 1e100])
def test_a_gap_is_never_above_the_distance(scale):
    """Compared in fractions, of spheres that touch to rounding: half of them were above."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        a, b = scale * rng.normal(size=(2, 3))
        apart = np.linalg.norm((a - b) / scale) * scale
        radii = apart * np.array([0.25, 0.75]) * rng.choice([1.0, 0.5, 1.0 - 1e-15])
        gap = gap_sphere_sphere(tuple(a.tolist()), radii[0], tuple(b.tolist()), radii[1])
        true_sq = sum((Fraction(x) - Fraction(y)) ** 2 for x, y in zip(a, b, strict=True))
        least = Fraction(gap) + Fraction(radii[0]) + Fraction(radii[1])
        assert least <= 0 or least**2 <= true_sq
        assert gap >= apart - radii.sum() - 4e-15 * apart - 1e-160


@given(spheres(), points(20, 3))
def test_points_agree_with_spheres_of_no_size(ball, q):
    inside, distance = ball.contains(q), ball.distance(q)

    for k in range(len(q)):
        assert inside[k] == ball.contains(q[k]) == ball.contains(BoundingSphere(q[k], 0.0))
        assert distance[k] == ball.distance(q[k])
    np.testing.assert_array_equal(distance == 0.0, inside)


@given(spheres(), st.floats(0.0, 10.0), points(20, 3))
def test_an_inflated_sphere_holds_what_is_within_the_margin(ball, margin, q):
    grown = ball.inflated(margin)

    assert grown.contains(ball)
    assert grown.contains(q)[ball.distance(q) <= margin * (1.0 - 1e-14) - 1e-14].all()


def test_corners_of_some_rows():
    """The kernel of trees: rows first to stop, of nine numbers and whatever follows."""
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(20, 12))
    centre, radius = bound_rows_sphere(rows, 5, 9, 3)

    assert BoundingSphere(centre, radius) == BoundingSphere.of(rows[5:9, :9].reshape(-1, 3))


def test_touching_spheres_overlap_and_merge():
    a, b = BoundingSphere((0, 0, 0), 1), BoundingSphere((2, 0, 0), 1)

    assert a.overlaps(b)
    assert a.distance(b) == 0.0
    assert a.merged(b).radius == pytest.approx(2.0, rel=1e-14)
    assert merge_sphere_sphere((0.0,) * 3, 2.0, (1.0, 0.0, 0.0), 0.5) == ((0.0,) * 3, 2.0)
    assert merge_sphere_sphere((1.0, 0.0, 0.0), 0.5, (0.0,) * 3, 2.0) == ((0.0,) * 3, 2.0)


def test_a_mesh_counts_by_its_faces():
    sphere = icosphere(2.0, 2)
    stray = Mesh(np.concatenate([sphere.vertices, [[9.0, 9.0, 9.0]]]), sphere.faces)

    assert BoundingSphere.of(stray) == BoundingSphere.of(sphere)


def test_measures():
    ball = BoundingSphere((1, 2, 3), 3)

    assert ball.volume == pytest.approx(36.0 * np.pi)
    assert ball.radius == 3.0
    assert ball.centre.tolist() == [1.0, 2.0, 3.0]
    assert repr(ball) == "BoundingSphere((1, 2, 3), 3)"


def test_a_sphere_is_a_value():
    ball = BoundingSphere((0, 0, 0), 1)

    assert ball == pickle.loads(pickle.dumps(ball)) == copy.deepcopy(ball)
    assert len({ball, BoundingSphere((0, 0, 0), 1.0)}) == 1
    assert json.loads(json.dumps(ball.to_dict())) == {"centre": [0, 0, 0], "radius": 1}
    with pytest.raises(AttributeError):
        ball._radius = 2.0
    with pytest.raises(ValueError):
        ball.centre[0] = 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BoundingSphere((0, 0), 1), "centre: expected three numbers"),
        (lambda: BoundingSphere((0, 0, 0), -1), "radius: -1 is less than 0"),
        (lambda: BoundingSphere((0, 0, 0), np.nan), "radius: nan is not finite"),
        (lambda: BoundingSphere.of(np.empty((0, 3))), "source: no rows"),
        (lambda: BoundingSphere.of([[0, 0, np.nan]]), "source: row 0 is not finite"),
        (lambda: BoundingSphere((0, 0, 0), 1).moved(None), "pose: expected one"),
        (lambda: BoundingSphere((0, 0, 0), 1).inflated(-1.0), "margin: -1 is less than 0"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()
