"""First contact of moving meshes, with each other and with convex shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.advance import Options, balls_of, copy_witness, depths, slack_of
from impinge.continuous.freedom import STAY_FREE, stay_free_by_distance
from impinge.continuous.impact import Impact
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.convex_freedom import (
    FREE,
    FREEDOM_ROW,
    HITS,
    STATUS,
    STEPS,
    TIME,
    UNDECIDED,
)
from impinge.continuous.kernels.mesh_impact import impact_mesh_rows
from impinge.continuous.kernels.mesh_walk import SHORTEST
from impinge.continuous.kernels.surface import advance_surface_rows
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.continuous.time_of_impact import (
    TIME_OF_IMPACT,
    impact_by_distance,
    refuse_intervals,
)
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HeightField, Mesh
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row
from impinge.narrow.overlap import OVERLAP

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

NO_ROW = np.zeros(1)
"""Stands for the row of a convex shape where there is none."""


@TIME_OF_IMPACT.answers(Mesh, Mesh)
def impact_mesh_mesh(
    a: Mesh, motion_a: Any, b: Mesh, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By a walk on intervals of time, unless another method is asked for."""
    motion, out = _begin(motion_a, motion_b, count)
    pair = SurfacePair(a, b, motion, options)
    trees = arrays_of(tree_of(a)), arrays_of(tree_of(b))
    steps = np.zeros(len(out))
    for span in motion.spans(options.max_time):
        going = np.flatnonzero(out[:, impact_row.STATUS] == impact_row.FREE)
        if options.method == "advance" or span.stop - span.start < SHORTEST:
            pair.advance(span, going, out)
        else:
            run_rows(
                impact_mesh_rows, len(going), trees[0], motion.rows_a, span.places_a,
                trees[1], motion.rows_b, span.places_b, going, span.start, span.stop,
                options.margin, options.tolerance, options.max_steps, out, grain=1,
            )  # fmt: skip
        steps[going] += out[going, impact_row.STEPS]
    out[:, impact_row.STEPS] = steps
    _measure_rest(a, b, motion, out)
    tell_starts(a, b, motion, options, out)
    return Impact(out)


