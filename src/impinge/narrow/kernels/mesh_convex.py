"""How far is a convex shape from the triangles of a posed mesh, and where?

Depth-first over one tree: eight boxes at a time meet the box of the shape's core, and the nearest,
or the one that overlaps deepest, is opened first. Triangles are convex shapes themselves, and are
measured as such; along the direction of the best answer so far most are further away already.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.mat import apply_transposed, moved
from impinge.core.plain import NO_KEY
from impinge.core.simd import bits_of, gaps8, keys8, lowest_bit
from impinge.core.vec import dot
from impinge.geometry.kernels.convex_row import HULL, KIND, RADIUS
from impinge.hierarchy.kernels.node import UNIT, child_at, leaf_range
from impinge.hierarchy.kernels.one_tree import push_sorted, stack_size
from impinge.hierarchy.kernels.tree_arrays import TreeArrays
from impinge.narrow.kernels.certificate import span_above
from impinge.narrow.kernels.common_point import point_of_cores
from impinge.narrow.kernels.convex_overlap import overlap_two
from impinge.narrow.kernels.convex_pair import measure_pair
from impinge.narrow.kernels.core_box import box_is_near, box_row, highest_of_box, place_core, stand
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.distance import near_limit
from impinge.narrow.kernels.far import far_limit, keys_behind
from impinge.narrow.kernels.pair_row import (
    BOX_TESTS,
    FEATURE_A,
    GAP,
    NORMAL,
    PAIR_ROW,
    POINT_A,
    POINT_B,
    TRIANGLE_TESTS,
    answer_to_world,
    copy_pair,
    write_points,
)
from impinge.narrow.kernels.relation import scaled_corners
from impinge.narrow.kernels.step import sight_of
from impinge.narrow.kernels.support import Pair, furthest_of_core
from impinge.narrow.kernels.triangle_row import set_triangle, triangle_row

BEYOND = 2.0**-44
"""In the common unit: boxes so much further away than a margin are still opened, since a gap counts
as none within some roundings of the coordinates."""


@kernel
def sight_of_core(place, pose, rows, start, pose_b):
    """The tree seen from the box of a shape's core, as tuples; lengths in the common unit.

    ``near``  what ``keys8`` takes: centre and half extents of the box, turn and offset, the factor
              and the size that squared bounds are in
    ``far``   whether they are far apart; what ``keys_behind`` takes; the distance of the centres
    ``unit``  the common unit [m]
    """
    box, half = place_core(rows, start)
    _, boxed, distant, (extent, extent_b, common) = sight_of(place, pose, box, pose_b)
    (turn, offset, ratio, pad, _), _, unit_sq, _, _, size = boxed
    far, apart, s, away, toward = distant
    here = (np.float32(0.0), np.float32(0.0), np.float32(0.0))
    reach = (
        np.float32(half[0]) * ratio + pad,
        np.float32(half[1]) * ratio + pad,
        np.float32(half[2]) * ratio + pad,
    )
    ahead = extent_b * (
        abs(toward[0]) * half[0] + abs(toward[1]) * half[1] + abs(toward[2]) * half[2]
    )
    near = here, reach, turn, offset, unit_sq, size
    return near, (far, away, extent, ahead, s, apart), common


@inlined
def limit_of(reach, near, distant):
    """What keys are compared with, for a distance to the core in the common unit."""
    far, _, _, _, s, apart = distant
    return far_limit(reach * reach, apart, s) if far else near_limit(reach * reach, near[5])


@kernel
def open_node(nodes, row, near, distant, limit32, keys, gaps, slots, waiting, top):
    """Put a node's lanes on the stack: the nearest on top, or the one that overlaps deepest."""
    far, away, extent, ahead, s, _ = distant
    here, reach, turn, offset, unit_sq, _ = near
    mask = np.int32(0)
    if far:
        keys_behind(nodes, row, away, extent, ahead, s, limit32, keys, 0)
    else:
        mask, _ = keys8(nodes, row, here, reach, turn, offset, unit_sq, limit32, keys, 0)
        if mask & (mask - 1) != 0:
            gaps8(nodes, row, here, reach, turn, offset, np.float32(0.0), gaps)
    bottom = top
    for lane in range(WIDTH):
        if keys[0, lane] < NO_KEY:
            slot = 8 * row + lane
            top = push_sorted(slots, waiting, bottom, top, slot, np.int64(keys[0, lane]))
    while mask != 0:
        lane = lowest_bit(mask)
        mask &= mask - 1
        # Below every key of a lane that is apart, and the lower, the deeper. (Minus zero has bits
        # of its own.)
        depth = np.int64(bits_of(-gaps[0, lane])) if gaps[0, lane] < 0.0 else np.int64(0)
        top = push_sorted(slots, waiting, bottom, top, np.int64(8 * row + lane), -depth)
    return top


