"""First contact of moving meshes, with each other and with convex shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.advance import balls_of, slack_of
from impinge.continuous.impact import Impact
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.mesh_convex import impact_mesh_convex_rows
from impinge.continuous.kernels.mesh_impact import impact_mesh_rows
from impinge.continuous.kernels.mesh_walk import SHORTEST
from impinge.continuous.kernels.surface import advance_surface_rows
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.continuous.spans import COLUMNS, free_so_far, go_through
from impinge.continuous.time_of_impact import (
    TIME_OF_IMPACT,
    impact_by_distance,
    refuse_intervals,
)
from impinge.continuous.ways import ask_near
from impinge.continuous.witness import tell_contacts
from impinge.core.errors import UnsupportedPairError
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, HeightField, Mesh
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.height_fields import ADVICE

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]


@TIME_OF_IMPACT.answers(Mesh, Mesh)
def impact_mesh_mesh(
    a: Mesh, motion_a: Any, b: Mesh, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By a walk on intervals of time, unless another method is asked for."""
    motion = PairMotion(motion_a, motion_b, count)
    out = free_so_far(motion.rows)
    trees = arrays_of(tree_of(a)), arrays_of(tree_of(b))

    def ask(span: Span, going: Ids) -> None:
        moving_a = trees[0], motion.rows_a, span.places_a
        moving_b = trees[1], motion.rows_b, span.places_b
        asked = going, span.start, span.stop, options.margin, options.tolerance
        if options.method == "advance" or span.stop - span.start < SHORTEST:
            balls = balls_of(a, b, motion)
            slack = slack_of(a, b, balls, motion, span)
            run_rows(
                advance_surface_rows, len(going), *moving_a, *moving_b, *balls, *asked, slack,
                options.max_steps, out, grain=1,
            )  # fmt: skip
        else:
            run_rows(
                impact_mesh_rows, len(going), moving_a, moving_b, *asked, options.max_steps, out,
                grain=1,
            )  # fmt: skip

    go_through(motion, options.max_time, out, COLUMNS, ask)
    # A walk has seen the triangles that meet, and no others.
    seen = out[:, impact_row.STATUS] == impact_row.HIT
    tell_contacts(a, b, motion, options, seen, out)
    return Impact(out)


@TIME_OF_IMPACT.answers(Mesh, Convex)
@TIME_OF_IMPACT.answers(Mesh, HalfSpace)
def impact_mesh_convex(
    a: Mesh, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By a walk over the mesh's tree, whose boxes and triangles are convex."""
    refuse_intervals(a, b, options)
    if options.max_time == 0.0:
        return impact_by_distance(a, motion_a, b, motion_b, count, options)
    motion = PairMotion(motion_a, motion_b, count)
    out = ask_near(a, b, motion, options, lambda some: _walk(a, b, some, options))
    tell_contacts(a, b, motion, options, np.zeros(len(out), np.bool_), out)
    return Impact(out)


def _walk(a: Mesh, b: Any, motion: PairMotion, options: Options) -> Floats:
    out = free_so_far(motion.rows)
    tree = arrays_of(tree_of(a))

    def ask(span: Span, going: Ids) -> None:
        run_rows(
            impact_mesh_convex_rows, len(going), (b._packed, motion.rows_b, span.places_b),
            (tree, motion.rows_a, span.places_a), going, span.start, span.stop,
            options.margin, options.tolerance, options.max_steps, out, grain=1,
        )  # fmt: skip

    go_through(motion, options.max_time, out, COLUMNS, ask)
    return out


TIME_OF_IMPACT.reduces(
    HeightField, lambda field, _count, options: field if options.solid else field.mesh, Mesh
)


@TIME_OF_IMPACT.answers(HeightField, HeightField)
@TIME_OF_IMPACT.answers(HeightField, Mesh)
@TIME_OF_IMPACT.answers(HeightField, Convex)
@TIME_OF_IMPACT.answers(HeightField, HalfSpace)
def impact_height_field(
    a: HeightField, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """Of solid ground."""
    if isinstance(b, HeightField):
        raise UnsupportedPairError("time_of_impact", HeightField, HeightField, advice=ADVICE)
    return impact_by_distance(a, motion_a, b, motion_b, count, options)


def arrays_of(tree: Tree) -> tuple[Any, Any, Any]:
    """A tree as kernels take it."""
    return tree._arrays
