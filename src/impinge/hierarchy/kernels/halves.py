"""Top-down builders that split at one number: the median or the mean of the centres."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import lower, upper
from impinge.hierarchy.kernels.binary import STACK, push_sides
from impinge.hierarchy.kernels.sah import swap, twice_centre, twice_centres


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
def build_halves(boxes, order, leaf_size, by_mean, links):
    """A binary tree split along the axis in which the centres spread most; its node count.

    At the median, both sides have as many triangles; at the mean, they are about as large.
    ``boxes`` and ``order`` are sorted in place, as by ``build_sah``.
    """
    stack = np.empty((STACK, 3), np.int32)
    stack[0, 0] = 0
    stack[0, 1] = 0
    stack[0, 2] = len(order)
    waiting = 1
    used = 1
    while waiting > 0:
        waiting -= 1
        node, start, stop = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2]
        if stop - start <= leaf_size:
            links[node, 0] = start
            links[node, 1] = stop - start
            continue
        first = twice_centres(boxes, start)
        least, most = first, first
        mean_x = mean_y = mean_z = 0.0
        for i in range(start, stop):
            c = twice_centres(boxes, i)
            least, most = lower(c, least), upper(c, most)
            mean_x += c[0]
            mean_y += c[1]
            mean_z += c[2]
        axis, mean = 0, mean_x
        spread = most[0] - least[0]
        if most[1] - least[1] > spread:
            axis, mean, spread = 1, mean_y, most[1] - least[1]
        if most[2] - least[2] > spread:
            axis, mean = 2, mean_z
        middle = (start + stop) // 2
        if by_mean:
            middle = split_below(boxes, order, start, stop, axis, np.float32(mean / (stop - start)))
            if middle == start or middle == stop:
                # All centres are one.
                middle = (start + stop) // 2
        else:
            select(boxes, order, start, stop, middle, axis)
        links[node, 0] = used
        links[node, 1] = 0
        waiting = push_sides(stack, waiting, used, start, middle, stop)
        used += 2
    return used