@kernel
def lowest_along(rows, start, rotation, shift, u):
    """How low a convex shape reaches along ``u``, in the frame that it is moved to."""
    down = apply_transposed(rotation, (-u[0], -u[1], -u[2]))
    p = furthest_of_core(rows, start, down)[0]
    return dot(u, moved(rotation, shift, p)) - rows[start + RADIUS]


@kernel
def walk_convex(tree, pose, rows, start, pose_b, margin, any_one, out):
    """Fill ``out``, frame of the mesh, for the nearest triangle; GAP is its distance.

    One that overlaps is enough: then both points are one, which triangle and shape have in common.
    Returns whether one is nearer than ``margin`` [m]. With ``any_one`` only that, and one as far
    counts. The last columns of ``out`` receive the numbers of box tests and triangle tests.
    """
    nodes, triangles, place = tree
    near, distant, common = sight_of_core(place, pose, rows, start, pose_b)
    unit, rotation, shift, rows, start = stand(place, pose, rows, start, pose_b)
    to_unit, to_common = place[UNIT] / unit, unit / common
    radius = rows[start + RADIUS]
    loose = rows[start + KIND] >= HULL and not distant[0]
    slots = np.empty(stack_size(place), np.int64)
    waiting = np.empty(stack_size(place), np.int64)
    keys, gaps = np.empty((1, 8), np.int32), np.zeros((1, 8), np.float32)
    triangle, box, row = triangle_row(), box_row(), np.empty(PAIR_ROW)

    best = margin / unit
    limit32 = limit_of((best + radius) * to_common + BEYOND, near, distant)
    level = inf
    u = (0.0, 0.0, 0.0)
    boxes = 0
    tests = 0
    found = False
    slots[0] = 0
    waiting[0] = 0
    top = 1
    while top > 0 and not (found and (any_one or best <= 0.0)):
        top -= 1
        slot = slots[top]
        if waiting[top] > bits_of(limit32):
            continue
        child = child_at(nodes, slot)
        if child >= 0:
            if loose and found and level - highest_of_box(nodes, slot, place, to_unit, u) >= best:
                continue
            near_box = not (loose and best < inf) or box_is_near(
                nodes, slot, place, to_unit, rows, start, rotation, shift, best, box
            )
            if not near_box:
                continue
            boxes += WIDTH
            top = open_node(nodes, child, near, distant, limit32, keys, gaps, slots, waiting, top)
            continue
        first, stop = leaf_range(child)
        for i in range(first, stop):
            x, y, z = scaled_corners(triangles, i, to_unit)
            if found and level - span_above(u, x, y, z) >= best:
                continue
            tests += 1
            set_triangle(triangle, x, y, z)
            if any_one:
                found = overlap_two(Pair(triangle, 0, rows, start, rotation, shift), best)
            else:
                measure_pair(triangle, 0, rows, start, rotation, shift, row)
                if row[GAP] < best:
                    found = True
                    best = row[GAP]
                    copy_pair(row, out)
                    out[FEATURE_A] = triangles[i, 9]
                    u = vector_at(row, NORMAL)
                    level = lowest_along(rows, start, rotation, shift, u)
                    limit32 = limit_of(max(best + radius, 0.0) * to_common, near, distant)
            if found and (any_one or best <= 0.0):
                break
    if best <= 0.0 and not any_one and found:
        p = point_of_cores(Pair(triangle, 0, rows, start, rotation, shift))
        out[GAP] = 0.0
        write_points(out, p)
    for k in (GAP, POINT_A, POINT_A + 1, POINT_A + 2, POINT_B, POINT_B + 1, POINT_B + 2):
        out[k] *= unit
    out[BOX_TESTS], out[TRIANGLE_TESTS] = boxes, tests
    return found


@kernel
def answer_mesh_convex(nodes, triangles, place, pose_a, row_b, pose_b, margin, any_one, row):
    """As walk_convex, in the world frame: a single query, arrays one by one."""
    tree = TreeArrays(nodes, triangles, place)
    found = walk_convex(tree, pose_a, row_b, 0, pose_b, margin, any_one, row)
    if not any_one:
        answer_to_world(pose_a, row)
    return found
