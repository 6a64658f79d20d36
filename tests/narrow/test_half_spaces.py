"""Two half spaces: parallel, nested, inclined."""

import numpy as np
import pytest
from placing import random_pose, shift

from impinge.geometry import HalfSpace
from impinge.narrow import distance, overlap
from impinge.narrow.convex import gaps_half_spaces

BELOW, ABOVE = HalfSpace((0, 0, 1), 0.0), HalfSpace((0, 0, -1), -1.0)


def inside(shape, pose, point):
    return shape.normal @ (pose[:3, :3].T @ (point - pose[:3, 3])) <= shape.offset + 1e-12


def test_facing_each_other_they_are_apart():
    found = distance(BELOW, ABOVE)

    assert found.distance == 1.0
    np.testing.assert_array_equal(found.normal, [0, 0, 1])
    np.testing.assert_array_equal(found.point_b - found.point_a, [0, 0, 1])
    assert not overlap(BELOW, ABOVE)
    assert overlap(BELOW, ABOVE, margin=1.0)


@pytest.mark.parametrize("other", [HalfSpace((0, 0, -1), 1.0), BELOW, HalfSpace((1, 0, 1), -3)])
def test_otherwise_they_share_a_point(other):
    rng = np.random.default_rng(1)
    for _ in range(20):
        pose = random_pose(rng)
        found = distance(BELOW, other, pose, pose)
        assert found.distance == 0.0
        assert overlap(BELOW, other, pose, pose)
        assert inside(BELOW, pose, found.point_a)
        assert inside(other, pose, found.point_a)


def test_turned_together_they_stay_parallel():
    rng = np.random.default_rng(2)
    for _ in range(50):
        pose = random_pose(rng)
        assert distance(BELOW, ABOVE, pose, pose).distance == pytest.approx(1.0, abs=1e-14)


def test_batches_are_their_rows():
    poses = np.stack([shift(0, 0, z) for z in (-2.0, -1.0, 0.0, 1.0)])
    rows = gaps_half_spaces(BELOW, None, ABOVE, poses)

    np.testing.assert_array_equal(rows[:, 0], [0, 0, 1, 2])
    np.testing.assert_array_equal(overlap(BELOW, ABOVE, None, poses), [True, True, False, False])
