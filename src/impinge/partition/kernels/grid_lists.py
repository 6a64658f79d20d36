"""Lists of the cells of a grid: references to boxes that come and go, and the same slot by slot.

A reference stands in two lists: that of its cell, linked both ways, so that it can be taken out at
once, and that of its box. References that are not in use are a list, too.
"""

from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import lower, scale, upper
from impinge.partition.kernels import cells
from impinge.partition.kernels import references as ref
from impinge.partition.kernels.scan import PAD, corner_of, overlap_triangle_aabb

REF = 4
"""Columns of a reference. The first of a cell's list has -1 - slot before it."""
COUNTERS = 5


class Lists(NamedTuple):
    """A grid and the lists of its cells."""

    frame: Any
    levels: Any
    slots: int
    """Of a hash table; 0 for a dense grid."""
    most: int
    """Cells that a box touches, at most; larger ones are kept at coarser levels."""
    heads: Any
    """First reference of each slot."""
    refs: Any
    keys: Any
    """The cell of each reference."""
    first: Any
    """First reference of each box."""
    home: Any
    """Level of each box, -1 if there is none."""
    counts: Any
    """Boxes of each level."""
    counters: Any


@inlined
def link(slot, key, item, lists):
    """Put a box on the list of a slot."""
    refs = lists.refs
    r = ref.take_ref(refs, lists.counters)
    head = lists.heads[slot]
    refs[r, ref.ITEM], refs[r, ref.NEXT] = item, head
    refs[r, ref.BEFORE], refs[r, ref.SAME] = -1 - slot, lists.first[item]
    lists.keys[r] = key
    if head >= 0:
        refs[head, ref.BEFORE] = r
    lists.heads[slot], lists.first[item] = r, r


@inlined
def unlink_all(item, lists):
    """Take a box off all lists it is on."""
    refs = lists.refs
    r = lists.first[item]
    while r >= 0:
        following, before, same = refs[r, ref.NEXT], refs[r, ref.BEFORE], refs[r, ref.SAME]
        if following >= 0:
            refs[following, ref.BEFORE] = before
        if before >= 0:
            refs[before, ref.NEXT] = following
        else:
            lists.heads[-1 - before] = following
        ref.free_ref(r, refs, lists.counters)
        r = same
    lists.first[item] = -1


@inlined
def beyond(box, frame):
    """1 for a box that sticks out of the grid, where it does not go to infinity; else 0."""
    for k in range(6):
        v = (box[k] * frame[cells.SCALE] - frame[cells.ORIGIN + k % 3]) * frame[cells.PER_CELL]
        outside = v < 0.0 or v > frame[cells.LAST + k % 3] + 1.0
        if outside and abs(box[k]) < 1.7976931348623157e308:
            return 1
    return 0


@inlined
def sides_along(x, k, level, frame, least, most):
    """Coordinates of a cell's sides, scaled; ``least`` and ``most`` where the grid ends.

    Moved out by what the number of a cell may be wrong by, where the grid begins far away.
    """
    s, origin = cells.SHIFT * level, frame[cells.ORIGIN + k]
    low = origin + (x << s) / frame[cells.PER_CELL] - PAD * abs(origin)
    high = origin + ((x + 1) << s) / frame[cells.PER_CELL] + PAD * abs(origin)
    return least if x == 0 else low, most if x >= int(frame[cells.LAST + k]) >> s else high


@inlined
def triangle_in_cell(corners, item, level, x, y, z, frame):
    """May the triangle of this box touch the cell?"""
    s = frame[cells.SCALE]
    a = scale(s, corner_of(corners, item, 0))
    b = scale(s, corner_of(corners, item, 1))
    c = scale(s, corner_of(corners, item, 2))
    least, most = lower(lower(a, b), c), upper(upper(a, b), c)
    x0, x1 = sides_along(x, 0, level, frame, least[0], most[0])
    y0, y1 = sides_along(y, 1, level, frame, least[1], most[1])
    z0, z1 = sides_along(z, 2, level, frame, least[2], most[2])
    return overlap_triangle_aabb(a, b, c, (x0, y0, z0), (x1, y1, z1))


