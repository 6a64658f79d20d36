"""First contact of two moving convex shapes: conservative advancement with directions [Tang2009]_.

The shapes are measured, the direction of their gap proves until when they are apart
(:mod:`impinge.continuous.kernels.convex_proof`), and they are measured again there.
"""

from math import inf

import numpy as np

from impinge.continuous.kernels.convex_proof import MovingPair, bounds_of, gap_along, prove_apart
from impinge.continuous.kernels.impact_row import (
    DEPTH,
    FREE,
    HIT,
    OUT_OF_BUDGET,
    STARTED_TOUCHING,
    UPPER,
    put_impact,
)
from impinge.core.jit import inlined, kernel
from impinge.core.vec import unit_vector
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_rows import measure_ordered
from impinge.narrow.kernels.relation import row_of

EARLY = 1e-6
"""Share of the step by which a time may be early, where shapes do not graze."""
REFINEMENTS = 6
"""Steps taken on from where the gap is within the tolerance, until the time is good too."""
PATIENCE = 256
"""Steps after which a gap within the tolerance is good enough for shapes that started nearer."""
TRIES = 3
"""Times looked at behind a contact to see shapes overlap: each four times as far behind it."""


@inlined
def put_pose(motions, i, t, pose):
    rotation, shift = pose_at(motions, i, t)
    for k in range(3):
        for m in range(3):
            pose[k, m] = rotation[3 * k + m]
        pose[k, 3] = shift[k]


@kernel
def look_at(pair, t, pose_a, pose_b, warm, row):
    """Measure the shapes at a time, into ``row``; the unit vector from A to B.

    If ``warm``, the search begins with what ``row`` says already.
    """
    put_pose(pair.motions_a, pair.i, t, pose_a)
    put_pose(pair.motions_b, pair.j, t, pose_b)
    measure_ordered(pair.rows_a, pair.start_a, pose_a, pair.rows_b, pair.start_b, pose_b, warm, row)
    at = pair_row.NORMAL
    return unit_vector((row[at], row[at + 1], row[at + 2]))[0]


@kernel
def advance_convex(pair, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which one row tells each motion.

    FREE is for this time alone; STARTED_TOUCHING only where ``t0`` is 0.
    """
    bounds = bounds_of(pair, t0, t1)
    pad, floor = bounds.pad, bounds.floor
    pose_a, pose_b = np.empty((4, 4)), np.empty((4, 4))
    row = np.empty(pair_row.PAIR_ROW)
    t, closing = t0, 0.0
    goal, refinements = max(tolerance, floor), REFINEMENTS
    steps = 0
    status = HIT
    while True:
        n = look_at(pair, t, pose_a, pose_b, np.bool_(steps > 0), row)
        steps += 1
        d = row[pair_row.GAP] - margin
        g0 = gap_along(pair, n, t) - margin - pad
        if steps == 1:
            if t == 0.0 and (d <= 0.0 or (g0 <= 0.0 and d <= floor < inf)):
                status = STARTED_TOUCHING
                break
            # What starts nearer than the tolerance moves before it hits.
            goal = max(min(tolerance, 0.5 * d), floor)
        elif steps > PATIENCE:
            goal = max(tolerance, floor)
        if d <= goal:
            refinements -= 1
        if g0 <= 0.0 or refinements < 0 or (d <= goal and d <= closing * EARLY):
            break
        if steps >= max_steps:
            status = OUT_OF_BUDGET
            break
        reached, closing = prove_apart(pair, bounds, n, g0, margin, t, t1)
        if reached >= t1:
            status = FREE
            break
        if not reached > t:
            break
        t = reached
    if status == HIT and (d > max(tolerance, floor) or not floor < inf):
        status = OUT_OF_BUDGET

    put_impact(out, status, t, steps, row)
    if status == STARTED_TOUCHING:
        out[DEPTH] = max(0.0 - row[pair_row.GAP], 0.0)
    elif status == HIT and closing > 0.0:
        # Seen to overlap a little later: then the contact lies in between.
        behind = 2.0 * (max(d, 0.0) + floor) / closing
        for _ in range(TRIES):
            later = t + behind
            if later > t1:
                break
            look_at(pair, later, pose_a, pose_b, np.bool_(True), row)
            if row[pair_row.GAP] <= margin - floor:
                out[UPPER] = later
                break
            behind *= 4.0


@kernel
def advance_convex_rows(
    rows_a, starts_a, motions_a, places_a, rows_b, starts_b, motions_b, places_b, order,
    t0, t1, margin, tolerance, max_steps, out, start, stop,
):  # fmt: skip
    """Rows ``order[start:stop]``: each with its shapes and the row that tells its motion now."""
    for k in range(start, stop):
        r = order[k]
        pair = MovingPair(
            rows_a, row_of(starts_a, r), motions_a, row_of(places_a, r),
            rows_b, row_of(starts_b, r), motions_b, row_of(places_b, r),
        )  # fmt: skip
        advance_convex(pair, t0, t1, margin, tolerance, max_steps, out[r])
