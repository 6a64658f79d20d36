"""A k-DOP that follows a turning hull: climbed from frame to frame, or recomputed."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.volume_costs import best_of
from impinge.core.errors import ImpingeError

Report = dict[str, Any]
Array = NDArray[np.float64]

ANGLES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 45.0)
"""Degrees that the hull turns from one frame to the next."""
AGREE = 1e-12
"""Both ways give the same ends to rounding, as a share of the hull's size, which is about 1 m."""


def climbing(vertices: int, k: int, frames: int, repetitions: int) -> Report:
    """Steps a frame, and time against looking at every vertex, by the angle of a frame."""
    from impinge.bounds.turning import TurningHull

    hull = TurningHull(ellipsoid(vertices), k=k)
    rows = []
    for angle in ANGLES:
        poses = turning(angle, frames)
        climbed, recomputed = hull.climb_over(poses), hull.recompute_over(poses)
        if max(
            float(np.abs(climbed.lower - recomputed.lower).max()),
            float(np.abs(climbed.upper - recomputed.upper).max()),
        ) > AGREE:  # fmt: skip
            raise ImpingeError(f"climbing: ends differ from recomputed ones at {angle} degrees")
        fast = best_of(repetitions, partial(hull.climb_over, poses))
        slow = best_of(repetitions, partial(hull.recompute_over, poses))
        rows.append(
            {
                "degrees": angle,
                "steps": float(climbed.steps[1:].mean()),
                "climbed_us": 1e6 * fast / frames,
                "recomputed_us": 1e6 * slow / frames,
                "ratio": slow / fast,
            }
        )
    return {"vertices": len(hull.vertices), "k": k, "frames": frames, "rows": rows}


def ellipsoid(count: int, seed: int = 11) -> Array:
    """(count, 3) points on an ellipsoid, all of them vertices of its hull."""
    directions = np.random.default_rng(seed).normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    return directions * np.array([1.0, 0.7, 0.5])


def turning(degrees: float, frames: int) -> Array:
    """(frames, 4, 4) poses that turn about an axis which wanders slowly."""
    poses = np.tile(np.eye(4), (frames, 1, 1))
    turn, angle = np.eye(3), np.radians(degrees)
    for frame in range(1, frames):
        axis = np.array([np.sin(0.05 * frame), np.cos(0.05 * frame), 0.5])
        x, y, z = axis / np.linalg.norm(axis)
        cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        step = np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross
        turn = step @ turn
        poses[frame, :3, :3] = turn
    return poses
