"""Batches of two convex shapes, or one and a half space: from poses to the kernels' rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.narrow.kernels.convex_overlap import overlap_convex_rows
from impinge.narrow.kernels.convex_rows import gap_rows
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.posed import Pose, as_two_poses
from impinge.narrow.posed_shapes import ALL_ROWS, NO_MARGIN, NO_PAIRS


def gaps(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, form: int, start: Array | None = None
) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`: one, (PAIR_ROW,), or a batch of them.

    In one of the forms of :mod:`~impinge.narrow.kernels.convex_rows`. Searches begin with the
    normals of ``start``, rows of an earlier answer, if it is given.
    """
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    rows = np.empty((n, PAIR_ROW))
    if start is not None:
        before = start.reshape(-1, start.shape[-1])[:, :PAIR_ROW]
        if len(before) not in (1, n):
            raise ImpingeError(
                f"start: {len(before)} rows for a batch of {n}, expected as many, or one"
            )
        rows[:] = before
    run_rows(
        gap_rows, n, a._packed, poses_a.reshape(-1, 4, 4), b._packed, poses_b.reshape(-1, 4, 4),
        NO_PAIRS, ALL_ROWS, form, start is not None, rows, grain=64,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=n)
    return rows[0] if count is None else rows


def overlaps(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, margin: float, _solid: bool = False
) -> bool | Flags:
    """Whether gaps are at most ``margin``."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    out = np.empty(1 if count is None else count, np.bool_)
    margins = np.array([margin]) if margin else NO_MARGIN
    run_rows(
        overlap_convex_rows, len(out), a._packed, poses_a.reshape(-1, 4, 4), b._packed,
        poses_b.reshape(-1, 4, 4), NO_PAIRS, ALL_ROWS, margins, out, grain=64,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=len(out))
    return bool(out[0]) if count is None else frozen(out)
