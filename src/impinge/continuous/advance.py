"""First contact by distances alone: conservative advancement for shapes of every kind.

Each round measures all pairs that are still on their way and moves each to the time until which its
gap cannot close (:mod:`impinge.continuous.kernels.closing`). The undirected form of [Mirtich1996]_:
right for hollow shapes, whose nearest points may jump, and slower than methods that know a
direction.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.balls import ball_of, is_curved
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.closing import free_until_rows
from impinge.continuous.kernels.convex import EARLY, PATIENCE, TRIES
from impinge.continuous.kernels.convex_proof import TIME
from impinge.continuous.kernels.surface import NEAR, REFINEMENTS, SHARE
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.continuous.spans import copy_witness
from impinge.continuous.starts import depths
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.motion.kernels.motion_row import NO_TURN
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row
from impinge.narrow.overlap import OVERLAP

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

SLACK, CURVED_SLACK = 2.0**-42, 2.0**-32
"""Share of all coordinates, summed, by which a distance may be off: 1e-13 of the largest one; and
of the sizes of curved shapes, which are searched for, 1e-10. So much is taken off; less counts as
touching."""
SHORTEST = 2.0**-60
"""Of a step that a speed is told from: one of no length has none."""


class Advance:
    """Pairs on their way through the step: where each is, and what was seen there."""

    def __init__(self, a: Any, b: Any, motion: PairMotion, options: Options, out: Floats) -> None:
        self.a, self.b, self.motion, self.options, self.out = a, b, motion, options, out
        self.ball_a, self.ball_b = balls_of(a, b, motion, options.solid)
        n = len(out)
        self.time, self.goal = np.zeros(n), np.zeros(n)
        self.gap, self.closing = np.full(n, np.inf), np.zeros(n)
        self.step, self.window = np.ones(n), np.ones(n)
        self.left = np.full(n, REFINEMENTS)
        self.slack, self.held = np.zeros(n), np.zeros(n, np.bool_)
        self.before = np.zeros(n)

    def run(self) -> None:
        """Fill the rows of the answer."""
        out = self.out
        out[:, impact_row.STATUS], out[:, impact_row.STEPS] = impact_row.FREE, 0.0
        out[:, impact_row.DEPTH] = 0.0
        out[:, impact_row.UPPER] = np.inf
        for span in self.motion.spans(self.options.max_time):
            going = np.flatnonzero(out[:, impact_row.STATUS] == impact_row.FREE)
            balls = self.ball_a, self.ball_b
            self.slack = slack_of(self.a, self.b, balls, self.motion, span)
            self.time[going] = span.start
            self.before = out[:, impact_row.STEPS].copy()
            while len(going):
                going = self._round(span, going)
        free = out[:, impact_row.STATUS] == impact_row.FREE
        out[:, impact_row.TIME] = np.where(free, np.inf, self.time)

    def _round(self, span: Span, going: Ids) -> Ids:
        """Look at all pairs once and move them on; those that go on."""
        options, out = self.options, self.out
        poses = self.motion.poses(span, going, self.time[going])
        gap = self._look(going, *poses)
        before, self.gap[going] = self.gap[going], gap
        known = np.isfinite(before)
        # How fast the gap has closed of late; nothing is proved by it.
        self.closing[going[known]] = (before - gap)[known] / self.step[going[known]]
        steps = out[going, impact_row.STEPS] - self.before[going]
        if span.start == 0.0 and steps[0] == 1.0:
            touching = gap <= self.slack[going]
            self._start(going[touching], *(p[touching] for p in poses))
            self.goal[going] = np.maximum(
                np.minimum(options.tolerance, 0.5 * gap), NEAR * self.slack[going]
            )
            going, gap, steps = going[~touching], gap[~touching], steps[~touching]
        late = steps > PATIENCE
        self.goal[going[late]] = np.maximum(options.tolerance, NEAR * self.slack[going[late]])
        near = gap <= self.goal[going]
        self.left[going[near]] -= 1
        # In time as well, or as well as it can be told.
        close = near & (gap <= self.closing[going] * EARLY)
        arrived = close | (self.left[going] < 0) | (gap <= self.slack[going])
        self._arrive(span, going[arrived])
        tired = ~arrived & (steps >= options.max_steps)
        out[going[tired], impact_row.STATUS] = impact_row.OUT_OF_BUDGET
        return self._move(span, going[~arrived & ~tired])

    def _look(self, going: Ids, poses_a: Floats, poses_b: Floats) -> Floats:
        """Measure, note what was seen, and give the gaps beyond the margin."""
        solid = self.options.solid
        found = DISTANCE(self.a, poses_a, self.b, poses_b, solid)._rows
        out = self.out
        copy_witness(found, going, out)
        out[going, impact_row.STEPS] += 1.0
        gaps: Floats = found[:, pair_row.GAP] - self.options.margin
        first = (out[going, impact_row.STEPS] == 1.0) & (gaps <= 0.0)
        if solid and first.any():
            surfaces = DISTANCE(self.a, poses_a[first], self.b, poses_b[first], False)._rows
            self.held[going[first]] = surfaces[:, pair_row.GAP] > self.options.margin
        return gaps

    def _start(self, rows: Ids, poses_a: Floats, poses_b: Floats) -> None:
        """Rows that touch at the start, and how deep."""
        out = self.out
        out[rows, impact_row.STATUS] = impact_row.STARTED_TOUCHING
        out[rows, impact_row.UPPER] = 0.0
        within = out[rows, impact_row.GAP] <= 0.0
        if within.any() and self.options.measured:
            out[rows[within], impact_row.DEPTH] = depths(
                self.a, self.b, poses_a[within], poses_b[within], self.held[rows[within]]
            )

    def _arrive(self, span: Span, rows: Ids) -> None:
        """Rows in contact; a time at which they overlap is looked for a little later."""
        out, options = self.out, self.options
        near = self.gap[rows] <= np.maximum(options.tolerance, NEAR * self.slack[rows])
        out[rows, impact_row.STATUS] = np.where(near, impact_row.HIT, impact_row.OUT_OF_BUDGET)
        rows = rows[near & (self.closing[rows] > 0.0)]
        behind = 2.0 * (np.maximum(self.gap[rows], 0.0) + self.slack[rows]) / self.closing[rows]
        for _ in range(TRIES):
            later = self.time[rows] + behind
            inside = later <= span.stop
            rows, behind, later = rows[inside], behind[inside], later[inside]
            if not len(rows):
                return
            poses_a, poses_b = self.motion.poses(span, rows, later)
            seen = OVERLAP(self.a, poses_a, self.b, poses_b, options.margin, options.solid)
            out[rows[seen], impact_row.UPPER] = later[seen]
            rows, behind = rows[~seen], 4.0 * behind[~seen]

    def _move(self, span: Span, going: Ids) -> Ids:
        """Walk on as far as is proved; those that have not reached the end of the span."""
        times = self.time[going]
        proved = SHARE * self.gap[going] - self.slack[going]
        reached = np.empty(len(going))
        run_rows(
            free_until_rows, len(going), self.motion.rows_a, span.places_a, self.ball_a,
            self.motion.rows_b, span.places_b, self.ball_b,
            going, proved, times, span.stop, self.window[going], reached, grain=64,
        )  # fmt: skip
        stuck = ~((reached > times) | (reached >= span.stop))
        self._arrive(span, going[stuck])
        on = going[~stuck]
        steps = (reached - times)[~stuck]
        self.step[on], self.window[on] = np.maximum(steps, SHORTEST), 4.0 * steps
        self.time[on] = reached[~stuck]
        return on[reached[~stuck] < span.stop]


def balls_of(a: Any, b: Any, motion: PairMotion, solid: bool = False) -> tuple[Floats, Floats]:
    """Balls of both; shapes without an end that do not turn move as any of their points does."""
    balls = [ball_of(a, solid).copy(), ball_of(b, solid).copy()]
    endless = [np.isinf(ball[3]) for ball in balls]
    turns = motion.turns_a, motion.turns_b
    if all(endless) and any(turns):
        row = "" if motion.count is None else f", row {int(np.argmax(motion.turns > NO_TURN))}"
        raise ImpingeError(
            f"motion_a and motion_b{row}: two shapes without an end, of which one turns, meet at "
            "once far away; give one of them a size, or do not turn them"
        )
    for ball, infinite, turn in zip(balls, endless, turns, strict=True):
        if infinite and not turn:
            ball[3] = 0.0
    return balls[0], balls[1]


def slack_of(
    a: Any, b: Any, balls: tuple[Floats, Floats], motion: PairMotion, span: Span
) -> Floats:
    """(rows,) float64: by how much a distance may be off [m], and poses by their time."""
    reaches = [
        float(np.abs(ball[:3]).sum() + (ball[3] if np.isfinite(ball[3]) else 0.0)) for ball in balls
    ]
    curved = CURVED_SLACK * sum(reaches) if is_curved(a) or is_curved(b) else 0.0
    moving = TIME * motion.speeds(span, *reaches)
    return SLACK * (motion.coordinates(span) + sum(reaches)) + curved + moving
