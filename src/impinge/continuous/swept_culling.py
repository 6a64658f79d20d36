"""Culling of pairs whose swept boxes never meet: a body that spins sweeps a ring and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.path_pieces import search_groups
from impinge.core.arrays import Array, Flags
from impinge.motion import RigidMotion
from impinge.motion.carried import ROUNDED, carried_rows
from impinge.narrow.parts import ball_of

FAST = 6.0
"""Angle of a step [rad] from which on a search takes many short windows, and culling pays."""


def search_near(
    a: Any, b: Any, motion: PairMotion, options: Options, search: Callable[[PairMotion], Array]
) -> Array:
    """Impacts of the rows whose swept boxes meet; all others are free."""
    fast = motion.turns > FAST
    if not fast.any():
        return search(motion)
    near = np.flatnonzero(~(fast & never_meet(a, b, motion, options)))
    return search(motion) if len(near) == motion.rows else search_groups(motion, [near], search)


def never_meet(a: Any, b: Any, motion: PairMotion, options: Options) -> Flags:
    """(rows,) bool: whether boxes around the paths of both bodies are apart, until ``max_time``."""
    if any(np.isinf(ball_of(shape, grounds=options.solid)[3]) for shape in (a, b)):
        return np.zeros(motion.rows, np.bool_)
    low_a, high_a = swept_box(a, motion.a, options.max_time)
    low_b, high_b = swept_box(b, motion.b, options.max_time)
    apart = (low_a - high_b > options.margin) | (low_b - high_a > options.margin)
    return np.broadcast_to(apart.any(axis=1), motion.rows)


def swept_box(shape: Any, motion: RigidMotion, stop: float) -> tuple[Array, Array]:
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
