"""Overlapping pairs among the boxes of one cell, each pair in one cell only.

Boxes are listed in each cell they touch, so two of them may share several. The pair belongs to the
cell that holds the greater of their lower corners, coordinate by coordinate. Both touch the cell,
so along each axis it is enough that one of the two begins there: three bits a box say where it
does, and a pair is reported if the bits of both together are all set. No pair is remembered.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.simd import lowest_bit, meet8

FEW, FEW_OWN = 64, 4
"""Up to so many boxes, or so few that others are guests of, all are compared with all; above, they
are sorted along an axis first."""
BEGINS = 7
"""Bits of a box that begins in the cell along all three axes."""
GUEST = 8
"""Bit of a box that is compared with those of the cell, and not with other guests."""
LOW = 0xFFFFFFFF
"""The second id of a code."""
SAMPLE = 64
"""Boxes that choose the axis along which the others are sorted."""


@inlined
def meets(boxes, i, box):
    """Does box ``i`` meet another, both closed? Without branches, which would be random."""
    return (
        (boxes[i, 0] <= box[3]) & (box[0] <= boxes[i, 3])
        & (boxes[i, 1] <= box[4]) & (box[1] <= boxes[i, 4])
        & (boxes[i, 2] <= box[5]) & (box[2] <= boxes[i, 5])
    )  # fmt: skip


@inlined
def pair_code(i, j):
    """Two ids as one number."""
    return (min(i, j) << 32) | max(i, j)


@inlined
def put_row(bucket, tags, k, boxes, item, bits):
    """Box ``k`` of a bucket: its coordinates, its bits and its id."""
    for c in range(6):
        bucket[k >> 3, c * WIDTH + (k & 7)] = boxes[item, c]
    tags[k, 0], tags[k, 1] = bits, item


@inlined
def side_of_row(bucket, k, c):
    return bucket[k >> 3, c * WIDTH + (k & 7)]


@inlined
def row_of(bucket, k):
    """Box ``k`` as a tuple."""
    return (
        side_of_row(bucket, k, 0), side_of_row(bucket, k, 1), side_of_row(bucket, k, 2),
        side_of_row(bucket, k, 3), side_of_row(bucket, k, 4), side_of_row(bucket, k, 5),
    )  # fmt: skip


@inlined
def close_bucket(bucket, count):
    """Lanes behind the last box meet nothing."""
    for k in range(count, (count + 7) & -8):
        bucket[k >> 3, k & 7] = np.nan


@inlined
def compare(bucket, tags, i, box, block, mask, codes, used):
    """Note the pairs of row ``i`` with those of a block's rows in ``mask`` that are of this cell.

    Counts on where there is no room left.
    """
    mask &= meet8(bucket, block, box)
    while mask != 0:
        j = block * WIDTH + lowest_bit(mask)
        mask &= mask - np.int32(1)
        a, b = tags[i, 0], tags[j, 0]
        if (((a | b) & BEGINS) | (a & b & GUEST)) == BEGINS:
            if used < len(codes):
                codes[used] = pair_code(tags[i, 1], tags[j, 1])
            used += 1
    return used


@inlined
def sorting_axis(bucket, count):
    """The axis along which boxes are shortest compared with how far they are spread."""
    step = max(count // SAMPLE, 1)
    best, axis = -1.0, 0
    for k in range(3):
        low, high, length = np.inf, -np.inf, 0.0
        seen = 0
        for i in range(0, count, step):
            a, b = side_of_row(bucket, i, k), side_of_row(bucket, i, k + 3)
            low, high = min(low, a), max(high, a)
            # Halves: the difference of two floats may be none.
            length += 0.5 * b - 0.5 * a
            seen += 1
        spread = 0.5 * high - 0.5 * low
        share = spread / (length / seen + 1e-3 * spread) if spread > 0.0 else 0.0
        # Infinite boxes have no share (NaN).
        if share > best:
            best, axis = share, k
    return axis


@inlined
def sort_by_key(keys, values, start, stop):
    """Sort places start to stop of both by key (Shell 1959 [Shell1959]_)."""
    gap = 1
    while gap < (stop - start) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(start + gap, stop):
            key, value = keys[i], values[i]
            j = i
            while j >= start + gap and keys[j - gap] > key:
                keys[j], values[j] = keys[j - gap], values[j - gap]
                j -= gap
            keys[j], values[j] = key, value
        gap //= 3


@kernel
def pairs_in_bucket(bucket, tags, own, count, room, codes, used):
    """Adds the pairs of the first ``own`` rows with those up to ``count``; how many there are now.

    ``room`` is for sorting.
    """
    close_bucket(bucket, count)
    if count <= FEW or own <= FEW_OWN:
        for i in range(own):
            box = row_of(bucket, i)
            block = (i + 1) // WIDTH
            mask = np.int32((255 << ((i + 1) & 7)) & 255)
            while block * WIDTH < count:
                used = compare(bucket, tags, i, box, block, mask, codes, used)
                mask = np.int32(255)
                block += 1
        return used
    keys, order, ordered, ordered_tags = room
    axis = sorting_axis(bucket, count)
    for i in range(count):
        keys[i], order[i] = side_of_row(bucket, i, axis), i
    sort_by_key(keys, order, 0, count)
    for k in range(count):
        for c in range(6):
            ordered[k >> 3, c * WIDTH + (k & 7)] = side_of_row(bucket, order[k], c)
        ordered_tags[k, 0], ordered_tags[k, 1] = tags[order[k], 0], tags[order[k], 1]
    close_bucket(ordered, count)
    for i in range(count - 1):
        box = row_of(ordered, i)
        end = box[axis + 3]
        block = (i + 1) // WIDTH
        mask = np.int32((255 << ((i + 1) & 7)) & 255)
        while block * WIDTH < count and keys[block * WIDTH] <= end:
            used = compare(ordered, ordered_tags, i, box, block, mask, codes, used)
            mask = np.int32(255)
            block += 1
    return used


@inlined
def new_bucket(most):
    """Room for so many boxes: coordinates in blocks of eight, tags."""
    return np.empty((most // WIDTH + 1, 6 * WIDTH)), np.empty((most, 2), np.int64)


@inlined
def new_room(most):
    """Room for sorting so many."""
    bucket, tags = new_bucket(most)
    return np.empty(most), np.empty(most, np.int64), bucket, tags


@kernel
def sort_pairs(codes, held, pairs):
    """Fills ``pairs`` with the rows of codes, sorted by both ids, which are below ``held``.

    Counted by the second id, then by the first, each time in the order found so far.
    """
    begin = np.zeros(held + 1, np.int64)
    for k in range(len(codes)):
        begin[(codes[k] & LOW) + 1] += 1
    for i in range(held):
        begin[i + 1] += begin[i]
    by_second = np.empty(len(codes), np.int64)
    for k in range(len(codes)):
        j = codes[k] & LOW
        by_second[begin[j]] = codes[k]
        begin[j] += 1
    for i in range(held + 1):
        begin[i] = 0
    for k in range(len(codes)):
        begin[(codes[k] >> 32) + 1] += 1
    for i in range(held):
        begin[i + 1] += begin[i]
    for k in range(len(codes)):
        i = by_second[k] >> 32
        at = begin[i]
        pairs[at, 0], pairs[at, 1] = i, by_second[k] & LOW
        begin[i] = at + 1
