"""Which cells of a grid a box touches, in whole numbers.

Coordinates are scaled by a power of two, moved to the grid's corner and divided by the size of a
cell. Each step, and cutting off the fraction, keeps the order of numbers, so two boxes that touch
have a cell in common whatever was rounded. What lies outside of the grid counts to its border.

Cells of level l are four times as long as those of level l - 1: their numbers are those of level 0
without the last 2 l bits. A box is kept at the finest level at which it touches few cells.
"""

import numpy as np

from impinge.core.jit import inlined

SCALE, ORIGIN, PER_CELL, LAST = 0, 1, 4, 5
FRAME = 8
"""Numbers of a frame: scale, corner of the grid (3), cells a unit, last cell of each axis (3)."""

SHIFT = 2
"""Bits between two levels."""
AT, ROW_Y, ROW_Z, LEVEL = 0, 1, 2, 4
"""Columns of a level: its first slot, cells along y, along z."""
PRIMES = (73856093, 19349663, 83492791)
"""Of the hash function (Teschner et al. 2003 [Teschner2003]_)."""
LEVEL_PRIME = 50331653
"""For the level, which they do not have."""
COORDINATE = 20
"""Bits of a cell's number along an axis, at most."""


@inlined
def cell_along(x, k, frame):
    """Number of the cell at coordinate ``x`` of axis ``k``; infinite ones are at the border."""
    v = (x * frame[SCALE] - frame[ORIGIN + k]) * frame[PER_CELL]
    return int(min(max(v, 0.0), frame[LAST + k]))


@inlined
def cell_range(box, frame):
    """Cells of level 0 from the lower to the upper corner."""
    return (
        cell_along(box[0], 0, frame), cell_along(box[1], 1, frame), cell_along(box[2], 2, frame),
        cell_along(box[3], 0, frame), cell_along(box[4], 1, frame), cell_along(box[5], 2, frame),
    )  # fmt: skip


@inlined
def at_level(r, level):
    s = SHIFT * level
    return (r[0] >> s, r[1] >> s, r[2] >> s, r[3] >> s, r[4] >> s, r[5] >> s)


@inlined
def cell_count(r):
    return (r[3] - r[0] + 1) * (r[4] - r[1] + 1) * (r[5] - r[2] + 1)


@inlined
def level_of(r, most):
    """The finest level at which cells ``r`` of level 0 are at most ``most``."""
    level = 0
    while cell_count(at_level(r, level)) > most:
        level += 1
    return level


@inlined
def key_of(level, x, y, z):
    """One number for a cell."""
    return (((level << COORDINATE) | x) << COORDINATE | y) << COORDINATE | z


@inlined
def slot_of(level, x, y, z, levels, slots):
    """Where a cell's list is: its place among all cells, or a hash of it if there are ``slots``."""
    if slots == 0:
        return levels[level, AT] + (x * levels[level, ROW_Y] + y) * levels[level, ROW_Z] + z
    h = (x * PRIMES[0]) ^ (y * PRIMES[1]) ^ (z * PRIMES[2]) ^ (level * LEVEL_PRIME)
    return np.int64(np.uint64(h) % np.uint64(slots))


@inlined
def begins(low, x, y, z):
    """Bits of a box whose first cells are ``low``, in cell (x, y, z); see the bucket."""
    return 1 * (low[0] == x) + 2 * (low[1] == y) + 4 * (low[2] == z)


@inlined
def box_of(boxes, i):
    return (boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3], boxes[i, 4], boxes[i, 5])
