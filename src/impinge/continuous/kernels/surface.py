"""First contact of two moving meshes: advancement by distances.

What :mod:`impinge.continuous.advance` does for shapes of every kind, in one compiled loop.
"""

from math import inf

import numpy as np

from impinge.continuous.kernels.closing import free_until
from impinge.continuous.kernels.convex import EARLY, PATIENCE, TRIES, put_pose
from impinge.continuous.kernels.impact_row import (
    FREE,
    HIT,
    OUT_OF_BUDGET,
    STARTED_TOUCHING,
    UPPER,
    put_impact,
)
from impinge.core.jit import inlined, kernel
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.rows import distance_trees

REFINEMENTS = 12
"""Steps taken on from where the gap is within the tolerance, until the time is good too: steps by
bounds on speed halve the gap, or so."""
SHARE = 1.0 - 2.0**-30
"""Of a distance that counts: that of curved shapes far apart may be off by more than their size
says."""
NEAR = 4.0
"""Times the error of distances, gaps count as none: nearer, a walk has nothing to go on with."""


@inlined
def measure_surface(tree_a, motions_a, i, tree_b, motions_b, j, t, poses, row):
    """Distance of two meshes at a time."""
    put_pose(motions_a, i, t, poses[0])
    put_pose(motions_b, j, t, poses[1])
    distance_trees(as_tree(tree_a), poses[0], as_tree(tree_b), poses[1], row)


@kernel
def advance_surface(
    tree_a, motions_a, i, tree_b, motions_b, j, ball_a, ball_b,
    t0, t1, margin, tolerance, slack, max_steps, out,
):  # fmt: skip
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which one row tells each motion.

    FREE is for this time alone; STARTED_TOUCHING only where ``t0`` is 0. Distances may be off by
    ``slack``. Balls are centre and radius.
    """
    p, q = (ball_a[0], ball_a[1], ball_a[2]), (ball_b[0], ball_b[1], ball_b[2])
    poses, row = np.empty((2, 4, 4)), np.empty(pair_row.PAIR_ROW)
    t, closing, window, before, step = t0, 0.0, t1 - t0, inf, 1.0
    # Room to walk on: what is no further than this counts as touching.
    floor = NEAR * slack
    goal, refinements = max(tolerance, floor), REFINEMENTS
    steps = 0
    status = HIT
    while True:
        measure_surface(tree_a, motions_a, i, tree_b, motions_b, j, t, poses, row)
        steps += 1
        d = row[pair_row.GAP] - margin
        if before < inf:
            # How fast the gap has closed of late; nothing is proved by it.
            closing = (before - d) / step
        if steps == 1:
            if t == 0.0 and d <= slack:
                status = STARTED_TOUCHING
                break
            goal = max(min(tolerance, 0.5 * d), floor)
        elif steps > PATIENCE:
            goal = max(tolerance, floor)
        if d <= goal:
            refinements -= 1
        if d <= slack or refinements < 0 or (d <= goal and d <= closing * EARLY):
            break
        if steps >= max_steps:
            status = OUT_OF_BUDGET
            break
        reached = free_until(
            motions_a, i, p, ball_a[3], motions_b, j, q, ball_b[3], SHARE * d - slack, t, t1, window
        )
        if reached >= t1:
            status = FREE
            break
        if not reached > t:
            break
        before, step, window = d, reached - t, 4.0 * (reached - t)
        t = reached
    if status == HIT and d > max(tolerance, floor):
        status = OUT_OF_BUDGET

    put_impact(out, status, t, steps, row)
    if status == HIT and closing > 0.0:
        # Seen to overlap a little later: then the contact lies in between.
        behind = 2.0 * (max(d, 0.0) + slack) / closing
        for _ in range(TRIES):
            later = t + behind
            if later > t1:
                break
            measure_surface(tree_a, motions_a, i, tree_b, motions_b, j, later, poses, row)
            if row[pair_row.GAP] <= max(margin - slack, 0.0):
                out[UPPER] = later
                break
            behind *= 4.0


@kernel
def advance_surface_rows(
    tree_a, motions_a, places_a, tree_b, motions_b, places_b, ball_a, ball_b, order,
    t0, t1, margin, tolerance, slacks, max_steps, out, start, stop,
):  # fmt: skip
    """Rows ``order[start:stop]``, each with the row that tells its motion now."""
    for k in range(start, stop):
        r = order[k]
        advance_surface(
            tree_a, motions_a, row_of(places_a, r), tree_b, motions_b, row_of(places_b, r),
            ball_a, ball_b,
            t0, t1, margin, tolerance, slacks[r], max_steps, out[r],
        )  # fmt: skip
