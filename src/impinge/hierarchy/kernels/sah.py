"""A split where the surface area heuristic expects the least work."""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.simd import lower8
from impinge.core.vec import add, lower, sub, upper
from impinge.hierarchy.kernels.binary import empty_box, half_area

BINS = 16
"""Slices an axis is cut into. Between 70k-triangle meshes, near each other or apart, 8 and 32 were
measured to change the visits of a query by less than 5 %."""

SMALLEST_SPREAD = 1e-30
"""Centres closer than this, in box units, are one: the reciprocal of less may overflow."""


@inlined
def twice_centre(boxes, i, axis):
    return boxes[i, axis] - boxes[i, axis + 4]


@inlined
def twice_centres(boxes, i):
    return (twice_centre(boxes, i, 0), twice_centre(boxes, i, 1), twice_centre(boxes, i, 2))


@inlined
def widest_axis(boxes, start, stop):
    """The axis along which centres spread most, their least coordinate, spread and sum there."""
    least = most = twice_centres(boxes, start)
    total = (0.0, 0.0, 0.0)
    for i in range(start, stop):
        c = twice_centres(boxes, i)
        least, most, total = lower(c, least), upper(c, most), add(total, c)
    spread = sub(most, least)
    axis = 0
    for k in range(1, 3):
        if spread[k] > spread[axis]:
            axis = k
    return axis, least[axis], spread[axis], total[axis]


@inlined
def swap(boxes, order, i, j):
    order[i], order[j] = order[j], order[i]
    for k in range(8):
        boxes[i, k], boxes[j, k] = boxes[j, k], boxes[i, k]


@inlined
def bin_of(boxes, i, axis, low, to_bin, used):
    return min(max(int((twice_centre(boxes, i, axis) - low) * to_bin), 0), used - 1)


@inlined
def fill_bins(boxes, start, stop, axis, low, to_bin, bins, counts, used):
    for j in range(used):
        counts[j] = 0
        empty_box(bins, j)
    for i in range(start, stop):
        j = bin_of(boxes, i, axis, low, to_bin, used)
        counts[j] += 1
        lower8(bins, j, boxes, i)


@inlined
def best_plane(bins, counts, used, right_cost):
    """The last bin of the left side where area times count, summed over both sides, is least."""
    running = used
    empty_box(bins, running)
    right = 0
    for j in range(used - 1, 0, -1):
        right += counts[j]
        lower8(bins, running, bins, j)
        right_cost[j] = half_area(bins, running) * right if right > 0 else np.float32(np.inf)
    empty_box(bins, running)
    left = 0
    best = np.float32(np.inf)
    plane = -1
    for j in range(used - 1):
        left += counts[j]
        lower8(bins, running, bins, j)
        if left > 0:
            cost = half_area(bins, running) * left + right_cost[j + 1]
            if cost < best:
                best = cost
                plane = j
    return plane


@inlined
def split_bins(boxes, order, start, stop, bins, counts, right_cost):
    """Sort in place by binned SAH (Wald 2007 [Wald2007]_); the first place of the right side.

    ``start`` or ``stop`` where all centres are in one bin. Deviation: only the axis along which the
    centres spread most is tried. Trying all three was measured to change the visits by 2 %, and to
    take half as long again to build.
    """
    count = stop - start
    axis, low, spread, _ = widest_axis(boxes, start, stop)
    middle, last = start, stop - 1
    if spread > SMALLEST_SPREAD and count > 2:
        planes = BINS if count > BINS else (8 if count > 4 else 4)
        to_bin = np.float32(planes) / spread
        fill_bins(boxes, start, stop, axis, low, to_bin, bins, counts, planes)
        plane = best_plane(bins, counts, planes, right_cost)
        while middle <= last:
            if bin_of(boxes, middle, axis, low, to_bin, planes) <= plane:
                middle += 1
            else:
                swap(boxes, order, middle, last)
                last -= 1
    return middle
