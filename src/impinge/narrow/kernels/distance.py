"""How far apart are two posed meshes, and where?

Pairs of boxes that may overlap come first, depth-first. The others are walked best-first (Johnson
and Cohen 1998 [Johnson1998]_) until a pair of leaves is reached, which gives a distance close to
the answer, and depth-first from there on. Every pair of boxes nearer than the answer
must be visited in any order, and few others are nearer than that first distance: on meshes of 70k
triangles the number of visits grows by 1 to 2 %, and each takes two thirds of the time, since
nothing is sorted. Depth-first from the start visits up to twice as many.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.plain import NO_KEY
from impinge.core.simd import bits_of, keys8, lowest_bit, next_key8
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.geometry.kernels.triangle_distance import distance_sq_triangle_triangle
from impinge.hierarchy.kernels.node import child_at, leaf_range
from impinge.narrow.kernels.certificate import direction_between, settle, span_above, span_below
from impinge.narrow.kernels.far import far_keys, far_limit
from impinge.narrow.kernels.queue import (
    ROOM,
    entry_of,
    group_of,
    key_of,
    lanes_of,
    sift_down,
    sift_up,
)
from impinge.narrow.kernels.relation import moved_corners, scaled_corners
from impinge.narrow.kernels.step import centre_at, half_at, seen_from, sight_of, size_at, stack_rows

LOOK_CLOSER_SQ = 2.0**-90
"""Triangles closer than this (squared; 2.8e-14 of the common unit) are tested exactly, so that a
distance is zero just where the meshes overlap."""
NOT_ZERO_SQ = 2.0**-1000
"""Squared distance of triangles that are exactly apart, but by less than float64 can measure."""
PATIENCE = 4
"""After so many box tests a triangle it is worth looking at every triangle once, to see whether
the answer is already proved."""


@inlined
def near_limit(best_sq, unit):
    """The key value of a squared distance, rounded up; 1e10 is beyond every near distance."""
    return np.float32(min(best_sq / (unit * unit), 1.0e10) * (1.0 + 2.0**-20))


@inlined
def near_keys(nodes, row, other, slot, opened, unit_sq, limit32, keys, group):
    """Keys of the children of a row for the box of the other tree's slot (``core.plain.keys8``)."""
    turn, offset, ratio, pad, _ = opened
    g, t = seen_from(other, slot >> 3, turn, offset)
    centre, half = centre_at(other, slot, ratio), half_at(other, slot, ratio, pad)
    return keys8(nodes, row, centre, half, g, t, unit_sq, limit32, keys, group)


@inlined
def limit_of(sight, best_sq):
    """The greatest bound that is of interest where a pair this near is known."""
    _, (_, _, _, _, _, size), (far, apart, s, _, _), _ = sight
    return far_limit(best_sq, apart, s) if far else near_limit(best_sq, size)


@inlined
def open_keys(sight, nodes_a, a, child_a, nodes_b, b, child_b, open_a, limit32, keys, group):
    """Keys of the eight pairs that a step leads to: a mask of those that may overlap, which have
    none, and the lowest of the others.
    """
    _, boxed, (far, _, s, away, toward), (extent_a, extent_b, _) = sight
    a_opened, b_opened, a_unit_sq, b_unit_sq, _, _ = boxed
    if far and open_a:
        mask, lowest = np.int32(0), far_keys(
            nodes_a, child_a, away, extent_a,
            nodes_b, np.int32(b), toward, extent_b, s, limit32, keys, group,
        )  # fmt: skip
    elif far:
        mask, lowest = np.int32(0), far_keys(
            nodes_b, child_b, toward, extent_b,
            nodes_a, np.int32(a), away, extent_a, s, limit32, keys, group,
        )  # fmt: skip
    elif open_a:
        mask, lowest = near_keys(
            nodes_a, child_a, nodes_b, b, a_opened, a_unit_sq, limit32, keys, group
        )
    else:
        mask, lowest = near_keys(
            nodes_b, child_b, nodes_a, a, b_opened, b_unit_sq, limit32, keys, group
        )
    return mask, lowest


@inlined
def measure(x, y, z, p, q, r, best_sq):
    """Squared distance of two triangles: zero just where they meet; any larger than ``best_sq``
    where it is larger.
    """
    d_sq = distance_sq_triangle_triangle(x, y, z, p, q, r, best_sq)
    if d_sq < LOOK_CLOSER_SQ:
        # The bound 8 holds for all differences in the common unit; what it leaves is exact.
        if overlap_triangle_triangle(x, y, z, p, q, r, orient_bound(8.0)):
            return 0.0
        return max(d_sq, NOT_ZERO_SQ)
    return d_sq


@inlined
def direction_at(d_sq, x, y, z, p, q, r):
    """The direction of a connection; none if rounding along it could hide a pair that meets."""
    return (0.0, 0.0, 0.0) if d_sq < LOOK_CLOSER_SQ else direction_between(x, y, z, p, q, r)


