"""Boxes in the order of a space-filling curve: near in the order is near in space.

A key holds the place of a box's centre along Hilbert's curve in its upper 32 bits, and the number
of the box in its lower 32. Where many centres share a cell of the curve (a cluster far from an
outlier), that cell gets a curve of its own, and so on: the order is good at every scale.

Hilbert's curve has no jumps, unlike Morton's: blocks of eight boxes that follow each other were
measured to meet half as many other blocks.
"""

from math import isfinite

import numpy as np

from impinge.core.jit import inlined, kernel

LEVELS = 10
CELLS = 2.0**LEVELS
"""Cells of the curve along each axis: 30 bits a key."""
DIGIT = 10
PASSES = 3
"""The sort takes 10 bits at a time: three passes of 1024 counters."""
NUMBER = np.uint64(0xFFFFFFFF)
"""The bits of a key that hold the number of the box."""
CROWD = 8
"""More boxes than this, a block of a tree, in one cell of the curve get a curve of their own."""
SHORT = 100
"""Up to so many keys are sorted by insertion: clearing the counters would cost more."""
LARGEST = 1.0e308
"""Cells a metre at most, so that a tiny extent does not give an infinite scale."""


def turned(bits, steps):
    """Three bits, turned to the left by so many places."""
    steps %= 3
    return ((bits << steps) | (bits >> (3 - steps))) & 7


def gray(k):
    return k ^ (k >> 1)


def trailing_ones(k):
    """The number of ones at the end of k: the place of its lowest zero."""
    return (~k & (k + 1)).bit_length() - 1


def hilbert_steps():
    """(state, octant) -> 8 * next state + place of the octant, for the 24 states of the curve.

    A state is the corner where the curve enters the cell, and the axis along which it leaves
    (Hamilton and Rau-Chaplin 2008, section 2 [Hamilton2008]_; e, d and w as there).
    """
    steps = np.empty(24 * 8, np.int64)
    places = {gray(w): w for w in range(8)}
    for e in range(8):
        for d in range(3):
            for octant in range(8):
                w = places[turned(octant ^ e, -(d + 1))]
                entry = gray(2 * ((w - 1) // 2)) if w > 0 else 0
                within = trailing_ones(w - 1 if w % 2 == 0 else w) % 3 if w > 0 else 0
                state = 3 * (e ^ turned(entry, d + 1)) + (d + within + 1) % 3
                steps[8 * (3 * e + d) + octant] = 8 * state + w
    return steps


STEPS = hilbert_steps()


@inlined
def middle(low, high):
    """Half the centre of an interval, or of the end of it that is finite; always finite itself."""
    if not isfinite(low):
        low = high
    if not isfinite(high):
        high = low
    return 0.25 * low + 0.25 * high if isfinite(low) else 0.0


@inlined
def scale_of(span):
    """Cells a unit, the same along all axes; none for what has no extent.

    Cells are cubes: if each axis had a scale of its own, boxes along a line would be sorted by how
    far they are off it as much as by where on it they are.
    """
    extent = max(span[3] - span[0], max(span[4] - span[1], span[5] - span[2]))
    return min(CELLS / extent, LARGEST) if extent > 0.0 else 0.0


@inlined
def cell(x, low, scale):
    return np.int64(min((x - low) * scale, CELLS - 1.0))


@kernel
def span_centres(lower, upper, keys, start, stop, span):
    """The box around the (half) centres of boxes ``keys[start:stop]``: lower, then upper."""
    for axis in range(3):
        low, high = np.inf, -np.inf
        for k in range(start, stop):
            i = np.int64(keys[k] & NUMBER)
            x = middle(lower[i, axis], upper[i, axis])
            low, high = min(low, x), max(high, x)
        span[axis] = low
        span[3 + axis] = high


@kernel
def set_keys(lower, upper, span, keys, start, stop):
    """The places of boxes ``keys[start:stop]`` on the curve that fills ``span``."""
    low_x, low_y, low_z = span[0], span[1], span[2]
    scale = scale_of(span)
    for k in range(start, stop):
        number = keys[k] & NUMBER
        i = np.int64(number)
        x = cell(middle(lower[i, 0], upper[i, 0]), low_x, scale)
        y = cell(middle(lower[i, 1], upper[i, 1]), low_y, scale)
        z = cell(middle(lower[i, 2], upper[i, 2]), low_z, scale)
        state, place = 0, 0
        for level in range(LEVELS - 1, -1, -1):
            octant = (((x >> level) & 1) << 2) | (((y >> level) & 1) << 1) | ((z >> level) & 1)
            step = STEPS[state | octant]
            state = step & ~7
            place = (place << 3) | (step & 7)
        keys[k] = (np.uint64(place) << np.uint64(32)) | number


@kernel
def sort_keys(keys, spare, start, stop):
    """Sort ``keys[start:stop]`` by place; equal ones stay in their order."""
    if stop - start <= SHORT:
        for k in range(start + 1, stop):
            key, at = keys[k], k
            while at > start and (keys[at - 1] >> np.uint64(32)) > (key >> np.uint64(32)):
                keys[at] = keys[at - 1]
                at -= 1
            keys[at] = key
        return
    # Digit by digit, from the lowest up.
    counts = np.zeros((PASSES, 1 << DIGIT), np.int64)
    mask = np.uint64((1 << DIGIT) - 1)
    for k in range(start, stop):
        for digit in range(PASSES):
            counts[digit, np.int64((keys[k] >> np.uint64(32 + DIGIT * digit)) & mask)] += 1
    a, b = keys, spare
    for digit in range(PASSES):
        shift = np.uint64(32 + DIGIT * digit)
        place = start
        for j in range(1 << DIGIT):
            here = counts[digit, j]
            counts[digit, j] = place
            place += here
        for k in range(start, stop):
            j = np.int64((a[k] >> shift) & mask)
            b[counts[digit, j]] = a[k]
            counts[digit, j] += 1
        a, b = b, a
    # An odd number of passes: the result is in the spare array.
    for k in range(start, stop):
        keys[k] = spare[k]


@inlined
def push_crowds(keys, start, stop, stack, waiting):
    """Note each run of more than ``CROWD`` keys at one place; the new number of runs."""
    first = start
    for k in range(start + 1, stop + 1):
        if k == stop or (keys[k] ^ keys[first]) > NUMBER:
            if k - first > CROWD:
                stack[waiting, 0] = first
                stack[waiting, 1] = k
                waiting += 1
            first = k
    return waiting


@kernel
def sort_crowds(lower, upper, keys, spare):
    """Sort what is crowded into one cell of a curve along a curve of its own, until none is.

    Boxes with one and the same centre stay in the order of their numbers.
    """
    n = len(keys)
    # Runs that wait have no key in common.
    stack = np.empty((n // CROWD + 1, 2), np.int64)
    span = np.empty(6)
    waiting = push_crowds(keys, 0, n, stack, 0)
    while waiting > 0:
        waiting -= 1
        start, stop = stack[waiting, 0], stack[waiting, 1]
        span_centres(lower, upper, keys, start, stop, span)
        set_keys(lower, upper, span, keys, start, stop)
        sort_keys(keys, spare, start, stop)
        # All in one cell again: one centre, or centres too near each other for a float.
        if (keys[start] ^ keys[stop - 1]) > NUMBER:
            waiting = push_crowds(keys, start, stop, stack, waiting)
