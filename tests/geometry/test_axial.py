"""Capsules, cylinders and cones: conventions, closed forms, and sizes that are refused."""

from math import pi

import numpy as np
import pytest
from convex_rows import check_row, vertices_of

from impinge.core.errors import ImpingeError
from impinge.geometry import Capsule, Cone, Cylinder, Sphere
from impinge.geometry.kernels.convex_row import (
    CONE,
    CYLINDER,
    EDGES,
    FACES,
    KIND,
    RADIUS,
    REACH,
    SEGMENT,
    SIZES,
)

pytestmark = pytest.mark.plain


def test_a_capsule_is_longer_than_its_length():
    pill = Capsule(0.5, 2)

    assert (pill.radius, pill.length) == (0.5, 2.0)
    np.testing.assert_array_equal(pill.bounds, [[-0.5, -0.5, -1.5], [0.5, 0.5, 1.5]])
    np.testing.assert_array_equal(
        pill.support([[0, 0, 1], [0, 0, -1], [1, 0, 0]]), [[0, 0, 1.5], [0, 0, -1.5], [0.5, 0, 1]]
    )
    row = pill._packed
    assert check_row(row) == (2, 1, 0)
    assert vertices_of(row).tolist() == [[0, 0, -1], [0, 0, 1]]
    assert (row[KIND], row[RADIUS], row[SIZES]) == (SEGMENT, 0.5, 1)
    assert (row[EDGES], row[FACES]) == (1, 0)
    assert 1.5 <= row[REACH] < 1.5 * (1 + 1e-14)


def test_a_short_capsule_is_nearly_a_sphere():
    pill, ball = Capsule(2, 1e-12), Sphere(2)

    assert pill.volume == pytest.approx(ball.volume, rel=1e-11)
    np.testing.assert_allclose(pill.inertia, ball.inertia, rtol=1e-11)


def test_a_cylinder():
    can = Cylinder(2, 6)

    assert (can.radius, can.length) == (2.0, 6.0)
    assert can.volume == pytest.approx(24 * pi, rel=1e-15)
    np.testing.assert_allclose(np.diag(can.inertia), can.volume * np.array([4, 4, 2]))
    assert can._packed[KIND] == CYLINDER
    assert can._packed[SIZES : SIZES + 2].tolist() == [2, 3]
    np.testing.assert_array_equal(can.support([[0, 0, -1], [0, 1, 0]]), [[0, 0, -3], [0, 2, 3]])


def test_a_cone_stands_on_its_base():
    hat = Cone(3, 4)

    assert (hat.radius, hat.length) == (3.0, 4.0)
    assert hat.volume == pytest.approx(12 * pi, rel=1e-15)
    np.testing.assert_array_equal(hat.centroid, [0, 0, -1])
    np.testing.assert_array_equal(hat.bounds, [[-3, -3, -2], [3, 3, 2]])
    assert hat._packed[KIND] == CONE
    assert hat._packed[SIZES : SIZES + 2].tolist() == [3, 2]
    up, down = np.array([1, 0, 0.76]), np.array([1, 0, 0.74])
    np.testing.assert_array_equal(
        hat.support([up, down, [0, 0, -1]]), [[0, 0, 2], [3, 0, -2], [0, 0, -2]]
    )


@pytest.mark.parametrize("kind", [Capsule, Cylinder, Cone])
@pytest.mark.parametrize(
    ("radius", "length", "message"),
    [
        (0, 1, "radius: 0 is not above zero"),
        (1, 0, "length: 0 is not above zero"),
        (1, -2, "length: -2 is not above zero"),
        (np.nan, 1, "radius: nan is not finite"),
        (1, np.inf, "length: inf is not finite"),
        (1, 1e-160, "length: 1e-160 is too small"),
        (True, 1, "radius: expected a number"),
    ],
)
def test_sizes_that_are_none(kind, radius, length, message):
    with pytest.raises(ImpingeError, match=message):
        kind(radius, length)
