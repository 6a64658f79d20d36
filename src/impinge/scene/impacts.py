"""Pairs of many moving things: boxes of whole motions first, then first contacts or freedom.

Also what a shape meets that is cast among them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import convex_freedom, impact_row
from impinge.continuous.kernels.advance import EARLY
from impinge.continuous.options import Options
from impinge.continuous.stay_free import freedoms_of
from impinge.continuous.time_of_impact import impacts_of
from impinge.core.arrays import Array
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.core.given import given_ways, shape_of
from impinge.core.ids import Ids
from impinge.core.row_layout import Layout
from impinge.geometry import Shape
from impinge.narrow.posed_shapes import PosedPairs
from impinge.scene.contacts import NamePair, as_pairs
from impinge.scene.filters import Filters, are_in, codes_of
from impinge.scene.impact_results import SceneCast, SceneImpact, SceneImpacts, StepCost
from impinge.scene.joint_step import JointStep
from impinge.scene.step import Step
from impinge.scene.swept import SweptBoxes
from impinge.scene.things import Things
from impinge.scene.touching import ask_named

FIRST_ASKED = 4
"""Pairs of the first round, those that can meet first."""
MORE = 4
"""Each round has so many times as many as the one before."""


class Found(NamedTuple):
    """Rows of results and the names of the things that they are of, by time and names; the cost."""

    rows: Array
    pairs: tuple[NamePair, ...]
    cost: StepCost


def find_impacts(step: Step, options: Options, *, every: bool = False) -> Found:
    """The first contact, or every pair's, and all pairs that start touching.

    The margin of the options does not count; things have their own.
    """
    return _search_step(_Impacts(step, options, every))


def find_unproved(step: Step, options: Options) -> Found:
    """Rows of :class:`~impinge.continuous.Freedom` of all pairs that are not free; arguments as of
    :func:`find_impacts`.
    """
    return _search_step(_Search(step, options, freedoms_of, convex_freedom.LAYOUT))


def _search_step(search: _Search) -> Found:
    """Search all pairs that can meet, and that nothing said to ignore."""
    begin, step, things = perf_counter(), search.step, search.step.things
    things.fit()
    boxes = SweptBoxes(step, search.options.max_time)
    ends = boxes.parts()
    swept = perf_counter()
    near = possible = 0
    asking = 0.0
    done: Ids = np.zeros(0, np.int64)
    for start, stop in pairwise(ends.tolist()):
        if start > search.latest:
            break
        met, pairs, times = boxes.meeting(start, stop)
        fresh = things.allowed(pairs) & ~are_in(codes_of(pairs), done)
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
    rows, found = search.answer()
    return Found(rows, tuple(as_pairs(things.names[found])), cost)


class _Search:
    """Asks a query about pairs whose swept boxes meet, in any order, and keeps what is not free.

    The query makes rows of ``layout``, of which both kinds have 0 as the status of what is free.
    """

    def __init__(
        self, step: Step, options: Options, query: Callable[[PosedPairs, Options], Array],
        layout: Layout,
    ) -> None:  # fmt: skip
        self.things, self.step, self.options, self._query = step.things, step, options, query
        self.asked = 0
        self._time, self._status = layout.columns("time", "status")
        self._rows, self._pairs = [np.empty((0, layout.width))], [np.empty((0, 2), np.int64)]

    @property
    def latest(self) -> float:
        """Pairs that touch later do not matter."""
        return self.options.max_time

    def run(self, pairs: Ids, times: Array) -> None:  # noqa: ARG002
        """Ask about pairs of slots that cannot touch before some times."""
        self.keep(*self.ask(pairs, self.latest))

    def ask(self, pairs: Ids, stop: float) -> tuple[Array, Ids]:
        """Rows of the pairs that are not free until a time, and these pairs."""
        options = self.options._replace(max_time=stop)
        self.asked += len(pairs)
        asked = self.step.pairs(pairs)
        rows = ask_named(self.things, asked, lambda some: self._query(some, options))
        left = rows[:, self._status] != impact_row.FREE
        return rows[left], pairs[left]

    def keep(self, rows: Array, pairs: Ids) -> None:
        self._rows.append(rows)
        self._pairs.append(pairs)

    def answer(self) -> tuple[Array, Ids]:
        """Rows that were kept, and their pairs, by time and names."""
        rows, pairs = np.concatenate(self._rows), np.concatenate(self._pairs)
        a, b = self.things.ranks[pairs].T
        order = np.lexsort((b, a, rows[:, self._time]))
        return rows[order], pairs[order]


class _Impacts(_Search):
    """Asks pairs in rounds; what can only touch behind the first contact so far is left out."""

    def __init__(self, step: Step, options: Options, every: bool) -> None:
        super().__init__(step, options, impacts_of, impact_row.LAYOUT)
        self.every, self.time = every, inf

    def run(self, pairs: Ids, times: Array) -> None:
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
        """As a rule, no time is earlier than by this."""
        return min(self.options.max_time, self.time + EARLY)

    def _round(self, pairs: Ids) -> None:
        culled = self.latest < self.options.max_time
        rows, pairs = self.ask(pairs, self.latest)
        started = rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
        hits = rows[~started], pairs[~started]
        if culled and not started.all():
            # As if nothing else were there: answers do not depend on the order of asking.
            hits = self.ask(hits[1], self.options.max_time)
        if not self.every:
            self.time = min(self.time, float(hits[0][:, impact_row.TIME].min(initial=inf)))
        self.keep(rows[started], pairs[started])
        self.keep(*hits)

    def answer(self) -> tuple[Array, Ids]:
        """Of those that do not start touching only the first, unless all count."""
        rows, pairs = super().answer()
        started = rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
        # They come first, all at time 0.
        count = len(rows) if self.every else np.count_nonzero(started) + 1
        return rows[:count], pairs[:count]


ALONE = ""
"""Name of a shape that is cast: no thing has it, and it comes before all others, so that A is the
shape."""


def first_of(found: Found, count_started: bool) -> SceneImpact:
    """The first contact; what started touching beside it."""
    began = found.rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
    starts = (pair for pair, early in zip(found.pairs, began.tolist(), strict=True) if early)
    started = SceneImpacts(found.rows[began], tuple(starts))
    counts = np.flatnonzero(np.ones_like(began) if count_started else ~began)
    if len(counts) == 0:
        return SceneImpact(free_rows(1)[0], None, started)
    return SceneImpact(found.rows[counts[0]].copy(), found.pairs[counts[0]], started)


def with_shapes(first: SceneImpact, step: Step | JointStep) -> SceneImpact:
    """The same, knowing the shapes that touch and where they are then."""
    if first.names is not None:
        things, (slots, poses) = step.things, step.poses_at(float(first._rows[impact_row.TIME]))
        moving = dict(zip(slots.tolist(), poses, strict=True))
        a, b = (things.slot(name) for name in first.names)
        pose_a, pose_b = (np.array(moving.get(slot, things.poses[slot])) for slot in (a, b))
        shape_a, shape_b = things.shapes_at(np.array([a, b]))
        first._knowing((shape_a, pose_a, shape_b, pose_b))
    return first


def cast_shape(
    things: Things, shape: Shape, pose: Array, margin: float, direction: ArrayLike,
    options: Options, count_started: bool,
) -> tuple[SceneCast, StepCost]:  # fmt: skip
    """The first thing on the way of a shape that is not in the scene."""
    shape_given = shape_of(direction, "direction")
    if shape_given != (3,):
        raise ImpingeError(f"direction: expected shape (3,), got {shape_given}")
    way = given_ways(direction, "direction")[0][0]
    end = pose.copy()
    end[:3, 3] += way
    # Before it is copied: boxes and the order of names are kept for the next time.
    things.fit()
    things.ranks  # noqa: B018
    # What is cast meets everything: filters of the scene are for things in it.
    joined = things.copy(Filters())
    joined.add([ALONE], [shape], pose, margin)
    found = find_impacts(Step(joined, {ALONE: end}), options)
    first = first_of(found, count_started)
    name = None if first.names is None else first.names[1]
    length = float(np.linalg.norm(way))
    started = tuple(pair[1] for pair in first.started.pairs)
    return SceneCast.of(first, length, name, started), found.cost
