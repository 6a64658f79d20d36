"""Do two moving shapes stay apart?"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.continuous.impact import Freedom
from impinge.continuous.impact_completion import overlap_at
from impinge.continuous.kernels import convex_freedom as freedom
from impinge.continuous.kernels import impact_row
from impinge.continuous.moving_pairs import fill_convex, fill_others, moving_lists
from impinge.continuous.options import MAX_STEPS, TOLERANCE, Options, as_options
from impinge.continuous.pair_motion import Moving, PairMotion, refuse_rest
from impinge.continuous.path_pieces import search_rows
from impinge.continuous.time_of_impact import FIRST, TIME_OF_IMPACT
from impinge.core.arrays import Array
from impinge.core.table import PairTable
from impinge.geometry import Convex, HalfSpace, Shape
from impinge.narrow.posed import as_shapes
from impinge.narrow.posed_shapes import PosedPairs, has_many
from impinge.narrow.solid import as_solid

GLANCES = (0.5, 1.0, 0.25, 0.75)
"""Shares of the time at which shapes are looked at first: what touches at all often does for long,
and one look takes a tenth of the time that a proof does."""

STAY_FREE = PairTable("stay_free", swap=lambda answer: answer)


def stay_free(
    a: Any,
    b: Any,
    motion_a: Moving = None,
    motion_b: Moving = None,
    *,
    margin: float = 0.0,
    tolerance: float = TOLERANCE,
    max_time: float = 1.0,
    solid: bool = False,
    max_steps: int = MAX_STEPS,
) -> Freedom:
    """Whether two moving shapes stay apart all the time: proved, or not claimed. For planners.

    Cheaper than :func:`time_of_impact`, most of all where they do touch: it need not be known when.

    Parameters
    ----------
    a, b, motion_a, motion_b, margin, max_time, solid
        As of :func:`time_of_impact`.
    tolerance : float, optional
        Shapes that come nearer than this to the margin [m] may be left undecided.
    max_steps : int, optional
        Times looked at before a pair is left undecided, as of :func:`time_of_impact`.

    Returns
    -------
    Freedom
        One row for each pair of motions, no batch axis for a single query.

    Raises
    ------
    ImpingeError
        If a shape, a motion or a number is not usable; the message names the argument.

    Examples
    --------
    >>> import impinge as im
    >>> through = im.Motion(im.pose((-3, 0, 0)), im.pose((3, 0, 0)))
    >>> found = im.stay_free(im.Sphere(1), im.Sphere(1), through)
    >>> bool(found), found.status
    (False, <FreedomStatus.HITS: 1>)
    >>> past = im.Motion(im.pose((-3, 2.01, 0)), im.pose((3, 2.01, 0)))
    >>> bool(im.stay_free(im.Sphere(1), im.Sphere(1), past))
    True
    """
    options = as_options(margin, tolerance, max_time, solid, max_steps)
    if options.solid:
        as_solid(solid, a, b)
    motion = PairMotion(motion_a, motion_b)
    refuse_rest(motion_a, motion_b)
    if has_many(a, b):
        return Freedom(freedoms_of(moving_lists(a, b, motion, options.margin), options))
    a, b = as_shapes(a, b)
    rows = ask_freedom(a, b, motion, options)
    return Freedom(rows[0] if motion.count is None else rows)


def ask_freedom(a: Any, b: Any, motion: PairMotion, options: Options) -> Array:
    """Rows of freedom, of bodies that may move together."""
    moving = motion.relative()
    rows: Array = STAY_FREE(a, moving.a, b, moving.b, moving.count, options)
    return rows


def freedoms_of(pairs: PosedPairs, options: Options) -> Array:
    """(m, FREEDOM_ROW) float64: freedom of all pairs; margins are those of pairs."""
    out = np.full((len(pairs), freedom.FREEDOM_ROW), np.nan)
    left = fill_convex(pairs, freedom.stay_free_convex_rows, lambda rows: rows, options, out)
    # What the kernel leaves open is asked again by itself: it may touch at an end alone.
    left = np.union1d(left, np.flatnonzero(out[:, freedom.STATUS] == freedom.UNDECIDED))
    fill_others(pairs, left, ask_freedom, options, out)
    return out


@STAY_FREE.answers(Convex, Convex)
@STAY_FREE.answers(HalfSpace, Convex)
def stay_free_convex_convex(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Array:
    motion = PairMotion(motion_a, motion_b, count)
    out = np.zeros((motion.rows, freedom.FREEDOM_ROW))
    out[:, freedom.TIME] = options.max_time
    search_rows(
        freedom.stay_free_convex_rows, (a._packed, FIRST), (b._packed, FIRST), motion, options, out,
        (freedom.STATUS, freedom.STEPS),
    )  # fmt: skip
    for time in (0.0, options.max_time):
        # What touches at an end alone, as a part that is lifted off, is not seen in between.
        rows = np.flatnonzero(out[:, freedom.STATUS] == freedom.UNDECIDED)
        seen = overlap_at(a, b, motion, options, rows, np.full(len(rows), time))
        out[rows[seen], freedom.STATUS] = freedom.HITS
    return out


@STAY_FREE.answers(Shape, Shape)
def stay_free_by_impact(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Array:
    """A few glances first; whether they touch between those is known by when."""
    motion = PairMotion(motion_a, motion_b, count)
    out = np.zeros((motion.rows, freedom.FREEDOM_ROW))
    for share in GLANCES:
        rows = np.flatnonzero(out[:, freedom.STATUS] == freedom.FREE)
        times = np.full(len(rows), share * options.max_time)
        seen = overlap_at(a, b, motion, options, rows, times)
        out[rows, freedom.STEPS] += 1.0
        out[rows[seen], freedom.STATUS] = freedom.HITS
    rows = np.flatnonzero(out[:, freedom.STATUS] == freedom.FREE)
    if len(rows):
        some = motion.some(rows)
        blind = options._replace(measured=False)
        found = TIME_OF_IMPACT(a, some.a, b, some.b, len(rows), blind)
        free = found.status == impact_row.FREE
        # Seen to touch, or only nearer than can be told apart.
        hits = (found.status == impact_row.STARTED_TOUCHING) | np.isfinite(found.upper)
        out[rows, freedom.STATUS] = np.where(
            free, freedom.FREE, np.where(hits, freedom.HITS, freedom.UNDECIDED)
        )
        out[rows, freedom.TIME] = np.minimum(found.time, options.max_time)
        out[rows, freedom.STEPS] += found.steps
    return out
