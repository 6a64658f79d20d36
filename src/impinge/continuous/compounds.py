"""First contact of moving compounds: that of their parts which comes first.

Parts are moving bodies themselves (:mod:`impinge.motion.carried`). Convex ones all go to one
kernel, each pair along a direction of its own, so that a part that slides along another does not
mind; surfaces and half spaces are asked about as any pair of shapes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.continuous.impact import Impact, free_rows
from impinge.continuous.impact_completion import complete_impacts
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.path_pieces import search_groups, search_near
from impinge.continuous.time_of_impact import TIME_OF_IMPACT, impacts_of, refuse_intervals
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Compound, HeightField, Shape
from impinge.motion import RigidMotion
from impinge.motion.carried import ROUNDED, carried_rows
from impinge.motion.kernels.motion_row import LENGTH, SHIFT, SLIDE
from impinge.narrow.parts import parts_in
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes

MOST_PAIRS = 2**16
"""Pairs of parts that are asked about at once, and parts whose motions are written down: their
answers take ten megabytes, their motions thirty."""
PADDED = 2.0**-45
"""Share of a part's coordinates that proofs leave for rounding, and more."""


RANK = np.empty(4, np.int64)
"""Which of two answers of one time is told: what is seen to touch before what is not known."""
RANK[[impact_row.STARTED_TOUCHING, impact_row.HIT, impact_row.OUT_OF_BUDGET, impact_row.FREE]] = (
    0, 1, 2, 3,
)  # fmt: skip


def moving_parts(shape: Any, motion: RigidMotion) -> PosedShapes:
    """The parts of a moving shape: all of the first motion, then all of the second, and so on."""
    posed = parts_in(shape).posed
    rows, count = carried_rows(motion._rows, posed.poses), len(posed.kinds)
    if not motion._single:
        kinds, paths = np.tile(posed.kinds, len(rows)), {}
    else:
        kinds = posed.kinds
        paths = {k: motion.with_rows(rows[:, k]) for k in range(count) if len(rows) > 1}
    return PosedShapes(posed.table, kinds, rows.reshape(-1, LENGTH), None, paths)


def blur_of(parts: PosedShapes, shape: Any, motion: RigidMotion) -> Array:
    """(n,) or (1,) float64: by how much parts may be off beyond what proofs allow for [m].

    Those far from the origin of their body, carried to where coordinates are small.
    """
    whole = np.abs(motion._rows[:, SHIFT : SLIDE + 3]).sum(axis=1)[:, None]
    whole = whole + np.abs(parts_in(shape).posed.poses[:, :3, 3]).sum(axis=1)
    own = np.abs(parts.poses[:, SHIFT : SLIDE + 3]).sum(axis=1).reshape(whole.shape)
    each = np.maximum(ROUNDED * whole - PADDED * own, 0.0).max(axis=1, initial=0.0)
    # Powers of two: rows of a batch have few different ones, and are asked about together.
    each = np.where(each > 0.0, np.ldexp(1.0, np.frexp(each)[1]), 0.0)
    return each.max(keepdims=True) if motion._single else each


@TIME_OF_IMPACT.answers(Compound, Shape)
@TIME_OF_IMPACT.answers(Compound, HeightField)
def impact_compound(
    a: Compound, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """The earliest of all pairs of parts."""
    refuse_intervals(a, b, options)
    motion = PairMotion(motion_a, motion_b, count)
    out = search_near(a, b, motion, options, lambda some: _earliest(a, b, some, options))
    complete_impacts(a, b, motion, options, None, out)
    return Impact(out)


def _earliest(a: Any, b: Any, motion: PairMotion, options: Options) -> Array:
    """Time and status of the first contact of any part with any other."""
    p, q, n = len(parts_in(a).shapes), len(parts_in(b).shapes), motion.rows
    most = max(1, MOST_PAIRS // (p + q))
    rows = np.arange(n)
    groups = [rows[first : first + most] for first in range(0, n, most)]
    if len(groups) == 1:
        side_a, side_b = moving_parts(a, motion.a), moving_parts(b, motion.b)
        blur = blur_of(side_a, a, motion.a) + blur_of(side_b, b, motion.b)
        # Each row for itself: what one asks for is not what another one gets.
        groups = [rows[np.broadcast_to(blur, n) == value] for value in np.unique(blur)]
    if len(groups) != 1:
        return search_groups(motion, groups, lambda some: _earliest(a, b, some, options))
    out = free_rows(n)
    blind = options._replace(measured=False, margin=options.margin + float(blur[0]), method=None)
    for first in range(0, n * p * q, MOST_PAIRS):
        row, pair = np.divmod(np.arange(first, min(first + MOST_PAIRS, n * p * q)), p * q)
        pairs = np.stack(np.divmod(pair, q), axis=1)
        # A single motion has its parts once, for all rows.
        pairs += row[:, None] * (len(side_a.kinds) > p, len(side_b.kinds) > q) * (p, q)
        asked = PosedPairs(side_a, side_b, pairs, blind.margin)
        keep_earliest(out, row, impacts_of(asked, blind, motion))
    return out


def keep_earliest(out: Array, rows: Ids, found: Array) -> None:
    """Take over what comes before the answers so far, each for the row it is of; sum the steps."""
    np.add.at(out[:, impact_row.STEPS], rows, found[:, impact_row.STEPS])
    np.minimum.at(out[:, impact_row.UPPER], rows, found[:, impact_row.UPPER])
    times, ranks = found[:, impact_row.TIME], RANK[found[:, impact_row.STATUS].astype(np.int64)]
    order = np.lexsort((ranks, times, rows))
    at, first = np.unique(rows[order], return_index=True)
    best = order[first]
    so_far = out[at, impact_row.TIME], RANK[out[at, impact_row.STATUS].astype(np.int64)]
    sooner = times[best] < so_far[0]
    sooner |= (times[best] == so_far[0]) & (ranks[best] < so_far[1])
    for column in (impact_row.TIME, impact_row.STATUS):
        out[at[sooner], column] = found[best[sooner], column]
