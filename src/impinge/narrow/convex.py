"""Pairs of convex shapes and half spaces: from shapes and poses to the kernels' rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.narrow.kernels.convex_overlap import answer_overlap_convex, overlap_convex_rows
from impinge.narrow.kernels.convex_rows import AS_DISTANCE, gap_rows
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.posed import Pose, Poses, as_two_poses

FIRST = np.zeros(1, np.int64)
"""Where the row of a single shape begins."""
IN_ORDER = np.empty(0, np.int64)
"""Rows are answered as they come."""


def gaps(a: Any, pose_a: Pose, b: Any, pose_b: Pose, form: int) -> NDArray[np.float64]:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`: one, (PAIR_ROW,), or a batch of them.

    In one of the forms of :mod:`~impinge.narrow.kernels.convex_rows`.
    """
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    return _gaps(a, poses_a, b, poses_b, count, form, None)


def gaps_from(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, start: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Distances, beginning each search with the normal of a row of an earlier answer."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    before = start.reshape(-1, start.shape[-1])[:, :PAIR_ROW]
    if len(before) not in (1, n):
        raise ImpingeError(
            f"start: {len(before)} rows for a batch of {n}, expected as many, or one"
        )
    rows = np.array(np.broadcast_to(before, (n, PAIR_ROW)), order="C")
    return _gaps(a, poses_a, b, poses_b, count, AS_DISTANCE, rows)


def _gaps(
    a: Any,
    poses_a: Poses,
    b: Any,
    poses_b: Poses,
    count: int | None,
    form: int,
    before: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """With checked poses; ``before`` are earlier answers to begin with, which are overwritten."""
    rows = np.empty((1 if count is None else count, PAIR_ROW)) if before is None else before
    gaps_of_rows(
        a._packed, FIRST, poses_a.reshape(-1, 4, 4), b._packed, FIRST, poses_b.reshape(-1, 4, 4),
        form, before is not None, IN_ORDER, rows,
    )  # fmt: skip
    return rows[0] if count is None else rows


def gaps_of_rows(
    packed_a: NDArray[np.float64],
    starts_a: NDArray[np.int64],
    poses_a: NDArray[np.float64],
    packed_b: NDArray[np.float64],
    starts_b: NDArray[np.int64],
    poses_b: NDArray[np.float64],
    form: int,
    warm: bool,
    order: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Fill the gaps of many packed shapes (n, PAIR_ROW); one shape, or one pose, goes with all.

    Only the rows named by ``order``, in that order; all, if it is empty. If ``warm``, ``out`` holds
    earlier answers, whose normals are where the searches begin.
    """
    count = len(order) or len(out)
    run_rows(
        gap_rows, count, packed_a, starts_a, poses_a, packed_b, starts_b, poses_b,
        form, warm, order, out, grain=64,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=count)


def overlaps(a: Any, pose_a: Pose, b: Any, pose_b: Pose, margin: float) -> bool | NDArray[np.bool_]:
    """Whether gaps are at most ``margin``."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    if count is None:
        found = answer_overlap_convex(a._row_address, poses_a, b._row_address, poses_b, margin)
        if counting():
            add_cost(primitive_tests=1)
        return bool(found == 1)
    out = np.empty(count, np.bool_)
    overlaps_of_rows(a._packed, FIRST, poses_a, b._packed, FIRST, poses_b, margin, IN_ORDER, out)
    return frozen(out)


def overlaps_of_rows(
    packed_a: NDArray[np.float64],
    starts_a: NDArray[np.int64],
    poses_a: NDArray[np.float64],
    packed_b: NDArray[np.float64],
    starts_b: NDArray[np.int64],
    poses_b: NDArray[np.float64],
    margin: float,
    order: NDArray[np.int64],
    out: NDArray[np.bool_],
) -> None:
    """Fill (n,): whether gaps of many packed shapes are at most ``margin``. As above."""
    count = len(order) or len(out)
    run_rows(
        overlap_convex_rows, count, packed_a, starts_a, poses_a, packed_b, starts_b, poses_b,
        margin, order, out, grain=64,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=count)
