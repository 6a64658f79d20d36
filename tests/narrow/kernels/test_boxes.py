"""Two boxes along their fifteen directions: nearly parallel ones above all."""

import numpy as np
import pytest
from placing import random_pose
from scipy.spatial.transform import Rotation

from impinge.bench.convex_reference import reference_gap
from impinge.geometry import Box
from impinge.narrow import overlap, penetration


@pytest.mark.parametrize("power", range(-16, -1))
def test_boxes_that_are_nearly_parallel(power):
    """Products of edges were divided by the sine of their angle: at 1e-15, 2 % of the size off."""
    rng = np.random.default_rng(100 - power)
    deep = 0
    for k in range(12):
        sizes, others = rng.uniform(0.2, 1.0, (2, 3))
        a, b, pose = Box(sizes), Box(others), np.eye(4)
        turn = Rotation.from_rotvec(10.0**power * rng.uniform(1.0, 10.0) * unit(rng))
        quarter = Rotation.from_euler("xyz", [90, 0, 90] if k % 2 else [0, 0, 0], degrees=True)
        pose[:3, :3] = (quarter * turn).as_matrix()
        pose[:3, 3] = rng.uniform(-0.5, 0.5, 3) * (sizes + others) * rng.choice([0.25, 0.95])
        pose_a = random_pose(rng)
        found = penetration(a, b, pose_a, pose_a @ pose)
        true = float(reference_gap(a, b, pose_a, pose_a @ pose, found.direction))

        assert found.depth == pytest.approx(max(-true, 0.0), abs=1e-13)
        assert overlap(a, b, pose_a, pose_a @ pose) == (true <= 1e-15)
        deep += found.depth > 0.0
    assert deep >= 4


def unit(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)
