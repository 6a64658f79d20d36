"""Two posed shapes of many parts: which of them are nearest, and which are near at all.

Parts are (rows, starts, poses, balls, links): the packed rows of the convex ones, where each begins
(-1 for a part that has none), their poses in the whole, and a binary tree of balls
(``narrow.parts``). A ball is the same from all sides, so that neither tree has to be turned.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved, rotation_of, times, translation_of
from impinge.core.vec import load, norm_sq, sub
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND
from impinge.hierarchy.kernels.one_tree import largest_of
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_overlap import overlap_posed
from impinge.narrow.kernels.convex_rows import (
    AS_DISTANCE,
    measure_posed,
    put_common_point,
    put_in_form,
)
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.pair_row import (
    GAP,
    LOWER,
    PAIR_ROW,
    PART_A,
    PART_B,
    answer_to_world,
    copy_pair,
    swap_pair,
)
from impinge.narrow.kernels.relation import relation_of, row_of

ROUNDING = 2.0**-48
"""Share of the coordinates that distances of centres may err by."""


@inlined
def length_of(v):
    """The length of a vector, without overflow or underflow on the way."""
    largest = largest_of(v)
    if not largest > 0.0:
        return 0.0
    return largest * sqrt(norm_sq((v[0] / largest, v[1] / largest, v[2] / largest)))


@inlined
def between_balls(balls_a, a, balls_b, b, rotation, shift):
    """Bounds of the distance of what two balls hold: (lower, upper)."""
    c, d = load(balls_a, a), load(balls_b, b)
    apart = length_of(sub(moved(rotation, shift, d), c))
    radii = balls_a[a, 3] + balls_b[b, 3]
    error = ROUNDING * (largest_of(c) + largest_of(d) + largest_of(shift))
    return apart - radii - error, apart + radii + error


@inlined
def opens_a(balls_a, links_a, a, balls_b, links_b, b):
    """Whether A's ball is the one to open: the larger, if both are no part's own."""
    return links_a[a, 0] >= 0 and (links_b[b, 0] < 0 or balls_a[a, 3] >= balls_b[b, 3])


@inlined
def is_measured(rows_a, start_a, rows_b, start_b):
    """Whether two parts are a pair for the convex kernels."""
    if start_a < 0 or start_b < 0:
        return False
    return rows_a[start_a + KIND] != HALFSPACE or rows_b[start_b + KIND] != HALFSPACE


@inlined
def put_part(rotation, shift, poses, j, out):
    """The pose of a part of B in the frame of A."""
    turn = times(rotation, rotation_of(poses[j]))
    p = moved(rotation, shift, translation_of(poses[j]))
    for k in range(3):
        for m in range(3):
            out[k, m] = turn[3 * k + m]
        out[k, 3] = p[k]


@inlined
def push_pair(stack, bounds, top, a, b, bound):
    stack[top, 0], stack[top, 1] = a, b
    bounds[top] = bound
    return top + 1


@kernel
def walk_parts(parts_a, pose_a, parts_b, pose_b, depth, margin, any_one, out, cost):
    """Fill ``out`` (WITH_PARTS), frame of A, with the least gap of two parts; whether there is any.

    One that is not positive ends the walk. Only pairs that the convex kernels take are measured;
    LOWER receives a distance within which there is a pair, of these or others. ``depth`` is that of
    both trees. With ``any_one`` only: is a pair within ``margin``? ``cost`` receives the numbers of
    tests of balls and of parts.
    """
    rows_a, starts_a, poses_a, balls_a, links_a = parts_a
    rows_b, starts_b, poses_b, balls_b, links_b = parts_b
    rotation, shift = relation_of(pose_a, pose_b)
    stack = np.empty((depth + 2, 2), np.int64)
    bounds = np.empty(depth + 2)
    place = np.eye(4)
    row = np.empty(PAIR_ROW)
    best = margin
    upper = margin
    found = False
    cost[0], cost[1] = 1, 0
    bound, _ = between_balls(balls_a, 0, balls_b, 0, rotation, shift)
    top = push_pair(stack, bounds, 0, 0, 0, bound)
    while top > 0:
        top -= 1
        if bounds[top] > min(best, upper):
            continue
        a, b = stack[top, 0], stack[top, 1]
        if links_a[a, 0] < 0 and links_b[b, 0] < 0:
            i, j = -1 - links_a[a, 0], -1 - links_b[b, 0]
            if not is_measured(rows_a, starts_a[i], rows_b, starts_b[j]):
                if not any_one:
                    upper = min(upper, between_balls(balls_a, a, balls_b, b, rotation, shift)[1])
                continue
            cost[1] += 1
            put_part(rotation, shift, poses_b, j, place)
            k, m, posed = starts_a[i], starts_b[j], poses_a[i]
            if any_one:
                found = overlap_posed(rows_a, k, posed, rows_b, m, place, margin)
            else:
                measure_posed(rows_a, k, posed, rows_b, m, place, np.bool_(False), row)
                if row[GAP] < best:
                    found = True
                    best = row[GAP]
                    copy_pair(row, out)
                    out[PART_A], out[PART_B] = i, j
            if found and (any_one or best <= 0.0):
                if not any_one:
                    put_common_point(rows_a, k, posed, rows_b, m, place, out)
                break
        else:
            cost[0] += 2
            opened_a = opens_a(balls_a, links_a, a, balls_b, links_b, b)
            c, d = (links_a[a, 0], b) if opened_a else (a, links_b[b, 0])
            e, f = (links_a[a, 1], b) if opened_a else (a, links_b[b, 1])
            first, _ = between_balls(balls_a, c, balls_b, d, rotation, shift)
            second, _ = between_balls(balls_a, e, balls_b, f, rotation, shift)
            if second < first:
                c, d, first, e, f, second = e, f, second, c, d, first
            top = push_pair(stack, bounds, top, e, f, second)
            top = push_pair(stack, bounds, top, c, d, first)
    out[LOWER] = min(best, upper)
    return found


@kernel
def nearest_parts_rows(
    parts_a, poses_a, parts_b, poses_b, depth, margin, any_one, out, costs, start, stop
):
    """The nearest parts, row by row, in the world frame; GAP is inf where no pair is measured.

    With ``any_one`` GAP is 0 where two parts come within ``margin``, else inf.
    """
    for i in range(start, stop):
        pose_a, pose_b, row = row_of(poses_a, i), row_of(poses_b, i), out[i]
        found = walk_parts(parts_a, pose_a, parts_b, pose_b, depth, margin, any_one, row, costs[i])
        if not found:
            row[GAP] = inf
        elif any_one:
            row[GAP] = 0.0
        else:
            put_in_form(AS_DISTANCE, row)
            answer_to_world(pose_a, row)


@kernel
def nearest_on_mesh_rows(
    mesh, poses, parts, poses_b, depth, margin, any_one, swapped, out, costs, start, stop
):
    """The parts of a shape that are nearest to a mesh, where they are nearer than rows have it.

    Written into ``out`` (n, WITH_PARTS), in the world frame.

    The mesh is (tree, its number among the parts of a shape at ``poses``, a ball (1, 4) around it,
    its pose there): of A, or of B if ``swapped``. Where ``any_one`` is set, only: is a
    part within ``margin``? Then GAP becomes 0. ``costs`` grow by tests of volumes and triangles.
    """
    tree, number, ball, posed = mesh
    rows, starts, places, balls, links = parts
    stack = np.empty(depth + 2, np.int64)
    part, row = np.eye(4), np.empty(pair_row.PAIR_ROW)
    for i in range(start, stop):
        pose = row_of(poses, i)
        rotation, shift = relation_of(pose, row_of(poses_b, i))
        stack[0] = 0
        top = 1
        while top > 0 and out[i, pair_row.GAP] > 0.0:
            top -= 1
            b = stack[top]
            limit = min(margin, out[i, pair_row.GAP])
            costs[i, 0] += 1
            if between_balls(ball, 0, balls, b, rotation, shift)[0] > limit:
                continue
            if links[b, 0] >= 0:
                stack[top] = links[b, 0]
                stack[top + 1] = links[b, 1]
                top += 2
                continue
            j = -1 - links[b, 0]
            if starts[j] < 0 or rows[starts[j] + KIND] == HALFSPACE:
                continue
            put_part(rotation, shift, places, j, part)
            found = walk_convex(as_tree(tree), posed, rows, starts[j], part, limit, any_one, row)
            costs[i, 0] += int(row[pair_row.BOX_TESTS])
            costs[i, 1] += int(row[pair_row.TRIANGLE_TESTS])
            if not found:
                continue
            if any_one:
                out[i, pair_row.GAP] = 0.0
                continue
            answer_to_world(posed, row)
            answer_to_world(pose, row)
            if swapped:
                swap_pair(row)
            copy_pair(row, out[i])
            out[i, pair_row.PART_A] = j if swapped else number
            out[i, pair_row.PART_B] = number if swapped else j


@kernel
def near_parts_rows(
    parts_a, poses_a, parts_b, poses_b, depth, limits, offsets, pairs, bounds, counts, start, stop
):
    """All pairs of parts whose balls are within ``limits[i]`` of each other, row by row.

    They are written from ``offsets[i]`` on, or only counted where ``pairs`` is empty.
    """
    _, _, _, balls_a, links_a = parts_a
    _, _, _, balls_b, links_b = parts_b
    stack = np.empty((depth + 2, 2), np.int64)
    for i in range(start, stop):
        rotation, shift = relation_of(row_of(poses_a, i), row_of(poses_b, i))
        counts[i] = 0
        stack[0, 0], stack[0, 1] = 0, 0
        top = 1
        while top > 0:
            top -= 1
            a, b = stack[top, 0], stack[top, 1]
            bound, _ = between_balls(balls_a, a, balls_b, b, rotation, shift)
            if not bound <= limits[i]:
                continue
            if links_a[a, 0] < 0 and links_b[b, 0] < 0:
                if len(pairs) > 0:
                    at = offsets[i] + counts[i]
                    pairs[at, 0] = -1 - links_a[a, 0]
                    pairs[at, 1] = -1 - links_b[b, 0]
                    bounds[at] = bound
                counts[i] += 1
                continue
            opened_a = opens_a(balls_a, links_a, a, balls_b, links_b, b)
            for k in range(2):
                stack[top, 0] = links_a[a, k] if opened_a else a
                stack[top, 1] = b if opened_a else links_b[b, k]
                top += 1
