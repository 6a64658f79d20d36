"""Boxes that links of an articulation do not leave over an interval of time.

Poses of links are products along the tree, of motion rows relative to the parents
(``joint_rows``), and every link uses its parent's product. The poses are Taylor models, or
intervals: the usual way, to compare with [Redon2004]_. Points of a link are given; a box around
the paths of all of them contains their hull at every time.
"""

from math import ceil, inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import load
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels import taylor
from impinge.motion.kernels.chain_rows import is_at_rest
from impinge.motion.kernels.enclose import enclose_pose
from impinge.motion.kernels.interval import add, mul, scaled
from impinge.motion.kernels.pose_at import triple

ANGLE = 2.0
"""Sum of the turns along a chain [rad] above which time is cut in parts. Chosen on random
chains of 1 to 20 joints: medians of width / true width are 1.00 to 1.03, single boxes reach 1.6
(``impinge bench catch``). Uncut, twenty joints of 4 rad in all have a median of 2.7."""
PARTS = 16
"""Most parts of an interval of time."""
COVER = 2.0**-51
"""Added to the half width of an interval of [0, 1]: more than rounding of its ends and middle."""
SHIFT = 9
"""Poses are twelve rows: the rotation, row by row, and from here on the translation."""


@inlined
def count_parts(rows, first, parents, turns, length):
    """Into how many parts time is cut; ``turns`` is memory for a number a link."""
    most = 0.0
    for k in range(len(parents)):
        above = turns[parents[k]] if parents[k] >= 0 else 0.0
        turns[k] = above + rows[first + k, row.TURN]
        most = max(most, turns[k])
    return max(1, int(min(ceil(most * length / ANGLE), float(PARTS))))


@kernel
def write_relative(rows, i, m, h, out):
    """Write the models of the pose of row ``i`` relative to its parent."""
    arc = taylor.arc_model(rows[i, row.TURN], m, h)
    for j in range(SHIFT):
        a, b = rows[i, row.TURN_A + j], rows[i, row.TURN_B + j]
        taylor.write_wave(out, j, rows[i, row.ROTATION + j] - a, a, b, arc)
    for j in range(3):
        taylor.write_line(out, SHIFT + j, rows[i, row.SHIFT + j], rows[i, row.SLIDE + j], m, h)


@inlined
def combine(pose, at, numbers, plus):
    """Cubic, remainder and sum of terms of three numbers times the models ``at`` ... ``at + 2``,
    and of one more; -1 for none.
    """
    c0 = c1 = c2 = c3 = low = high = size = 0.0
    if plus >= 0:
        c0, c1, c2, c3 = pose[plus, 0], pose[plus, 1], pose[plus, 2], pose[plus, 3]
        low, high, size = pose[plus, taylor.LOW], pose[plus, taylor.HIGH], pose[plus, taylor.SIZE]
    for n in range(3):
        x, i = numbers[n], at + n
        c0 += x * pose[i, 0]
        c1 += x * pose[i, 1]
        c2 += x * pose[i, 2]
        c3 += x * pose[i, 3]
        first, last = x * pose[i, taylor.LOW], x * pose[i, taylor.HIGH]
        low += min(first, last)
        high += max(first, last)
        size += abs(x) * pose[i, taylor.SIZE]
    return (c0, c1, c2, c3), low, high, size


@kernel
def write_combination(pose, at, numbers, plus, out, k):
    """Write the model that ``combine`` describes."""
    cubic, low, high, size = combine(pose, at, numbers, plus)
    pad = taylor.PAD * size + taylor.TINY
    taylor.write_model(out, k, cubic, low - pad, high + pad)


@kernel
def multiply_poses(outer, inner, rows, i, out):
    """Write the models of a product of two poses, the second that of row ``i``."""
    slide, shift = triple(rows, i, row.SLIDE), triple(rows, i, row.SHIFT)
    slides = slide[0] != 0.0 or slide[1] != 0.0 or slide[2] != 0.0
    for j in range(3):
        for k in range(3):
            taylor.write_products(outer, 3 * j, inner, k, 3, 3, -1, out, 3 * j + k)
        if slides:
            taylor.write_products(outer, 3 * j, inner, SHIFT, 1, 3, SHIFT + j, out, SHIFT + j)
        else:
            write_combination(outer, 3 * j, shift, SHIFT + j, out, SHIFT + j)


@inlined
def range_of_point(pose, j, p):
    """Range of coordinate ``j`` of a point of a link whose pose is given as models."""
    cubic, low, high, size = combine(pose, 3 * j, p, SHIFT + j)
    if not size < inf:
        return -inf, inf
    bottom, top = taylor.range_cubic(cubic[0], cubic[1], cubic[2], cubic[3])
    pad = taylor.PAD * size + taylor.TINY
    return bottom + low - pad, top + high + pad


@kernel
def place_pose(outer, rows, i, out):
    """Write the models of a pose times that of row ``i``, which is at rest."""
    for j in range(3):
        for k in range(3):
            at = row.ROTATION + k
            column = (rows[i, at], rows[i, at + 3], rows[i, at + 6])
            write_combination(outer, 3 * j, column, -1, out, 3 * j + k)
        shift = triple(rows, i, row.SHIFT)
        write_combination(outer, 3 * j, shift, SHIFT + j, out, SHIFT + j)


