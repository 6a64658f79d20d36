"""Do two posed meshes meet? The first pair of triangles found, or all of them."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import scaled
from impinge.core.simd import child_of, fetch_row, gaps8, lowest_bit
from impinge.core.vec import norm_sq
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.hierarchy.kernels.node import EXTENT, child_at, leaf_range
from impinge.narrow.kernels.relation import (
    between_centres,
    leaf_extent,
    moved_corners,
    relate,
    scaled_corners,
    see_both,
)
from impinge.narrow.kernels.step import (
    centre_at,
    half_at,
    opens_a,
    relative_size,
    seen_from,
    stack_rows,
)


@inlined
def push_lanes(stack, top, mask, gaps, nodes, row, other, open_a):
    """Put the lanes of a mask on the stack, the one that overlaps deepest on top.

    Going where boxes overlap most finds a first hit after less than half the visits.
    """
    deepest = np.float32(np.inf)
    best = top
    while mask != 0:
        lane = lowest_bit(mask)
        mask &= mask - 1
        slot = 8 * row + lane
        stack[top, 0] = slot if open_a else other
        stack[top, 1] = other if open_a else slot
        # Most lanes that pass are opened, some time later: their nodes are asked for now.
        child = child_of(nodes, row, lane)
        if child >= 0:
            fetch_row(nodes, child)
        if gaps[0, lane] < deepest:
            deepest = gaps[0, lane]
            best = top
        top += 1
    if deepest < np.inf:
        last = top - 1
        stack[last, 0], stack[best, 0] = stack[best, 0], stack[last, 0]
        stack[last, 1], stack[best, 1] = stack[best, 1], stack[last, 1]
    return top


@kernel
def walk_overlap(tree_a, pose_a, tree_b, pose_b, first, found, cost):
    """How many pairs of triangles meet; only the first one is looked for where ``first`` is set.

    ``found`` receives pairs of faces, as ``face_a * len(triangles_b) + face_b``, while there is
    room. ``cost`` receives the numbers of box tests and triangle tests.
    """
    nodes_a, triangles_a, place_a = tree_a
    nodes_b, triangles_b, place_b = tree_b
    rotation, shift, _, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    extent_a, extent_b = place_a[EXTENT] * scale_a, place_b[EXTENT] * scale_b
    between = between_centres(rotation, shift, place_a, scale_a, place_b, scale_b)
    cost[0], cost[1] = 0, 0
    # Half diagonals of the cubes around both are below sqrt(3) of their extents: apart however they
    # are turned; 1.8 leaves room for rounding.
    reach = 1.8 * (extent_a + extent_b)
    if norm_sq(between) > reach * reach:
        return 0
    a_opened, b_opened = see_both(rotation, between, extent_a, extent_b)
    a_turn, a_offset, a_ratio, a_pad, _ = a_opened
    b_turn, b_offset, b_ratio, b_pad, _ = b_opened
    relative = relative_size(extent_a, extent_b)
    turn_b = scaled(scale_b, rotation)
    bound = orient_bound(leaf_extent(place_a, scale_a, place_b, scale_b))

    stack = np.empty((stack_rows(place_a, place_b), 2), np.int32)
    gaps = np.empty((1, 8), np.float32)
    zero = np.float32(0.0)
    last_a = last_b = np.int32(-1)
    g_a, t_a, g_b, t_b = a_turn, a_offset, b_turn, b_offset
    stack[0, 0], stack[0, 1] = 0, 0
    top = 1
    count = 0
    boxes = 0
    tests = 0
    while top > 0:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            (start_a, stop_a), (start_b, stop_b) = leaf_range(child_a), leaf_range(child_b)
            for j in range(start_b, stop_b):
                p, q, r = moved_corners(triangles_b, j, turn_b, shift)
                for i in range(start_a, stop_a):
                    tests += 1
                    x, y, z = scaled_corners(triangles_a, i, scale_a)
                    if overlap_triangle_triangle(x, y, z, p, q, r, bound):
                        if count < len(found):
                            face_a, face_b = int(triangles_a[i, 9]), int(triangles_b[j, 9])
                            found[count] = face_a * len(triangles_b) + face_b
                        count += 1
                        if first:
                            cost[0], cost[1] = boxes, tests
                            return 1
            continue

        boxes += 8
        if opens_a(nodes_a, a, child_a, nodes_b, b, child_b, relative):
            if b >> 3 != last_b:
                last_b = b >> 3
                g_b, t_b = seen_from(nodes_b, last_b, a_turn, a_offset)
            centre, half = centre_at(nodes_b, b, a_ratio), half_at(nodes_b, b, a_ratio, a_pad)
            mask = gaps8(nodes_a, child_a, centre, half, g_b, t_b, zero, gaps)
            top = push_lanes(stack, top, mask, gaps, nodes_a, child_a, b, True)
        else:
            if a >> 3 != last_a:
                last_a = a >> 3
                g_a, t_a = seen_from(nodes_a, last_a, b_turn, b_offset)
            centre, half = centre_at(nodes_a, a, b_ratio), half_at(nodes_a, a, b_ratio, b_pad)
            mask = gaps8(nodes_b, child_b, centre, half, g_a, t_a, zero, gaps)
            top = push_lanes(stack, top, mask, gaps, nodes_b, child_b, a, False)
    cost[0], cost[1] = boxes, tests
    return count
