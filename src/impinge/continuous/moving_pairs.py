"""Pairs of moving shapes: posed shapes whose poses are rows of motions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span, at_rest_rows
from impinge.continuous.path_pieces import COLUMNS, search_pieces
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry.kernels.convex_row import HALFSPACE
from impinge.motion import RigidMotion
from impinge.motion.row_motion import RowMotion
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes, pair_lists


def moving_lists(a: Any, b: Any, motion: PairMotion, margin: float) -> PosedPairs:
    """The pairs of a batch in which shapes differ: row i with row i, one with all."""
    rows_a, rows_b = (m._rows[:1] if m._single else m._rows for m in (motion.a, motion.b))
    pairs = pair_lists(a, b, {"motion_a": rows_a, "motion_b": rows_b}, margin)
    pairs.a, pairs.b = (
        # A single motion of several rows is a path.
        side._replace(paths=dict.fromkeys(range(len(pairs)), m) if len(m._rows) > len(rows) else {})
        for side, m, rows in ((pairs.a, motion.a, rows_a), (pairs.b, motion.b, rows_b))
    )
    return pairs


def fill_convex(
    pairs: PosedPairs, kernel: Any, swapped: Callable[[Array], Array], options: Options,
    out: Array, motion: PairMotion | None = None,
) -> Ids:  # fmt: skip
    """Fill the rows of convex pairs by one kernel; returns the other rows.

    The kernel takes a half space first: ``swapped`` makes rows about (A, B) of those about (B, A).
    Pairs with a path are among the other rows, unless ``motion`` is that of the bodies whose parts
    are the rows of A and B: then the poses of a path are those of all parts, piece after piece.
    """
    convex = pairs.convex()
    if motion is None:
        sides = zip((pairs.a, pairs.b), pairs.pairs.T, strict=True)
        of_paths = [np.isin(rows, list(side.paths)) for side, rows in sides]
        convex = convex[~(of_paths[0] | of_paths[1])[convex]]
    half_space = pairs.classes[1][convex] == HALFSPACE
    for swap in (False, True):
        rows = convex[half_space == swap]
        if len(rows):
            found, some = out[rows], pairs.some(rows, swap=swap)
            if motion is None:
                _run(some, kernel, options, found)
            else:
                _run_pieces(some, kernel, options, found, motion, swap)
            out[rows] = swapped(found) if swap else found
    return np.setdiff1d(np.arange(len(pairs)), convex)


def _run(pairs: PosedPairs, kernel: Any, options: Options, out: Array) -> None:
    """Shapes that move together are at rest, as of :meth:`PairMotion.relative`."""
    a, b, columns = pairs.a, pairs.b, pairs.columns()
    alike = (a.poses[columns[:, 1]] == b.poses[columns[:, 3]]).all(axis=1)
    for some in (~alike, alike):
        moving = a.poses, b.poses
        if some is alike and alike.any():
            moving = at_rest_rows(a.poses), at_rest_rows(b.poses)
        for margin in np.unique(pairs.margins[some]):
            rows = np.flatnonzero(some & (pairs.margins == margin))
            wide = options._replace(margin=float(margin)).between(0.0, options.max_time)
            _run_kernel(pairs, kernel, moving, columns, rows, wide, out)


def _run_pieces(
    pairs: PosedPairs, kernel: Any, options: Options, out: Array, motion: PairMotion, swap: bool
) -> None:
    """Pairs of parts, piece after piece of the paths of their bodies."""
    a, b, columns = pairs.a, pairs.b, pairs.columns()

    def search(span: Span, rows: Ids) -> None:
        now = columns.copy()
        pieces = (span.places_a, span.places_b)[:: -1 if swap else 1]
        for column, side, places in ((1, a, pieces[0]), (3, b, pieces[1])):
            now[:, column] += places[0] * len(side.kinds) if side.paths else 0
        asked = options.between(span.start, span.stop)
        _run_kernel(pairs, kernel, (a.poses, b.poses), now, rows, asked, out)

    search_pieces(motion, options.max_time, out, COLUMNS, search)


def _run_kernel(
    pairs: PosedPairs, kernel: Any, moving: tuple[Array, Array], columns: Ids, rows: Ids,
    search: tuple[Any, ...], out: Array,
) -> None:  # fmt: skip
    starts_a, places_a, starts_b, places_b = np.ascontiguousarray(columns.T)
    run_rows(
        kernel, len(rows), (pairs.a.table.packed, starts_a, moving[0], places_a),
        (pairs.b.table.packed, starts_b, moving[1], places_b), rows, search, out,
    )  # fmt: skip


def fill_others(
    pairs: PosedPairs, rows: Ids, ask: Callable[[Any, Any, PairMotion, Options], Array],
    options: Options, out: Array,
) -> None:  # fmt: skip
    """Fill some rows, by a batch for each pair of shapes, paths and margin."""
    keys = [
        np.array([id(side.paths.get(i)) for i in ids.tolist()] if side.paths else [0] * len(ids))
        for side, ids in zip((pairs.a, pairs.b), pairs.pairs.T, strict=True)
    ]
    for a, rows_a, b, rows_b, part in pairs.buckets(rows, pairs.margins, *keys):
        i, j = pairs.pairs[part[0]].tolist()
        moving = _motion(pairs.a, i, rows_a), _motion(pairs.b, j, rows_b)
        wide = options._replace(margin=float(pairs.margins[part[0]]))
        out[part] = ask(a, b, PairMotion(*moving, len(part)), wide)


def _motion(posed: PosedShapes, row: int, rows: Array) -> RigidMotion:
    path: RigidMotion | None = posed.paths.get(row)
    return RowMotion(rows) if path is None else path
