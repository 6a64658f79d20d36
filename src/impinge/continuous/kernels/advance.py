"""Conservative advancement: one loop for all ways to measure a pair and to prove it apart.

The pair is measured at a time, a proof says until when it is apart, and there it is measured again.
Convex shapes are proved apart by the direction of their gap
(:mod:`impinge.continuous.kernels.convex`), surfaces by distance and closing speed
(:mod:`impinge.continuous.kernels.surface`).
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.core.jit import inlined, merged
from impinge.narrow.kernels import pair_row

EARLY = 1e-6
"""Share of the step by which a time may be early, where shapes do not graze."""
PATIENCE = 256
"""Steps after which a gap within the tolerance is good enough for what started nearer."""
TRIES = 3
"""Times tried after a contact to see an overlap: each four times as far behind it."""


class Goals(NamedTuple):
    """What ends an advancement."""

    margin: float
    tolerance: float
    floor: float
    """Gaps beyond the margin that count as none."""
    error: float
    """A measured gap may be off by this."""
    overlap: float
    """A measured gap up to this is one within the margin, or an overlap, for certain."""
    refinements: int
    """Steps taken on from where the gap is within the tolerance, until the time is good too."""
    max_steps: int


class Memory(NamedTuple):
    """Poses at the time of a measurement, and what was measured, a row of ``pair_row``."""

    pose_a: Any
    pose_b: Any
    row: Any


@inlined
def new_memory():
    return Memory(np.empty((4, 4)), np.empty((4, 4)), np.empty(pair_row.PAIR_ROW))


@inlined
def next_goal(goal, gap, near, floor, steps):
    """The gap at which a pair counts as touching, after a number of steps.

    What starts nearer than ``near`` comes half as near first: it moves before it hits.
    """
    if steps == 1:
        return max(min(near, 0.5 * gap), floor)
    return near if steps > PATIENCE else goal


@merged
def advance(measure, provable, prove, pair, bounds, t0, t1, goals, memory, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment.

    - ``measure(pair, t, warm, memory)`` fills ``memory.row`` and returns a direction.
    - ``provable(pair, bounds, n, gap, margin, t)`` is the part of the gap that proofs build on.
    - ``prove(pair, bounds, n, provable gap, margin, t, t1, last step)`` returns until when the pair
      is apart, and how fast the gap closes; infinite if measured gaps are to tell.

    FREE is for this time alone; STARTED_TOUCHING only where ``t0`` is 0.
    """
    row, margin, floor = memory.row, goals.margin, goals.floor
    near = max(goals.tolerance, floor)
    t, d, step, speed = t0, inf, 0.25 * (t1 - t0), 0.0
    goal, left, steps, status = near, goals.refinements, 0, HIT
    while True:
        n = measure(pair, t, np.bool_(steps > 0), memory)
        before, d = d, row[pair_row.GAP] - margin
        steps += 1
        # An estimate, to tell whether the time is good: nothing is proved by it.
        closing = speed if speed < inf else (before - d) / step
        g0 = provable(pair, bounds, n, d, margin, t)
        if steps == 1 and t == 0.0 and (d <= 0.0 or (g0 <= 0.0 and d <= floor < inf)):
            status = STARTED_TOUCHING
            break
        goal = next_goal(goal, d, near, floor, steps)
        if d <= goal:
            left -= 1
        if g0 <= 0.0 or left < 0 or (d <= goal and d <= closing * EARLY):
            break
        if steps >= goals.max_steps:
            status = OUT_OF_BUDGET
            break
        reached, speed = prove(pair, bounds, n, g0, margin, t, t1, step)
        if reached >= t1:
            status = FREE
            break
        if speed < inf:
            closing = speed
        if not reached > t:
            break
        step = reached - t
        t = reached
    if status == HIT and (d > near or not floor < inf):
        status = OUT_OF_BUDGET

    out[impact_row.STATUS], out[impact_row.STEPS] = status, steps
    out[impact_row.TIME] = inf if status == FREE else t
    out[impact_row.UPPER] = 0.0 if status == STARTED_TOUCHING else inf
    # A distance: what overlaps has none.
    out[impact_row.GAP] = max(row[pair_row.GAP], 0.0)
    out[impact_row.DEPTH] = max(0.0 - row[pair_row.GAP], 0.0) if status == STARTED_TOUCHING else 0.0
    for k in range(6):
        out[impact_row.POINT_A + k] = row[pair_row.POINT_A + k]
    for k in range(3):
        out[impact_row.NORMAL + k] = row[pair_row.NORMAL + k]
    for k in range(2):
        out[impact_row.FEATURE_A + k] = row[pair_row.FEATURE_A + k]
    out[impact_row.PART_A], out[impact_row.PART_B] = -1.0, -1.0
    if status == HIT and closing > 0.0:
        # Seen to overlap a little later: then the contact lies in between.
        behind = 2.0 * (max(d, 0.0) + goals.error) / closing
        for _ in range(TRIES):
            later = t + behind
            if later > t1:
                break
            measure(pair, later, np.bool_(True), memory)
            if row[pair_row.GAP] <= goals.overlap:
                out[impact_row.UPPER] = later
                break
            behind *= 4.0
