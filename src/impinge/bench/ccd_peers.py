"""Tight-Inclusion, as ipctk has it, behind one face: queries, prepared, asked one by one.

Its tolerance is the width, along each axis, of the box of differences at which a search ends: the
meaning is ours, but for the shape of the neighbourhood. By default ipctk keeps a fifth of the first
distance between features (``conservative_rescaling``), which another question is: with 1 it answers
the same as :mod:`impinge.continuous`, and faster. Points are split into arrays before the timers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.ccd_queries import Queries

Asked = Callable[[int], tuple[bool, float]]

SAME_QUESTION, AS_IT_COMES = "ipctk", "ipctk, default rescaling"
RESCALING = {SAME_QUESTION: 1.0, AS_IT_COMES: 0.8}

ITERATIONS = 10_000_000
"""Its own limit."""
FEWER_ITERATIONS = 100_000
"""Limit on real sets: some of their queries take it seconds and a gigabyte, and hit then."""


def installed() -> tuple[str, ...]:
    """The peers that can be imported here."""
    return tuple(RESCALING) if find_spec("ipctk") else ()


def tight_inclusion(
    queries: Queries, tolerance: float, rescaling: float, most: int = ITERATIONS
) -> Asked:
    """A function that answers query ``i`` with whether it hits, and when.

    After ``most`` iterations it answers that it does, as early as it cannot exclude.
    """
    import ipctk

    method = ipctk.TightInclusionCCD(tolerance, most, rescaling)
    both = np.concatenate([queries.points_t0, queries.points_t1], axis=1)
    points = [[point.copy() for point in row] for row in both]
    ask: Any = method.edge_edge_ccd
    if queries.features == "vertex-face":
        ask = method.point_triangle_ccd
    return lambda i: ask(*points[i])


def answers(ask: Asked, count: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Whether each query hits, and when; infinite if never."""
    found = [ask(i) for i in range(count)]
    hits = np.array([hit for hit, _ in found], bool)
    times = np.array([time for _, time in found], float)
    return hits, np.where(hits, times, np.inf)
