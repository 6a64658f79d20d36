"""Two half spaces: apart only where their planes are parallel and face each other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.poses import AT_REST
from impinge.narrow.kernels import pair_row
from impinge.narrow.posed import Pose, as_two_poses

PARALLEL = 16.0 * 2.0**-52
"""Normals that cancel up to this are opposite.

A turned unit vector is off by a few roundings. Planes inclined by less meet further away than 1e14
times their distance, beyond where their coordinates can be told apart."""


def gaps_half_spaces(a: Any, pose_a: Pose, b: Any, pose_b: Pose) -> NDArray[np.float64]:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`; 0 where they overlap, at a common point."""
    poses_a, poses_b, count = as_two_poses(
        AT_REST if pose_a is None else pose_a, AT_REST if pose_b is None else pose_b
    )
    n = 1 if count is None else count
    normal_a, offset_a = _planes(a, np.broadcast_to(poses_a.reshape(-1, 4, 4), (n, 4, 4)))
    normal_b, offset_b = _planes(b, np.broadcast_to(poses_b.reshape(-1, 4, 4), (n, 4, 4)))
    rows = np.zeros((n, pair_row.PAIR_ROW))
    opposite = np.abs(normal_a + normal_b).max(axis=1) <= PARALLEL
    gap = np.where(opposite, np.maximum(-offset_a - offset_b, 0.0), 0.0)
    # A point of both planes, the nearest to the origin; of parallel ones, a point of A's.
    along = (normal_a * normal_b).sum(axis=1)
    square = np.where(opposite | (np.abs(along) >= 1.0), 1.0, (1.0 - along) * (1.0 + along))
    s = np.where(opposite, offset_a, (offset_a - along * offset_b) / square)
    t = np.where(opposite, 0.0, (offset_b - along * offset_a) / square)
    nested = along >= 1.0 - PARALLEL
    s, t = np.where(nested, np.minimum(offset_a, offset_b), s), np.where(nested, 0.0, t)
    inside = opposite & (gap == 0.0)
    s = np.where(inside, 0.5 * (offset_a - offset_b), s)
    point = s[:, None] * normal_a + t[:, None] * normal_b
    rows[:, pair_row.GAP] = gap
    rows[:, pair_row.POINT_A : pair_row.POINT_A + 3] = point
    rows[:, pair_row.POINT_B : pair_row.POINT_B + 3] = point + gap[:, None] * normal_a
    rows[:, pair_row.NORMAL : pair_row.NORMAL + 3] = normal_a
    rows[:, pair_row.LOWER] = gap
    return rows[0] if count is None else rows


def _planes(
    shape: Any, poses: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit normals (n, 3) and offsets (n,) in the world."""
    normals = poses[:, :3, :3] @ shape.normal
    return normals, shape.offset + (normals * poses[:, :3, 3]).sum(axis=1)
