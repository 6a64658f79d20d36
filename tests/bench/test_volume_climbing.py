"""Climbing follows a turning hull: more steps for larger angles, the same ends."""

from itertools import pairwise

import numpy as np
import pytest

from impinge.bench.volume_climbing import ANGLES, climbing, ellipsoid, turning


def test_steps_grow_with_the_angle():
    report = climbing(300, 14, 8, 1)

    assert report["vertices"] == 300
    assert [row["degrees"] for row in report["rows"]] == list(ANGLES)
    steps = [row["steps"] for row in report["rows"]]
    assert steps[0] < steps[-1]
    assert all(row["ratio"] > 0.0 for row in report["rows"])


def test_all_points_are_on_the_hull():
    points = ellipsoid(50)

    assert np.allclose(((points / [1.0, 0.7, 0.5]) ** 2).sum(axis=1), 1.0)


@pytest.mark.parametrize("degrees", [1.0, 45.0])
def test_frames_differ_by_the_angle(degrees):
    poses = turning(degrees, 5)

    assert np.array_equal(poses[0], np.eye(4))
    for a, b in pairwise(poses):
        step = a[:3, :3].T @ b[:3, :3]
        assert np.trace(step) == pytest.approx(1.0 + 2.0 * np.cos(np.radians(degrees)))
