"""How far apart are two posed meshes, and where? Best-first, with witness points."""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, scaled
from impinge.core.plain import NO_KEY
from impinge.core.simd import bits_of, keys8, lowest_bit, next_key8
from impinge.core.vec import norm_sq, scale
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.geometry.kernels.triangle_distance import distance_sq_triangle_triangle
from impinge.hierarchy.kernels.node import (
    DEPTH,
    EXTENT,
    child_at,
    leaf_count,
    leaf_first,
)
from impinge.narrow.kernels.certificate import (
    direction_between,
    moved_corners,
    scaled_corners,
    settle,
    span_above,
    span_below,
)
from impinge.narrow.kernels.far import far_keys, far_limit, far_scale, is_far
from impinge.narrow.kernels.queue import (
    doubled,
    doubled_heap,
    entry_of,
    group_of,
    key_of,
    sift_down,
    sift_up,
)
from impinge.narrow.kernels.relation import (
    FINEST,
    between_centres,
    relate,
    see_both,
)
from impinge.narrow.kernels.step import centre_at, half_at, relative_size, seen_from, size_at

LOOK_CLOSER_SQ = 2.0**-90
"""Triangles closer than this (squared; 2.8e-14 of the common unit) are tested exactly, so that a
distance is zero just where the meshes overlap."""
NOT_ZERO_SQ = 2.0**-1000
"""Squared distance of triangles that are exactly apart, but by less than float64 can measure."""
PATIENCE = 4
"""After so many box tests a triangle it is worth looking at every triangle once, to see whether
the answer is already proved."""
ROOM = 256


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


