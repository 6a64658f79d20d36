"""When do two moving meshes first touch? A walk over both trees, in windows of time.

A pair of boxes is looked at in a window, and may overlap from one share of it to another
(``times8``): what does not overlap is left, and so is all that begins after the first contact
known so far. Pairs that begin early come first, so that what they find cuts off most of the others.
Windows are halved on the way down, until the bodies turn little enough in them for boxes as small
as those at hand (:mod:`impinge.continuous.kernels.windows`): many turns in a step only take more
windows. Pairs of leaves are looked at from when their boxes meet to when these part.

Walks over trees of boxes on intervals of time are those of [Redon2002]_. Here the interval of
a pair is what comes out of its test, and not what the test is asked about.
"""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels import leaves, lines, windows
from impinge.core.jit import inlined, kernel
from impinge.core.mat import transposed
from impinge.core.simd import child_of, fetch_row, lowest_bit
from impinge.core.simd_moving import times8
from impinge.hierarchy.kernels.node import child_at
from impinge.motion.kernels.pose_at import nine, triple
from impinge.narrow.kernels import step

MOST_HALVINGS = 40
"""Windows are not halved more often than this."""
BENDING = 2.0**-6
"""Share of the larger box's size by which points may leave their chords before a window is halved.
Of 1, 1/2 ... 1/256, 1/32 and 1/64 took the least time: 1/4 twice as much, 1/256 a tenth more."""
FLOOR = 8.0
"""Gaps that count as none, in pads of the common unit: 2**-41 of all coordinates. Room for a
direction that is not quite the best."""
REACHED = 0.75
"""Share of the tolerance that a gap is brought to."""
SLACK = 0.25
"""The rest of it: pairs that are free until nothing can have moved by more need no more steps."""
VISITS = 64
"""Boxes opened for each step that the budget allows, at most."""
MOST_STEPS = 2**50
"""More than can be done, and a number that can be multiplied."""
SHORTEST = 2.0**-39
"""The least time that can be looked at: a start has no speed, and halves of it must be times."""
ROUNDED = 2.0**-50
"""By which times are taken earlier, and ends later: more than the rounding of a time."""
SHARE = 1e-6
"""Share of the step by which a time is early at most, where things approach and do not graze."""


@inlined
def let_wait(waiting, state, mask, lanes, code, begin, window, clock, nodes, row, other):
    """Let the lanes of a mask wait with the other slot, which is that of A if ``row`` is of B.

    ``other`` is given as -1 - slot if the row is of A. Nothing begins before what it is a part of.
    """
    first, length = window
    t0, rate = clock
    open_a = other < 0
    slot = -1 - other if open_a else other
    while mask != 0:
        lane = lowest_bit(mask)
        mask &= mask - 1
        time = max(begin, first + np.float64(lanes[0, lane]) * length - ROUNDED)
        if first + np.float64(lanes[1, lane]) * length + ROUNDED < time:
            continue
        # Most lanes that wait are opened, some time later: their nodes are asked for now.
        child = child_of(nodes, row, lane)
        if child >= 0:
            fetch_row(nodes, child)
        here = 8 * row + lane
        a, b = (here, slot) if open_a else (slot, here)
        line = lines.line_of(time, t0, rate)
        state = lines.wait(waiting, state, line, a, b, code, lanes[0, lane], lanes[1, lane], time)
    return state


@inlined
def meet_children(nodes, row, other, slot, views, w, opened, ratio, latest, lanes):
    """When the children of a row may overlap the box of the other tree's slot, in window ``w``."""
    row_of_slot = slot >> 3
    at, pad = (windows.SEEN_A, windows.PAD_A) if opened else (windows.SEEN_B, windows.PAD_B)
    turn_t0, turn_t1 = nine(views, w, windows.ROTATION_T0), nine(views, w, windows.ROTATION_T1)
    if opened:
        turn_t0, turn_t1 = transposed(turn_t0), transposed(turn_t1)
    g0, d0 = step.seen_from(other, row_of_slot, turn_t0, triple(views, w, at))
    g1, d1 = step.seen_from(other, row_of_slot, turn_t1, triple(views, w, at + 3))
    centre = step.centre_at(other, slot, ratio)
    half = step.half_at(other, slot, ratio, views[w, pad])
    return times8(nodes, row, centre, half, g0, d0, g1, d1, latest, lanes)


@kernel
def walk_impact(pair, t0, t1, margin, tolerance, max_steps, known, found):
    """First contact between ``t0`` and ``t1``, in which each motion is a single segment.

    They are SHORTEST apart at least. Fills ``known`` and ``found``
    (:mod:`impinge.continuous.kernels.leaves`), and returns the time until which all is proved free;
    infinite where that is until ``t1``. UNSURE where that time is due to the budget.
    """
    # Memory is allocated here, so that the walk need not count who holds its arrays.
    stacked = step.stack_rows(pair.tree_a.place, pair.tree_b.place) + MOST_HALVINGS
    waiting, state = lines.no_one_waits(stacked)
    times = np.zeros((windows.SLOTS, windows.TIMES))
    views = np.empty((windows.SLOTS, windows.VIEWS), np.float32)
    workspace = waiting, state, times, views, np.empty((2, 8), np.float32)
    return walk_windows(pair, t0, t1, margin, tolerance, max_steps, workspace, known, found)


