"""First contact of two moving meshes: advancement by distance and closing speed [Mirtich1996]_.

Right for surfaces with hollows, whose nearest points may jump, and slower than a direction.
"""

from math import inf
from typing import Any, NamedTuple

from impinge.continuous.kernels.advance import Goals, advance, new_memory
from impinge.continuous.kernels.closing import free_until
from impinge.continuous.kernels.impact_features import name_features
from impinge.continuous.kernels.impact_row import FREE, STATUS, TIME
from impinge.continuous.kernels.triangles import moving_trees
from impinge.core.jit import inlined, kernel
from impinge.motion.kernels.pose_at import write_pose
from impinge.narrow.kernels.rows import distance_trees

REFINEMENTS = 12
"""Bounds on speed halve the gap with each step, or so."""
SHARE = 1.0 - 2.0**-30
"""Of a distance that counts."""
NEAR = 4.0
"""Times the error of distances, gaps count as none: nearer, there is nothing to go on with."""
NO_DIRECTION = (0.0, 0.0, 0.0)


class Reach(NamedTuple):
    """What holds for two meshes in a piece of the step."""

    slack: float
    """By how much a distance may be off."""
    ball_a: Any
    ball_b: Any
    """Centre and radius of balls around the meshes, their frames."""


@inlined
def measure_meshes(pair, t, _warm, memory):
    """Measure the distance of two meshes at a time; there is no direction that counts."""
    pose_a, pose_b, row = memory
    write_pose(pair.motions_a, pair.i, t, pose_a)
    write_pose(pair.motions_b, pair.j, t, pose_b)
    distance_trees(pair.tree_a, pose_a, pair.tree_b, pose_b, row)
    return NO_DIRECTION


@inlined
def gap_by_distance(_pair, reach, _n, gap, _margin, _t):
    return SHARE * gap - reach.slack


@inlined
def prove_by_speed(pair, reach, _n, gap, _margin, t, t1, step):
    """Windows are guessed from the last step."""
    p, q = reach.ball_a, reach.ball_b
    reached = free_until(
        pair.motions_a, pair.i, (p[0], p[1], p[2]), p[3],
        pair.motions_b, pair.j, (q[0], q[1], q[2]), q[3], gap, t, t1, 4.0 * step,
    )  # fmt: skip
    return reached, inf


@kernel
def advance_surface(pair, surfaces, reach, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment.

    How deep meshes start in each other is not looked at.
    """
    slack = reach.slack
    goals = Goals(
        margin, tolerance, NEAR * slack, slack, max(margin - slack, 0.0), REFINEMENTS, max_steps
    )
    advance(
        measure_meshes, gap_by_distance, prove_by_speed, pair, reach, t0, t1, goals,
        new_memory(), out,
    )  # fmt: skip
    if out[STATUS] != FREE:
        name_features(pair, surfaces, out[TIME], out)


@kernel
def advance_surface_rows(moving_a, moving_b, reach, order, search, out, start, stop):
    """The same rows as of ``mesh_impact.impact_mesh_rows``.

    ``reach`` has the slack of each row, and both balls.
    """
    t0, t1, margin, tolerance, max_steps = search
    surfaces = moving_a[1], moving_b[1]
    for k in range(start, stop):
        r = order[k]
        pair = moving_trees(moving_a, moving_b, r)
        here = Reach(reach[0][r], reach[1], reach[2])
        advance_surface(pair, surfaces, here, t0, t1, margin, tolerance, max_steps, out[r])
