"""First contacts among many moving things: boxes of whole motions, then pairs, earliest first."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.advance import EARLY
from impinge.continuous.options import Options
from impinge.continuous.time_of_impact import impacts_of
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.scene.filters import Filters, are_in, codes_of
from impinge.scene.impact_results import StepCost
from impinge.scene.step import Step
from impinge.scene.swept import SweptBoxes
from impinge.scene.things import Things
from impinge.scene.touching import named

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

FIRST_ASKED = 4
"""Pairs of the first round, those that can meet first."""
MORE = 4
"""Each round has so many times as many as the one before."""


class Found:
    """Rows of impacts and the pairs of slots that they are of, by time and names; what it took."""

    def __init__(self, rows: Floats, pairs: Ids, cost: StepCost) -> None:
        self.rows, self.pairs, self.cost = rows, pairs, cost


class Search(Protocol):
    """What asks about pairs whose boxes meet on their ways."""

    asked: int

    @property
    def latest(self) -> float:
        """Pairs that meet later do not matter."""

    def run(self, pairs: Ids, times: Floats) -> None:
        """Ask about pairs of slots that cannot touch before some times."""

    def answer(self) -> tuple[Floats, Ids]:
        """Rows that were found, and the pairs that they are of."""


def find_impacts(
    things: Things, filters: Filters, step: Step, options: Options, *, every: bool
) -> Found:
    """The first contact, or every pair's, and all pairs that start touching.

    Parameters
    ----------
    things, filters
        Of the scene.
    step : Step
        How the things move.
    options : Options
        Its margin does not count; things have their own.
    every : bool
        Whether pairs are followed beyond the first contact.
    """
    search = _Impacts(things, step, options, every)
    return search_step(things, filters, step, options.max_time, search)


def search_step(
    things: Things, filters: Filters, step: Step, max_time: float, search: Search
) -> Found:
    """Let all pairs be asked about that can meet, and that nothing said to ignore."""
    begin = perf_counter()
    things.fit()
    boxes = SweptBoxes(things, step, max_time)
    ends = boxes.parts()
    swept = perf_counter()
    near = possible = 0
    asking = 0.0
    done: Ids = np.zeros(0, np.int64)
    for start, stop in pairwise(ends.tolist()):
        if start > search.latest:
            break
        met, pairs, times = boxes.meeting(start, stop)
        fresh = filters.allowed(pairs, things.groups) & ~are_in(codes_of(pairs), done)
        pairs, times = things.ordered(pairs[fresh]), times[fresh]
        near, possible = near + met, possible + len(pairs)
        since = perf_counter()
        search.run(pairs, times)
        asking += perf_counter() - since
        done = np.sort(np.concatenate([done, codes_of(pairs)]))
    cost = StepCost(
        len(step.slots), near, possible, search.asked,
        swept - begin, perf_counter() - swept - asking, asking,
    )  # fmt: skip
    add_cost(updates=len(step.slots), volume_tests=near)
    return Found(*search.answer(), cost)


class _Impacts:
    """Asks pairs in rounds; what can only touch behind the first contact so far is left out."""

    def __init__(self, things: Things, step: Step, options: Options, every: bool) -> None:
        self.things, self.step, self.options, self.every = things, step, options, every
        self.asked = 0
        self.time = inf
        self._rows = [np.empty((0, impact_row.IMPACT_ROW))]
        self._pairs = [np.empty((0, 2), np.int64)]

    def run(self, pairs: Ids, times: Floats) -> None:
        """Ask about pairs, those first that can touch first."""
        order = np.lexsort((*self.things.ranks[pairs].T[::-1], times))
        pairs, times = pairs[order], times[order]
        begin, count = 0, len(pairs) if self.every else FIRST_ASKED
        while begin < len(pairs) and times[begin] <= self.latest:
            last = int(np.searchsorted(times, self.latest, side="right"))
            end = min(begin + count, last)
            self._round(pairs[begin:end])
            begin, count = end, MORE * count

    @property
    def latest(self) -> float:
        """Pairs that touch later do not matter: as a rule, no time is earlier than by this."""
        return min(self.options.max_time, self.time + EARLY)

    def _round(self, pairs: Ids) -> None:
        culled = self.latest < self.options.max_time
        rows = self._ask(pairs, self.latest)
        hits = rows[:, impact_row.STATUS] != impact_row.FREE
        rows, pairs = rows[hits], pairs[hits]
        started = rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
        if culled and not started.all():
            # As if nothing else were there: answers do not depend on the order of asking.
            rows[~started] = self._ask(pairs[~started], self.options.max_time)
            hits = rows[:, impact_row.STATUS] != impact_row.FREE
            rows, pairs, started = rows[hits], pairs[hits], started[hits]
        if not self.every:
            times = rows[~started, impact_row.TIME]
            self.time = min(self.time, float(times.min(initial=inf)))
        self._rows.append(rows)
        self._pairs.append(pairs)

    def _ask(self, pairs: Ids, stop: float) -> Floats:
        asked, options = self.step.pairs(pairs), self.options._replace(max_time=stop)
        self.asked += len(pairs)
        try:
            return impacts_of(asked, options)
        except ImpingeError as error:
            raise named(self.things, asked, error, lambda one: impacts_of(one, options)) from error

    def answer(self) -> tuple[Floats, Ids]:
        """Rows and pairs; of those that do not start touching only the first, unless all count."""
        rows, pairs = np.concatenate(self._rows), np.concatenate(self._pairs)
        a, b = self.things.ranks[pairs].T
        order = np.lexsort((b, a, rows[:, impact_row.TIME]))
        rows, pairs = rows[order], pairs[order]
        if not self.every:
            started = rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
            # They come first, all at time 0.
            count = np.count_nonzero(started) + 1
            rows, pairs = rows[:count], pairs[:count]
        return rows, pairs
