"""One walk over two trees of any volume, in any order, for every question.

Volumes are compared in the frame and unit of A; those of B are moved there when they are first
met, and kept for the rest of the query: that is what an update costs, beside the tests. Triangles
are compared as everywhere, exactly, in the common unit (``relation``).
"""

from math import exp, inf, log, sqrt

import numpy as np

from impinge.bounds.kernels.kdop import turn_directions
from impinge.bounds.kernels.volume import DOP, gap_volumes, move_volume
from impinge.core.clock import now_ns
from impinge.core.jit import inlined, kernel
from impinge.core.mat import scaled
from impinge.core.vec import dot, load
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.hierarchy.kernels.volume_rows import fit_row
from impinge.hierarchy.kernels.widen import CHILDREN, COUNT, FIRST, FIRST_CHILD
from impinge.narrow.kernels.distance import measure
from impinge.narrow.kernels.probable import probability
from impinge.narrow.kernels.relation import moved_corners, relate, scaled_corners
from impinge.narrow.kernels.waiting import (
    BEST_FIRST,
    BREADTH_FIRST,
    PROBABLE_FIRST,
    put,
    rise,
    roomier,
    sink,
)

FIRST_HIT, ALL_PAIRS, NEAREST = 0, 1, 2
UPDATES, VOLUME_TESTS, TESTS, PLACE_A, PLACE_B, STOPPED, LIKELY = 0, 1, 2, 3, 4, 5, 6
OUT = 7
"""Columns of what a walk leaves: its costs, the pair of triangles, and how it ended."""
GAP_ROUNDING = 2.0**-44
"""Volumes must be apart by more than this share of the coordinates to be called so. A gap is a
difference of sums of at most eighteen products, each off by a few 2**-53 of the coordinates."""
SUREST = -1.0 + 2.0**-20
"""The key of the most probable pair there is: what is left keeps its logarithm finite."""
ROOM = 256


@inlined
def refresh(kind, rows, triangles, directions, lengths, volumes, sizes, stale, row):
    """Fit a row that waits for its first visit."""
    fit_row(kind, rows, triangles, directions, lengths, volumes, sizes, row)
    stale[row] = False


