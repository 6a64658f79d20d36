"""What walks over one tree share: the way into its frame and back, and a sorted stack.

A walk keeps two arrays, ``slots`` and ``keys``: places still to visit, and a lower bound on what
can be found there. The children of one node are pushed in order, the nearest on top.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import scale, sub
from impinge.hierarchy.kernels.binary import power_of_two_above
from impinge.hierarchy.kernels.node import DEPTH, EXTENT, UNIT, centre_of


@inlined
def to_body(pose, p):
    """A point of the world in the frame of the mesh."""
    return apply_transposed(rotation_of(pose), sub(p, translation_of(pose)))


@inlined
def to_world(pose, p):
    return moved(rotation_of(pose), translation_of(pose), p)


@inlined
def stack_size(place):
    """Each level leaves at most seven of eight lanes waiting."""
    return 7 * int(place[DEPTH]) + 9


@inlined
def make_stack(place):
    """Slots and keys for a walk."""
    return np.empty(stack_size(place), np.int64), np.empty(stack_size(place))


@inlined
def push_sorted(slots, keys, bottom, top, slot, key):
    """Insert above ``bottom`` so that keys fall towards the top; the new top."""
    i = top
    while i > bottom and keys[i - 1] < key:
        slots[i] = slots[i - 1]
        keys[i] = keys[i - 1]
        i -= 1
    slots[i] = slot
    keys[i] = key
    return top + 1


@inlined
def largest_of(p):
    return max(abs(p[0]), max(abs(p[1]), abs(p[2])))


@inlined
def in_common_unit(place, p):
    """A point and the tree in one unit, a power of two above every coordinate of both.

    Returns ``(unit, scale, point, from the boxes' centre to the point, extent)``; ``scale`` is
    what coordinates of the tree are multiplied by.
    """
    unit = place[UNIT]
    if largest_of(p) > unit:
        unit = power_of_two_above(largest_of(p))
    s = place[UNIT] / unit
    p = scale(1.0 / unit, p)
    return unit, s, p, sub(p, scale(s, centre_of(place))), place[EXTENT] * s


@kernel
def all_below(rows, limit):
    """Are all numbers below ``limit`` in magnitude? No, if one is NaN."""
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            if not abs(rows[i, j]) < limit:
                return False
    return True