@kernel
def walk_distance(tree_a, pose_a, tree_b, pose_b, limit, any_one, best):
    """The closest pair of triangles, if they are within ``limit`` [m]; squared distance in units.

    ``best`` receives the pair (places in the order of the leaves; -1 if none is within), box tests
    and triangle tests. With ``any_one`` the walk stops at the first pair within the limit.
    """
    nodes_a, triangles_a, place_a = tree_a
    nodes_b, triangles_b, place_b = tree_b
    sight = sight_of(place_a, pose_a, place_b, pose_b)
    (scale_a, turn_b, shift), (_, _, _, _, relative, _), _, (_, _, unit) = sight

    stack = np.empty((stack_rows(place_a, place_b), 2), np.int32)
    top = 0
    # One row more: a group is written before it is known whether it waits.
    keys = np.empty((ROOM + 1, 8), np.int32)
    pairs = np.empty((ROOM, 3), np.int32)
    heap = np.empty(ROOM + 1, np.int64)
    groups = 0
    waiting = 0
    best_first = True
    goal = limit / unit
    best_sq = goal * goal
    limit32 = limit_of(sight, best_sq)
    best[0], best[1] = -1, -1
    boxes = 0
    tests = 0
    u = (0.0, 0.0, 0.0)
    nearest = inf
    patience = 1000 + PATIENCE * (len(triangles_a) + len(triangles_b))
    a = b = np.int32(0)
    while True:
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            best_first = False
            (start_a, stop_a), (start_b, stop_b) = leaf_range(child_a), leaf_range(child_b)
            for j in range(start_b, stop_b):
                p, q, r = moved_corners(triangles_b, j, turn_b, shift)
                ahead = span_below(u, p, q, r) - nearest
                for i in range(start_a, stop_a):
                    x, y, z = scaled_corners(triangles_a, i, scale_a)
                    # Near the answer, most pairs are further apart along its direction already.
                    if span_above(u, x, y, z) <= ahead:
                        continue
                    tests += 1
                    d_sq = measure(x, y, z, p, q, r, best_sq)
                    if d_sq < best_sq or (d_sq == best_sq and best[0] < 0):
                        best_sq = d_sq
                        best[0], best[1] = i, j
                        if any_one or d_sq == 0.0:
                            best[2], best[3] = boxes, tests
                            return best_sq
                        u, nearest = direction_at(d_sq, x, y, z, p, q, r), sqrt(d_sq)
                        ahead = span_below(u, p, q, r) - nearest
                        limit32 = limit_of(sight, d_sq)
        else:
            boxes += 8
            larger_a = size_at(nodes_a, a) * relative > size_at(nodes_b, b)
            open_a = child_b < 0 or (child_a >= 0 and larger_a)
            base, other = (child_a * 8, b) if open_a else (child_b * 8, a)
            # Written twice, each without a choice between the trees: a fiftieth of a search.
            if open_a:
                mask, lowest = open_keys(
                    sight, nodes_a, a, child_a, nodes_b, b, child_b, True, limit32, keys, groups
                )
            else:
                mask, lowest = open_keys(
                    sight, nodes_a, a, child_a, nodes_b, b, child_b, False, limit32, keys, groups
                )
            if groups == ROOM:
                best_first = False
                mask, lowest = mask | lanes_of(keys, groups), NO_KEY
            while mask != 0:
                lane = lowest_bit(mask)
                mask &= mask - 1
                stack[top, 0] = base + lane if open_a else other
                stack[top, 1] = other if open_a else base + lane
                top += 1
            if lowest < NO_KEY:
                pairs[groups, 0] = base if open_a else -1 - base
                pairs[groups, 1], pairs[groups, 2] = other, lowest
                if best_first:
                    sift_up(heap, waiting, entry_of(lowest, groups))
                    waiting += 1
                groups += 1

        if boxes > patience:
            patience = 4 * boxes
            i, j, proved = settle(
                max(best[0], 0), max(best[1], 0), goal,
                triangles_a, scale_a, triangles_b, turn_b, shift,
            )  # fmt: skip
            x, y, z = scaled_corners(triangles_a, i, scale_a)
            p, q, r = moved_corners(triangles_b, j, turn_b, shift)
            d_sq = measure(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq or (d_sq == best_sq and best[0] < 0):
                best_sq = d_sq
                best[0], best[1] = i, j
                u, nearest = direction_at(d_sq, x, y, z, p, q, r), sqrt(d_sq)
                limit32 = limit_of(sight, d_sq)
            if proved or d_sq == 0.0 or (any_one and best[0] >= 0):
                break

        if top > 0:
            top -= 1
            a, b = stack[top, 0], stack[top, 1]
            continue
        last = bits_of(limit32)
        if best_first:
            if waiting == 0 or key_of(heap[0]) > last:
                break
            group = group_of(heap[0])
            key = pairs[group, 2]
            following = next_key8(keys, group, key)
            if following > last:
                waiting -= 1
                entry = heap[waiting]
            else:
                entry = entry_of(following, group)
            sift_down(heap, waiting, entry)
        else:
            while groups > 0 and pairs[groups - 1, 2] > last:
                groups -= 1
            if groups == 0:
                break
            group = np.int32(groups - 1)
            key = pairs[group, 2]
            following = next_key8(keys, group, key)
        pairs[group, 2] = following
        if pairs[group, 0] >= 0:
            a, b = pairs[group, 0] + (key & 7), pairs[group, 1]
        else:
            a, b = pairs[group, 1], -1 - pairs[group, 0] + (key & 7)
    best[2], best[3] = boxes, tests
    return best_sq
