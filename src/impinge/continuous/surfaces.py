"""First contact of moving meshes, with each other and with convex shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.continuous.impact import Impact, free_rows
from impinge.continuous.impact_completion import complete_impacts
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.convex_proof import TIME
from impinge.continuous.kernels.mesh_convex import impact_mesh_convex_rows
from impinge.continuous.kernels.mesh_impact import impact_mesh_rows
from impinge.continuous.kernels.mesh_walk import SHORTEST
from impinge.continuous.kernels.surface import advance_surface_rows
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion, Span
from impinge.continuous.path_pieces import COLUMNS, search_near, search_pieces
from impinge.continuous.time_of_impact import TIME_OF_IMPACT, refuse_intervals, refuse_turning
from impinge.core.arrays import Array
from impinge.core.errors import UnsupportedPairError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, HeightField, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.height_fields import ADVICE, filled, floor_depths
from impinge.narrow.parts import ball_of

SLACK = 2.0**-42
"""Share of all coordinates, summed, by which a distance may be off: 1e-13 of the largest one. So
much is taken off; less counts as touching."""


@TIME_OF_IMPACT.answers(Mesh, Mesh)
def impact_mesh_mesh(
    a: Mesh, motion_a: Any, b: Mesh, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By a walk on intervals of time, unless another method is asked for."""
    motion = PairMotion(motion_a, motion_b, count)
    out = free_rows(motion.rows)
    side_a, side_b = ((tree_of(m)._arrays, (m._vertices, m._faces)) for m in (a, b))

    def search(span: Span, rows: Ids) -> None:
        moving = (
            (*side_a, motion.rows_a, span.places_a), (*side_b, motion.rows_b, span.places_b)
        )  # fmt: skip
        asked = rows, options.between(span.start, span.stop)
        if options.method == "advance" or span.stop - span.start < SHORTEST:
            balls = ball_of(a), ball_of(b)
            reach = slack_of(balls, motion, span), *balls
            run_rows(advance_surface_rows, len(rows), *moving, reach, *asked, out, grain=1)
        else:
            run_rows(impact_mesh_rows, len(rows), *moving, *asked, out, grain=1)

    search_pieces(motion, options.max_time, out, COLUMNS, search)
    # A walk has measured the triangles that meet, and no others.
    complete_impacts(a, b, motion, options, out[:, impact_row.STATUS] == impact_row.HIT, out)
    return Impact(out)


def slack_of(balls: tuple[Array, Array], motion: PairMotion, span: Span) -> Array:
    """(rows,) float64: by how much a distance may be off [m], and poses by their time."""
    reaches = [float(np.abs(ball[:3]).sum() + ball[3]) for ball in balls]
    moving = TIME * motion.speeds(span, *reaches)
    return SLACK * (motion.coordinates(span) + sum(reaches)) + moving


@TIME_OF_IMPACT.answers(Mesh, Convex)
@TIME_OF_IMPACT.answers(Mesh, HalfSpace)
def impact_mesh_convex(
    a: Mesh, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    """By a walk over the mesh's tree, whose boxes and triangles are convex."""
    refuse_intervals(a, b, options)
    motion = PairMotion(motion_a, motion_b, count)
    out = search_near(a, b, motion, options, lambda some: _walk(a, b, some, options))
    complete_impacts(a, b, motion, options, None, out)
    return Impact(out)


def _walk(a: Mesh, b: Any, motion: PairMotion, options: Options) -> Array:
    out = free_rows(motion.rows)
    tree = tree_of(a)._arrays

    def search(span: Span, rows: Ids) -> None:
        run_rows(
            impact_mesh_convex_rows, len(rows), (b._packed, motion.rows_b, span.places_b),
            (tree, motion.rows_a, span.places_a), rows, options.between(span.start, span.stop),
            out, grain=1,
        )  # fmt: skip

    search_pieces(motion, options.max_time, out, COLUMNS, search)
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
    """Of solid ground: that of a closed mesh with a floor below the step."""
    if isinstance(b, HeightField):
        raise UnsupportedPairError("time_of_impact", HeightField, HeightField, advice=ADVICE)
    refuse_intervals(a, b, options)
    motion = PairMotion(motion_a, motion_b, count)
    surface = options._replace(solid=False, measured=False)
    if isinstance(b, HalfSpace):
        # Ground that goes down into it touches at the start, and never else.
        refuse_turning(motion)
        out = TIME_OF_IMPACT(a.mesh, motion_a, b, motion_b, count, surface)._rows
    else:
        depths = floor_depths(a, -reach_between(b, motion))
        out = free_rows(motion.rows)
        for depth in np.unique(depths).tolist():
            rows = np.flatnonzero(depths == depth)
            some, ground = motion.some(rows), filled(a, depth)
            out[rows] = TIME_OF_IMPACT(ground, some.a, b, some.b, len(rows), surface)._rows
    complete_impacts(a, b, motion, options, None, out)
    return Impact(out)


def reach_between(b: Any, motion: PairMotion) -> Array:
    """(rows,) float64: no point of B is ever further from the origin of A [m]."""
    ball = ball_of(b)
    apart = np.max([motion.coordinates(span) for span in motion.spans(1.0)], axis=0)
    return apart + float(np.abs(ball[:3]).sum() + ball[3])
