"""Searches over a step: piece by piece of paths, and of those pairs only that come near each other.

Each motion is one row of numbers in a piece. Pairs whose swept boxes never meet are culled: a body
that spins sweeps a ring and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion import RigidMotion
from impinge.motion.carried import ROUNDED, carried_rows
from impinge.narrow.parts import ball_of

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


FAST = 6.0
"""Angle of a step [rad] from which on a search takes many short windows, and culling pays."""


def search_near(
    a: Any, b: Any, motion: PairMotion, options: Options, search: Callable[[PairMotion], Array]
) -> Array:
    """Impacts of the rows whose swept boxes meet; all others are free."""
    fast = motion.turns > FAST
    if not fast.any():
        return search(motion)
    near = np.flatnonzero(~(fast & never_meet(a, b, motion, options)))
    return search(motion) if len(near) == motion.rows else search_groups(motion, [near], search)


def never_meet(a: Any, b: Any, motion: PairMotion, options: Options) -> Flags:
    """(rows,) bool: whether boxes around the paths of both bodies are apart, until ``max_time``."""
    if any(np.isinf(ball_of(shape, grounds=options.solid)[3]) for shape in (a, b)):
        return np.zeros(motion.rows, np.bool_)
    low_a, high_a = swept_box(a, motion.a, options.max_time)
    low_b, high_b = swept_box(b, motion.b, options.max_time)
    apart = (low_a - high_b > options.margin) | (low_b - high_a > options.margin)
    return np.broadcast_to(apart.any(axis=1), motion.rows)


def swept_box(shape: Any, motion: RigidMotion, stop: float) -> tuple[Array, Array]:
    """(n, 3) float64 each: lowest and highest coordinates of a shape's ball until ``stop``."""
    ball, pose = ball_of(shape), np.eye(4)
    pose[:3, 3] = ball[:3]
    centre = motion.with_rows(carried_rows(motion._rows, pose[None])[:, 0])
    ends = [np.reshape(end, (-1, 4, 4))[:, :3, 3] for end in centre.enclosure(0.0, stop)]
    largest = np.abs(motion._rows).max(axis=1)
    blur = (
        ROUNDED * (largest.max() if motion._single else largest) + ROUNDED * np.abs(ball[:3]).sum()
    )
    reach = (ball[3] + blur).reshape(-1, 1)
    return ends[0] - reach, ends[1] + reach