@kernel
def walk_windows(pair, t0, t1, margin, tolerance, max_steps, workspace, known, found):
    """The same with memory given."""
    waiting, state, times, views, lanes = workspace
    nodes_a, nodes_b = pair.tree_a.nodes, pair.tree_b.nodes
    max_steps = min(max_steps, MOST_STEPS)
    scales, sights, balls, bounds, speed = windows.meeting_of(pair, t0, t1, margin)
    meeting = scales, sights, balls, bounds
    unit, pad = scales[0], scales[3]
    leaves.nothing_known(known, found)
    if not (unit < inf and pad < inf and speed < inf and bounds[0] + bounds[1] < inf):
        # Bounds that have overflown say nothing.
        known[leaves.TIME], known[leaves.UNSURE] = t0, 1.0
        return t0
    extent_a, extent_b = sights[0], sights[1]
    a_ratio, b_ratio = np.float32(sights[3]), np.float32(sights[5])
    relative = step.relative_size(extent_a, extent_b)
    keep, near = margin / unit, max(tolerance / unit, FLOOR * pad)
    slack = SLACK * min(near / max(speed, near), SHARE)
    floor = FLOOR * pad
    goals = keep, max(REACHED * near, floor), floor, SHARE * (1.0 - SLACK), slack, t0
    bent = bounds[0] + bounds[1]
    rate = lines.LINES / (t1 - t0)
    pairs, codes, spans, begins_at = waiting[0], waiting[1], waiting[2], waiting[3]
    half, whole = np.float32(0.5), np.float32(1.0)
    state = lines.wait(waiting, state, 0, 0, 0, 1, np.float32(0.0), whole, t0)
    line = 0
    while True:
        at, line, state = lines.call_next(waiting, state, line)
        if at < 0:
            break
        begin = begins_at[at]
        if begin >= leaves.latest_of(known, goals):
            known[leaves.LOWEST] = min(known[leaves.LOWEST], begin)
            continue
        if found[leaves.STEPS] >= max_steps or found[leaves.BOX_TESTS] >= 8 * VISITS * max_steps:
            known[leaves.TIME] = min(begin, lines.earliest(waiting, state, line))
            known[leaves.UNSURE] = 1.0
            break
        a, b, code = pairs[at, 0], pairs[at, 1], codes[at]
        begins, ends = spans[at, 0], spans[at, 1]
        size_a, size_b = step.size_at(nodes_a, a), step.size_at(nodes_b, b)
        allowed = BENDING * max(sqrt(size_a) * extent_a, sqrt(size_b) * extent_b)
        w = windows.fetch_window(code, times, views, pair, t0, t1, meeting, keep)
        while (
            times[w, windows.BENT] > allowed
            and times[w, windows.IDLE] == 0.0
            and code >> MOST_HALVINGS == 0
        ):
            # Windows count as what is looked at: fast turns have many.
            found[leaves.BOX_TESTS] += 1
            code *= 2
            if ends <= half:
                begins, ends = begins + begins, ends + ends
            elif begins >= half:
                code += 1
                begins, ends = (begins + begins) - whole, (ends + ends) - whole
            else:
                middle = 0.5 * (times[w, windows.BEGIN] + times[w, windows.END])
                later = max(begin, middle - ROUNDED)
                place, left = lines.line_of(later, t0, rate), (ends + ends) - whole
                state = lines.wait(
                    waiting, state, place, a, b, code + 1, np.float32(0.0), left, later
                )
                begins, ends = begins + begins, whole
            w = windows.fetch_window(code, times, views, pair, t0, t1, meeting, keep)
        if times[w, windows.IDLE] != 0.0:
            found[leaves.BOX_TESTS] += 1
            continue
        first, length = times[w, windows.BEGIN], times[w, windows.END] - times[w, windows.BEGIN]
        begin = max(begin, first + np.float64(begins) * length - ROUNDED)
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            end = min(first + np.float64(ends) * length + ROUNDED, min(t1, known[leaves.TIME]))
            if begin <= end:
                leaves.meet_leaves(
                    pair, child_a, child_b, scales, bent, begin, end, goals, max_steps, known, found
                )
            continue

        found[leaves.BOX_TESTS] += 8
        latest = whole
        if known[leaves.TIME] < times[w, windows.END]:
            latest = np.float32((known[leaves.TIME] - first) / length * (1.0 + 2.0**-20))
        if child_b < 0 or (child_a >= 0 and size_a * relative > size_b):
            mask = meet_children(
                nodes_a, child_a, nodes_b, b, views, w, True, a_ratio, latest, lanes
            )
            state = let_wait(
                waiting, state, mask, lanes, code, begin, (first, length), (t0, rate),
                nodes_a, child_a, -1 - b,
            )  # fmt: skip
        else:
            mask = meet_children(
                nodes_b, child_b, nodes_a, a, views, w, False, b_ratio, latest, lanes
            )
            state = let_wait(
                waiting, state, mask, lanes, code, begin, (first, length), (t0, rate),
                nodes_b, child_b, a,
            )  # fmt: skip
    return min(known[leaves.TIME], known[leaves.LOWEST]) if known[leaves.TIME] < inf else inf
