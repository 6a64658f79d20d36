"""First contact of two moving meshes: advancement by distance and closing speed [Mirtich1996]_.

Right for surfaces with hollows, and slower than a direction. Their nearest points may be others the
next moment, in another direction: what bounds the gap is the greatest speed of any point of one
relative to any of the other.
"""

from math import inf
from typing import Any, NamedTuple

from impinge.continuous.kernels.advance import Goals, advance, new_memory
from impinge.continuous.kernels.impact_features import name_features
from impinge.continuous.kernels.impact_row import FREE, STATUS, TIME
from impinge.continuous.kernels.triangles import moving_trees
from impinge.core.jit import inlined, kernel
from impinge.motion.kernels.chain import bound_speed
from impinge.motion.kernels.interval import up
from impinge.motion.kernels.motion_row import ABOVE
from impinge.motion.kernels.pose_at import write_pose
from impinge.motion.kernels.speed import range_speed_along
from impinge.narrow.kernels.rows import distance_trees

REFINEMENTS = 12
"""Bounds on speed halve the gap with each step, or so."""
SHARE = 1.0 - 2.0**-30
"""Of a distance that counts."""
NEAR = 4.0
"""Times the error of distances, gaps count as none: nearer, there is nothing to go on with."""
NO_DIRECTION = (0.0, 0.0, 0.0)
TRIALS = 4
"""Windows looked at from one time. Speeds are bounded over a window, and smaller ones have smaller
bounds; after four the next look at the shapes is worth more."""
WELL_USED = 0.5
"""Windows proved by this share or more are not made smaller."""
OUTWARD = 1.0 + 2.0**-45
EARLIER = 1.0 - 2.0**-45


@kernel
def closing_speed(motions_a, i, p, radius_a, motions_b, j, q, radius_b, t0, t1):
    """No point within ``radius_a`` of A's point ``p`` and none within ``radius_b`` of B's ``q``
    approach each other faster, at any time of [t0, t1].

    The lesser of two bounds: the sum of both speeds, and what the difference of the velocities of p
    and q can be, coordinate by coordinate, plus turning: right where both move together.
    """
    speed_a = bound_speed(motions_a, i, p, radius_a, t0, t1)
    speed_b = bound_speed(motions_b, j, q, radius_b, t0, t1)
    chained = motions_a[i, ABOVE] + motions_b[j, ABOVE] > 0.0
    if chained or speed_a <= 1e-3 * speed_b or speed_b <= 1e-3 * speed_a:
        return up(speed_a + speed_b)
    square = 0.0
    for k in range(3):
        e = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        low_a, high_a = range_speed_along(motions_a, i, p, 0.0, e, t0, t1)
        low_b, high_b = range_speed_along(motions_b, j, q, 0.0, e, t0, t1)
        most = max(high_a - low_b, high_b - low_a)
        square += most * most
    # What turning adds to the speeds of p and q: a difference of two bounds, off by their rounding,
    # by more than which the ranges above are widened.
    turn_a = speed_a - bound_speed(motions_a, i, p, 0.0, t0, t1)
    turn_b = speed_b - bound_speed(motions_b, j, q, 0.0, t0, t1)
    together = (square**0.5 + max(turn_a, 0.0) + max(turn_b, 0.0)) * OUTWARD
    return up(min(speed_a + speed_b, together))


@kernel
def free_until(motions_a, i, p, radius_a, motions_b, j, q, radius_b, gap, t, t1, guess):
    """The time until which a gap at ``t`` cannot close, at most ``t1``.

    ``guess`` is the first window looked at.
    """
    if gap <= 0.0:
        return t
    best = t
    window = min(guess, t1 - t)
    for _ in range(TRIALS):
        end = min(t + window, t1)
        speed = closing_speed(motions_a, i, p, radius_a, motions_b, j, q, radius_b, t, end)
        reached = end if speed * window <= gap * EARLIER else t + gap / speed * EARLIER
        best = max(best, min(reached, end))
        if reached >= end:
            if end >= t1:
                break
            window *= 4.0
        elif reached - t >= WELL_USED * window:
            break
        else:
            window = 2.0 * (reached - t)
    return best


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
