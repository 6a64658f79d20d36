"""Do two moving convex shapes stay apart? Cheaper than when they touch.

The middle of the step is looked at first, and what it proves, before it and after it, is done with
[Schwarzer2005]_. What is left are shorter and shorter intervals, the middle of the longest first:
shapes that are in each other for a while are seen at one of the first looks, and shapes that stay
far away at the first.
"""

from math import inf

import numpy as np

from impinge.continuous.kernels.advance import new_memory
from impinge.continuous.kernels.convex import measure_convex
from impinge.continuous.kernels.convex_proof import bounds_of, gap_along, moving_pair, prove_apart
from impinge.core.jit import kernel
from impinge.core.row_layout import Layout
from impinge.narrow.kernels import pair_row

LAYOUT = Layout(status=1, time=1, steps=1)
STATUS, TIME, STEPS = LAYOUT.columns("status", "time", "steps")
FREEDOM_ROW = LAYOUT.width
FREE, HITS, UNDECIDED = range(3)
ROOM, CROWDED = 128, 64
"""Intervals waiting at most: each look leaves two for one. The longest is next, until so many wait
that the last must be: those are halves of halves, and no more than forty."""
DOUBTS = 16
"""Looks at gaps that are as good as none, before a pair is left undecided."""
SHORTEST = 2.0**-40
"""Intervals of the step that are not cut any more: shapes are as good as touching there."""


@kernel
def stay_free_convex(pair, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment."""
    bounds = bounds_of(pair, t0, t1)
    memory = new_memory()
    row = memory.row
    waiting = np.empty((ROOM, 2))
    waiting[0, 0], waiting[0, 1] = t0, t1
    top, steps, doubts = 1, 0, 0
    status, open_at = FREE, inf
    while top > 0:
        if steps >= max_steps:
            status = UNDECIDED
            break
        k = 0 if top < CROWDED else top - 1
        for m in range(1, top if top < CROWDED else 0):
            if waiting[m, 1] - waiting[m, 0] > waiting[k, 1] - waiting[k, 0]:
                k = m
        first, last = waiting[k, 0], waiting[k, 1]
        middle = 0.5 * (first + last)
        n = measure_convex(pair, middle, np.bool_(steps > 0), memory)
        steps += 1
        g0 = gap_along(pair, n, middle) - margin - bounds.pad
        if row[pair_row.GAP] <= margin:
            status = HITS
            break
        back, ahead = middle, middle
        if g0 > 0.0:
            back, _ = prove_apart(pair, bounds, n, g0, margin, middle, first)
            ahead, _ = prove_apart(pair, bounds, n, g0, margin, middle, last)
        proved = g0 > 0.0 and back <= first and ahead >= last
        if not proved and (top + 1 >= ROOM or last - first < SHORTEST):
            status = UNDECIDED
            break
        if not proved and row[pair_row.GAP] - margin <= max(tolerance, bounds.floor):
            # As good as touching: what touches for a while is seen before or after.
            doubts += 1
            if doubts > DOUBTS:
                status = UNDECIDED
                break
        if not g0 > 0.0:
            open_at = min(open_at, middle)
        top -= 1
        waiting[k, 0], waiting[k, 1] = waiting[top, 0], waiting[top, 1]
        # Whatever is not proved waits, also where proofs give no number at all.
        if not back <= first:
            waiting[top, 0], waiting[top, 1] = first, back if back < middle else middle
            top += 1
        if not ahead >= last:
            waiting[top, 0], waiting[top, 1] = ahead if ahead > middle else middle, last
            top += 1
    if status == FREE and open_at < inf:
        status = UNDECIDED
    out[STATUS], out[STEPS], out[TIME] = status, steps, min(t1, open_at)
    for k in range(top):
        out[TIME] = min(out[TIME], waiting[k, 0])


@kernel
def stay_free_convex_rows(moving_a, moving_b, order, search, out, start, stop):
    """The same rows and arguments as of ``convex.advance_convex_rows``."""
    t0, t1, margin, tolerance, max_steps = search
    for k in range(start, stop):
        r = order[k]
        pair = moving_pair(moving_a, moving_b, r)
        stay_free_convex(pair, t0, t1, margin, tolerance, max_steps, out[r])
