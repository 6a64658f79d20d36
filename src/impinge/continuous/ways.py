"""Where bodies are in a whole step: what turns fast in one place is met by nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.balls import ball_of, is_endless
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import in_groups
from impinge.motion import RigidMotion
from impinge.motion.carried import ROUNDED, carried_rows

Floats = NDArray[np.float64]

FAST = 6.0
"""Angle of a step [rad] from which on windows of time are short."""


def ask_near(
    a: Any, b: Any, motion: PairMotion, options: Options, ask: Callable[[PairMotion], Floats]
) -> Floats:
    """What ``ask`` says of the rows whose ways come near each other; all others are free.

    Only what turns fast is worth the look at its whole way.
    """
    fast = motion.turns > FAST
    if not fast.any():
        return ask(motion)
    near = np.flatnonzero(~(fast & never_meet(a, b, motion, options)))
    if len(near) == motion.rows:
        return ask(motion)
    return in_groups(motion, [near], ask)


def never_meet(a: Any, b: Any, motion: PairMotion, options: Options) -> NDArray[np.bool_]:
    """(rows,) bool: whether boxes around the ways of both bodies are apart, in the time asked for.

    Windows of time are short where bodies turn fast, and these boxes do not mind: the way of a ball
    that goes round and round is a ring.
    """
    if is_endless(a, options.solid) or is_endless(b, options.solid):
        return np.zeros(motion.rows, np.bool_)
    low_a, high_a = box_of_way(a, motion.a, options.max_time)
    low_b, high_b = box_of_way(b, motion.b, options.max_time)
    apart = (low_a - high_b > options.margin) | (low_b - high_a > options.margin)
    return np.broadcast_to(apart.any(axis=1), motion.rows)


def box_of_way(shape: Any, motion: RigidMotion, stop: float) -> tuple[Floats, Floats]:
    """(n, 3) float64 each: lowest and highest coordinates of a shape's ball until ``stop``."""
    ball, pose = ball_of(shape), np.eye(4)
    pose[:3, 3] = ball[:3]
    centre = motion.with_rows(carried_rows(motion._rows, pose[None])[:, 0])
    ends = [np.reshape(end, (-1, 4, 4))[:, :3, 3] for end in centre.enclosure(0.0, stop)]
    largest = np.abs(motion._rows).max(axis=1)
    blur = (
        ROUNDED * (largest.max() if motion._single else largest) + ROUNDED * np.abs(ball[:3]).sum()
    )
    reach = (ball[3] + blur).reshape(-1, 1)
    return ends[0] - reach, ends[1] + reach
