"""Parts of moving bodies are where their body carries them, at all times."""

import numpy as np
import pytest
from moving import random_pose

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.motion.carried import ROUNDED, carried_rows


@pytest.mark.parametrize("far", [0.0, 1.0, 1e6])
def test_parts_move_with_their_body(far):
    rng = np.random.default_rng(1)
    starts, ends = (np.stack([random_pose(rng, far=3.0) for _ in range(4)]) for _ in range(2))
    parts = np.stack([random_pose(rng, far=far) for _ in range(3)])
    motions = (
        Motion(starts, ends),
        Motion.from_velocity(starts, rng.normal(size=(4, 3)), 20.0 * rng.normal(size=(4, 3))),
        ScrewMotion(starts, ends, turning=(0.2, 2.0), sliding=(1.5, 0.3)),
    )
    for motion in motions:
        rows = carried_rows(motion._rows, parts)
        for k, part in enumerate(parts):
            moving = motion.with_rows(rows[:, k])
            for t in (0.0, 0.3, 1.0):
                where = motion.pose(t) @ part
                size = np.abs(motion._rows[:, 7:13]).sum(axis=1).max() + np.abs(part[:3, 3]).sum()
                np.testing.assert_allclose(moving.pose(t), where, rtol=0, atol=8 * ROUNDED * size)


def test_pieces_of_a_path_keep_their_times():
    rng = np.random.default_rng(2)
    path = PiecewiseMotion(
        np.stack([random_pose(rng, far=2.0) for _ in range(4)]), [0, 0.2, 0.7, 1]
    )
    part = random_pose(rng, far=1.0)
    moving = path.with_rows(carried_rows(path._rows, part[None])[:, 0])
    for t in np.linspace(0.0, 1.0, 13):
        np.testing.assert_allclose(moving.pose(t), path.pose(t) @ part, atol=1e-13)
