"""Boxes of things that move: over a step or a part of it, and when two of them can meet."""

from __future__ import annotations

from math import inf

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.scene.broad import Broad
from impinge.scene.kernels.swept import meet_windows, sweep_boxes
from impinge.scene.step import Step

SAMPLES = 16
"""Moving boxes that are compared with all others to guess how many pairs meet."""
SHORT = 2.0
"""Boxes that are no longer than this many times those at the start: ways in a step of a simulation.
They are taken as a whole, and not guessed about."""
PART_COST, PAIR_COST = 4.0, 1.0
"""What a box of a part of the step, and a pair of boxes that meet, cost: about 0.5 and 0.13
microseconds."""
MOST_PARTS = 64
FEW = 8
"""Moving things that are compared with all others: a tree of ten thousand boxes costs as much as
ten comparisons with all of them."""


class SweptBoxes:
    """Boxes of a scene's things over a step, and how fast their sides move.

    Attributes
    ----------
    low, high : (room, 3) float64
        Corners at the start of the step.
    rates : (room, 3, 2) float64
        Range of the speeds of all points along each axis, at any time of the step.
    """

    def __init__(self, step: Step, stop: float) -> None:
        things = step.things
        self.things, self.step, self.stop = things, step, stop
        self.low, self.high = things.lower.copy(), things.upper.copy()
        self.rates = np.zeros((len(things.alive), 3, 2))
        self.moving = np.zeros(len(things.alive), np.bool_)
        self.moving[step.slots] = True
        # What has no end and turns is everywhere at once, sooner or later.
        ends = np.stack([things.lower[step.slots], things.upper[step.slots]])
        spinning = step.slots[np.isinf(ends).any(axis=(0, 2)) & step.turns(step.slots)]
        self.low[spinning], self.high[spinning] = -inf, inf
        self._swept = self.moving.copy()
        self._swept[spinning] = False
        # What was given as a motion begins where that does, a little off from where its thing is.
        given = np.zeros_like(self.moving)
        given[step.given] = self._swept[step.given]
        if given.any():
            self.low, self.high, _ = self._sweep(0.0, 0.0, given)
        self._lower, self._upper, self.rates = self._sweep(0.0, stop, self._swept)

    def parts(self) -> Array:
        """(k + 1,) float64: the step, cut into so many parts that few boxes of a part meet.

        A box along a diagonal way meets most of what is beside it; cut into k parts it has a k-th
        of a square's share of that. Where things hardly leave their places the step is one part.
        """
        return np.linspace(0.0, self.stop, 1 + self._count_parts())

    def _count_parts(self) -> int:
        slots = self.step.slots[self._swept[self.step.slots]]
        with np.errstate(invalid="ignore"):
            long = (self._upper - self._lower)[slots].max(axis=1, initial=0.0)
            wide = (self.high - self.low)[slots].max(axis=1, initial=0.0)
        if not (long[wide < inf] > SHORT * wide[wide < inf]).any():
            return 1
        alive = self.things.alive
        lower, upper = self._lower[alive].T.copy(), self._upper[alive].T.copy()
        some, met = slots[:: max(1, len(slots) // SAMPLES)], 0
        for slot in some:
            near = self._meets(lower, upper, self._lower[slot], self._upper[slot])
            met += int(np.count_nonzero(near))
        pairs = met / len(some) * len(slots)
        boxes = lower.shape[1] + len(slots)
        # Least of k (cost of boxes) + (cost of pairs) / k^2.
        count = round((2.0 * PAIR_COST * pairs / (PART_COST * boxes)) ** (1.0 / 3.0))
        return int(min(max(1, count), MOST_PARTS))

    def meeting(self, start: float, stop: float) -> tuple[int, Ids, Array]:
        """Pairs that may meet in a part of the step; at least one of each moves.

        Returns
        -------
        near : int
            Pairs whose boxes meet.
        pairs : (m, 2) int64
            Those of them whose boxes can be in one place at the same time.
        times : (m,) float64
            From when on they can.
        """
        lower, upper = self._lower, self._upper
        if (start, stop) != (0.0, self.stop):
            lower, upper, _ = self._sweep(start, stop, self._swept)
        if len(self.step.slots) <= FEW:
            near = self._near_few(lower, upper)
        else:
            near = Broad().near_pairs(lower, upper, self.things.alive, self.moving)
        windows = np.full((len(near), 2), stop)
        run_rows(
            meet_windows, len(near), self.low, self.high, self.rates, near, windows, grain=1024
        )
        times = np.maximum(windows[:, 0], start)
        keep = times <= windows[:, 1]
        return len(near), near[keep], times[keep]

    def _near_few(self, lower: Array, upper: Array) -> Ids:
        """The same pairs as by a tree, by comparing each box that moves with all others."""
        found = [np.empty((0, 2), np.int64)]
        alive = np.flatnonzero(self.things.alive)
        for slot in self.step.slots:
            met = self._meets(lower[alive].T, upper[alive].T, lower[slot], upper[slot])
            others = alive[met]
            # Two that both move find each other twice, and each finds itself.
            others = others[(others > slot) | ~self.moving[others]]
            found.append(np.stack([np.full_like(others, slot), others], axis=1))
        return np.sort(np.concatenate(found), axis=1)

    @staticmethod
    def _meets(lower: Array, upper: Array, low: Array, high: Array) -> Flags:
        """Which boxes, their corners by axes, meet one."""
        met = np.ones(lower.shape[1], np.bool_)
        for c in range(3):
            met &= (lower[c] <= high[c]) & (upper[c] >= low[c])
        return met

    def _sweep(self, start: float, stop: float, chosen: Flags) -> tuple[Array, Array, Array]:
        """Corners over a part of the step, and speeds, of all things, of which these move."""
        things, step = self.things, self.step
        slots, rows, places, times = step.legs(start, stop)
        kept = chosen[slots]
        slots, places, times = slots[kept], places[kept], times[kept]
        count = len(slots)
        lower, upper, rates = np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3, 2))
        table = things.table
        run_rows(
            sweep_boxes, count, (table.packed, table.begins, things.holds), things.kinds,
            things.margins, slots, rows, places, times, lower, upper, rates,
        )  # fmt: skip
        whole = self.low.copy(), self.high.copy(), np.zeros_like(self.rates)
        # What has no end stays so; of what has one only the part counts.
        whole[0][slots] = np.where(np.isinf(self.low[slots]), -inf, inf)
        whole[1][slots] = np.where(np.isinf(self.high[slots]), inf, -inf)
        whole[2][slots] = inf, -inf
        for held, part, join in (
            (whole[0], lower, np.minimum),
            (whole[1], upper, np.maximum),
            (whole[2][:, :, 0], rates[:, :, 0], np.minimum),
            (whole[2][:, :, 1], rates[:, :, 1], np.maximum),
        ):
            if step.paths:
                # A path has several legs.
                join.at(held, slots, part)
            else:
                held[slots] = join(held[slots], part)
        return whole
