"""Do two moving shapes stay apart?"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.advance import Options, balls_of, slack_of
from impinge.continuous.balls import is_endless
from impinge.continuous.kernels import convex_freedom
from impinge.continuous.kernels.closing import free_around_rows
from impinge.continuous.kernels.convex_freedom import (
    FREEDOM_ROW,
    SHORTEST,
    UNDECIDED,
    stay_free_convex_rows,
)
from impinge.continuous.kernels.surface import SHARE
from impinge.continuous.pair_motion import PairMotion, Span, refuse_rest
from impinge.continuous.time_of_impact import (
    FIRST,
    TOLERANCE,
    Moving,
    as_options,
    many_pairs,
)
from impinge.core.rows import Rows
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Shape
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row
from impinge.narrow.mixed import has_many
from impinge.narrow.posed import as_shapes

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

MAX_STEPS = 10_000
"""Times looked at before a pair is given up as undecided."""

STAY_FREE = PairTable("stay_free", swap=lambda answer: answer)


class FreedomStatus(IntEnum):
    """Whether shapes stay apart."""

    FREE = convex_freedom.FREE
    """Proved: nothing touches in the whole step."""
    HITS = convex_freedom.HITS
    """Seen to touch at some time."""
    UNDECIDED = convex_freedom.UNDECIDED
    """Neither: they come nearer than can be told apart, or the budget ran out."""


class Freedom(Rows):
    """Whether two moving shapes stay apart; one row a pair of motions, or no batch axis at all.

    ``bool(found)`` of a single answer is ``found.free``.

    Attributes
    ----------
    free : bool, or (n,) bool
        True only if it is proved.
    status : FreedomStatus, or (n,) int64
        FREE, HITS or UNDECIDED.
    time : float, or (n,) float64
        Nothing touches before it: the end of the time looked at where free, elsewhere a lower bound
        of the first contact, and often a poor one. :func:`~impinge.continuous.time_of_impact` finds
        the best.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _names = ("free", "status", "time", "steps")

    @property
    def free(self) -> bool | NDArray[np.bool_]:
        found = self._rows[..., convex_freedom.STATUS] == convex_freedom.FREE
        return bool(found) if self._rows.ndim == 1 else found

    @property
    def status(self) -> FreedomStatus | NDArray[np.int64]:
        found: Any = self._id(convex_freedom.STATUS)
        return FreedomStatus(found) if self._rows.ndim == 1 else found

    @property
    def time(self) -> float | Floats:
        return self._scalar(convex_freedom.TIME)  # type: ignore[no-any-return]

    @property
    def steps(self) -> int | NDArray[np.int64]:
        return self._id(convex_freedom.STEPS)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        if self._rows.ndim > 1:
            raise TypeError("a batch is neither free nor not: ask .free.all() or .free.any()")
        return bool(self.free)


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
        Times looked at before a pair is left undecided.

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
    >>> import numpy as np
    >>> import impinge as im
    >>> start, end = np.eye(4), np.eye(4)
    >>> start[0, 3], end[0, 3] = -3.0, 3.0
    >>> found = im.stay_free(im.Sphere(1), im.Sphere(1), im.Motion(start, end))
    >>> bool(found), found.status
    (False, <FreedomStatus.HITS: 1>)
    >>> end[1, 3] = start[1, 3] = 2.01
    >>> bool(im.stay_free(im.Sphere(1), im.Sphere(1), im.Motion(start, end)))
    True
    """
    options = as_options(margin, tolerance, max_time, solid, max_steps)
    motion = PairMotion(motion_a, motion_b)
    refuse_rest(motion_a, motion_b)
    if has_many(a, b):
        return Freedom(many_pairs(a, b, motion, options, STAY_FREE, FREEDOM_ROW))
    a, b = as_shapes(a, b)
    rows = STAY_FREE(a, motion.a, b, motion.b, motion.count, options)
    return Freedom(rows[0] if motion.count is None else rows)


@STAY_FREE.answers(Convex, Convex)
def stay_free_convex_convex(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Floats:
    motion = PairMotion(motion_a, motion_b, count)
    out, part = _begin(motion), np.empty((motion.rows, FREEDOM_ROW))
    for span in motion.spans(options.max_time):
        going = np.flatnonzero(out[:, convex_freedom.STATUS] == convex_freedom.FREE)
        run_rows(
            stay_free_convex_rows, len(going),
            a._packed, FIRST, motion.rows_a, span.places_a,
            b._packed, FIRST, motion.rows_b, span.places_b, going,
            span.start, span.stop, options.margin, options.tolerance, options.max_steps, part,
        )  # fmt: skip
        part[going, convex_freedom.STEPS] += out[going, convex_freedom.STEPS]
        out[going] = part[going]
    return out


@STAY_FREE.answers(HalfSpace, Convex)
def stay_free_half_space(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Floats:
    """As of convex shapes while the plane does not turn: then all of its points move alike."""
    if PairMotion(motion_a, motion_b).turns_a:
        return stay_free_by_distance(a, motion_a, b, motion_b, count, options)
    return stay_free_convex_convex(a, motion_a, b, motion_b, count, options)


@STAY_FREE.answers(Shape, Shape)
def stay_free_by_distance(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Floats:
    """By distances and bounds on speed, all intervals of all pairs at once, round by round."""
    if is_endless(b) and not is_endless(a):
        return stay_free_by_distance(b, motion_b, a, motion_a, count, options)
    motion = PairMotion(motion_a, motion_b, count)
    balls = balls_of(a, b, motion)
    out = _begin(motion)
    for span in motion.spans(options.max_time):
        going = np.flatnonzero(out[:, convex_freedom.STATUS] == convex_freedom.FREE)
        slack = slack_of(a, b, balls, motion, span)
        solid = options.solid and span.start == 0.0
        if solid:
            inside = _inside(a, b, motion, span, going, options.margin)
            out[going[inside], convex_freedom.STATUS] = convex_freedom.HITS
            out[going[inside], convex_freedom.TIME] = 0.0
            going = going[~inside]
        _search(a, b, motion, span, balls, slack, options, going, out)
    return out


def _search(
    a: Any,
    b: Any,
    motion: PairMotion,
    span: Span,
    balls: tuple[Floats, Floats],
    slack: Floats,
    options: Options,
    going: Ids,
    out: Floats,
) -> None:
    """Cut the intervals of all rows until they are free, or one is known not to be."""
    rows, ends = going, np.tile([span.start, span.stop], (len(going), 1))
    # The start of the earliest interval that was not proved, of rows that stopped.
    out[going, convex_freedom.TIME] = span.stop
    while len(rows):
        middles = ends.mean(axis=1)
        poses_a, poses_b = motion.poses(span, rows, middles)
        found = DISTANCE(a, poses_a, b, poses_b, False)._rows
        gaps = found[:, pair_row.GAP] - options.margin
        np.add.at(out[:, convex_freedom.STEPS], rows, 1.0)
        hits = gaps <= 0.0
        near = gaps <= np.maximum(slack[rows], options.tolerance)
        out[rows[near], convex_freedom.STATUS] = UNDECIDED
        out[rows[hits], convex_freedom.STATUS] = convex_freedom.HITS
        tired = (ends[:, 1] - ends[:, 0] < SHORTEST) | (
            out[rows, convex_freedom.STEPS] >= options.max_steps
        )
        proved = np.empty((len(rows), 2))
        run_rows(
            free_around_rows, len(rows), motion.rows_a, span.places_a, balls[0],
            motion.rows_b, span.places_b, balls[1],
            rows, SHARE * gaps - slack[rows], middles, ends, proved, grain=64,
        )  # fmt: skip
        before = np.stack([ends[:, 0], proved[:, 0]], axis=1)
        after = np.stack([proved[:, 1], ends[:, 1]], axis=1)
        rows, ends = np.concatenate([rows, rows]), np.concatenate([before, after])
        left = ends[:, 1] > ends[:, 0]
        going = out[rows, convex_freedom.STATUS] == convex_freedom.FREE
        out[rows[left & going & np.tile(tired, 2)], convex_freedom.STATUS] = UNDECIDED
        rows, ends = rows[left], ends[left]
        stopped = out[rows, convex_freedom.STATUS] != convex_freedom.FREE
        np.minimum.at(out[:, convex_freedom.TIME], rows[stopped], ends[stopped, 0])
        rows, ends = rows[~stopped], ends[~stopped]


def _inside(
    a: Any, b: Any, motion: PairMotion, span: Span, going: Ids, margin: float
) -> NDArray[np.bool_]:
    """Rows that start in each other, filled."""
    poses_a, poses_b = motion.poses(span, going, np.zeros(len(going)))
    found = DISTANCE(a, poses_a, b, poses_b, True)._rows
    inside: NDArray[np.bool_] = found[:, pair_row.GAP] <= margin
    return inside


def _begin(motion: PairMotion) -> Floats:
    out = np.zeros((motion.rows, FREEDOM_ROW))
    out[:, convex_freedom.TIME] = 1.0
    return out
