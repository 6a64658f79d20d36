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

from impinge.continuous.kernels.leaves import (
    BOX_TESTS,
    LOWEST,
    STEPS,
    TIME,
    UNSURE,
    latest_of,
    meet_leaves,
    nothing_known,
)
from impinge.continuous.kernels.lines import (
    LINES,
    call_next,
    earliest,
    line_of,
    no_one_waits,
    wait,
)
from impinge.continuous.kernels.windows import (
    BEGIN,
    BENT,
    END,
    IDLE,
    PAD_A,
    PAD_B,
    ROTATION_T0,
    ROTATION_T1,
    SEEN_A,
    SEEN_B,
    SLOTS,
    TIMES,
    VIEWS,
    fetch_window,
    meeting_of,
)
from impinge.core.jit import inlined, kernel
from impinge.core.mat import transposed
from impinge.core.simd import child_of, fetch_row, lowest_bit
from impinge.core.simd_moving import times8
from impinge.hierarchy.kernels.node import child_at
from impinge.narrow.kernels.step import (
    centre_at,
    half_at,
    relative_size,
    seen_from,
    size_at,
    stack_rows,
)

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
def matrix_of(views, k, at):
    return (
        views[k, at], views[k, at + 1], views[k, at + 2],
        views[k, at + 3], views[k, at + 4], views[k, at + 5],
        views[k, at + 6], views[k, at + 7], views[k, at + 8],
    )  # fmt: skip


@inlined
def offset_of(views, k, at):
    return (views[k, at], views[k, at + 1], views[k, at + 2])


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
        line = line_of(time, t0, rate)
        state = wait(waiting, state, line, a, b, code, lanes[0, lane], lanes[1, lane], time)
    return state


@inlined
def meet_children(nodes, row, other, slot, views, w, opened, ratio, latest, lanes):
    """When the children of a row may overlap the box of the other tree's slot, in window ``w``."""
    row_of_slot = slot >> 3
    at, pad = (SEEN_A, PAD_A) if opened else (SEEN_B, PAD_B)
    turn_t0, turn_t1 = matrix_of(views, w, ROTATION_T0), matrix_of(views, w, ROTATION_T1)
    if opened:
        turn_t0, turn_t1 = transposed(turn_t0), transposed(turn_t1)
    g0, d0 = seen_from(other, row_of_slot, turn_t0, offset_of(views, w, at))
    g1, d1 = seen_from(other, row_of_slot, turn_t1, offset_of(views, w, at + 3))
    centre, half = centre_at(other, slot, ratio), half_at(other, slot, ratio, views[w, pad])
    return times8(nodes, row, centre, half, g0, d0, g1, d1, latest, lanes)


@kernel
def walk_impact(pair, t0, t1, margin, tolerance, max_steps, known, found):
    """First contact between ``t0`` and ``t1``, in which each motion is a single segment.

    They are SHORTEST apart at least. Fills ``known`` and ``found``
    (:mod:`impinge.continuous.kernels.leaves`), and returns the time until which all is proved free;
    infinite where that is until ``t1``. UNSURE where that time is due to the budget.
    """
    nodes_a, nodes_b = pair.tree_a.nodes, pair.tree_b.nodes
    max_steps = min(max_steps, MOST_STEPS)
    scales, sights, balls, bounds, speed = meeting_of(pair, t0, t1, margin)
    meeting = scales, sights, balls, bounds
    unit, pad = scales[0], scales[3]
    nothing_known(known, found)
    if not (unit < inf and pad < inf and speed < inf and bounds[0] + bounds[1] < inf):
        # Bounds that have overflown say nothing.
        known[TIME], known[UNSURE] = t0, 1.0
        return t0
    extent_a, extent_b = sights[0], sights[1]
    a_ratio, b_ratio = np.float32(sights[3]), np.float32(sights[5])
    relative = relative_size(extent_a, extent_b)
    keep, near = margin / unit, max(tolerance / unit, FLOOR * pad)
    slack = SLACK * min(near / max(speed, near), SHARE)
    floor = FLOOR * pad
    goals = keep, max(REACHED * near, floor), floor, SHARE * (1.0 - SLACK), slack, t0
    bent = bounds[0] + bounds[1]
    lanes = np.empty((2, 8), np.float32)
    times, views = np.zeros((SLOTS, TIMES)), np.empty((SLOTS, VIEWS), np.float32)
    rate = LINES / (t1 - t0)
    waiting, state = no_one_waits(stack_rows(pair.tree_a.place, pair.tree_b.place) + MOST_HALVINGS)
    pairs, codes, spans, begins_at = waiting[0], waiting[1], waiting[2], waiting[3]
    half, whole = np.float32(0.5), np.float32(1.0)
    state = wait(waiting, state, 0, 0, 0, 1, np.float32(0.0), whole, t0)
    line = 0
    while True:
        at, line, state = call_next(waiting, state, line)
        if at < 0:
            break
        begin = begins_at[at]
        if begin >= latest_of(known, goals):
            known[LOWEST] = min(known[LOWEST], begin)
            continue
        if found[STEPS] >= max_steps or found[BOX_TESTS] >= 8 * VISITS * max_steps:
            known[TIME] = min(begin, earliest(waiting, state, line))
            known[UNSURE] = 1.0
            break
        a, b, code = pairs[at, 0], pairs[at, 1], codes[at]
        begins, ends = spans[at, 0], spans[at, 1]
        size_a, size_b = size_at(nodes_a, a), size_at(nodes_b, b)
        allowed = BENDING * max(sqrt(size_a) * extent_a, sqrt(size_b) * extent_b)
        w = fetch_window(code, times, views, pair, t0, t1, meeting, keep)
        while times[w, BENT] > allowed and times[w, IDLE] == 0.0 and code >> MOST_HALVINGS == 0:
            # Windows count as what is looked at: fast turns have many.
            found[BOX_TESTS] += 1
            code *= 2
            if ends <= half:
                begins, ends = begins + begins, ends + ends
            elif begins >= half:
                code += 1
                begins, ends = (begins + begins) - whole, (ends + ends) - whole
            else:
                later = max(begin, 0.5 * (times[w, BEGIN] + times[w, END]) - ROUNDED)
                place, left = line_of(later, t0, rate), (ends + ends) - whole
                state = wait(waiting, state, place, a, b, code + 1, np.float32(0.0), left, later)
                begins, ends = begins + begins, whole
            w = fetch_window(code, times, views, pair, t0, t1, meeting, keep)
        if times[w, IDLE] != 0.0:
            found[BOX_TESTS] += 1
            continue
        first, length = times[w, BEGIN], times[w, END] - times[w, BEGIN]
        begin = max(begin, first + np.float64(begins) * length - ROUNDED)
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            end = min(first + np.float64(ends) * length + ROUNDED, min(t1, known[TIME]))
            if begin <= end:
                meet_leaves(
                    pair, child_a, child_b, scales, bent, begin, end, goals, max_steps, known, found
                )
            continue

        found[BOX_TESTS] += 8
        latest = whole
        if known[TIME] < times[w, END]:
            latest = np.float32((known[TIME] - first) / length * (1.0 + 2.0**-20))
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
    return min(known[TIME], known[LOWEST]) if known[TIME] < inf else inf
