"""What is nearest: among pairs, those whose boxes are nearest are measured first."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from impinge.geometry import Shape
from impinge.narrow.distance import distances_of
from impinge.narrow.posed_shapes import PosedPairs
from impinge.pairs import find_pairs
from impinge.scene.filters import Filters
from impinge.scene.results import Nearest, NearestPair
from impinge.scene.things import Things, scratch

Ids = NDArray[np.int64]
Vectors = NDArray[np.float64]

FIRST_ASKED = 4
"""Pairs of the first round, the nearest by their boxes; each round has four times as many."""
SPREAD = 16
"""Things that are asked what is nearest to them, where no boxes meet, for an upper bound."""
SHORTER = 1.0 - 2.0**-40
"""Distances of boxes are taken as so much shorter, which covers the rounding of their roots."""


def nearest_to_slot(things: Things, filters: Filters, slot: int, solid: bool) -> Nearest | None:
    """What is nearest to a thing, of all that it is tested with; the first by name of equals."""
    things.fit()
    others = np.flatnonzero(things.alive)
    others = others[others != slot]
    pairs = np.stack([np.full_like(others, slot), others], axis=1)
    pairs = pairs[filters.allowed(pairs, things.groups)]
    found = _nearest(things, things, pairs, solid)
    return None if found is None else Nearest(found[0], things.names[found[1][1]])


def nearest_to_shape(things: Things, shape: Shape, pose: Vectors, solid: bool) -> Nearest | None:
    """What is nearest to a shape that is not in the scene."""
    things.fit()
    others = np.flatnonzero(things.alive)
    pairs = np.stack([np.zeros_like(others), others], axis=1)
    found = _nearest(scratch(shape, pose, 0.0, solid), things, pairs, solid)
    return None if found is None else Nearest(found[0], things.names[found[1][1]])


def nearest_pair(things: Things, filters: Filters, solid: bool) -> NearestPair | None:
    """The two things nearest to each other, of all that are tested; the first by name of equals."""
    things.fit()
    slots = np.flatnonzero(things.alive)
    slots = slots[filters.may_be_tested(things.groups[slots])]
    lower, upper = things.lower[slots], things.upper[slots]

    def least(wide: float) -> tuple[Vectors, tuple[int, int]] | None:
        """Of all pairs whose boxes come within ``wide``."""
        pairs = slots[find_pairs(lower - 0.5 * wide, upper + 0.5 * wide)]
        pairs = things.ordered(pairs[filters.allowed(pairs, things.groups)])
        return _nearest(things, things, pairs, solid)

    # An upper bound: the nearest of those whose boxes meet, or else what is nearest to a few.
    best = least(0.0)
    bound = inf if best is None else float(best[0][0])
    for k, slot in enumerate(_spread(slots) if best is None else ()):
        if bound < inf and k >= SPREAD:
            break
        near = nearest_to_slot(things, filters, int(slot), solid)
        bound = bound if near is None else min(bound, float(near.distance))
    if bound == inf:
        return None
    best = least(bound / SHORTER)
    if best is None:
        return None
    a, b = best[1]
    return NearestPair(best[0], (things.names[a], things.names[b]))


def _spread(slots: Ids) -> Ids:
    """All of them, those that come first from all over the list."""
    step = max(1, len(slots) // SPREAD)
    return np.concatenate([slots[k::step] for k in range(step)])


def _nearest(
    side_a: Things, side_b: Things, pairs: Ids, solid: bool
) -> tuple[Vectors, tuple[int, int]] | None:
    """The row of the least distance, and its pair; the first by the names of A and B of equals."""
    low = _gaps(side_a, side_b, pairs)
    ranks = side_a.ranks[pairs[:, 0]], side_b.ranks[pairs[:, 1]]
    order = np.lexsort((ranks[1], ranks[0], low))
    pairs, low = pairs[order], low[order]
    best: tuple[float, int, int] = (inf, 0, 0)
    answer: tuple[Vectors, tuple[int, int]] | None = None
    begin, count = 0, FIRST_ASKED
    while begin < len(pairs) and low[begin] <= best[0]:
        end = min(begin + count, int(np.searchsorted(low, best[0], side="right")))
        a, b = pairs[begin:end].T
        rows = distances_of(PosedPairs(side_a.posed, side_b.posed, pairs[begin:end]), solid)
        k = int(np.lexsort((side_b.ranks[b], side_a.ranks[a], rows[:, 0]))[0])
        found = float(rows[k, 0]), int(side_a.ranks[a[k]]), int(side_b.ranks[b[k]])
        if answer is None or found < best:
            best, answer = found, (rows[k].copy(), (int(a[k]), int(b[k])))
        begin, count = end, 4 * count
    return answer


def _gaps(side_a: Things, side_b: Things, pairs: Ids) -> Vectors:
    """Lower bounds of distances: those of the boxes, which are wider than the shapes."""
    a, b = pairs.T
    apart = np.maximum(side_b.lower[b] - side_a.upper[a], side_a.lower[a] - side_b.upper[b])
    return np.asarray(np.linalg.norm(np.maximum(apart, 0.0), axis=1) * SHORTER)