@kernel
def walk_distance(
    nodes_a,
    triangles_a,
    place_a,
    pose_a,
    nodes_b,
    triangles_b,
    place_b,
    pose_b,
    limit,
    any_one,
    best,
):
    """The closest pair of triangles, if they are within ``limit`` [m]; squared distance in units.

    ``best`` receives the pair (places in the order of the leaves; -1 if none is within), box tests
    and triangle tests. With ``any_one`` the walk stops at the first pair within the limit. Pairs
    of boxes that may overlap are walked depth-first, others best-first (Johnson and Cohen 1998
    [Johnson1998]_): each pair of the latter is visited only if it is nearer than the answer.
    """
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    extent_a, extent_b = place_a[EXTENT] * scale_a, place_b[EXTENT] * scale_b
    between = between_centres(rotation, shift, place_a, scale_a, place_b, scale_b)
    turn_b = scaled(scale_b, rotation)
    far = is_far(between, extent_a, extent_b)
    size = max(max(extent_a, extent_b), 1.0 / FINEST)
    apart = sqrt(norm_sq(between))
    s = far_scale(extent_a, extent_b)
    away = scale(1.0 / apart, between) if far else (1.0, 0.0, 0.0)
    toward = apply_transposed(rotation, (-away[0], -away[1], -away[2]))
    if far:
        # Not used, but it must not overflow.
        between = scale(size, away)
    a_opened, b_opened = see_both(rotation, between, extent_a, extent_b)
    a_unit_sq = np.float32((a_opened[4] / size) ** 2)
    b_unit_sq = np.float32((b_opened[4] / size) ** 2)
    relative = relative_size(extent_a, extent_b)

    stack = np.empty((7 * int(place_a[DEPTH] + place_b[DEPTH]) + 9, 2), np.int32)
    keys = np.empty((ROOM, 8), np.int32)
    pairs = np.empty((ROOM, 2), np.int32)
    heap = np.empty(ROOM + 1, np.int64)
    waiting = 0
    groups = 0
    top = 0
    best_sq = (limit / unit) * (limit / unit)
    limit32 = far_limit(best_sq, apart, s) if far else near_limit(best_sq, size)
    best[0] = -1
    best[1] = -1
    boxes = 0
    tests = 0
    u = nowhere = (0.0, 0.0, 0.0)
    nearest = inf
    patience = 1000 + PATIENCE * (len(triangles_a) + len(triangles_b))
    a = b = np.int32(0)
    while True:
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            start_a, start_b = leaf_first(child_a), leaf_first(child_b)
            stop_a = start_a + leaf_count(child_a)
            for j in range(start_b, start_b + leaf_count(child_b)):
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
                        best[0] = i
                        best[1] = j
                        if any_one or d_sq == 0.0:
                            best[2] = boxes
                            best[3] = tests
                            return best_sq
                        # Below, rounding along the direction could hide a pair that meets.
                        closer = d_sq < LOOK_CLOSER_SQ
                        u = nowhere if closer else direction_between(x, y, z, p, q, r)
                        nearest = sqrt(d_sq)
                        ahead = span_below(u, p, q, r) - nearest
                        limit32 = far_limit(d_sq, apart, s) if far else near_limit(d_sq, size)
        else:
            boxes += 8
            if groups == len(keys):
                keys, pairs, heap = doubled(keys), doubled(pairs), doubled_heap(heap)
            larger_a = size_at(nodes_a, a) * relative > size_at(nodes_b, b)
            open_a = child_b < 0 or (child_a >= 0 and larger_a)
            base, other = (child_a * 8, b) if open_a else (child_b * 8, a)
            if far and open_a:
                mask, lowest = np.int32(0), far_keys(
                    nodes_a, child_a, away, extent_a,
                    nodes_b, np.int32(b), toward, extent_b, s, limit32, keys, groups,
                )  # fmt: skip
            elif far:
                mask, lowest = np.int32(0), far_keys(
                    nodes_b, child_b, toward, extent_b,
                    nodes_a, np.int32(a), away, extent_a, s, limit32, keys, groups,
                )  # fmt: skip
            elif open_a:
                mask, lowest = near_keys(
                    nodes_a, child_a, nodes_b, b, a_opened, a_unit_sq, limit32, keys, groups
                )
            else:
                mask, lowest = near_keys(
                    nodes_b, child_b, nodes_a, a, b_opened, b_unit_sq, limit32, keys, groups
                )
            while mask != 0:
                lane = lowest_bit(mask)
                mask &= mask - 1
                stack[top, 0] = base + lane if open_a else other
                stack[top, 1] = other if open_a else base + lane
                top += 1
            if lowest < NO_KEY:
                pairs[groups, 0] = base if open_a else -1 - base
                pairs[groups, 1] = other
                sift_up(heap, waiting, entry_of(lowest, groups))
                waiting += 1
                groups += 1

        if boxes > patience:
            patience = 4 * boxes
            i, j, proved = settle(
                max(best[0], 0), max(best[1], 0), limit / unit,
                triangles_a, scale_a, triangles_b, turn_b, shift,
            )  # fmt: skip
            x, y, z = scaled_corners(triangles_a, i, scale_a)
            p, q, r = moved_corners(triangles_b, j, turn_b, shift)
            d_sq = measure(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq or (d_sq == best_sq and best[0] < 0):
                best_sq = d_sq
                best[0] = i
                best[1] = j
                closer = d_sq < LOOK_CLOSER_SQ
                u = nowhere if closer else direction_between(x, y, z, p, q, r)
                nearest = sqrt(d_sq)
                limit32 = far_limit(d_sq, apart, s) if far else near_limit(d_sq, size)
            if proved or d_sq == 0.0 or (any_one and best[0] >= 0):
                break
        if top > 0:
            top -= 1
            a, b = stack[top, 0], stack[top, 1]
            continue
        if waiting == 0 or key_of(heap[0]) > bits_of(limit32):
            break
        entry = heap[0]
        key, group = key_of(entry), group_of(entry)
        if pairs[group, 0] >= 0:
            a, b = pairs[group, 0] + (key & 7), pairs[group, 1]
        else:
            a, b = pairs[group, 1], -1 - pairs[group, 0] + (key & 7)
        following = next_key8(keys, group, key)
        if following > bits_of(limit32):
            waiting -= 1
            entry = heap[waiting]
        else:
            entry = entry_of(following, group)
        sift_down(heap, waiting, entry)
    best[2] = boxes
    best[3] = tests
    return best_sq
