"""Points found between two flat parts; which of many to keep, and in which order to show them.

The deepest, the one furthest from it, the one furthest from the line of these, the one furthest
outside of their triangle, then always the one furthest from all that are kept. Where several do
equally well, the first in an order that depends on their features only: rounding and small motions
do not change the choice, and neither does asking (B, A).
"""

import numpy as np

from impinge.core.jit import inlined, kernel

AT_A, AT_B = 0, 3
"""The point on A and the one on B, frame of the contact."""
GAP = 6
"""Height of the point on B over that on A: the separation."""
CODE_A, CODE_B = 7, 8
"""Where on the two parts they are (:mod:`impinge.contacts.kernels.flat`)."""
SLOT = 9
"""Tells apart points of the same two places."""
FOUND = 10
"""Numbers of a row."""

CROSSING = 0
"""Slots: where a line enters a disc, one more where it leaves it; the only one elsewhere."""
TIP = 3
"""The deepest point of a rim."""
SAMPLE = 4
"""The first of the points that stand for a rim, twice as many as there are on one."""
TIE = 2.0**-12
"""Share by which a point must be further out to be better: more than what small motions change, and
too little to matter for what the points hold up."""
EQUALLY_DEEP = 2.0**-16
"""Share of the size by which a point must be lower to be deeper, for the same reason. The deepest
of a limited number of points may be above the deepest of all by as much."""


@inlined
def add_found(found, count, a, b, code_a, code_b, slot):
    """One more row, if there is room; the number of rows."""
    if count < len(found):
        for k in range(3):
            found[count, AT_A + k], found[count, AT_B + k] = a[k], b[k]
        found[count, GAP] = b[2] - a[2]
        found[count, CODE_A], found[count, CODE_B], found[count, SLOT] = code_a, code_b, slot
        count += 1
    return count


@inlined
def add_ordered(found, count, p, q, code_p, code_q, slot, p_is_b):
    """The same for two parts; the first may belong to B."""
    if p_is_b:
        return add_found(found, count, q, p, code_q, code_p, slot)
    return add_found(found, count, p, q, code_p, code_q, slot)


@inlined
def copy_found(found, source, target):
    """Row ``target`` becomes what row ``source`` is."""
    if source != target:
        for c in range(FOUND):
            found[target, c] = found[source, c]


@inlined
def comes_before(found, i, j, symmetric):
    """Is row ``i`` before row ``j``? By features of A, of B and slot; or the same for (B, A)."""
    a, b, c, d = found[i, CODE_A], found[i, CODE_B], found[j, CODE_A], found[j, CODE_B]
    if symmetric:
        if a + b != c + d:
            return a + b < c + d
        if abs(a - b) != abs(c - d):
            return abs(a - b) < abs(c - d)
        if found[i, SLOT] != found[j, SLOT]:
            return found[i, SLOT] < found[j, SLOT]
    if a != c:
        return a < c
    if b != d:
        return b < d
    return found[i, SLOT] < found[j, SLOT]


@kernel
def sort_found(found, order, count, symmetric):
    """Sort row numbers, by Shell's method: few are sorted as fast as by insertion."""
    step = 1
    while 3 * step + 1 < count:
        step = 3 * step + 1
    while step > 0:
        for i in range(step, count):
            row = order[i]
            j = i
            while j >= step and comes_before(found, row, order[j - step], symmetric):
                order[j] = order[j - step]
                j -= step
            order[j] = row
        step //= 3


@inlined
def middle(found, row):
    return (
        0.5 * (found[row, AT_A] + found[row, AT_B]),
        0.5 * (found[row, AT_A + 1] + found[row, AT_B + 1]),
    )


@inlined
def area(p, q, r):
    """Twice the area of a triangle, positive if it runs counter-clockwise."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


@inlined
def apart_sq(p, q):
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


@inlined
def take(order, kept, k):
    """Move entry ``k`` to the end of those that are kept; the order of the others stays."""
    row = order[k]
    while k > kept:
        order[k] = order[k - 1]
        k -= 1
    order[kept] = row


@inlined
def deepest(found, order, count, extent):
    least = found[order[0], GAP]
    for k in range(1, count):
        least = min(least, found[order[k], GAP])
    for k in range(count):
        if found[order[k], GAP] <= least + EQUALLY_DEEP * extent:
            return k
    return 0


@inlined
def merit(found, order, kept, row):
    """How much a point adds to those that are kept, in a unit that depends on their number."""
    p = middle(found, row)
    first = middle(found, order[0])
    if kept == 2:
        return abs(area(first, middle(found, order[1]), p))
    if kept == 3:
        q, r = middle(found, order[1]), middle(found, order[2])
        turn = 1.0 if area(first, q, r) >= 0.0 else -1.0
        return max(-turn * area(first, q, p), -turn * area(q, r, p), -turn * area(r, first, p))
    nearest = apart_sq(first, p)
    for k in range(1, kept):
        nearest = min(nearest, apart_sq(middle(found, order[k]), p))
    return nearest


@kernel
def choose(found, order, count, limit, extent):
    """Bring ``limit`` of the rows in ``order`` to its front, the best first."""
    sort_found(found, order, count, np.bool_(True))
    take(order, 0, deepest(found, order, count, extent))
    for kept in range(1, limit):
        # Inside a triangle merits are negative, and as large as the shapes are.
        best = merit(found, order, kept, order[kept])
        chosen = kept
        for k in range(kept + 1, count):
            value = merit(found, order, kept, order[k])
            if value > best + TIE * abs(best):
                best = value
                chosen = k
        take(order, kept, chosen)
