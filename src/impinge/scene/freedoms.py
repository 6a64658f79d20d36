"""Which pairs of many moving things are not proved to stay apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import convex_freedom
from impinge.continuous.options import Options
from impinge.continuous.stay_free import freedoms_of
from impinge.core.errors import ImpingeError
from impinge.scene.filters import Filters
from impinge.scene.impacts import Found, search_step
from impinge.scene.step import Step
from impinge.scene.things import Things
from impinge.scene.touching import named

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]


def find_unproved(things: Things, filters: Filters, step: Step, options: Options) -> Found:
    """Rows of :class:`~impinge.continuous.Freedom` of all pairs that are not free, by time and
    names; arguments as of :func:`~impinge.scene.impacts.find_impacts`.
    """
    return search_step(things, filters, step, options.max_time, _Freedoms(things, step, options))


class _Freedoms:
    """Asks about all pairs, in any order: one that is not free says nothing about others."""

    def __init__(self, things: Things, step: Step, options: Options) -> None:
        self.things, self.step, self.options = things, step, options
        self.asked = 0
        self._rows = [np.empty((0, convex_freedom.FREEDOM_ROW))]
        self._pairs = [np.empty((0, 2), np.int64)]

    @property
    def latest(self) -> float:
        return self.options.max_time

    def run(self, pairs: Ids, times: Floats) -> None:  # noqa: ARG002
        asked, options = self.step.pairs(pairs), self.options
        self.asked += len(pairs)
        try:
            rows = freedoms_of(asked, options)
        except ImpingeError as error:
            raise named(self.things, asked, error, lambda one: freedoms_of(one, options)) from error
        unproved = rows[:, convex_freedom.STATUS] != convex_freedom.FREE
        self._rows.append(rows[unproved])
        self._pairs.append(pairs[unproved])

    def answer(self) -> tuple[Floats, Ids]:
        rows, pairs = np.concatenate(self._rows), np.concatenate(self._pairs)
        a, b = self.things.ranks[pairs].T
        order = np.lexsort((b, a, rows[:, convex_freedom.TIME]))
        return rows[order], pairs[order]
