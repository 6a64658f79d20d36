"""Answers about a step, gathered over its parts: one row tells each motion in each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import impact_row
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]


COLUMNS = impact_row.STATUS, impact_row.STEPS
"""Of rows of impacts, for :func:`go_through`."""


class Options(NamedTuple):
    """What the caller of a query over a step asks for."""

    margin: float
    tolerance: float
    max_time: float
    solid: bool
    max_steps: int
    method: str | None = None
    measured: bool = True
    """Whether gap, points, features and depths are asked for, and not times alone."""


def free_so_far(motion: PairMotion) -> Floats:
    """(rows, IMPACT_ROW) float64: answers before anything was looked at."""
    out = np.zeros((motion.rows, impact_row.IMPACT_ROW))
    out[:, impact_row.STATUS] = impact_row.FREE
    out[:, impact_row.TIME] = out[:, impact_row.UPPER] = np.inf
    return out


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


def measure(a: Any, b: Any, motion: PairMotion, options: Options, rows: Ids, out: Floats) -> None:
    """What some rows say of gap, points, normal and features, from the distance of the shapes then:
    at their time, or at the end of the time looked at where they are free.

    What is filled is measured as such, since there is ground beside a height field; but for pairs
    that start touching, of which the surfaces count.
    """
    times = np.minimum(out[:, impact_row.TIME], options.max_time)
    solid = options.solid & (out[:, impact_row.STATUS] != impact_row.STARTED_TOUCHING)
    left = np.zeros(len(out), np.bool_)
    left[rows] = True
    for span in motion.spans(options.max_time) if len(rows) else ():
        now = left & (times <= span.stop)
        left &= ~now
        for filled in (False, True):
            some = np.flatnonzero(now & (solid == filled))
            if len(some):
                poses = motion.poses(span, some, np.ascontiguousarray(times[some]))
                copy_witness(DISTANCE(a, poses[0], b, poses[1], filled)._rows, some, out)


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
