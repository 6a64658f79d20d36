"""Impulses that keep pairs of features apart at the end of a step, gathered over its passes."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.response.stencils import Stencils, gather
from impinge.simulation.kernels.impulses import ImpulseRows, sweep_impulses

SWEEPS, FEWEST, WORK = 200, 20, 1e7
"""At most so many at a time, and fewer where they would visit more rows than this."""
ACCURACY = 0.02
"""Sweeps end when no gap changes by more than this share of its bound."""
LINKS = 4
"""Rows between a new one and those that are still looked at because of it."""
LEVERAGE = 0.1
"""Rows push nothing where all that can move has less weight: it would have to go far to open a
small gap."""
ROUNDING = 1e-12
"""Sums of weights below are zero: the pair is one of a single mover."""


class Impulses:
    """Pairs of features with the gaps they are to have, and what pushes them.

    Parameters
    ----------
    start : (n, 3) float64
        Vertices at the start of the step.
    masses : (n,) float64
        Infinite: driven.
    friction : float
    """

    def __init__(self, start: Array, masses: Array, friction: float) -> None:
        self._start, self._masses, self._friction = start, masses, friction
        none = np.empty((0, 3))
        self._rows = (
            np.empty((0, 4), np.int64), np.empty((0, 4)), none, none, np.empty(0), none,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self._rows[0])

    def gaps_at_start(self, stencils: Stencils) -> Array:
        """(m,): along the normals; negative where they are turned by more than 90 degrees."""
        starts = gather(self._start, stencils.vertices, stencils.weights)
        return -np.einsum("mc,mc->m", starts, stencils.normal)

    def add(self, stencils: Stencils, bounds: Array) -> None:
        """More rows: the gap along the normal at the end of the step is not to be less."""
        # Where features turn, a row may ask for less than nothing: sweeps cannot help there.
        some = bounds > 0.0
        stencils, bounds = stencils.where(some), bounds[some]
        starts = gather(self._start, stencils.vertices, stencils.weights)
        zeros = np.zeros((len(bounds), 3))
        # Impulses are on the first feature, normals of stencils lead to the second.
        new = (stencils.vertices, stencils.weights, 0.0 - stencils.normal, starts, bounds, zeros)
        pairs = zip(self._rows, new, strict=True)
        self._rows = tuple(np.concatenate(both) for both in pairs)  # type: ignore[assignment]

    def pushing(self) -> int:
        """How many rows push."""
        return int(self._rows[-1].any(axis=1).sum())

    def sweep(
        self,
        end: Array,
        near: Ids | None = None,
        movers: Ids | None = None,
        masses: Array | None = None,
    ) -> None:
        """Move vertices at the end of the step.

        Only rows around the vertices ``near`` are looked at, if given. Vertices with the same mover
        shift as one; ``masses`` are those of the movers.
        """
        rows = self._rows_near(near, movers)
        vertices, weights, normals, starts, bounds, impulses = (part[rows] for part in self._rows)
        gaps, joint = gather(end, vertices, weights), weights
        if movers is not None:
            vertices = movers[vertices]
            # What moves as one has the sum of its weights, each time it occurs in a row.
            same = vertices[:, :, None] == vertices[:, None, :]
            joint = np.einsum("mjk,mk->mj", same, weights)
            joint[np.abs(joint) < ROUNDING] = 0.0
        inverses = 1.0 / (self._masses if masses is None else masses)
        light = inverses[vertices]
        rates = (weights * joint * light).sum(axis=1)
        reach = (np.abs(joint) * light).max(axis=1, initial=0.0)
        rates[reach < LEVERAGE * light.max(axis=1, initial=0.0)] = 0.0
        problem = ImpulseRows(vertices, weights, normals, starts, gaps, bounds, rates, impulses)
        shifts = np.zeros_like(end)
        budget = min(SWEEPS, max(FEWEST, int(WORK / max(len(bounds), 1))))
        sweep_impulses(problem, inverses, shifts, self._friction, ACCURACY, budget)
        self._rows[-1][rows] = impulses
        moved = shifts if movers is None else shifts[movers]
        some = moved.any(axis=1)
        end[some] += moved[some]

    def _rows_near(self, near: Ids | None, movers: Ids | None) -> Any:
        """Rows that a few others, which push, connect with some vertices."""
        if near is None:
            return slice(None)
        vertices = self._rows[0] if movers is None else movers[self._rows[0]]
        pushing = vertices[self._rows[-1].any(axis=1)]
        flags = np.zeros(len(self._start), np.bool_)
        flags[near if movers is None else movers[near]] = True
        for _ in range(LINKS):
            flags[pushing[flags[pushing].any(axis=1)]] = True
        return np.flatnonzero(flags[vertices].any(axis=1))
