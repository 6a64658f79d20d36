"""Searches over a step, piece by piece: each motion is one row of numbers in a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.pair_motion import PairMotion, Span

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

COLUMNS = impact_row.STATUS, impact_row.STEPS
"""Of rows of impacts, for :func:`search_pieces`."""


def search_pieces(
    motion: PairMotion,
    max_time: float,
    out: Floats,
    columns: tuple[int, int],
    search: Callable[[Span, Ids], Any],
) -> None:
    """Search one piece of the step after the other, for the rows that are still free.

    ``columns`` of ``out`` have the status, 0 while a row is free, and the steps, which are summed.
    """
    status, steps = columns
    total = out[:, steps].copy()
    for span in motion.spans(max_time):
        rows = np.flatnonzero(out[:, status] == impact_row.FREE)
        if not len(rows):
            break
        search(span, rows)
        total[rows] += out[rows, steps]
    out[:, steps] = total


def search_groups(
    motion: PairMotion, groups: Iterable[Ids], search: Callable[[PairMotion], Floats]
) -> Floats:
    """Impacts of each group of rows, searched by itself; rows of no group are free."""
    out = free_rows(motion.rows)
    for rows in groups:
        if len(rows):
            out[rows] = search(motion.some(rows))
    return out
