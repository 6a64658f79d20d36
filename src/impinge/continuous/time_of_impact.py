"""When do two moving shapes first touch?"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.continuous.impact import Impact, clear_free, free_rows
from impinge.continuous.impact_completion import complete_impacts
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.convex import advance_convex_rows
from impinge.continuous.moving_pairs import fill_convex, fill_others, moving_lists
from impinge.continuous.options import MAX_STEPS, TOLERANCE, Options, as_options
from impinge.continuous.pair_motion import Moving, PairMotion, refuse_rest
from impinge.continuous.path_pieces import search_rows
from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.table import PairTable
from impinge.geometry import Convex, HalfSpace, Sphere
from impinge.motion.kernels.motion_row import NO_TURN
from impinge.narrow.posed import as_shapes
from impinge.narrow.posed_shapes import PosedPairs, has_many
from impinge.narrow.solid import as_solid

FIRST = np.zeros(1, np.int64)
"""Where the row of a single shape begins."""

TIME_OF_IMPACT = PairTable("time_of_impact", swap=Impact.swapped)


def time_of_impact(
    a: Any,
    b: Any,
    motion_a: Moving = None,
    motion_b: Moving = None,
    *,
    tolerance: float = TOLERANCE,
    margin: float = 0.0,
    max_time: float = 1.0,
    solid: bool = False,
    method: str | None = None,
    max_steps: int = MAX_STEPS,
) -> Impact:
    """First contact of two shapes that move; nothing in between is missed.

    Parameters
    ----------
    a, b : shape
        Any shapes, or sequences of shapes: row i with row i, one with all.
    motion_a, motion_b : RigidMotion or pose, optional
        How they move in the step: :class:`~impinge.motion.Motion`,
        :class:`~impinge.motion.ScrewMotion` or :class:`~impinge.motion.PiecewiseMotion`, single
        ones or batches. A pose, or none for the identity, is a body at rest; one of both moves.
    tolerance : float, optional
        How much larger than ``margin`` the gap may be at the time returned [m]; below some 1e-12 of
        the largest coordinate, of curved shapes 1e-9 of their size, it has no effect. Where shapes
        approach and do not graze, the time is early by some 1e-6 of the step at most, too.
    margin : float, optional
        Distance at which they count as touching [m].
    max_time : float, optional
        End of the time looked at, at most 1, the end of the step.
    solid : bool, optional
        Meshes have an inside, and must be closed: what starts inside of one starts touching. Other
        shapes are solid in any case.
    method : {"advance", "intervals"}, optional
        ``"advance"``, conservative advancement, is there for every pair; ``"intervals"``, a walk
        over two trees on intervals of time, for meshes, and height fields that are not filled. If
        nothing is said, what was measured to be faster: docs/continuous.md has the table.
    max_steps : int, optional
        Times looked at before a pair is given up with ``OUT_OF_BUDGET``, for each piece of a path.
        Of a mesh and a convex shape, 64 looks at its boxes and triangles count as one; of
        compounds, it is for each pair of parts, and ``steps`` are their sum.

    Returns
    -------
    Impact
        One row for each pair of motions, no batch axis for a single query.

    Raises
    ------
    ImpingeError
        If a shape, a motion or a number is not usable; the message names the argument.

    Notes
    -----
    Each time before the one returned is proved free, roundings included: no contact is missed and
    no time is late. What touches at the start has time 0, status ``STARTED_TOUCHING`` and the
    depth; contact after it is an ordinary hit, however soon. See docs/continuous.md.

    Examples
    --------
    A box falls on another:

    >>> import impinge as im
    >>> box = im.Box((1, 1, 1))
    >>> fall = im.Motion(im.pose((0, 0, 3)), im.pose((0, 0, -3)))
    >>> found = im.time_of_impact(box, box, motion_b=fall)
    >>> found.status, round(found.time, 6), found.normal.round(6).tolist()
    (<ImpactStatus.HIT: 1>, 0.333333, [0.0, 0.0, 1.0])
    """
    options = as_options(margin, tolerance, max_time, solid, max_steps, method)
    if options.solid:
        as_solid(solid, a, b)
    motion = PairMotion(motion_a, motion_b)
    refuse_rest(motion_a, motion_b)
    if has_many(a, b):
        return Impact(impacts_of(moving_lists(a, b, motion, options.margin), options))
    a, b = as_shapes(a, b)
    found = Impact(ask_impact(a, b, motion, options))
    return found[0] if motion.count is None else found


def ask_impact(a: Any, b: Any, motion: PairMotion, options: Options) -> Array:
    """Rows of first contacts, of bodies that may move together."""
    moving = motion.relative()
    found: Array = TIME_OF_IMPACT(a, moving.a, b, moving.b, moving.count, options)._rows
    clear_free(found)
    return found


def impacts_of(pairs: PosedPairs, options: Options, motion: PairMotion | None = None) -> Array:
    """(m, IMPACT_ROW) float64: first contacts of all pairs; margins are those of pairs.

    ``motion`` as of :func:`~impinge.continuous.moving_pairs.fill_convex`.
    """
    out = free_rows(len(pairs))
    left = np.arange(len(pairs))
    if options.method != "intervals":
        swapped = impact_row.LAYOUT.swapped
        left = fill_convex(pairs, advance_convex_rows, swapped, options, out, motion)
        clear_free(out)
        if counting():
            convex = np.setdiff1d(np.arange(len(pairs)), left)
            add_cost(primitive_tests=int(out[convex, impact_row.STEPS].sum()))
    fill_others(pairs, left, ask_impact, options, out)
    return out


def refuse_intervals(a: Any, b: Any, options: Options) -> None:
    """Only meshes have two trees to walk over."""
    if options.method == "intervals":
        kinds = f"{type(a).__name__} and {type(b).__name__}"
        raise ImpingeError(f"method: 'intervals' is for two meshes, not for {kinds}")


@TIME_OF_IMPACT.answers(Convex, Convex)
@TIME_OF_IMPACT.answers(HalfSpace, Convex)
def impact_convex_convex(
    a: Any, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By directions; a half space may turn as well."""
    refuse_intervals(a, b, options)
    motion = PairMotion(motion_a, motion_b, count)
    out = free_rows(motion.rows)
    search_rows(advance_convex_rows, (a._packed, FIRST), (b._packed, FIRST), motion, options, out)
    if counting():
        add_cost(primitive_tests=int(out[:, impact_row.STEPS].sum()))
    return Impact(out)


