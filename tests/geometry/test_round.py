"""Spheres and ellipsoids: closed forms, and sizes that are refused."""

from math import pi

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Ellipsoid, Sphere
from impinge.geometry.kernels.convex_row import ELLIPSOID, KIND, POINT, RADIUS, REACH, SIZES

pytestmark = pytest.mark.plain


def test_a_sphere():
    ball = Sphere(2)

    assert ball.radius == 2.0
    assert ball.volume == pytest.approx(32 / 3 * pi, rel=1e-15)
    np.testing.assert_allclose(np.diag(ball.inertia), 0.4 * ball.volume * 4)
    np.testing.assert_array_equal(ball.bounds, [[-2] * 3, [2] * 3])
    np.testing.assert_array_equal(ball.support([0, -3, 0]), [0, -2, 0])
    assert (ball._packed[KIND], ball._packed[RADIUS], ball._packed[REACH]) == (POINT, 2, 2)


def test_an_ellipsoid():
    egg = Ellipsoid([1, 2, 3])

    assert egg.radii.tolist() == [1, 2, 3]
    assert not egg.radii.flags.writeable
    assert egg.volume == pytest.approx(8 * pi, rel=1e-15)
    np.testing.assert_allclose(np.diag(egg.inertia), egg.volume / 5 * np.array([13, 10, 5]))
    assert egg._packed[KIND] == ELLIPSOID
    assert egg._packed[SIZES : SIZES + 3].tolist() == [1, 2, 3]
    d = np.array([0.3, -0.4, 0.5])
    p = egg.support(d)
    # The gradient of the surface is along the direction, and the point is on it.
    gradient = p / np.array([1, 4, 9])
    np.testing.assert_allclose(np.cross(gradient, d), 0, atol=1e-15)
    assert (p**2 / [1, 4, 9]).sum() == pytest.approx(1, abs=1e-15)


def test_a_needle_of_an_ellipsoid_keeps_its_digits():
    needle = Ellipsoid((1e-140, 1.0, 1e140))

    np.testing.assert_array_equal(needle.support([1, 0, 0]), [1e-140, 0, 0])
    assert np.isfinite(needle.support([1, 1, 1])).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sphere(0), "radius: 0 is not above zero"),
        (lambda: Sphere(-1.5), "radius: -1.5 is not above zero"),
        (lambda: Sphere(float("nan")), "radius: nan is not finite"),
        (lambda: Sphere(float("inf")), "radius: inf is not finite"),
        (lambda: Sphere(1e-200), "radius: 1e-200 is too small, sizes begin at 1e-150"),
        (lambda: Sphere(1e150), r"radius: 1e\+150 is too large, sizes end at 1e\+150"),
        (lambda: Sphere("1"), "radius: expected a number"),
        (lambda: Sphere([1, 2]), "radius: expected a number"),
        (lambda: Ellipsoid(1), r"radii: expected 3 numbers, got shape \(\)"),
        (lambda: Ellipsoid((1, 2)), r"radii: expected 3 numbers, got shape \(2,\)"),
        (lambda: Ellipsoid((1, 0, 2)), r"radii\[1\]: 0 is not above zero"),
        (lambda: Ellipsoid((1, 2, np.nan)), r"radii\[2\]: nan is not finite"),
    ],
)
def test_sizes_that_are_none(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()
