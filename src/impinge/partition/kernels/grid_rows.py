"""Boxes listed slot by slot: what pairs are found from, and how it is filled."""

import numpy as np

from impinge.core.jit import kernel
from impinge.partition.kernels.cells import (
    at_level,
    box_of,
    cell_range,
    key_of,
    level_of,
    slot_of,
)
from impinge.partition.kernels.grid_lists import ITEM
from impinge.partition.kernels.references import NEXT


@kernel
def measure_boxes(boxes, alive, sizes):
    """Fills the sizes of boxes, the longest half edges; the bounds of their finite corners."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    count = 0
    for i in range(len(boxes)):
        if not alive[i]:
            continue
        size = 0.0
        for k in range(3):
            a, b = boxes[i, k], boxes[i, k + 3]
            size = max(size, 0.5 * b - 0.5 * a)
            if abs(a) < np.inf:
                low[k], high[k] = min(low[k], a), max(high[k], a)
            if abs(b) < np.inf:
                low[k], high[k] = min(low[k], b), max(high[k], b)
        sizes[count] = size
        count += 1
    return low, high, count


@kernel
def count_rows(boxes, frame, levels, slots, most, home, counts, starts):
    """Levels of all boxes, and how many references there are at each slot (one further)."""
    for i in range(len(boxes)):
        r = cell_range(box_of(boxes, i), frame)
        level = level_of(r, most)
        home[i] = level
        counts[level] += 1
        r = at_level(r, level)
        for x in range(r[0], r[3] + 1):
            for y in range(r[1], r[4] + 1):
                for z in range(r[2], r[5] + 1):
                    starts[slot_of(level, x, y, z, levels, slots) + 1] += 1
    for s in range(len(starts) - 1):
        starts[s + 1] += starts[s]


@kernel
def fill_rows(boxes, frame, levels, slots, home, starts, items, keys):
    """Boxes and cells by slot; ``starts`` moves to where each slot ends, one place further."""
    for i in range(len(boxes)):
        level = home[i]
        r = at_level(cell_range(box_of(boxes, i), frame), level)
        for x in range(r[0], r[3] + 1):
            for y in range(r[1], r[4] + 1):
                for z in range(r[2], r[5] + 1):
                    slot = slot_of(level, x, y, z, levels, slots)
                    at = starts[slot]
                    starts[slot] = at + 1
                    items[at] = i
                    keys[at] = key_of(level, x, y, z)
    for s in range(len(starts) - 1, 0, -1):
        starts[s] = starts[s - 1]
    starts[0] = 0


@kernel
def rows_of_lists(heads, refs, ref_keys, starts, items, keys):
    """The same from lists."""
    at = 0
    for slot in range(len(heads)):
        starts[slot] = at
        r = heads[slot]
        while r >= 0:
            items[at], keys[at] = refs[r, ITEM], ref_keys[r]
            at += 1
            r = refs[r, NEXT]
    starts[len(heads)] = at
