"""What is nearest: among pairs, those whose boxes are nearest are measured first."""

from __future__ import annotations

from math import inf

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Shape
from impinge.narrow.distance import distances_of
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.pair_rows import widened
from impinge.narrow.posed_shapes import PosedPairs
from impinge.pairs import find_pairs
from impinge.scene.contacts import as_pairs
from impinge.scene.results import Nearest, NearestPair, NearestThings, NearPairs
from impinge.scene.things import Things, scratch
from impinge.scene.touching import ask_named

FIRST_ASKED = 4
"""Pairs of the first round, the nearest by their boxes; each round has four times as many."""
SPREAD = 16
"""Things that are asked what is nearest to them, where no boxes meet, for an upper bound."""
SHORTER = 1.0 - 2.0**-40
"""Distances of boxes are taken as so much shorter, which covers the rounding of their roots."""


def nearest_to_slot(things: Things, slot: int) -> Nearest | None:
    """What is nearest to a thing, of all that it is tested with; ties are broken by name."""
    found = some_nearest_to_slot(things, slot, 1)
    return found[0] if len(found) else None


def some_nearest_to_slot(things: Things, slot: int, count: int) -> NearestThings:
    """So many of the things nearest to one, the nearest first; ties are broken by name."""
    things.fit()
    others = np.flatnonzero(things.alive)
    others = others[others != slot]
    pairs = np.stack([np.full_like(others, slot), others], axis=1)
    rows, found = _nearest(things, things, pairs[things.allowed(pairs)], count)
    return NearestThings(rows, tuple(things.names[found[:, 1]].tolist()))


def nearest_to_shape(things: Things, shape: Shape, pose: Array) -> Nearest | None:
    """What is nearest to a shape that is not in the scene."""
    things.fit()
    others = np.flatnonzero(things.alive)
    pairs = np.stack([np.zeros_like(others), others], axis=1)
    rows, found = _nearest(scratch(shape, pose, 0.0, things.solid), things, pairs)
    return Nearest(rows[0], things.names[found[0, 1]]) if len(rows) else None


def pairs_within(things: Things, within: float) -> NearPairs:
    """All pairs that are tested and no further apart than this, the nearest first, then by name."""
    things.fit()
    pairs = _near_boxes(things, _tested(things), within)
    pairs = pairs[_gaps(things, things, pairs) <= within]
    asked = PosedPairs(things.posed, things.posed, pairs)
    rows = ask_named(things, asked, lambda some: distances_of(some, things.solid))
    near = np.flatnonzero(rows[:, 0] <= within)
    ranks = things.ranks[pairs[near]]
    near = near[np.lexsort((ranks[:, 1], ranks[:, 0], rows[near, 0]))]
    return NearPairs(rows[near], tuple(as_pairs(things.names[pairs[near]])))


def nearest_pair(things: Things) -> NearestPair | None:
    """The two things nearest to each other, of all that are tested; ties are broken by name."""
    things.fit()
    slots = _tested(things)

    def least(wide: float) -> tuple[Array, Ids]:
        """Of all pairs whose boxes come within ``wide``."""
        return _nearest(things, things, _near_boxes(things, slots, wide))

    # An upper bound: the nearest of those whose boxes meet, or else what is nearest to a few.
    best, _ = least(0.0)
    bound = float(best[0, 0]) if len(best) else inf
    for k, slot in enumerate(() if len(best) else _spread(slots)):
        if bound < inf and k >= SPREAD:
            break
        near = nearest_to_slot(things, int(slot))
        bound = bound if near is None else min(bound, float(near.distance))
    if bound == inf:
        return None
    rows, ((a, b),) = least(bound)
    return NearestPair(rows[0], (things.names[a], things.names[b]))


def _tested(things: Things) -> Ids:
    """Slots of things that are tested with any other."""
    slots = np.flatnonzero(things.alive)
    return slots[things.filters.may_be_tested(things.groups[slots])]


def _near_boxes(things: Things, slots: Ids, wide: float) -> Ids:
    """(m, 2) int64: pairs that are tested, whose boxes come within ``wide``; A before B by name."""
    half = 0.5 * wide / SHORTER
    pairs = slots[find_pairs(things.lower[slots] - half, things.upper[slots] + half)]
    return things.ordered(pairs[things.allowed(pairs)])


def _spread(slots: Ids) -> Ids:
    """All of them, those that come first from all over the list."""
    step = max(1, len(slots) // SPREAD)
    return np.concatenate([slots[k::step] for k in range(step)])


def _nearest(side_a: Things, side_b: Things, pairs: Ids, most: int = 1) -> tuple[Array, Ids]:
    """Rows of the least distances, and their pairs; ties are broken by the names of A and B."""
    low = _gaps(side_a, side_b, pairs)
    ranks = side_a.ranks[pairs[:, 0]], side_b.ranks[pairs[:, 1]]
    order = np.lexsort((ranks[1], ranks[0], low))
    pairs, low = pairs[order], low[order]
    rows, kept, bound = np.empty((0, PAIR_ROW)), pairs[:0], inf
    begin, count = 0, max(FIRST_ASKED, most)
    while begin < len(pairs) and low[begin] <= bound:
        end = min(begin + count, int(np.searchsorted(low, bound, side="right")))
        some = pairs[begin:end]
        found = distances_of(PosedPairs(side_a.posed, side_b.posed, some), side_b.solid)
        if found.shape[1] != rows.shape[1]:
            found, rows = widened(found), widened(rows)
        rows, kept = np.concatenate([rows, found]), np.concatenate([kept, some])
        ranks = side_a.ranks[kept[:, 0]], side_b.ranks[kept[:, 1]]
        order = np.lexsort((ranks[1], ranks[0], rows[:, 0]))[:most]
        rows, kept = rows[order], kept[order]
        bound = float(rows[-1, 0]) if len(rows) == most else inf
        begin, count = end, 4 * count
    return rows, kept


def _gaps(side_a: Things, side_b: Things, pairs: Ids) -> Array:
    """Lower bounds of distances: those of the boxes, which are wider than the shapes."""
    a, b = pairs.T
    apart = np.maximum(side_b.lower[b] - side_a.upper[a], side_a.lower[a] - side_b.upper[b])
    return np.asarray(np.linalg.norm(np.maximum(apart, 0.0), axis=1) * SHORTER)
