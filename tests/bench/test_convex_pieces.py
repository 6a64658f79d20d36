"""Supports and their derivatives, in floats and in decimals, against finite differences."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

from impinge.bench.convex_pieces import CurvedPair, Rounded, cross, exact_decimals, unit_vector
from impinge.scenes.poses import random_rotation

RNG = np.random.default_rng(4)


def posed():
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = random_rotation(RNG), RNG.normal(size=3)
    return pose


CYLINDER = Rounded(np.array([[0, 0, 1], [0, 0, -1.0]]), np.array([[0.5, 0.5, 0]] * 2), posed())
EGG = Rounded(np.zeros((1, 3)), np.array([[0.3, 0.7, 1.1]]), posed())
CORNERS = Rounded(RNG.normal(size=(5, 3)), np.zeros((5, 3)), posed())
PAIRS = [(CYLINDER, EGG), (EGG, CORNERS), (CORNERS, CYLINDER)]


@pytest.fixture(autouse=True)
def many_digits():
    with localcontext() as context:
        context.prec = 80
        yield


@pytest.mark.parametrize("bodies", PAIRS)
def test_floats_and_decimals_agree(bodies):
    pair = CurvedPair(*bodies, 2.0)
    directions = RNG.normal(size=(5, 3))
    for n in directions / np.linalg.norm(directions, axis=1)[:, None]:
        exact = float(pair.exact_separation(exact_decimals(n)))
        assert pair.separation(n[None])[0] == pytest.approx(exact, abs=1e-15)
        for side in pair.sides:
            values, gradients = side.rough_pieces(n)
            np.testing.assert_allclose(
                values, [float(v) for v in side.values(exact_decimals(n))], atol=1e-15
            )
            for k, gradient in enumerate(gradients):
                found = side.piece(k, exact_decimals(n))[0]
                np.testing.assert_allclose(gradient, found.astype(float), atol=1e-15)


@pytest.mark.parametrize("bodies", PAIRS)
def test_derivatives(bodies):
    step = Decimal("1e-25")
    for side in CurvedPair(*bodies, 1.0).sides:
        n = exact_decimals(RNG.normal(size=3))
        for k in range(len(side.values(n))):
            gradient, second = side.piece(k, n)
            for axis in range(3):
                d = exact_decimals(np.eye(3)[axis]) * step
                slope = (side.values(n + d)[k] - side.values(n - d)[k]) / (2 * step)
                assert abs(slope - gradient[axis]) < Decimal("1e-45")
                bend = (side.piece(k, n + d)[0] - side.piece(k, n - d)[0]) / (2 * step)
                assert max(abs(bend - second[axis])) < Decimal("1e-45")
            # Homogeneous of degree one.
            assert abs(gradient @ n - side.values(n)[k]) < Decimal("1e-70")


def test_tips_are_the_axes_of_circles():
    tips = CurvedPair(CYLINDER, EGG, 1.0).tips()
    axis = CYLINDER.pose[:3, 2]
    assert len(tips) == 4
    for tip in tips:
        assert abs(abs(float(tip @ exact_decimals(axis))) - 1.0) < 1e-14
    assert CurvedPair(EGG, CORNERS, 1.0).tips() == []


def test_decimals_are_exact():
    tenth = "0.1000000000000000055511151231257827021181583404541015625"
    assert exact_decimals(0.1).item() == Decimal(tenth)
    x, y = exact_decimals([1.0, 0, 0]), exact_decimals([0, 2.0, 0])
    assert list(unit_vector(cross(x, y))) == [0, 0, 1]
