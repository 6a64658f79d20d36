"""First contact of two moving convex shapes: conservative advancement with directions [Tang2009]_.

The direction of the gap proves until when the shapes are apart
(:mod:`impinge.continuous.kernels.convex_proof`).
"""

from impinge.continuous.kernels.advance import Goals, advance, new_memory
from impinge.continuous.kernels.convex_proof import bounds_of, gap_along, moving_pair, prove_apart
from impinge.continuous.kernels.impact_row import FEATURE_A, FEATURE_B, NATURE
from impinge.core.jit import inlined, kernel
from impinge.core.vec import unit_vector
from impinge.geometry.kernels.features import dimension_of
from impinge.motion.kernels.pose_at import write_pose
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_rows import measure_ordered

REFINEMENTS = 6
"""Near contact, gaps shrink with the square of themselves."""


@kernel
def measure_convex(pair, t, warm, memory):
    """Measure the shapes at a time; the unit vector from A to B.

    If ``warm``, the search begins with what ``memory.row`` says already.
    """
    pose_a, pose_b, row = memory
    write_pose(pair.motions_a, pair.i, t, pose_a)
    write_pose(pair.motions_b, pair.j, t, pose_b)
    measure_ordered(pair.rows_a, pair.start_a, pose_a, pair.rows_b, pair.start_b, pose_b, warm, row)
    at = pair_row.NORMAL
    return unit_vector((row[at], row[at + 1], row[at + 2]))[0]


@inlined
def gap_by_direction(pair, bounds, n, _gap, margin, t):
    return gap_along(pair, n, t) - margin - bounds.pad


@inlined
def prove_by_direction(pair, bounds, n, g0, margin, t, t1, _step):
    return prove_apart(pair, bounds, n, g0, margin, t, t1)


@kernel
def advance_convex(pair, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment."""
    bounds = bounds_of(pair, t0, t1)
    floor = bounds.floor
    goals = Goals(margin, tolerance, floor, floor, margin - floor, REFINEMENTS, max_steps)
    advance(
        measure_convex, gap_by_direction, prove_by_direction, pair, bounds, t0, t1, goals,
        new_memory(), out,
    )  # fmt: skip


@kernel
def advance_convex_rows(moving_a, moving_b, order, search, out, start, stop):
    """Rows ``order[start:stop]``: each with its shapes and the row that tells its motion now.

    ``search`` is (t0, t1, margin, tolerance, max_steps).
    """
    t0, t1, margin, tolerance, max_steps = search
    for k in range(start, stop):
        r = order[k]
        pair = moving_pair(moving_a, moving_b, r)
        advance_convex(pair, t0, t1, margin, tolerance, max_steps, out[r])
        dimension_a = dimension_of(pair.rows_a, pair.start_a, int(out[r, FEATURE_A]))
        dimension_b = dimension_of(pair.rows_b, pair.start_b, int(out[r, FEATURE_B]))
        out[r, NATURE] = 3 * dimension_a + dimension_b
