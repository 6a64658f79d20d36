"""The first thing that a ray meets: through a tree of boxes, the nearest first.

A thing whose box the ray enters behind the nearest hit so far is not asked. Of several that are hit
at the same distance the one with the lowest rank counts.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.memory import borrowed
from impinge.core.vec import load, unit_vector
from impinge.hierarchy.kernels.one_tree import push_sorted
from impinge.hierarchy.kernels.ray import DISTANCE, ROW, answer_ray
from impinge.hierarchy.kernels.solids import answer_ray_solid
from impinge.narrow.kernels.addresses import tree_at
from impinge.pairs.kernels.blocks import lane_box
from impinge.scene.kernels.boxes import PAD

LEVEL = 1 << 40
"""What waits is a row and this much times one more than its level; a thing has level -1."""


@inlined
def enter_box(box, o, d):
    """A distance at most that at which a ray enters a box; infinite if it does not.

    Boxes are wider by the rounding of the origin. Lanes without a box are NaN, and not entered.
    """
    first, last = 0.0, inf
    for c in range(3):
        slack = PAD * abs(o[c])
        low, high = box[c] - slack - o[c], box[3 + c] + slack - o[c]
        if d[c] == 0.0:
            if low > 0.0 or high < 0.0:
                last = -inf
        else:
            a, b = low / d[c], high / d[c]
            first = max(first, min(a, b) * (1.0 - PAD))
            last = min(last, max(a, b) * (1.0 + PAD))
    return first if first <= last else inf


@kernel
def mark_boxes(origins, directions, lower, upper, most, marks, start, stop):
    """``marks[i, j]``: ray i may meet box j at a distance of at most ``most[i]``."""
    for i in range(start, stop):
        o = load(origins, i)
        d, _ = unit_vector(load(directions, i))
        for j in range(len(lower)):
            box = (
                lower[j, 0], lower[j, 1], lower[j, 2], upper[j, 0], upper[j, 1], upper[j, 2],
            )  # fmt: skip
            enter = enter_box(box, o, d)
            marks[i, j] = enter < inf and enter <= most[i]


@inlined
def push_lanes(blocks, first, order, level, row, o, d, limit, slots, keys, top):
    """Push what a ray enters no later than ``limit`` of a block's eight boxes."""
    bottom = top
    child = WIDTH * (row - first[level])
    for lane in range(WIDTH):
        box = lane_box(blocks, row, lane)
        if not box[0] <= box[3]:
            continue
        enter = enter_box(box, o, d)
        if enter < inf and enter <= limit:
            slot = child + lane
            if level == 0:
                slot = np.int64(order[slot])
            else:
                slot += level * LEVEL + first[level - 1]
            top = push_sorted(slots, keys, bottom, top, slot, enter)
    return top


@kernel
def first_hit_rows(
    boxes, ids, ranks, shapes, poses, room, origins, directions, rows, owner, start, stop
):
    """Row ``i`` of ``rows`` and ``owner[i]`` answer ray ``i``, as they are if it meets nothing.

    ``boxes`` is (blocks, first, order), the tree of the boxes of things ``ids``, all of them
    convex, half spaces or surfaces; ``shapes`` is (meshes, packed rows, where they begin, the shape
    of each thing); ``room`` is what the walk of the deepest surface needs.
    """
    blocks, first, order = boxes
    meshes, rows_packed, begins, kinds = shapes
    packed, poses = borrowed(rows_packed), borrowed(poses)
    levels = len(first) - 1
    waiting, enters = np.empty(WIDTH * levels, np.int64), np.empty(WIDTH * levels)
    slots, keys = np.empty(room, np.int64), np.empty(room)
    trial = np.empty((1, ROW))
    for i in range(start, stop):
        o = load(origins, i)
        d, _ = unit_vector(load(directions, i))
        best, lowest = inf, -1
        top = push_lanes(
            blocks, first, order, levels - 1, first[levels - 1], o, d, best, waiting, enters, 0
        )
        while top > 0:
            top -= 1
            if enters[top] > best:
                continue
            level, row = divmod(waiting[top], LEVEL)
            if level > 0:
                top = push_lanes(
                    blocks, first, order, level - 1, row, o, d, best, waiting, enters, top
                )
                continue
            j = ids[row]
            k = kinds[j]
            if begins[k] >= 0:
                answer_ray_solid(packed[begins[k] :], poses[j], o, d, trial, 0)
            else:
                answer_ray(tree_at(meshes, k), poses[j], o, d, slots, keys, trial, 0)
            distance = trial[0, DISTANCE]
            if distance < best or (distance == best and distance < inf and ranks[j] < lowest):
                best, lowest = distance, ranks[j]
                owner[i] = j
                for c in range(ROW):
                    rows[i, c] = trial[0, c]
