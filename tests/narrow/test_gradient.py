"""Derivatives of distances against finite differences, away from ties."""

import itertools

import numpy as np
import pytest
from every_shape import CONVEX
from placing import random_pose, random_poses
from scipy.spatial.transform import Rotation

from impinge.geometry import Box, Sphere, icosphere
from impinge.narrow import Distance, DistanceGradient, distance

STEP = 1e-5


def turned(pose, twist):
    """The pose after a small motion in twist coordinates."""
    out = pose.copy()
    out[:3, :3] = Rotation.from_rotvec(twist[3:]).as_matrix() @ pose[:3, :3]
    out[:3, 3] += twist[:3]
    return out


def differences(a, b, poses, side):
    out = np.empty(6)
    for k in range(6):
        values = []
        for sign in (1.0, -1.0):
            both = list(poses)
            both[side] = turned(poses[side], sign * STEP * np.eye(6)[k])
            values.append(distance(a, b, *both).distance)
        out[k] = (values[0] - values[1]) / (2.0 * STEP)
    return out


SHAPES = {**CONVEX, "mesh": icosphere(0.8, 2)}


@pytest.mark.parametrize(("x", "y"), list(itertools.product(["box", "mesh", "cone"], SHAPES)))
def test_finite_differences_agree(x, y):
    a, b = SHAPES[x], SHAPES[y]
    rng = np.random.default_rng([len(x), len(y)])
    agreed = 0
    for _ in range(6):
        poses = random_pose(rng), random_pose(rng)
        poses[1][:3, 3] += 5.0 * rng.choice([-1, 1], size=3)
        found = distance(a, b, *poses, gradient=True)
        assert found.distance > 0.5
        errors = [
            np.abs(found.gradient_a - differences(a, b, poses, 0)).max(),
            np.abs(found.gradient_b - differences(a, b, poses, 1)).max(),
        ]
        # Some of the poses are near a tie, where there is no derivative.
        agreed += max(errors) < 1e-4
    assert agreed >= 5


def test_only_on_request_and_zero_where_they_overlap():
    found = distance(Box((1, 1, 1)), Sphere(1.0))
    assert type(found) is Distance
    found = distance(Box((1, 1, 1)), Sphere(1.0), gradient=True)
    assert type(found) is DistanceGradient
    np.testing.assert_array_equal(found.gradient_b, np.zeros(6))
    assert set(found.to_dict()) >= {"gradient_a", "gradient_b", "distance"}


def test_batches_are_their_rows():
    rng = np.random.default_rng(1)
    poses = random_poses(rng, 10, 4.0)
    rows = distance(Box((1, 1, 1)), Sphere(1.0), None, poses, gradient=True)

    assert rows.gradient_a.shape == (10, 6)
    for i in range(10):
        one = distance(Box((1, 1, 1)), Sphere(1.0), None, poses[i], gradient=True)
        np.testing.assert_array_equal(one.gradient_b, rows.gradient_b[i])
        np.testing.assert_array_equal(rows[i].gradient_a, one.gradient_a)
    assert not rows.gradient_a.flags.writeable


def test_asked_the_other_way_round():
    rng = np.random.default_rng(2)
    for poses in ((random_pose(rng), random_poses(rng, 4, 4.0)), (np.eye(4), random_pose(rng, 9))):
        one = distance(Box((1, 1, 1)), Sphere(1.0), *poses, gradient=True)
        other = distance(Sphere(1.0), Box((1, 1, 1)), *poses[::-1], gradient=True)
        back = one.swapped()

        assert type(back) is DistanceGradient
        np.testing.assert_array_equal(back.gradient_a, one.gradient_b)
        np.testing.assert_allclose(back._rows[..., :10], other._rows[..., :10], atol=1e-12)
        np.testing.assert_allclose(back.gradient_b, other.gradient_b, atol=1e-12)
        np.testing.assert_array_equal(back.swapped()._rows, one._rows)
