"""Independent supports, points inside and separating directions, against the references."""

import numpy as np
import pytest

from impinge.bench.convex_forms import PairForms, outside_core
from impinge.bench.convex_reference import reference_gap
from impinge.geometry import Box, Capsule, Ellipsoid, HalfSpace, Hull, Sphere
from impinge.scenes.convex_adversarial import adversarial_pairs
from impinge.scenes.convex_pairs import SOLIDS, convex_shape


@pytest.fixture(scope="module")
def forms():
    pairs = adversarial_pairs(200, seed=4)
    return pairs, PairForms(pairs.a, pairs.b, pairs.pose_a, pairs.pose_b)


def true_gaps(pairs, rows):
    return np.array(
        [
            float(reference_gap(pairs.a[i], pairs.b[i], pairs.pose_a[i], pairs.pose_b[i]))
            for i in rows
        ]
    )


def units(rng, shape):
    n = rng.normal(size=shape)
    return n / np.linalg.norm(n, axis=-1, keepdims=True)


@pytest.mark.parametrize("name", SOLIDS[:-1])
def test_supports_are_those_of_the_shapes(name):
    rng = np.random.default_rng(1)
    shape, far = convex_shape(name), np.eye(4)
    far[:3, 3] = 0.0, 0.0, 10.0
    # Beside a point: what is left is the shape's own reach.
    n = units(rng, (50, 3))
    point = Hull(np.zeros((4, 3)))
    poses = np.tile(np.eye(4), (50, 1, 1))
    found = PairForms([point] * 50, [shape] * 50, poses, poses)
    height = -(shape.support(-n) * -n).sum(axis=1)
    np.testing.assert_allclose(found.separation(n) - found.ball, height, atol=1e-14)


def test_every_direction_is_a_lower_bound(forms):
    pairs, found = forms
    rows = np.flatnonzero(~found.plane)[:60]
    n = units(np.random.default_rng(2), (len(pairs), 3))
    s = (found.separation(n) - found.ball)[rows]
    true = true_gaps(pairs, rows)
    assert (s <= true + 1e-13 * found.largest[rows]).all()
    climbed = found.climbed(n, rows) - found.ball[rows]
    assert (climbed <= true + 1e-13 * found.largest[rows]).all()
    assert (climbed >= s).all()


def test_climbing_reaches_the_peak_of_ordinary_pairs(forms):
    pairs, found = forms
    rows = np.flatnonzero((pairs.family == 0) & ~found.plane)
    n = np.tile([0.0, 0.0, 1.0], (len(pairs), 1))
    climbed = found.climbed(n, rows) - found.ball[rows]
    true = true_gaps(pairs, rows)
    close = np.abs(climbed - true) < 1e-3 * found.largest[rows]
    # Where cores are apart, and mostly where they overlap.
    assert close[true > 0.0].all()
    assert close.mean() > 0.7


def test_all_directions_of_polytopes_give_the_depth(forms):
    pairs, found = forms
    rows = np.flatnonzero(found.listed)
    true = true_gaps(pairs, rows)
    deep = true + found.ball[rows] < 0.0
    found_gaps = found.listed_separation(rows) - found.ball[rows]
    assert deep.sum() > 5
    off = np.abs(found_gaps - true)[deep]
    assert (off <= 1e-13 * found.largest[rows][deep]).mean() > 0.9
    assert (found_gaps <= true + 1e-13 * found.largest[rows]).all()


def test_heights_above_planes(forms):
    pairs, found = forms
    rows = np.flatnonzero(found.plane)
    assert len(rows) > 10
    height = found.heights(rows) - found.ball[rows]
    np.testing.assert_array_less(
        np.abs(height - true_gaps(pairs, rows)), 1e-13 * found.largest[rows] + 1e-300
    )
    # A half space that was B is A here.
    assert all(isinstance(found.shapes[k], HalfSpace) for k in found.a[rows])
    assert found.swapped[rows].any()


@pytest.mark.parametrize("name", SOLIDS[:-1])
def test_points_inside_and_outside_of_cores(name):
    rng = np.random.default_rng(3)
    shape = convex_shape(name)
    n = units(rng, (200, 3))
    ball = shape.radius if isinstance(shape, (Sphere, Capsule)) else 0.0
    surface = shape.support(n) - ball * n
    assert np.abs(outside_core(shape, surface)).max() < 1e-14
    assert (outside_core(shape, 0.7 * surface) <= 1e-14).all()
    # Away from the surface along its normal, by about as much.
    away = outside_core(shape, surface + 1e-3 * n)
    assert ((away > 0.3e-3) & (away < 1.001e-3)).all()


def test_points_beside_flat_hulls():
    square = Hull([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    x = np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 0.25], [0.5, 1.5, 0.0], [-2.0, 0.5, 0.0]])
    np.testing.assert_allclose(outside_core(square, x), [0.0, 0.25, 0.5, 2.0], atol=1e-15)
    segment = Hull([[0, 0, 0], [1, 0, 0], [0.5, 0, 0], [1, 0, 0]])
    np.testing.assert_allclose(outside_core(segment, x), [0.5, 0.3125**0.5, 1.5, 4.25**0.5])


def test_points_of_both_cores():
    pose = np.eye(4)
    pose[:3, 3] = 3.0, 0.0, 0.0
    found = PairForms([Box((2, 2, 2))], [Ellipsoid((1, 1, 1))], np.eye(4)[None], pose[None])
    assert found.outside(np.array([[1.0, 0, 0]]), np.array([[2.0, 0, 0]]))[0] == pytest.approx(0.0)
    assert found.outside(np.array([[1.5, 0, 0]]), np.array([[1.0, 0, 0]]))[0] == pytest.approx(1.5)
