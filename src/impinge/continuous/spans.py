"""Answers about a step, gathered over its parts: one row tells each motion in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import impact_row
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.narrow.kernels import pair_row

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]


COLUMNS = impact_row.STATUS, impact_row.STEPS
"""Of rows of impacts, for :func:`go_through`."""
FREE_ROW = np.array(
    [np.inf, impact_row.FREE, np.inf, np.inf, 0.0, *[np.inf] * 6, *[0.0] * 3, *[-1.0] * 4, 0.0]
)
"""The answer about what never touches: there is no place to tell of, as of rays that miss."""


def free_so_far(rows: int) -> Floats:
    """(rows, IMPACT_ROW) float64: answers before anything was looked at."""
    return np.tile(FREE_ROW, (rows, 1))


def forget_free(out: Floats) -> None:
    """Leave nothing but the steps of what a search has seen on the ways of pairs that are free."""
    free = out[:, impact_row.STATUS] == impact_row.FREE
    out[free, : impact_row.STEPS] = FREE_ROW[: impact_row.STEPS]


def go_through(
    motion: PairMotion,
    max_time: float,
    out: Floats,
    columns: tuple[int, int],
    ask: Callable[[Span, Ids], Any],
) -> None:
    """Ask about one part of the step after the other, for the rows that are still free.

    ``columns`` of the answer have the status, which is 0 while a row is free, and the steps, which
    are summed.
    """
    status, steps = columns
    total = out[:, steps].copy()
    for span in motion.spans(max_time):
        going = np.flatnonzero(out[:, status] == impact_row.FREE)
        if not len(going):
            break
        ask(span, going)
        total[going] += out[going, steps]
    out[:, steps] = total


def in_groups(
    motion: PairMotion, groups: Iterable[Ids], ask: Callable[[PairMotion], Floats]
) -> Floats:
    """What ``ask`` says of each group of rows by itself; rows of none are free."""
    out = free_so_far(motion.rows)
    for rows in groups:
        if len(rows):
            out[rows] = ask(motion.some(rows))
    return out


PLACES = (
    (impact_row.POINT_A, pair_row.POINT_A),
    (impact_row.POINT_B, pair_row.POINT_B),
    (impact_row.NORMAL, pair_row.NORMAL),
)


def copy_witness(found: Floats, rows: Ids, out: Floats) -> None:
    """What rows of distances say of points, normal and features, into rows of impacts."""
    out[rows, impact_row.GAP] = found[:, pair_row.GAP]
    for at, where in PLACES:
        out[rows, at : at + 3] = found[:, where : where + 3]
    out[rows, impact_row.FEATURE_A] = found[:, pair_row.FEATURE_A]
    out[rows, impact_row.FEATURE_B] = found[:, pair_row.FEATURE_B]
    wide = found.shape[1] > pair_row.PART_B
    out[rows, impact_row.PART_A] = found[:, pair_row.PART_A] if wide else -1.0
    out[rows, impact_row.PART_B] = found[:, pair_row.PART_B] if wide else -1.0
