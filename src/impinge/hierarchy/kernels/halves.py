"""Builders that split in two: by the surface area heuristic, at the median or the mean of the
centres, or by codes on a curve.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.hierarchy.kernels.binary import STACK, push_sides
from impinge.hierarchy.kernels.sah import BINS, split_bins, swap, twice_centre, widest_axis

BY_AREA, BY_MEDIAN, BY_MEAN, BY_CODE = range(4)
"""In the order of the builders that are named for them (``hierarchy/binary_tree.py``)."""
BITS = 21
"""Bits of each coordinate in a code: three of them fill 63 bits."""
DIGIT = 11
PASSES = 6
"""Digits the sort takes at a time: six passes of 2048 counters cover the 63 bits."""


@inlined
def every_third_bit(x):
    """The 21 bits of ``x`` with two zeros after each (Morton 1966 [Morton1966]_)."""
    x = np.uint64(x) & np.uint64(0x1FFFFF)
    x = (x | (x << np.uint64(32))) & np.uint64(0x1F00000000FFFF)
    x = (x | (x << np.uint64(16))) & np.uint64(0x1F0000FF0000FF)
    x = (x | (x << np.uint64(8))) & np.uint64(0x100F00F00F00F00F)
    x = (x | (x << np.uint64(4))) & np.uint64(0x10C30C30C30C30C3)
    return (x | (x << np.uint64(2))) & np.uint64(0x1249249249249249)


@kernel
def morton_codes(boxes, codes):
    """The place of each box's centre on the curve; centres lie within [-1, 1]."""
    top = 2.0**BITS - 1.0
    for i in range(len(codes)):
        code = np.uint64(0)
        for k in range(3):
            centre = 0.25 * (boxes[i, k] - boxes[i, k + 4]) + 0.5
            cell = int(min(max(centre * top, 0.0), top))
            code |= every_third_bit(cell) << np.uint64(k)
        codes[i] = code


@kernel
def sort_codes(codes, order):
    """Sort ``codes`` in place by digits, from the lowest up, and ``order`` along with them."""
    n = len(codes)
    other_codes = np.empty(n, np.uint64)
    other_order = np.empty(n, np.int32)
    counts = np.empty(1 << DIGIT, np.int64)
    mask = np.uint64((1 << DIGIT) - 1)
    a, b, p, q = codes, other_codes, order, other_order
    for digit in range(PASSES):
        shift = np.uint64(DIGIT * digit)
        for j in range(len(counts)):
            counts[j] = 0
        for i in range(n):
            counts[np.int64((a[i] >> shift) & mask)] += 1
        place = 0
        for j in range(len(counts)):
            here = counts[j]
            counts[j] = place
            place += here
        for i in range(n):
            j = np.int64((a[i] >> shift) & mask)
            b[counts[j]] = a[i]
            q[counts[j]] = p[i]
            counts[j] += 1
        a, b, p, q = b, a, q, p
    # An even number of passes: the result is back in the arrays given.


@inlined
def select(boxes, order, start, stop, middle, axis):
    """Sort so far that what is before ``middle`` lies below it and what follows does not (Hoare
    1961 [Hoare1961]_); the pivot is the middle of three, so that sorted input is no bad case.
    """
    low, high = start, stop - 1
    while low < high:
        a = twice_centre(boxes, low, axis)
        b = twice_centre(boxes, (low + high) // 2, axis)
        c = twice_centre(boxes, high, axis)
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = low, high
        while i <= j:
            while twice_centre(boxes, i, axis) < pivot:
                i += 1
            while twice_centre(boxes, j, axis) > pivot:
                j -= 1
            if i <= j:
                swap(boxes, order, i, j)
                i += 1
                j -= 1
        if middle <= j:
            high = j
        elif middle >= i:
            low = i
        else:
            break


@inlined
def split_below(boxes, order, start, stop, axis, value):
    """Move what lies below ``value`` to the front; the first place that does not."""
    middle, last = start, stop - 1
    while middle <= last:
        if twice_centre(boxes, middle, axis) < value:
            middle += 1
        else:
            swap(boxes, order, middle, last)
            last -= 1
    return middle


@kernel
def split_codes(codes, start, stop):
    """Where the highest bit that differs changes in sorted codes; ``start`` for equal ones."""
    differ, bit = codes[start] ^ codes[stop - 1], np.uint64(1)
    if differ == np.uint64(0):
        return start
    while differ > np.uint64(1):
        differ >>= np.uint64(1)
        bit <<= np.uint64(1)
    low, high = start, stop - 1
    while low < high:
        probe = (low + high) // 2
        if codes[probe] & bit:
            high = probe
        else:
            low = probe + 1
    return low


@kernel
def build_halves(boxes, codes, order, leaf_size, how, links):
    """A binary tree split along the axis in which the centres spread most; its node count.

    By area, the expected work of a query is least; at the median, both sides have as many
    triangles; at the mean, they are about as large. ``boxes`` and ``order`` are sorted in place, so
    that a node's triangles are neighbours. Or over sorted codes (Lauterbach et al. 2009
    [Lauterbach2009]_), by their highest bit that differs.
    """
    bins, counts = np.empty((BINS + 1, 8), np.float32), np.empty(BINS, np.int32)
    right_cost = np.empty(BINS, np.float32)
    stack = np.empty((STACK, 3), np.int32)
    stack[0, 0], stack[0, 1] = 0, 0
    stack[0, 2] = len(order)
    waiting = 1
    used = 1
    while waiting > 0:
        waiting -= 1
        node, start, stop = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2]
        if stop - start <= leaf_size:
            links[node, 0], links[node, 1] = start, stop - start
            continue
        half = middle = (start + stop) // 2
        if how == BY_CODE:
            middle = split_codes(codes, start, stop)
        elif how == BY_AREA:
            middle = split_bins(boxes, order, start, stop, bins, counts, right_cost)
        else:
            axis, _, _, total = widest_axis(boxes, start, stop)
            if how == BY_MEAN:
                mean = np.float32(total / (stop - start))
                middle = split_below(boxes, order, start, stop, axis, mean)
            else:
                select(boxes, order, start, stop, middle, axis)
        if middle == start or middle == stop:
            # All centres, or codes, are one, or in one bin: any halves do.
            middle = half
        links[node, 0], links[node, 1] = used, 0
        waiting = push_sides(stack, waiting, used, start, middle, stop)
        used += 2
    return used
