"""Two half spaces: apart only where their planes are parallel and face each other."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import HalfSpace
from impinge.narrow.kernels.pair_row import PAIR
from impinge.narrow.posed import Pose, Poses, as_two_poses

PARALLEL = 16.0 * 2.0**-52
"""Normals that cancel up to this are opposite.

A turned unit vector is off by a few roundings. Planes inclined by less meet further away than 1e14
times their distance, beyond where their coordinates can be told apart."""


def gaps_half_spaces(a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`; 0 where they overlap, at a common point."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    normal_a, offset_a = planes_of(a, poses_a, n)
    normal_b, offset_b = planes_of(b, poses_b, n)
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
    rows = PAIR.rows(
        n, gap=gap, point_a=point, point_b=point + gap[:, None] * normal_a, normal=normal_a,
        lower=gap,
    )  # fmt: skip
    return rows[0] if count is None else rows


def planes_of(shape: HalfSpace, poses: Poses, n: int) -> tuple[Array, Array]:
    """Unit normals (n, 3) and offsets (n,) of a posed half space in the world."""
    many = np.broadcast_to(poses.reshape(-1, 4, 4), (n, 4, 4))
    normals = many[:, :3, :3] @ shape.normal
    return normals, shape.offset + (normals * many[:, :3, 3]).sum(axis=1)
