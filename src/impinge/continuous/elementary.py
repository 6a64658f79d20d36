"""When do two moving features first touch?"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy import empty, ndarray
from numpy.typing import ArrayLike

from impinge.continuous.impact import ElementaryImpacts
from impinge.continuous.kernels.linear import ROW, STATUS, STEPS, advance_one, advance_rows
from impinge.continuous.kernels.rigid import advance_features_rows
from impinge.continuous.options import METHODS, TOLERANCE, as_count, as_time
from impinge.continuous.pair_motion import Moving, PairMotion, Span
from impinge.continuous.path_pieces import search_pieces
from impinge.core.arrays import as_scalar
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.ids import Ids
from impinge.core.linking import OtherLayoutError
from impinge.core.options import as_choice
from impinge.core.rows import NEW, SET_ROWS
from impinge.core.threads import run_rows
from impinge.geometry.coordinates import as_coordinates

MAX_ITERATIONS = 10_000
"""Times looked at before a pair is given up: about a millisecond. Contacts take ten to twenty.
Thousands are needed where features turn together through a large angle at 1e-7 of their size."""

ONE = (4, 3)
"""Shape of a single row."""


def impact_vertex_face(
    points_t0: ArrayLike,
    points_t1: ArrayLike | None = None,
    *,
    motion_a: Moving = None,
    motion_b: Moving = None,
    min_separation: float = 0.0,
    tolerance: float = TOLERANCE,
    max_time: float = 1.0,
    max_iterations: int = MAX_ITERATIONS,
    method: Literal["advance", "intervals"] = "advance",
) -> ElementaryImpacts:
    """First contact of moving vertices with moving faces.

    Each point moves on a line from its place at the start to that at the end; or vertex and face
    move with two rigid bodies, where motions are given.

    Parameters
    ----------
    points_t0, points_t1 : (n, 4, 3) or (4, 3) array_like
        The vertex, then the three corners of the face [m], at the start and at the end of the step.
        A face may be flat, or a point. One row goes with every row of the other side. With motions,
        ``points_t0`` are points of the bodies, each in its frame, and ``points_t1`` is not given.
    motion_a, motion_b : RigidMotion or pose, optional
        How the bodies of the vertex and of the face move, single or one for each row. Where one is
        given, the other is at rest at the identity unless it is given too.
    min_separation : float, optional
        Distance at which they count as touching [m].
    tolerance : float, optional
        How much larger than that the distance may be at the time returned [m]; less makes times
        later, and never late. Below some 6e-14 of the largest difference between vertex and
        corners it has no effect.
    max_time : float, optional
        End of the time looked at, at most 1, the end of the step.
    max_iterations : int, optional
        Times looked at before a pair is given up with ``OUT_OF_BUDGET``.
    method : {"advance", "intervals"}, optional
        With motions: conservative advancement, or bisection by intervals of f of Eqs 21 and 22 of
        [Redon2006]_; both with roots of f where they are known. The answer means the same, and
        advancement takes a tenth of the time.

    Returns
    -------
    ElementaryImpacts
        One row a pair, no batch axis for a single one.

    Raises
    ------
    ImpingeError
        If points or a number are not usable; the message names the argument.

    See Also
    --------
    impinge.continuous.kernels.linear.advance_patch : the same for one pair, for compiled code.

    Notes
    -----
    No contact is missed and no time is late, whatever the numbers: each time before the one
    returned is proved free, with all roundings counted. Contact at the time returned is what the
    tolerance says: the gap there is at most ``min_separation + tolerance``. What starts apart, by
    more than rounding, never hits at time 0. See docs/continuous.md.

    Examples
    --------
    A point falls on a triangle:

    >>> start = [[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> end = [[0.2, 0.2, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> found = impact_vertex_face(start, end)
    >>> found.status, round(found.time, 9), found.time <= 0.5 <= found.upper
    (<ImpactStatus.HIT: 1>, 0.5, True)
    >>> found.parameters.round(9), found.normal
    (array([0.2, 0.2]), array([ 0.,  0., -1.]))

    A point on a disc of radius one that makes ten turns in the step, and a face in its way:

    >>> from impinge.motion import Motion
    >>> disc = Motion.from_velocity(None, (0, 0, 0), (0, 0, 20 * np.pi))
    >>> wall = [[0, 0.5, -1], [0, 2, -1], [0, 1, 1]]
    >>> found = impact_vertex_face([[1, 0, 0], *wall], motion_a=disc)
    >>> round(found.time, 6)
    0.025
    """
    options = min_separation, tolerance, max_time, max_iterations
    moving = motion_a, motion_b, as_choice(method, "method", METHODS)
    return _impacts(points_t0, points_t1, moving, options, square=False)


def impact_edge_edge(
    points_t0: ArrayLike,
    points_t1: ArrayLike | None = None,
    *,
    motion_a: Moving = None,
    motion_b: Moving = None,
    min_separation: float = 0.0,
    tolerance: float = TOLERANCE,
    max_time: float = 1.0,
    max_iterations: int = MAX_ITERATIONS,
    method: Literal["advance", "intervals"] = "advance",
) -> ElementaryImpacts:
    """First contact of moving edges with moving edges; arguments as for vertices and faces.

    Parameters
    ----------
    points_t0, points_t1 : (n, 4, 3) or (4, 3) array_like
        Two ends of the first edge, then two of the second [m], at the start and at the end of the
        step. Edges may be parallel, or of no length. One row goes with every row of the other side.
    motion_a, motion_b : RigidMotion or pose, optional
        How the bodies of the first and of the second edge move.
    min_separation, tolerance, max_time, max_iterations, method : optional
        As of :func:`impact_vertex_face`, as is all that is said there of answers and errors.

    Returns
    -------
    ElementaryImpacts
        One row a pair, no batch axis for a single one.

    Notes
    -----
    Contact of parallel edges is contact: it is not left to vertices and faces.

    Examples
    --------
    One edge falls across another, and stays away from it where a gap is asked for:

    >>> start = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
    >>> end = [[-1, 0, -1], [1, 0, -1], [0, -1, 0], [0, 1, 0]]
    >>> round(impact_edge_edge(start, end).time, 9)
    0.5
    >>> round(impact_edge_edge(start, end, min_separation=0.5).time, 9)
    0.25
    """
    options = min_separation, tolerance, max_time, max_iterations
    moving = motion_a, motion_b, as_choice(method, "method", METHODS)
    return _impacts(points_t0, points_t1, moving, options, square=True)


def _impacts(
    points_t0: Any, points_t1: Any, moving: tuple[Any, Any, str], given: tuple[Any, ...], *,
    square: bool,
) -> ElementaryImpacts:  # fmt: skip
    """Of edges if ``square``, where the patch of differences is a parallelogram; else of faces."""
    apart, tolerance, max_time, most = given
    options = (
        as_scalar(apart, "min_separation"), as_scalar(tolerance, "tolerance"), as_time(max_time),
        as_count(most, "max_iterations"),
    )  # fmt: skip
    if points_t1 is None or moving[0] is not None or moving[1] is not None:
        return _rigid(points_t0, points_t1, *moving, options, square=square)
    # A single pair of arrays goes straight to its kernel, which looks at the numbers.
    if type(points_t0) is type(points_t1) is ndarray and points_t0.shape == points_t1.shape == ONE:
        row = empty(ROW)
        try:
            known = advance_one(points_t0, points_t1, square, *options, row)
        except OtherLayoutError:
            known = False
        if known:
            if counting():
                add_cost(primitive_tests=1)
            found = NEW(ElementaryImpacts)
            SET_ROWS(found, row)
            return found
    first, single_t0 = _as_rows(points_t0, "points_t0")
    last, single_t1 = _as_rows(points_t1, "points_t1")
    if single_t0 != single_t1:
        # One state of four points goes with every row of the other.
        first, last = (np.ascontiguousarray(x) for x in np.broadcast_arrays(first, last))
    elif len(first) != len(last):
        raise ImpingeError(
            f"points_t0 and points_t1: {len(first)} and {len(last)} rows, expected equal"
        )
    rows = empty((len(first), ROW))
    run_rows(advance_rows, len(rows), first, last, square, *options, rows)
    if counting():
        add_cost(primitive_tests=len(rows))
    return ElementaryImpacts(rows[0] if single_t0 and single_t1 else rows)


def _rigid(
    points: Any, points_t1: Any, motion_a: Any, motion_b: Any, method: str,
    options: tuple[float, float, float, int], *, square: bool,
) -> ElementaryImpacts:  # fmt: skip
    """The same of features that move with two bodies."""
    if motion_a is None and motion_b is None:
        raise ImpingeError("points_t1: missing; give it, or motion_a or motion_b")
    if points_t1 is not None:
        raise ImpingeError("points_t1: not with motions, which say where points end")
    apart, tolerance, end, most = options
    asked = apart, tolerance, most, method == "intervals"
    rows, single = _as_rows(points, "points_t0")
    motion = PairMotion(motion_a, motion_b)
    counts = {n for n in (len(rows), motion.rows) if n != 1}
    if len(counts) > 1:
        raise ImpingeError(
            f"points_t0 and motions: {len(rows)} and {motion.rows} rows, expected as many, or one"
        )
    n = counts.pop() if counts else 1
    out = np.zeros((n, ROW))

    def ask(span: Span, going: Ids) -> None:
        run_rows(
            advance_features_rows, len(going), rows, square,
            (motion.rows_a, span.places_a), (motion.rows_b, span.places_b), going,
            span.start, span.stop, asked, out,
        )  # fmt: skip

    search_pieces(motion, end, out, (STATUS, STEPS), ask)
    if counting():
        add_cost(primitive_tests=n)
    return ElementaryImpacts(out[0] if single and motion.count is None else out)


def _as_rows(points: Any, name: str) -> tuple[Any, bool]:
    """Rows (n, 4, 3), and whether there was one without a batch axis."""
    single = len(shape_of(points, name)) == 2
    return as_coordinates([points] if single else points, name, ONE), single
