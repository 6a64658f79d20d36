"""Pairs of overlapping boxes from the slots of a grid, and the boxes that meet one."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels import cells
from impinge.partition.kernels.bucket import (
    BEGINS,
    meets,
    new_bucket,
    new_room,
    pair_code,
    pairs_in_bucket,
    put_row,
    sort_by_key,
)
from impinge.partition.kernels.references import ITEM, NEXT

MASK = (1 << cells.COORDINATE) - 1


@inlined
def bits_in(item, boxes, frame, level, key):
    """Where the box begins in this cell of its level; see the bucket."""
    s = cells.SHIFT * level
    x, y, z = key >> (2 * cells.COORDINATE) & MASK, key >> cells.COORDINATE & MASK, key & MASK
    return (
        1 * (cells.cell_along(boxes[item, 0], 0, frame) >> s == x)
        + 2 * (cells.cell_along(boxes[item, 1], 1, frame) >> s == y)
        + 4 * (cells.cell_along(boxes[item, 2], 2, frame) >> s == z)
    )


@kernel
def longest_slot(starts):
    longest = 0
    for s in range(len(starts) - 1):
        longest = max(longest, starts[s + 1] - starts[s])
    return longest


@kernel
def pairs_in_slots(
    boxes, exact, frame, home, starts, items, keys, longest, codes, used, start, stop
):  # fmt: skip
    """Pairs of boxes of one level in slots start to stop; (slot reached, codes used, room needed).

    Ends early, before a slot whose pairs there is no room for. Sorts ``items`` and ``keys`` of a
    slot by cell. With ``exact`` cells, a pair is noted in each cell that both touch.
    """
    bucket, tags = new_bucket(longest)
    room = new_room(longest)
    for slot in range(start, stop):
        a, b = starts[slot], starts[slot + 1]
        if b - a < 2:
            continue
        before = used
        mixed = False
        for k in range(a + 1, b):
            mixed |= keys[k] != keys[a]
        if mixed:
            # Several cells share this slot: bring references of one together.
            sort_by_key(keys, items, a, b)
        while a < b:
            key = keys[a]
            level = home[items[a]]
            count = 0
            while a < b and keys[a] == key:
                bits = BEGINS if exact else bits_in(items[a], boxes, frame, level, key)
                put_row(bucket, tags, count, boxes, items[a], bits)
                count += 1
                a += 1
            used = pairs_in_bucket(bucket, tags, count, count, room, codes, used)
        if used > len(codes):
            return slot, before, used
    return stop, used, used


@kernel
def pairs_across_levels(boxes, exact, grid, home, counts, rows, codes, used, start, stop):
    """Pairs of boxes start to stop with those of coarser levels; likewise.

    A box touches no more cells of a coarser level than of its own. ``grid`` is (frame, levels,
    slots), ``rows`` where each slot starts, its boxes and their cells.
    """
    frame, levels, slots = grid
    starts, items, keys = rows
    for i in range(start, stop):
        if home[i] < 0:
            continue
        before, box = used, cells.box_of(boxes, i)
        touched = cells.cell_range(box, frame)
        for level in range(home[i] + 1, len(counts)):
            if counts[level] == 0:
                continue
            r = cells.at_level(touched, level)
            for x in range(r[0], r[3] + 1):
                for y in range(r[1], r[4] + 1):
                    for z in range(r[2], r[5] + 1):
                        slot = cells.slot_of(level, x, y, z, levels, slots)
                        key = cells.key_of(level, x, y, z)
                        bits = BEGINS if exact else cells.begins(r, x, y, z)
                        for k in range(starts[slot], starts[slot + 1]):
                            j = items[k]
                            if keys[k] != key or not meets(boxes, j, box):
                                continue
                            if bits | bits_in(j, boxes, frame, level, key) == BEGINS:
                                if used < len(codes):
                                    codes[used] = pair_code(i, np.int64(j))
                                used += 1
        if used > len(codes):
            return i, before, used
    return stop, used, used


@kernel
def find_in_lists(query, boxes, exact, lists, found):
    """Fills ``found`` with the boxes that meet row 0 of ``query``, each once; how many they are."""
    frame, counts, refs = lists.frame, lists.counts, lists.refs
    box = cells.box_of(query, 0)
    touched = cells.cell_range(box, frame)
    work = 0
    for level in range(len(counts)):
        if counts[level] > 0:
            work += cells.cell_count(cells.at_level(touched, level))
    used = 0
    # With exact cells a box may be in several of those asked for, and the first is not known.
    if exact or work > len(boxes):
        for i in range(len(boxes)):
            if lists.home[i] >= 0 and meets(boxes, i, box):
                found[used] = i
                used += 1
        return used
    for level in range(len(counts)):
        if counts[level] == 0:
            continue
        r = cells.at_level(touched, level)
        for x in range(r[0], r[3] + 1):
            for y in range(r[1], r[4] + 1):
                for z in range(r[2], r[5] + 1):
                    key = cells.key_of(level, x, y, z)
                    ref = lists.heads[cells.slot_of(level, x, y, z, lists.levels, lists.slots)]
                    while ref >= 0:
                        i = refs[ref, ITEM]
                        if lists.keys[ref] == key and meets(boxes, i, box):
                            bits = bits_in(i, boxes, frame, level, key)
                            if bits | cells.begins(r, x, y, z) == BEGINS:
                                found[used] = i
                                used += 1
                        ref = refs[ref, NEXT]
    return used