@kernel
def write_poses(rows, first, parents, m, h, relative, poses):
    """Write the models of the poses of all links, (links, 12, LENGTH), on an interval of time."""
    for k in range(len(parents)):
        if parents[k] < 0:
            write_relative(rows, first + k, m, h, poses[k])
        elif is_at_rest(rows, first + k):
            place_pose(poses[parents[k]], rows, first + k, poses[k])
        else:
            write_relative(rows, first + k, m, h, relative)
            multiply_poses(poses[parents[k]], relative, rows, first + k, poses[k])


@kernel
def widen_box(pose, points, begin, end, box):
    """Let a box, (2, 3), contain some points of a link whose pose is given as models."""
    for j in range(3):
        # Nothing is stored between the points: the models stay in registers.
        low, high = box[0, j], box[1, j]
        for n in range(begin, end):
            least, most = range_of_point(pose, j, load(points, n))
            low, high = min(low, least), max(high, most)
        box[0, j], box[1, j] = low, high


@kernel
def taylor_box_rows(rows, parents, points, ends, window, parts, out, start, stop):
    """Fill ``out[i, k]``, (2, 3), with a box of link k during ``window``, by Taylor models.

    ``ends[k]`` is where the points of link k end. The interval is cut into ``parts`` parts, as many
    as turns ask for if 0, whose boxes are united. A link without points has the box (inf, -inf).
    """
    links = len(parents)
    poses, relative = np.empty((links, 12, taylor.LENGTH)), np.empty((12, taylor.LENGTH))
    turns = np.empty(links)
    for i in range(start, stop):
        clear_boxes(out[i])
        length = window[1] - window[0]
        count = parts if parts > 0 else count_parts(rows, i * links, parents, turns, length)
        h = 0.5 * length / count + COVER
        for part in range(count):
            m = window[0] + (part + 0.5) * length / count
            write_poses(rows, i * links, parents, m, h, relative, poses)
            for k in range(links):
                widen_box(poses[k], points, 0 if k == 0 else ends[k - 1], ends[k], out[i, k])


@inlined
def clear_boxes(boxes):
    for k in range(len(boxes)):
        for j in range(3):
            boxes[k, 0, j] = inf
            boxes[k, 1, j] = -inf


@inlined
def entry(pose, at):
    return (pose[at, 0], pose[at, 1])


@kernel
def multiply_interval_poses(outer, inner, out):
    """Write the intervals of a product of two poses."""
    for j in range(3):
        for k in range(4):
            first, stride = (k, 3) if k < 3 else (SHIFT, 1)
            sum_ = mul(entry(outer, 3 * j), entry(inner, first))
            for n in range(1, 3):
                sum_ = add(sum_, mul(entry(outer, 3 * j + n), entry(inner, first + n * stride)))
            if k == 3:
                sum_ = add(sum_, entry(outer, SHIFT + j))
            at = 3 * j + k if k < 3 else SHIFT + j
            out[at, 0], out[at, 1] = sum_


@kernel
def write_interval_pose(rows, i, t0, t1, out):
    rotation, shift = enclose_pose(rows, i, t0, t1)
    for j in range(3):
        out[j, 0], out[j, 1] = rotation[j]
        out[3 + j, 0], out[3 + j, 1] = rotation[3 + j]
        out[6 + j, 0], out[6 + j, 1] = rotation[6 + j]
        out[SHIFT + j, 0], out[SHIFT + j, 1] = shift[j]


@kernel
def write_interval_poses(rows, first, parents, window, relative, poses):
    """Write the intervals of the poses of all links, (links, 12, 2), during ``window``."""
    t0, t1 = window
    for k in range(len(parents)):
        if parents[k] < 0:
            write_interval_pose(rows, first + k, t0, t1, poses[k])
        else:
            write_interval_pose(rows, first + k, t0, t1, relative)
            multiply_interval_poses(poses[parents[k]], relative, poses[k])


@kernel
def widen_interval_box(pose, points, begin, end, box):
    """Let a box, (2, 3), contain some points of a link whose pose is given as intervals."""
    for n in range(begin, end):
        p = load(points, n)
        for j in range(3):
            side = entry(pose, SHIFT + j)
            for c in range(3):
                side = add(side, scaled(p[c], entry(pose, 3 * j + c)))
            box[0, j] = min(box[0, j], side[0])
            box[1, j] = max(box[1, j], side[1])


@kernel
def interval_box_rows(rows, parents, points, ends, window, parts, out, start, stop):
    """The same by interval arithmetic."""
    links = len(parents)
    poses, relative, turns = np.empty((links, 12, 2)), np.empty((12, 2)), np.empty(links)
    for i in range(start, stop):
        clear_boxes(out[i])
        length = window[1] - window[0]
        count = parts if parts > 0 else count_parts(rows, i * links, parents, turns, length)
        for part in range(count):
            # A little longer, as above; times outside [0, 1] count as its ends.
            t0 = window[0] + part * length / count - COVER
            t1 = window[0] + (part + 1.0) * length / count + COVER
            write_interval_poses(rows, i * links, parents, (t0, t1), relative, poses)
            for k in range(links):
                first = 0 if k == 0 else ends[k - 1]
                widen_interval_box(poses[k], points, first, ends[k], out[i, k])