@kernel
def walk_volumes(
    kind, directions, lengths, facets, unit_a, unit_b,
    rows_a, volumes_a, sizes_a, stale_a, triangles_a, place_a, pose_a,
    rows_b, volumes_b, sizes_b, stale_b, triangles_b, place_b, pose_b,
    moved_b, stamps, stamp, filled_a, filled_b, table,
    order, task, limit, confident, most_tests, deadline, found, out,
):  # fmt: skip
    """How many pairs of triangles meet (``found`` receives them, while there is room), or the
    distance of the nearest pair within ``limit`` (inf if there is none), both as a float64.

    ``unit_a`` and ``unit_b`` are what the numbers of the volumes are multiples of [m].
    ``moved_b`` keeps the volumes of B in the frame of A where ``stamps`` equals ``stamp``. The walk
    ends after ``most_tests`` volume tests, when the clock shows ``deadline`` (if not 0), or when
    the likeliest pair is as probable as ``confident``; ``out[STOPPED]`` is then set, and
    ``out[LIKELY]`` the probability that any of the waiting pairs meets, taken to be independent.
    """
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    turn_b = scaled(scale_b, rotation)
    bound = orient_bound(8.0)
    # From B to A in A's unit; powers of two, so that only the turn is rounded.
    own = unit / unit_a
    ratio = unit_b / unit_a
    t = (shift[0] * own, shift[1] * own, shift[2] * own)
    pad = GAP_ROUNDING * (2.0 + 2.0 * ratio + abs(t[0]) + abs(t[1]) + abs(t[2]))
    m = len(directions)
    sides = np.empty((m, 3), np.int64)
    weights = np.empty((m, 3))
    shifts = np.empty(m)
    if kind >= DOP:
        turn_directions(directions, facets, rotation, sides, weights)
        for k in range(m):
            shifts[k] = dot(load(directions, k), t)
            for c in range(3):
                weights[k, c] *= ratio

    pairs = np.empty((ROOM, 2), np.int32)
    keys = np.empty(ROOM)
    head = 0
    tail = 0
    near = np.empty(8, np.int32)
    gaps = np.empty(8)
    count = 0
    best = limit / unit
    best_sq = best * best
    out[PLACE_A] = -1.0
    out[PLACE_B] = -1.0
    out[STOPPED] = 0.0
    out[LIKELY] = 0.0
    updates = 0
    tests = 0
    volume_tests = 0
    nowhere = 0.0
    a = b = 0
    if stale_a[0]:
        refresh(kind, rows_a, triangles_a, directions, lengths, volumes_a, sizes_a, stale_a, 0)
        updates += 1
    if stale_b[0]:
        refresh(kind, rows_b, triangles_b, directions, lengths, volumes_b, sizes_b, stale_b, 0)
        updates += 1
    while True:
        if rows_a[a, CHILDREN] == 0 and rows_b[b, CHILDREN] == 0:
            start_a, start_b = rows_a[a, FIRST], rows_b[b, FIRST]
            for j in range(start_b, start_b + rows_b[b, COUNT]):
                p, q, r = moved_corners(triangles_b, j, turn_b, shift)
                for i in range(start_a, start_a + rows_a[a, COUNT]):
                    x, y, z = scaled_corners(triangles_a, i, scale_a)
                    tests += 1
                    if task == NEAREST:
                        d_sq = measure(x, y, z, p, q, r, best_sq)
                        if d_sq < best_sq or (d_sq == best_sq and out[PLACE_A] < 0.0):
                            best_sq = d_sq
                            out[PLACE_A] = i
                            out[PLACE_B] = j
                    elif overlap_triangle_triangle(x, y, z, p, q, r, bound):
                        if count < len(found):
                            face_a, face_b = int(triangles_a[i, 9]), int(triangles_b[j, 9])
                            found[count] = face_a * len(triangles_b) + face_b
                        count += 1
                        out[PLACE_A] = i
                        out[PLACE_B] = j
                        if task == FIRST_HIT:
                            break
            done = count > 0 if task == FIRST_HIT else (task == NEAREST and best_sq == 0.0)
            if done:
                break
        else:
            # Descend where the volume is larger, if it has children.
            larger_a = sizes_a[a] >= sizes_b[b] * ratio
            open_a = rows_b[b, CHILDREN] == 0 or (rows_a[a, CHILDREN] > 0 and larger_a)
            first = rows_a[a, FIRST_CHILD] if open_a else rows_b[b, FIRST_CHILD]
            children = rows_a[a, CHILDREN] if open_a else rows_b[b, CHILDREN]
            reach = sqrt(best_sq) * own if task == NEAREST else 0.0
            close = 0
            for child in range(first, first + children):
                i, j = (child, b) if open_a else (a, child)
                # Asked here, not inside: handing over nine arguments costs as much as a test.
                if open_a and stale_a[i]:
                    refresh(
                        kind, rows_a, triangles_a, directions, lengths, volumes_a, sizes_a,
                        stale_a, i,
                    )  # fmt: skip
                    updates += 1
                if not open_a and stale_b[j]:
                    refresh(
                        kind, rows_b, triangles_b, directions, lengths, volumes_b, sizes_b,
                        stale_b, j,
                    )  # fmt: skip
                    updates += 1
                if stamps[j] != stamp:
                    stamps[j] = stamp
                    move_volume(
                        kind, volumes_b, j, rotation, t, ratio, sides, weights, shifts, moved_b, j
                    )
                    updates += 1
                volume_tests += 1
                gap = gap_volumes(kind, volumes_a, i, moved_b, j, lengths) - pad
                if gap > reach:
                    continue
                if order == PROBABLE_FIRST:
                    gap = -probability(table, filled_a, i, filled_b, j, volumes_a, moved_b)
                    nowhere += log(1.0 + max(gap, SUREST))
                # Sorted so that the lowest comes last.
                k = close
                while k > 0 and gaps[k - 1] < gap:
                    gaps[k] = gaps[k - 1]
                    near[k] = near[k - 1]
                    k -= 1
                gaps[k] = gap
                near[k] = child
                close += 1
            if tail + close > len(keys):
                pairs, keys = roomier(pairs, keys, head, tail)
                tail -= head
                head = 0
            for k in range(close):
                i, j = (near[k], np.int32(b)) if open_a else (np.int32(a), near[k])
                if order >= BEST_FIRST:
                    rise(pairs, keys, tail, i, j, gaps[k])
                else:
                    put(pairs, keys, tail, i, j, gaps[k])
                tail += 1

        # The next pair that may still matter.
        some = False
        reach = sqrt(best_sq) * own if task == NEAREST else inf
        # Without any distance nothing could be left out, level by level: one way is gone first.
        diving = task == NEAREST and order == BREADTH_FIRST and out[PLACE_A] < 0.0
        while head < tail and not some:
            if order == BREADTH_FIRST and not diving:
                place = head
                head += 1
            elif order <= BREADTH_FIRST:
                tail -= 1
                place = tail
            else:
                place = 0
                tail -= 1
            key = keys[place]
            a, b = int(pairs[place, 0]), int(pairs[place, 1])
            if order >= BEST_FIRST:
                sink(pairs, keys, tail)
            some = key <= reach
        if not some:
            break
        likely = 0.5
        enough = False
        if order == PROBABLE_FIRST:
            likely = 1.0 - exp(min(nowhere, 0.0))
            nowhere -= log(1.0 + max(key, SUREST))
            enough = -key >= confident
        if enough or volume_tests >= most_tests or (deadline > 0 and now_ns() >= deadline):
            out[STOPPED] = 1.0
            out[LIKELY] = likely
            break
    out[UPDATES] = updates
    out[VOLUME_TESTS] = volume_tests
    out[TESTS] = tests
    if task == NEAREST:
        return sqrt(best_sq) * unit if out[PLACE_A] >= 0.0 else inf
    return float(count)


@kernel
def gap_pairs(kind, volumes_a, volumes_b, pairs, lengths, gaps):
    """Gaps of given pairs of rows: what one volume test costs, on its own."""
    for i in range(len(pairs)):
        gaps[i] = gap_volumes(kind, volumes_a, pairs[i, 0], volumes_b, pairs[i, 1], lengths)


@kernel
def move_rows(kind, directions, facets, volumes, turn, shift, ratio, chosen, out):
    """Given rows in another frame: what one update costs, on its own."""
    m = len(directions)
    sides = np.empty((m, 3), np.int64)
    weights = np.empty((m, 3))
    shifts = np.empty(m)
    turn_directions(directions, facets, turn, sides, weights)
    for k in range(m):
        shifts[k] = dot(load(directions, k), shift)
        for c in range(3):
            weights[k, c] *= ratio
    for i in range(len(chosen)):
        move_volume(
            kind, volumes, chosen[i], turn, shift, ratio, sides, weights, shifts, out, chosen[i]
        )
