"""Lists of the cells of a grid: references to boxes that come and go.

A reference stands in two lists: that of its cell, linked both ways, so that it can be taken out at
once, and that of its box. References that are not in use are a list, too.
"""

from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel
from impinge.core.vec import lower, scale, upper
from impinge.partition.kernels.cells import (
    LAST,
    ORIGIN,
    PER_CELL,
    SCALE,
    SHIFT,
    at_level,
    box_of,
    cell_range,
    key_of,
    level_of,
    slot_of,
)
from impinge.partition.kernels.references import LIVE, NEXT, free_ref, take_ref
from impinge.partition.kernels.scan import PAD, corner_of, overlap_triangle_aabb

ITEM, BEFORE, SAME, REF = 0, 2, 3, 4
"""Columns of a reference, beside the next of its list: its box, the one before it in the cell's
list (the first has -1 - slot before it), the next reference of the box."""
OUTSIDE, MOVED, OCCUPIED, COUNTERS = 3, 4, 5, 6
"""Counters, beside those of references: boxes beyond the grid; moves that changed cells; slots that
hold something."""


@inlined
def link(slot, key, item, heads, refs, keys, first, counters):
    """Put a box on the list of a slot."""
    r = take_ref(refs, counters)
    head = heads[slot]
    refs[r, ITEM], refs[r, NEXT], refs[r, BEFORE], refs[r, SAME] = (
        item,
        head,
        -1 - slot,
        first[item],
    )
    keys[r] = key
    if head >= 0:
        refs[head, BEFORE] = r
    else:
        counters[OCCUPIED] += 1
    heads[slot], first[item] = r, r


@inlined
def unlink_all(item, heads, refs, first, counters):
    """Take a box off all lists it is on."""
    r = first[item]
    while r >= 0:
        following, before, same = refs[r, NEXT], refs[r, BEFORE], refs[r, SAME]
        if following >= 0:
            refs[following, BEFORE] = before
        if before >= 0:
            refs[before, NEXT] = following
        else:
            heads[-1 - before] = following
            if following < 0:
                counters[OCCUPIED] -= 1
        free_ref(r, refs, counters)
        r = same
    first[item] = -1


@inlined
def beyond(box, frame):
    """1 for a box that sticks out of the grid, where it does not go to infinity; else 0."""
    for k in range(6):
        v = (box[k] * frame[SCALE] - frame[ORIGIN + k % 3]) * frame[PER_CELL]
        if abs(box[k]) < 1.7976931348623157e308 and (v < 0.0 or v > frame[LAST + k % 3] + 1.0):
            return 1
    return 0


@inlined
def low_side(x, k, level, frame, own):
    """Coordinate of a cell's lower side, scaled; ``own`` for the first, which has none.

    Lower by what the number of a cell may be wrong by, where the grid begins far away.
    """
    if x == 0:
        return own
    side = frame[ORIGIN + k] + (x << (SHIFT * level)) / frame[PER_CELL]
    return side - PAD * abs(frame[ORIGIN + k])


@inlined
def high_side(x, k, level, frame, own):
    """The same for its upper side."""
    if x >= int(frame[LAST + k]) >> (SHIFT * level):
        return own
    side = frame[ORIGIN + k] + ((x + 1) << (SHIFT * level)) / frame[PER_CELL]
    return side + PAD * abs(frame[ORIGIN + k])


@inlined
def triangle_in_cell(corners, item, level, x, y, z, frame):
    """May the triangle of this box touch the cell?"""
    s = frame[SCALE]
    a = scale(s, corner_of(corners, item, 0))
    b = scale(s, corner_of(corners, item, 1))
    c = scale(s, corner_of(corners, item, 2))
    least, most = lower(lower(a, b), c), upper(upper(a, b), c)
    low = (
        low_side(x, 0, level, frame, least[0]),
        low_side(y, 1, level, frame, least[1]),
        low_side(z, 2, level, frame, least[2]),
    )
    high = (
        high_side(x, 0, level, frame, most[0]),
        high_side(y, 1, level, frame, most[1]),
        high_side(z, 2, level, frame, most[2]),
    )
    return overlap_triangle_aabb(a, b, c, low, high)


class GridLists(NamedTuple):
    """Corners of triangles, if they are boxes of such; the grid's cells; all of its lists."""

    corners: Any
    frame: Any
    levels: Any
    slots: int
    most: int
    heads: Any
    refs: Any
    keys: Any
    first: Any
    home: Any
    counts: Any
    counters: Any


@kernel
def insert_item(item, boxes, lists):
    """Put a box on the lists of its cells, or of those its triangle touches."""
    corners, frame, levels, slots, most, heads, refs, keys, first, home, counts, counters = lists
    box = box_of(boxes, item)
    r = cell_range(box, frame)
    level = level_of(r, most)
    r = at_level(r, level)
    for x in range(r[0], r[3] + 1):
        for y in range(r[1], r[4] + 1):
            for z in range(r[2], r[5] + 1):
                if len(corners) == 0 or triangle_in_cell(corners, item, level, x, y, z, frame):
                    slot = slot_of(level, x, y, z, levels, slots)
                    key = key_of(level, x, y, z)
                    link(slot, key, item, heads, refs, keys, first, counters)
    home[item] = level
    counts[level] += 1
    counters[OUTSIDE] += beyond(box, frame)


@inlined
def forget(item, boxes, lists):
    unlink_all(item, lists.heads, lists.refs, lists.first, lists.counters)
    lists.counts[lists.home[item]] -= 1
    lists.counters[OUTSIDE] -= beyond(box_of(boxes, item), lists.frame)
    lists.home[item] = -1


@kernel
def insert_rows(ids, start, stop, boxes, lists):
    """Put boxes start to stop in; the first that there was no room for, or ``stop``."""
    for k in range(start, stop):
        if len(lists.refs) - lists.counters[LIVE] < lists.most:
            return k
        insert_item(ids[k], boxes, lists)
    return stop


@kernel
def remove_rows(ids, boxes, lists):
    for k in range(len(ids)):
        forget(ids[k], boxes, lists)


@kernel
def move_rows(ids, start, stop, moved, boxes, lists):
    """Boxes to new places, ``moved`` row by row; those that stay in their cells are only noted.

    Returns the first that there was no room for, or ``stop``.
    """
    frame, most, counters = lists.frame, lists.most, lists.counters
    for k in range(start, stop):
        item = ids[k]
        before = cell_range(box_of(boxes, item), frame)
        after = cell_range(box_of(moved, k), frame)
        level = level_of(after, most)
        # A triangle may move within its cells to other ones of them.
        same = len(lists.corners) == 0 and level == lists.home[item]
        if same and at_level(before, level) == at_level(after, level):
            counters[OUTSIDE] -= beyond(box_of(boxes, item), frame)
            for c in range(6):
                boxes[item, c] = moved[k, c]
            counters[OUTSIDE] += beyond(box_of(boxes, item), frame)
            continue
        if len(lists.refs) - counters[LIVE] < most:
            return k
        forget(item, boxes, lists)
        for c in range(6):
            boxes[item, c] = moved[k, c]
        insert_item(item, boxes, lists)
        counters[MOVED] += 1
    return stop
