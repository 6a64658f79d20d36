"""Pairs that wait for their time: in lines, one for each part of the step.

A walk that takes the earliest pair first needs no exact order: pairs of one line are taken last in,
first out, which costs two writes where a heap costs ten times as much, and 5 % more pairs are
looked at. Where there is no room left pairs go on a stack, which is emptied first: the walk is then
depth-first, and no larger than the trees are deep.

``waiting`` is a tuple of arrays: pairs, windows, shares of the window, times, the next of each line
(and of the free places), the first of each line. ``state`` is a tuple too: the first free place,
the first that was never used, and the top of the stack.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined

ROOM = 16384
"""Pairs that may wait in lines. Five hundred do in the median, 70,000 triangles against as many;
memory is only touched where it is used."""
LINES = 512
"""Parts of the step."""


@inlined
def no_one_waits(stacked):
    """Room for pairs in lines, and for ``stacked`` more on the stack."""
    room = ROOM + stacked
    waiting = (
        np.empty((room, 2), np.int32), np.empty(room, np.int64), np.empty((room, 2), np.float32),
        np.empty(room), np.empty(ROOM, np.int32), np.full(LINES, -1, np.int32),
    )  # fmt: skip
    return waiting, (-1, 0, ROOM)


@inlined
def line_of(time, t0, rate):
    return min(max(int((time - t0) * rate), 0), LINES - 1)


@inlined
def wait(waiting, state, line, a, b, code, begins, ends, time):
    """Let the slots a and b wait, in a window of which they need the share from begins to ends."""
    pairs, codes, spans, times, after, heads = waiting
    free, fresh, top = state
    if free >= 0:
        at, free = free, after[free]
    elif fresh < ROOM:
        at, fresh = fresh, fresh + 1
    else:
        at, top = top, top + 1
    if at < ROOM:
        after[at] = heads[line]
        heads[line] = at
    pairs[at, 0], pairs[at, 1], codes[at] = a, b, code
    spans[at, 0], spans[at, 1], times[at] = begins, ends, time
    return free, fresh, top


@inlined
def call_next(waiting, state, line):
    """Place of the next pair, free from now on (-1 if there is none), its line, the state."""
    _, _, _, _, after, heads = waiting
    free, fresh, top = state
    if top > ROOM:
        return top - 1, line, (free, fresh, top - 1)
    while line < LINES and heads[line] < 0:
        line += 1
    if line == LINES:
        return -1, line, state
    at = np.int64(heads[line])
    heads[line] = after[at]
    after[at] = free
    return at, line, (at, fresh, top)


@inlined
def earliest(waiting, state, line):
    """A time before which no pair that waits has anything to do."""
    _, _, _, times, after, heads = waiting
    time = inf
    for at in range(ROOM, state[2]):
        time = min(time, times[at])
    while line < LINES and heads[line] < 0:
        line += 1
    if line < LINES:
        at = heads[line]
        while at >= 0:
            time = min(time, times[at])
            at = after[at]
    return time