@kernel
def insert_item(item, boxes, corners, lists):
    """Put a box on the lists of its cells, or of those its triangle touches."""
    frame = lists.frame
    box = cells.box_of(boxes, item)
    r = cells.cell_range(box, frame)
    level = cells.level_of(r, lists.most)
    r = cells.at_level(r, level)
    for x in range(r[0], r[3] + 1):
        for y in range(r[1], r[4] + 1):
            for z in range(r[2], r[5] + 1):
                if len(corners) == 0 or triangle_in_cell(corners, item, level, x, y, z, frame):
                    slot = cells.slot_of(level, x, y, z, lists.levels, lists.slots)
                    link(slot, cells.key_of(level, x, y, z), item, lists)
    lists.home[item] = level
    lists.counts[level] += 1
    lists.counters[ref.OUTSIDE] += beyond(box, frame)


@inlined
def forget(item, boxes, lists):
    unlink_all(item, lists)
    lists.counts[lists.home[item]] -= 1
    lists.counters[ref.OUTSIDE] -= beyond(cells.box_of(boxes, item), lists.frame)
    lists.home[item] = -1


@kernel
def insert_rows(ids, start, stop, boxes, corners, lists):
    """Put boxes start to stop in; the first that there was no room for, or ``stop``."""
    for k in range(start, stop):
        if len(lists.refs) - lists.counters[ref.LIVE] < lists.most:
            return k
        insert_item(ids[k], boxes, corners, lists)
    return stop


@kernel
def remove_rows(ids, boxes, lists):
    for k in range(len(ids)):
        forget(ids[k], boxes, lists)


@kernel
def move_rows(ids, start, stop, moved, boxes, corners, lists):
    """Boxes to new places, ``moved`` row by row; those that stay in their cells are only noted.

    Returns the first that there was no room for, or ``stop``.
    """
    frame, counters = lists.frame, lists.counters
    for k in range(start, stop):
        item = ids[k]
        before = cells.cell_range(cells.box_of(boxes, item), frame)
        after = cells.cell_range(cells.box_of(moved, k), frame)
        level = cells.level_of(after, lists.most)
        # A triangle may move within its cells to other ones of them.
        same = len(corners) == 0 and level == lists.home[item]
        if same and cells.at_level(before, level) == cells.at_level(after, level):
            counters[ref.OUTSIDE] -= beyond(cells.box_of(boxes, item), frame)
            for c in range(6):
                boxes[item, c] = moved[k, c]
            counters[ref.OUTSIDE] += beyond(cells.box_of(boxes, item), frame)
            continue
        if len(lists.refs) - counters[ref.LIVE] < lists.most:
            return k
        forget(item, boxes, lists)
        for c in range(6):
            boxes[item, c] = moved[k, c]
        insert_item(item, boxes, corners, lists)
        counters[ref.MOVED] += 1
    return stop


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
        r = cells.cell_range(cells.box_of(boxes, i), frame)
        level = cells.level_of(r, most)
        home[i] = level
        counts[level] += 1
        r = cells.at_level(r, level)
        for x in range(r[0], r[3] + 1):
            for y in range(r[1], r[4] + 1):
                for z in range(r[2], r[5] + 1):
                    starts[cells.slot_of(level, x, y, z, levels, slots) + 1] += 1
    for s in range(len(starts) - 1):
        starts[s + 1] += starts[s]


@kernel
def fill_rows(boxes, frame, levels, slots, home, starts, items, keys):
    """Boxes and cells by slot; ``starts`` moves to where each slot ends, one place further."""
    for i in range(len(boxes)):
        level = home[i]
        r = cells.at_level(cells.cell_range(cells.box_of(boxes, i), frame), level)
        for x in range(r[0], r[3] + 1):
            for y in range(r[1], r[4] + 1):
                for z in range(r[2], r[5] + 1):
                    slot = cells.slot_of(level, x, y, z, levels, slots)
                    at = starts[slot]
                    starts[slot] = at + 1
                    items[at] = i
                    keys[at] = cells.key_of(level, x, y, z)
    for s in range(len(starts) - 1, 0, -1):
        starts[s] = starts[s - 1]
    starts[0] = 0


@kernel
def rows_of_lists(lists, starts, items, keys):
    """The same from lists."""
    at = 0
    for slot in range(len(lists.heads)):
        starts[slot] = at
        r = lists.heads[slot]
        while r >= 0:
            items[at], keys[at] = lists.refs[r, ref.ITEM], lists.keys[r]
            at += 1
            r = lists.refs[r, ref.NEXT]
    starts[len(lists.heads)] = at