@TIME_OF_IMPACT.answers(Mesh, Convex)
def impact_mesh_convex(
    a: Mesh, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    refuse_intervals(a, b, options)
    motion, out = _begin(motion_a, motion_b, count)
    pair = SurfacePair(a, b, motion, options)
    steps = np.zeros(len(out))
    for span in motion.spans(options.max_time):
        going = np.flatnonzero(out[:, impact_row.STATUS] == impact_row.FREE)
        pair.advance(span, going, out)
        steps[going] += out[going, impact_row.STEPS]
    out[:, impact_row.STEPS] = steps
    tell_starts(a, b, motion, options, out)
    return Impact(out)


class SurfacePair:
    """A mesh and a mesh or a convex shape, to be advanced by distances in one compiled loop."""

    def __init__(self, a: Mesh, b: Any, motion: PairMotion, options: Options) -> None:
        self.shapes, self.motion, self.options = (a, b), motion, options
        self.is_mesh = isinstance(b, Mesh)
        self.tree = arrays_of(tree_of(a))
        self.other = arrays_of(tree_of(b)) if self.is_mesh else self.tree
        self.row = NO_ROW if self.is_mesh else b._packed
        self.balls = balls_of(a, b, motion)

    def advance(self, span: Span, going: Ids, out: Floats) -> None:
        """Fill rows of the answer for a part of the step."""
        motion, options = self.motion, self.options
        run_rows(
            advance_surface_rows, len(going), self.tree, self.balls[0], motion.rows_a,
            span.places_a, self.other, np.bool_(self.is_mesh), self.row, self.balls[1],
            motion.rows_b, span.places_b, going, span.start, span.stop,
            options.margin, options.tolerance,
            slack_of(*self.shapes, self.balls, motion, span), options.max_steps, out, grain=1,
        )  # fmt: skip


def _measure_rest(a: Mesh, b: Mesh, motion: PairMotion, out: Floats) -> None:
    """Distances of rows given up, which a walk does not know: it looks at triangles."""
    given_up = out[:, impact_row.STATUS] == impact_row.OUT_OF_BUDGET
    for span in motion.spans(1.0) if given_up.any() else ():
        time = out[:, impact_row.TIME]
        rows = np.flatnonzero(given_up & (time >= span.start) & (time <= span.stop))
        if len(rows):
            poses = motion.poses(span, rows, time[rows].copy())
            copy_witness(DISTANCE(a, poses[0], b, poses[1], False)._rows, rows, out)


def _begin(motion_a: Any, motion_b: Any, count: int | None) -> tuple[PairMotion, Floats]:
    """Both motions, and rows of answers that are free so far."""
    motion = PairMotion(motion_a, motion_b, count)
    out = np.empty((motion.rows, impact_row.IMPACT_ROW))
    out[:, impact_row.STATUS] = impact_row.FREE
    return motion, out


@TIME_OF_IMPACT.answers(HeightField, HeightField)
@TIME_OF_IMPACT.answers(HeightField, Mesh)
@TIME_OF_IMPACT.answers(HeightField, Convex)
def impact_height_field(
    a: HeightField, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """That of its surface; below it, if filled, is told apart by distances."""
    if options.solid:
        return impact_by_distance(a, motion_a, b, motion_b, count, options)
    other = b.mesh if isinstance(b, HeightField) else b
    return TIME_OF_IMPACT(a.mesh, motion_a, other, motion_b, count, options)  # type: ignore[no-any-return]


@STAY_FREE.answers(Mesh, Mesh)
def stay_free_mesh_mesh(
    a: Mesh, motion_a: Any, b: Mesh, motion_b: Any, count: int | None, options: Options
) -> Floats:
    """A look at the middle of the step, where what touches at all often does; then the walk."""
    motion = PairMotion(motion_a, motion_b, count)
    out = np.zeros((motion.rows, FREEDOM_ROW))
    every = np.arange(motion.rows)
    seen = np.zeros(motion.rows, np.bool_)
    middle = 0.5 * options.max_time
    for span in motion.spans(1.0):
        if span.start <= middle <= span.stop and len(every):
            poses = motion.poses(span, every, np.full(len(every), middle))
            seen = np.asarray(OVERLAP(a, poses[0], b, poses[1], options.margin, options.solid))
    out[:, STATUS], out[:, STEPS] = np.where(seen, HITS, FREE), 1.0
    rows = every[~seen]
    if len(rows):
        some = motion.some(rows)
        found = impact_mesh_mesh(a, some.a, b, some.b, len(rows), options)
        free = found.status == impact_row.FREE
        # Seen to touch, or only nearer than can be told apart.
        hits = (found.status == impact_row.STARTED_TOUCHING) | np.isfinite(found.upper)
        out[rows, STATUS] = np.where(free, FREE, np.where(hits, HITS, UNDECIDED))
        out[rows, TIME] = np.minimum(found.time, options.max_time)
        out[rows, STEPS] += found.steps
    return out


@STAY_FREE.answers(HeightField, HeightField)
@STAY_FREE.answers(HeightField, Mesh)
def stay_free_height_field(
    a: HeightField, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Floats:
    if options.solid:
        return stay_free_by_distance(a, motion_a, b, motion_b, count, options)
    other = b.mesh if isinstance(b, HeightField) else b
    return STAY_FREE(a.mesh, motion_a, other, motion_b, count, options)  # type: ignore[no-any-return]


def arrays_of(tree: Tree) -> tuple[Any, Any, Any]:
    """A tree as kernels take it."""
    return tree._nodes, tree._triangles, tree._place


def tell_starts(a: Any, b: Any, motion: PairMotion, options: Options, out: Floats) -> None:
    """Depths of rows that start touching; and rows that start inside a filled mesh."""
    span = next(motion.spans(1.0))
    held = np.zeros(len(out), np.bool_)
    if options.solid:
        rows = np.flatnonzero(out[:, impact_row.STATUS] != impact_row.STARTED_TOUCHING)
        poses = motion.poses(span, rows, np.zeros(len(rows)))
        found = DISTANCE(a, poses[0], b, poses[1], True)._rows
        inside = found[:, pair_row.GAP] <= options.margin
        rows, found = rows[inside], found[inside]
        held[rows] = True
        out[rows, impact_row.STATUS] = impact_row.STARTED_TOUCHING
        out[rows, impact_row.TIME] = out[rows, impact_row.UPPER] = 0.0
        copy_witness(found, rows, out)
    deep = (out[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING) & (
        out[:, impact_row.GAP] <= 0.0
    )
    rows = np.flatnonzero(deep)
    if len(rows):
        poses = motion.poses(span, rows, np.zeros(len(rows)))
        out[rows, impact_row.DEPTH] = depths(a, b, *poses, held[rows])
