"""First contact of moving compounds: that of their parts which comes first.

Parts are moving bodies themselves (:mod:`impinge.motion.carried`). Convex ones all go to one
kernel, each pair along a direction of its own, so that a part that slides along another does not
mind; surfaces and half spaces are asked about as any pair of shapes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.impact import Impact, free_rows
from impinge.continuous.impact_completion import complete_impacts
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.convex import advance_convex_rows
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.continuous.path_pieces import COLUMNS, search_groups, search_pieces
from impinge.continuous.swept_culling import search_near
from impinge.continuous.time_of_impact import TIME_OF_IMPACT, refuse_intervals
from impinge.core.threads import run_rows
from impinge.geometry import Compound, Convex, HeightField, Shape
from impinge.geometry.kernels.convex_row import HALFSPACE
from impinge.motion import RigidMotion
from impinge.motion.carried import ROUNDED, carried_rows
from impinge.motion.kernels.motion_row import LENGTH, SHIFT, SLIDE
from impinge.narrow.parts import parts_in

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

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


class MovingParts:
    """A moving shape, taken apart: compounds in it as well."""

    def __init__(self, shape: Any, motion: RigidMotion) -> None:
        self.parts, self.motion = parts_in(shape), motion
        self.rows = carried_rows(motion._rows, self.parts.posed.poses)
        """(n, p, LENGTH): how each part moves."""

    def one(self, k: int) -> RigidMotion:
        """How one part moves."""
        return self.motion.with_rows(self.rows[:, k])

    def convex(self) -> tuple[Floats, Ids, Floats]:
        """Packed rows of the convex parts, where they begin, and how each moves."""
        packed, starts, *_ = self.parts.arrays()
        these = self.parts.classes < HALFSPACE
        return packed, starts[these], np.ascontiguousarray(self.rows[:, these]).reshape(-1, LENGTH)

    @property
    def blur(self) -> Floats:
        """(n,) or (1,) float64: by how much parts may be off beyond what proofs allow for [m].

        Those far from the origin of their body, carried to where coordinates are small.
        """
        whole = np.abs(self.motion._rows[:, SHIFT : SLIDE + 3]).sum(axis=1)[:, None]
        whole = whole + np.abs(self.parts.posed.poses[:, :3, 3]).sum(axis=1)
        own = np.abs(self.rows[:, :, SHIFT : SLIDE + 3]).sum(axis=2)
        each = np.maximum(ROUNDED * whole - PADDED * own, 0.0).max(axis=1, initial=0.0)
        # Powers of two: rows of a batch have few different ones, and are asked about together.
        each = np.where(each > 0.0, np.ldexp(1.0, np.frexp(each)[1]), 0.0)
        return each.max(keepdims=True) if self.motion._single else each


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


def _earliest(a: Any, b: Any, motion: PairMotion, options: Options) -> Floats:
    """Time and status of the first contact of any part with any other."""
    most = max(1, MOST_PAIRS // (len(parts_in(a).shapes) + len(parts_in(b).shapes)))
    rows = np.arange(motion.rows)
    groups = [rows[first : first + most] for first in range(0, motion.rows, most)]
    if len(groups) == 1:
        parts_a, parts_b = MovingParts(a, motion.a), MovingParts(b, motion.b)
        blur = np.broadcast_to(parts_a.blur + parts_b.blur, motion.rows)
        # Each row for itself: what one asks for is not what another one gets.
        groups = [rows[blur == value] for value in np.unique(blur)]
    if len(groups) != 1:
        return search_groups(motion, groups, lambda some: _earliest(a, b, some, options))
    out = free_rows(motion.rows)
    margin = options.margin + float(blur[0])
    blind = options._replace(measured=False, margin=margin, method=None)
    _ask_convex(parts_a, parts_b, motion, blind, out)
    for i, shape_a in enumerate(parts_a.parts.shapes):
        for j, shape_b in enumerate(parts_b.parts.shapes):
            if not (isinstance(shape_a, Convex) and isinstance(shape_b, Convex)):
                found = TIME_OF_IMPACT(
                    shape_a, parts_a.one(i), shape_b, parts_b.one(j), motion.rows, blind
                )
                keep_earliest(out, np.arange(len(out)), found._rows)
    return out


def _ask_convex(
    a: MovingParts, b: MovingParts, motion: PairMotion, options: Options, out: Floats
) -> None:
    """All pairs of convex parts, as many at once as memory allows."""
    packed_a, starts_a, rows_a = a.convex()
    packed_b, starts_b, rows_b = b.convex()
    p, q = len(starts_a), len(starts_b)
    for first in range(0, motion.rows * p * q, MOST_PAIRS):
        k = np.arange(first, min(first + MOST_PAIRS, motion.rows * p * q))
        row, i, j = k // (p * q), k // q % p, k % q
        found = free_rows(len(k))

        def ask(
            span: Span, going: Ids, row: Ids = row, i: Ids = i, j: Ids = j, found: Floats = found
        ) -> None:
            at_a = span.places_a[row if len(span.places_a) > 1 else 0] * p + i
            at_b = span.places_b[row if len(span.places_b) > 1 else 0] * q + j
            run_rows(
                advance_convex_rows, len(going),
                packed_a, starts_a[i], rows_a, at_a, packed_b, starts_b[j], rows_b, at_b, going,
                span.start, span.stop, options.margin, options.tolerance, options.max_steps, found,
            )  # fmt: skip

        search_pieces(motion, options.max_time, found, COLUMNS, ask)
        keep_earliest(out, row, found)


def keep_earliest(out: Floats, rows: Ids, found: Floats) -> None:
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
