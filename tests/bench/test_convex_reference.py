"""The reference for posed shapes: closed forms for each kind, and agreement between methods."""

from decimal import Decimal

import numpy as np
import pytest

from impinge.bench.convex_curved import signed_gap
from impinge.bench.convex_reference import (
    as_rounded,
    core,
    error_share,
    is_curved,
    largest_coordinate,
    reference_gap,
)
from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Sphere,
)
from impinge.scenes.convex_pairs import SOLIDS, convex_poses, convex_shape

REST = np.eye(4)
CORNER = Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FLOOR = HalfSpace((0, 0, 1), 0.5)


def at(x, y, z):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


@pytest.mark.parametrize(
    ("a", "b", "place", "expected"),
    [
        (Sphere(1.0), Sphere(0.5), (3, 0, 0), 1.5),
        (Sphere(1.0), Sphere(0.5), (0, 0, 0), -1.5),
        (Capsule(0.5, 2.0), Capsule(0.25, 1.0), (2, 0, 1), 1.25),
        (Box((2, 2, 2)), Box((1, 1, 1)), (1.25, 0, 0), -0.25),
        (Box((2, 2, 2)), Sphere(0.5), (0.5, 0, 0), -1.0),
        (Box((2, 2, 2)), Capsule(0.25, 1.0), (4, 5, 0), 5.0 - 0.25),
        (CORNER, Sphere(0.5), (1, 1, 1), 2 / 3**0.5 - 0.5),
        (Cylinder(1.0, 2.0), Box((2, 2, 2)), (0, 0, 2.25), 0.25),
        (Cone(1.0, 2.0), Sphere(1.0), (0, 0, 4), 2.0),
        (Ellipsoid((1, 2, 3)), Box((2, 2, 2)), (0, 0, 4.5), 0.5),
        (FLOOR, Box((1, 1, 1)), (9, 9, 2), 1.0),
        (FLOOR, Cone(1.0, 2.0), (0, 0, 0), -1.5),
        (FLOOR, Ellipsoid((1, 2, 3)), (0, 0, 4), 0.5),
        (FLOOR, Capsule(0.5, 1.0), (0, 0, 0.5), -1.0),
    ],
)  # fmt: skip
def test_closed_forms(a, b, place, expected):
    assert float(reference_gap(a, b, REST, at(*place))) == pytest.approx(expected, abs=1e-15)
    assert float(reference_gap(b, a, at(*place), REST)) == pytest.approx(expected, abs=1e-15)


def test_a_posed_half_space():
    turn = np.eye(4)
    turn[:3, :3] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    turn[:3, 3] = 1.0, 0.0, 0.0
    # Its normal is now x, and the plane at 1.5.
    assert float(reference_gap(FLOOR, Sphere(0.5), turn, at(4, 7, 7))) == pytest.approx(2.0)


@pytest.mark.parametrize("pair", [("box", "hull"), ("sphere", "capsule"), ("hull", "capsule")])
def test_both_methods_agree_about_polytopes(pair):
    a, b = (convex_shape(name) for name in pair)
    for pose in convex_poses(a, b, (2, 2, 2)).matrices:
        exact = reference_gap(a, b, REST, pose)
        searched = signed_gap(as_rounded(a, REST), as_rounded(b, pose)).value
        assert abs(exact - searched) < Decimal("1e-25")


def test_cores():
    corners, radius = core(Box((2, 4, 6)))
    np.testing.assert_array_equal(np.abs(corners), np.tile([1.0, 2.0, 3.0], (8, 1)))
    assert radius == 0.0
    assert [is_curved(convex_shape(name)) for name in SOLIDS] == [
        name in {"cylinder", "cone", "ellipsoid"} for name in SOLIDS
    ]


def test_flat_hulls_of_many_vertices():
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    disc = Hull(np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1))
    assert float(reference_gap(disc, Box((1, 1, 1)), REST, at(0, 0, 0.25))) == pytest.approx(-0.25)
    assert float(reference_gap(disc, disc, REST, REST)) == 0.0


def test_errors_are_shares_of_the_largest_coordinate():
    assert largest_coordinate(Sphere(1.0), Box((2, 2, 8)), REST, at(0, -3, 0)) == 4.0
    assert largest_coordinate(FLOOR, Sphere(0.1), REST, REST) == 0.5
    assert largest_coordinate(Cylinder(1.0, 4.0), Sphere(0.1), at(0, 50, 0), REST) == 50.0
    assert error_share(1.25, Decimal("1.0"), 2.0) == 0.125
