"""Parts of moving bodies are where their body carries them, at all times."""

from fractions import Fraction

import numpy as np
import pytest
from moving import random_pose

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.motion.carried import ROUNDED, carried_rows
from impinge.motion.kernels.motion_row import (
    CURVE,
    ROTATION,
    SHIFT,
    SWING,
    TURN,
    TURN_A,
    TURN_B,
)


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


@pytest.mark.parametrize("far", [1.0, 1e8])
def test_rows_are_off_by_no_more_than_said(far):
    """Against sums in fractions, also where a part's place cancels that of its body."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        start, part = random_pose(rng, far=far), random_pose(rng, far=far)
        # The part is carried to the middle of the world.
        part[:3, 3] = -start[:3, :3].T @ start[:3, 3] + rng.normal(size=3)
        centre = far * rng.normal(size=3)
        motion = Motion.from_velocity(
            start, rng.normal(size=3), 9 * rng.normal(size=3), centre=centre
        )
        row, own = motion._rows[0], carried_rows(motion._rows, part[None])[0, 0]
        size = np.abs(row[SHIFT : SHIFT + 3]).sum() + np.abs(part[:3, 3]).sum()
        place = [Fraction(x) for x in part[:3, 3].tolist()]
        turn = Fraction(row[TURN])
        for at, matrix, factor in (
            (SHIFT, ROTATION, 1),
            (SWING, TURN_B, turn),
            (CURVE, TURN_A, -turn),
        ):
            swung = np.abs(row[at : at + 3]).sum() + float(abs(factor)) * np.abs(part[:3, 3]).sum()
            for k in range(3):
                entries = [Fraction(x) for x in row[matrix + 3 * k : matrix + 3 * k + 3].tolist()]
                exact = Fraction(row[at + k]) + factor * sum(
                    e * x for e, x in zip(entries, place, strict=True)
                )
                assert abs(Fraction(own[at + k]) - exact) <= ROUNDED * max(size, swung)
