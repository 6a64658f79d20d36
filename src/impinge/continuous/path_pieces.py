"""Searches over a step, piece by piece: each motion is one row of numbers in a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows

COLUMNS = impact_row.STATUS, impact_row.STEPS
"""Of rows of impacts, for :func:`search_pieces`."""


def search_rows(
    kernel: Any, a: tuple[Any, ...], b: tuple[Any, ...], motion: PairMotion, options: Options,
    out: Array, columns: tuple[int, int] = COLUMNS,
) -> None:  # fmt: skip
    """Fill ``out`` by a kernel over rows of two moving things, each what comes before its motions.

    ``columns`` as of :func:`search_pieces`.
    """

    def search(span: Span, rows: Ids) -> None:
        run_rows(
            kernel, len(rows), (*a, motion.rows_a, span.places_a),
            (*b, motion.rows_b, span.places_b), rows, options.between(span.start, span.stop), out,
        )  # fmt: skip

    search_pieces(motion, options.max_time, out, columns, search)


def search_pieces(
    motion: PairMotion, max_time: float, out: Array, columns: tuple[int, int],
    search: Callable[[Span, Ids], Any],
) -> None:  # fmt: skip
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
    motion: PairMotion, groups: Iterable[Ids], search: Callable[[PairMotion], Array]
) -> Array:
    """Impacts of each group of rows, searched by itself; rows of no group are free."""
    out = free_rows(motion.rows)
    for rows in groups:
        if len(rows):
            out[rows] = search(motion.some(rows))
    return out
