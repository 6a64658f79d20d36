"""Codes along a space-filling curve; ``halves`` splits them where the highest bit changes."""

import numpy as np

from impinge.core.jit import inlined, kernel

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
