"""Batches of two convex shapes or half spaces: from poses to rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.geometry import HalfSpace
from impinge.narrow.kernels.convex_overlap import overlap_convex_rows
from impinge.narrow.kernels.convex_rows import gap_rows
from impinge.narrow.kernels.pair_row import PAIR, PAIR_ROW
from impinge.narrow.posed import Pose, Poses, as_batches
from impinge.narrow.posed_shapes import ALL_ROWS, NO_MARGIN, NO_PAIRS

PARALLEL = 16.0 * 2.0**-52
"""Normals that cancel up to this are opposite.

A turned unit vector is off by a few roundings. Planes inclined by less meet further away than 1e14
times their distance, beyond where their coordinates can be told apart."""


def gaps(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, form: int, start: Array | None = None
) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`: one, (PAIR_ROW,), or a batch of them.

    In one of the forms of :mod:`~impinge.narrow.kernels.convex_rows`. Searches begin with the
    normals of ``start``, rows of an earlier answer, if it is given.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    rows = np.empty((n, PAIR_ROW))
    if start is not None:
        before = start.reshape(-1, start.shape[-1])[:, :PAIR_ROW]
        if len(before) not in (1, n):
            raise ImpingeError(
                f"start: {len(before)} rows for a batch of {n}, expected as many, or one"
            )
        rows[:] = before
    run_rows(
        gap_rows, n, a._packed, poses_a, b._packed, poses_b, NO_PAIRS, ALL_ROWS, form,
        start is not None, rows, grain=64,
    )  # fmt: skip
    add_cost(primitive_tests=n)
    return rows[0] if single else rows


def overlaps(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, margin: float, _solid: bool = False
) -> bool | Flags:
    """Whether gaps are at most ``margin``."""
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    out = np.empty(n, np.bool_)
    margins = np.array([margin]) if margin else NO_MARGIN
    run_rows(
        overlap_convex_rows, n, a._packed, poses_a, b._packed, poses_b, NO_PAIRS, ALL_ROWS,
        margins, out, grain=64,
    )  # fmt: skip
    add_cost(primitive_tests=n)
    return bool(out[0]) if single else frozen(out)


def gaps_half_spaces(a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`; 0 where they overlap, at a common point.

    Half spaces are apart only where their planes are parallel and face each other.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
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
    return rows[0] if single else rows


def planes_of(shape: HalfSpace, poses: Poses, n: int) -> tuple[Array, Array]:
    """Unit normals (n, 3) and offsets (n,) of a posed half space in the world."""
    many = np.broadcast_to(poses, (n, 4, 4))
    normals = many[:, :3, :3] @ shape.normal
    return normals, shape.offset + (normals * many[:, :3, 3]).sum(axis=1)
