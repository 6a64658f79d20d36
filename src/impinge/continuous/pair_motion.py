"""Two bodies that move at the same time: what all questions about a step begin with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion import Motion, RigidMotion
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.pose_at import pose_rows
from impinge.motion.rigid import WHOLE, not_a_motion
from impinge.motion.row_motion import RowMotion

Moving = RigidMotion | ArrayLike | None
"""What callers give: a motion, or a pose of a body at rest."""


class Span(NamedTuple):
    """A part of the step in which each motion is a single segment."""

    start: float
    stop: float
    places_a: Ids
    places_b: Ids
    """Which row tells the motion of A, or of B: one for each pair, or one for all."""


class PairMotion:
    """How two bodies move in a step, or n pairs of them.

    Attributes
    ----------
    rows_a, rows_b : (k, LENGTH) float64
        What kernels see (:mod:`impinge.motion.kernels.motion_row`).
    count : int or None
        How many pairs; None for a single one.
    """

    def __init__(self, motion_a: Any, motion_b: Any, count: int | None = None) -> None:
        self.a, self.b = as_motion(motion_a, "motion_a"), as_motion(motion_b, "motion_b")
        self.rows_a, self.rows_b = self.a._rows, self.b._rows
        # A batch of rows that all move alike is asked for by number.
        self.count = count
        if self.a._single and self.b._single:
            return
        counts = [len(motion) for motion in (self.a, self.b) if not motion._single]
        many = {n for n in counts if n != 1}
        if len(many) > 1:
            raise ImpingeError(
                f"motion_a and motion_b: {counts[0]} and {counts[1]} motions, expected as many, "
                "or one"
            )
        if count is None:
            self.count = max(counts) if all(counts) else 0

    @property
    def rows(self) -> int:
        """How many answers there are."""
        return 1 if self.count is None else self.count

    def some(self, rows: Ids) -> PairMotion:
        """Those of some rows, as a batch."""
        a, b = (m if m._single or len(m) == 1 else m[rows] for m in (self.a, self.b))
        return PairMotion(a, b, len(rows))

    def relative(self) -> PairMotion:
        """The same, with both bodies at rest where they move together.

        What is carried by one motion does not move relative to each other: a part and what it lies
        on, both on a table that turns.
        """
        breaks_a, breaks_b = self.a._breaks(), self.b._breaks()
        if breaks_a is not breaks_b and not np.array_equal(breaks_a, breaks_b):
            return self
        alike = (self.rows_a == self.rows_b).all(axis=1)
        if self.a._single and self.b._single:
            # Rows are pieces of one motion then.
            alike = alike.all()
        if not alike.any() or not (self.rows_a[:, MOVING] != 0.0).any():
            return self
        alike = np.broadcast_to(alike, self.rows)
        a, b = (_at_rest_where(motion, alike) for motion in (self.a, self.b))
        return PairMotion(a, b, self.count)

    def spans(self, stop: float) -> Iterator[Span]:
        """The parts of the step until ``stop``, in order."""
        if self.a._breaks() is WHOLE and self.b._breaks() is WHOLE:
            # No pieces on either side, as mostly.
            yield Span(0.0, stop, *(_all_rows(motion) for motion in (self.a, self.b)))
            return
        breaks = np.union1d(self.a._breaks(), self.b._breaks())
        for low, high in pairwise(breaks.tolist()):
            if low >= stop and low > 0.0:
                return
            middle = np.array([0.5 * (low + high)])
            places = (m._places(middle) if m._single else _all_rows(m) for m in (self.a, self.b))
            yield Span(low, min(high, stop), *places)

    def poses(self, span: Span, rows: Ids, times: Array) -> tuple[Array, Array]:
        """Poses of both bodies of some rows, at a time each."""
        found = []
        for told, places in ((self.rows_a, span.places_a), (self.rows_b, span.places_b)):
            picked = places[rows] if len(places) > 1 else np.repeat(places, len(rows))
            poses = np.empty((len(rows), 4, 4))
            run_rows(pose_rows, len(rows), told, picked, times, poses, grain=64)
            found.append(poses)
        return found[0], found[1]

    def poses_at(self, rows: Ids, times: Array) -> tuple[Array, Array]:
        """The same at any times of the step, in whichever part of it each is."""
        spans = list(self.spans(1.0))
        if len(spans) == 1:
            return self.poses(spans[0], rows, times)
        found, left = np.empty((2, len(rows), 4, 4)), np.ones(len(rows), np.bool_)
        for span in spans:
            now = np.flatnonzero(left & (times <= span.stop))
            found[0, now], found[1, now] = self.poses(span, rows[now], times[now])
            left[now] = False
        return found[0], found[1]

    def coordinates(self, span: Span) -> Array:
        """(rows,) float64: no coordinate of the two bodies' origins is larger, summed."""
        sizes = []
        for told, places in ((self.rows_a, span.places_a), (self.rows_b, span.places_b)):
            parts = [np.abs(told[places, at : at + 3]).sum(axis=1) for at in POSITION]
            sizes.append(np.broadcast_to(sum(parts), self.rows))
        return sizes[0] + sizes[1]

    def speeds(self, span: Span, reach_a: float, reach_b: float) -> Array:
        """(rows,) float64: no point within a reach of the origin of its body is faster, summed."""
        found = []
        both = (self.rows_a, span.places_a, reach_a), (self.rows_b, span.places_b, reach_b)
        for told, places, reach in both:
            rows = told[places]
            parts = [np.abs(rows[:, at : at + 3]).sum(axis=1) for at in POSITION[1:]]
            speed = FASTEST * rows[:, row.RATE] * (sum(parts) + 2.0 * rows[:, row.TURN] * reach)
            found.append(np.broadcast_to(speed, self.rows))
        return found[0] + found[1]

    @property
    def turns(self) -> Array:
        """(rows,) float64: the greatest angle by which one of the bodies turns in a piece of the
        step [rad].
        """
        each = (
            m._rows[:, row.TURN].max() if m._single else m._rows[:, row.TURN]
            for m in (self.a, self.b)
        )
        return np.broadcast_to(np.maximum(*each), self.rows)