@TIME_OF_IMPACT.answers(HalfSpace, HalfSpace)
def impact_half_spaces(
    a: HalfSpace, motion_a: Any, b: HalfSpace, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """Planes that face each other approach as a ball on one does; all others overlap.

    The ball is about the origin of B: the plane of A is shifted by as much.
    """
    refuse_intervals(a, b, options)
    motion = PairMotion(motion_a, motion_b, count)
    refuse_turning(motion)
    # Not made at import: its row is filled by a kernel.
    ball = Sphere(1.0)
    plane = HalfSpace(a.normal, a.offset + b.offset - ball.radius)
    out = TIME_OF_IMPACT(plane, motion_a, ball, motion_b, count, options)._rows
    # As solids, for all to be measured at the start: those that do not face each other overlap.
    solid = options._replace(solid=True)
    complete_impacts(a, b, motion, solid, None, out)
    return Impact(out)


def refuse_turning(motion: PairMotion) -> None:
    """Two shapes without an end meet far away as soon as one turns."""
    turns = motion.turns > NO_TURN
    if turns.any():
        row = "" if motion.count is None else f", row {int(np.argmax(turns))}"
        raise ImpingeError(
            f"motion_a and motion_b{row}: two shapes without an end, of which one turns, meet at "
            "once far away; give one of them a size, or do not turn them"
        )