MOVING = np.r_[row.TURN, row.SLIDE : row.SLIDE + 9, row.EASED, row.TURN_A : row.TURN_A + 18]
"""Columns of a motion's row that are zero where nothing moves."""
ONLY = np.zeros(1, np.int64)
"""The row of a single motion."""
FASTEST = 3.0
"""Times its mean speed, an eased motion is at most: its ends' slopes are no steeper."""
POSITION = (row.SHIFT, row.SLIDE, row.SWING, row.CURVE)
"""Where a motion's row has what its position is summed from."""


def at_rest_rows(rows: Array) -> Array:
    """Rows of motions that stay where these begin."""
    told = rows.copy()
    told[:, MOVING] = 0.0
    return told


def _at_rest_where(motion: RigidMotion, rows: Flags) -> RigidMotion:
    """The same, but some of its rows stay where they begin."""
    if motion._single and rows.all():
        return motion.with_rows(at_rest_rows(motion._rows))
    told = np.array(np.broadcast_to(motion._rows, (len(rows), motion._rows.shape[1])), order="C")
    told[rows] = at_rest_rows(told[rows])
    return RowMotion(told)


def _all_rows(motion: RigidMotion) -> Ids:
    return ONLY if motion._single else np.arange(len(motion))


@cache
def at_rest() -> Motion:
    """A body that stays at the origin; made when it is first asked for, since it is compiled."""
    return Motion(None, None)


def refuse_rest(motion_a: Any, motion_b: Any) -> None:
    """Two poses are two bodies at rest: whoever asks when they touch means something else."""
    if not isinstance(motion_a, RigidMotion) and not isinstance(motion_b, RigidMotion):
        raise ImpingeError(
            "motion_a and motion_b: nothing moves, both are poses at rest; the motion from one "
            "pose to another is Motion(pose_t0, pose_t1), through many PiecewiseMotion(poses)"
        )


def as_motion(motion: Any, name: str) -> RigidMotion:
    """A motion; a pose, or none for the identity, is a body at rest."""
    if isinstance(motion, RigidMotion):
        return motion
    if motion is None:
        return at_rest()
    try:
        return Motion(motion, motion)
    except ImpingeError as error:
        raise not_a_motion(motion, name, str(error).replace("pose_t0", name)) from error
