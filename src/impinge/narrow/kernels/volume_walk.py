"""One walk over two trees of any volume, in any order, for every question.

Volumes are compared in the frame and unit of A; those of B are moved there when they are first
met, and kept for the rest of the query: that is what an update costs, beside the tests. Triangles
are compared as everywhere, exactly, in the common unit (``relation``).

A tree is given as ``(rows, volumes, sizes, stale, triangles)``, see ``hierarchy.volume_tree``. What
a walk knows is in arrays, so that it can be left after some time and taken up again.
"""

from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

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
from impinge.narrow.kernels.queue import (
    BEST_FIRST,
    BREADTH_FIRST,
    PROBABLE_FIRST,
    closed_up,
    put_pair,
    rise,
    sink,
)
from impinge.narrow.kernels.relation import moved_corners, relate, scaled_corners

FIRST_HIT, ALL_PAIRS, NEAREST = 0, 1, 2
STARTED, DONE, A, B, HEAD, TAIL, TOP = 0, 1, 2, 3, 4, 5, 6
"""Where a walk is: the pair to be looked at, and what waits in the queue and on the stack."""
FOUND, BEST_SQ, PLACE_A, PLACE_B, NOWHERE, LIKELY = 7, 8, 9, 10, 11, 12
"""What it has found: pairs that meet; the nearest pair, in the common unit; the logarithm of the
probability that no waiting pair meets, and when it was stopped the probability that one does."""
UPDATES, VOLUME_TESTS, TESTS, STOPPED, DISTANCE = 13, 14, 15, 16, 17
"""Its costs, whether a limit was met, and the distance of the nearest pair [m]."""
STATE = 18
GAP_ROUNDING = 2.0**-44
"""Volumes must be apart by more than this share of the coordinates to be called so. A gap is a
difference of sums of at most eighteen products, each off by a few 2**-53 of the coordinates."""
SUREST = -1.0 + 2.0**-20
"""The key of the most probable pair there is: what is left keeps its logarithm finite."""
UNHURRIED = 64
"""Steps between two looks at the clock where a walk is only to be left from time to time."""
WIDEST = 8
"""Children of a node, at most."""


@inlined
def turning(kind, dop, rotation, t):
    """What moves the volumes of B: for k-DOPs also how directions are made of each other."""
    directions, _, facets = dop
    m = len(directions)
    sides = np.empty((m, 3), np.int64)
    weights = np.empty((m, 3))
    shifts = np.empty(m)
    if kind >= DOP:
        turn_directions(directions, facets, rotation, sides, weights)
        for k in range(m):
            shifts[k] = dot(load(directions, k), t)
    return sides, weights, shifts


@inlined
def test_leaves(task, a, tree_a, b, tree_b, placing, found, state):
    """Compare the triangles of two leaves; whether the question is answered."""
    rows_a, _, _, _, triangles_a = tree_a
    rows_b, _, _, _, triangles_b = tree_b
    scale_a, turn_b, shift = placing
    start_a, start_b = rows_a[a, FIRST], rows_b[b, FIRST]
    bound = orient_bound(8.0)
    for j in range(start_b, start_b + rows_b[b, COUNT]):
        p, q, r = moved_corners(triangles_b, j, turn_b, shift)
        for i in range(start_a, start_a + rows_a[a, COUNT]):
            x, y, z = scaled_corners(triangles_a, i, scale_a)
            state[TESTS] += 1.0
            if task == NEAREST:
                d_sq = measure(x, y, z, p, q, r, state[BEST_SQ])
                if d_sq < state[BEST_SQ] or state[PLACE_A] < 0.0:
                    state[BEST_SQ], state[PLACE_A], state[PLACE_B] = d_sq, i, j
                    if d_sq == 0.0:
                        return True
            elif overlap_triangle_triangle(x, y, z, p, q, r, bound):
                count = int(state[FOUND])
                if count < len(found):
                    face_a, face_b = int(triangles_a[i, 9]), int(triangles_b[j, 9])
                    found[count] = face_a * len(triangles_b) + face_b
                state[FOUND], state[PLACE_A], state[PLACE_B] = count + 1, i, j
                if task == FIRST_HIT:
                    return True
    return False


@inlined
def refresh(kind, dop, tree, row, state):
    """Fit a row that waits for its first visit to be fitted to new places."""
    rows, volumes, sizes, stale, triangles = tree
    fit_row(kind, rows, triangles, dop[0], dop[1], volumes, sizes, row)
    stale[row] = False
    state[UPDATES] += 1.0


@inlined
def insert(near, gaps, count, child, gap):
    """Sorted so that the lowest gap comes last."""
    k = count
    while k > 0 and gaps[k - 1] < gap:
        gaps[k] = gaps[k - 1]
        near[k] = near[k - 1]
        k -= 1
    gaps[k] = gap
    near[k] = child


class PosedVolumes(NamedTuple):
    """A tree of volumes, and what its numbers are multiples of [m]."""

    arrays: Any
    place: Any
    pose: Any
    unit: float


class Limits(NamedTuple):
    """Where a walk ends: a pair as probable as this, so many volume tests, the clock [ns]."""

    confident: float
    most_tests: int
    deadline: int


class Waiting(NamedTuple):
    """Pairs of volumes to visit, with their keys."""

    queue: Any
    queue_keys: Any
    stack: Any
    stack_keys: Any


@kernel
def walk_volumes(volume, one, two, moved, chances, question, limits, pause, waiting, found, state):
    """Walk until the question is answered, or one of the limits is met; whether it is answered.

    When the clock shows ``pause`` the walk is only left, to be called again with the same arrays;
    where one of the limits is met, ``state[STOPPED]`` is set. ``state`` begins as zeros, with what
    is to be beaten in ``BEST_SQ``; ``found`` receives pairs of faces that meet while there is room.

    ``volume`` is ``(kind, (directions, lengths, facets))``; ``moved`` keeps the volumes of B in the
    frame of A, and for which that is done; ``chances`` is ``(filled_a, filled_b, table)`` for the
    probable order, ``question`` is ``(order, task)``. What does not fit into the queue is visited
    depth-first.
    """
    kind, dop = volume
    tree_a, place_a, pose_a, unit_a = one
    tree_b, place_b, pose_b, unit_b = two
    moved_b, stamps = moved
    order, task = question
    confident, most_tests, deadline = limits
    queue, queue_keys, stack, stack_keys = waiting
    rows_a, volumes_a, sizes_a, stale_a, _ = tree_a
    rows_b, volumes_b, sizes_b, stale_b, _ = tree_b
    filled_a, filled_b, table = chances
    lengths = dop[1]
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    placing = scale_a, scaled(scale_b, rotation), shift
    # From B to A in A's unit; powers of two, so that only the turn is rounded.
    own = unit / unit_a
    ratio = unit_b / unit_a
    t = (shift[0] * own, shift[1] * own, shift[2] * own)
    pad = GAP_ROUNDING * (2.0 + 2.0 * ratio + abs(t[0]) + abs(t[1]) + abs(t[2]))
    back = 1.0 / ratio
    sides, weights, shifts = turning(kind, dop, rotation, (t[0] * back, t[1] * back, t[2] * back))
    near = np.empty(WIDEST, np.int32)
    gaps = np.empty(WIDEST)
    if state[STARTED] == 0.0:
        state[STARTED] = 1.0
        state[PLACE_A] = state[PLACE_B] = -1.0
        if stale_a[0]:
            refresh(kind, dop, tree_a, 0, state)
        if stale_b[0]:
            refresh(kind, dop, tree_b, 0, state)
    a, b = int(state[A]), int(state[B])
    head, tail, top = int(state[HEAD]), int(state[TAIL]), int(state[TOP])
    volume_tests = int(state[VOLUME_TESTS])
    hurried = deadline < pause
    steps = 0
    while True:
        if rows_a[a, CHILDREN] == 0 and rows_b[b, CHILDREN] == 0:
            if test_leaves(task, a, tree_a, b, tree_b, placing, found, state):
                state[DONE] = 1.0
                break
        else:
            # Descend where the volume is larger, if it has children.
            larger_a = sizes_a[a] >= sizes_b[b] * ratio
            open_a = rows_b[b, CHILDREN] == 0 or (rows_a[a, CHILDREN] > 0 and larger_a)
            first = rows_a[a, FIRST_CHILD] if open_a else rows_b[b, FIRST_CHILD]
            children = rows_a[a, CHILDREN] if open_a else rows_b[b, CHILDREN]
            reach = sqrt(state[BEST_SQ]) * own if task == NEAREST else 0.0
            close = 0
            for child in range(first, first + children):
                i, j = (child, b) if open_a else (a, child)
                # Asked here: handing over what a fit needs costs as much as a test.
                if open_a and stale_a[i]:
                    refresh(kind, dop, tree_a, i, state)
                if not open_a and stale_b[j]:
                    refresh(kind, dop, tree_b, j, state)
                if not stamps[j]:
                    stamps[j] = True
                    move_volume(
                        kind, volumes_b, j, rotation, t, ratio, sides, weights, shifts, moved_b, j
                    )
                    state[UPDATES] += 1.0
                volume_tests += 1
                gap = gap_volumes(kind, volumes_a, i, moved_b, j, lengths) - pad
                if gap > reach:
                    continue
                if order == PROBABLE_FIRST:
                    gap = -probability(table, filled_a, i, filled_b, j, volumes_a, moved_b)
                    state[NOWHERE] += log(1.0 + max(gap, SUREST))
                insert(near, gaps, close, child, gap)
                close += 1
            if head > 0 and tail + close > len(queue):
                tail = closed_up(queue, queue_keys, head, tail)
                head = 0
            fits = top == 0 and tail + close <= len(queue)
            for k in range(close):
                i, j = (near[k], np.int32(b)) if open_a else (np.int32(a), near[k])
                if not fits:
                    put_pair(stack, stack_keys, top, i, j, gaps[k])
                    top += 1
                    continue
                if order >= BEST_FIRST:
                    rise(queue, queue_keys, tail, i, j, gaps[k])
                else:
                    put_pair(queue, queue_keys, tail, i, j, gaps[k])
                tail += 1

        # The next pair that may still matter.
        some = False
        key = 0.0
        reach = sqrt(state[BEST_SQ]) * own if task == NEAREST else inf
        # Without any distance nothing could be left out, level by level: one way is gone first.
        diving = task == NEAREST and order == BREADTH_FIRST and state[PLACE_A] < 0.0
        while not some and (top > 0 or head < tail):
            if top > 0:
                top -= 1
                a, b, key = int(stack[top, 0]), int(stack[top, 1]), stack_keys[top]
                some = key <= reach
                continue
            place = 0
            if order == BREADTH_FIRST and not diving:
                place = head
                head += 1
            else:
                tail -= 1
                place = tail if order <= BREADTH_FIRST else 0
            a, b, key = int(queue[place, 0]), int(queue[place, 1]), queue_keys[place]
            if order >= BEST_FIRST:
                sink(queue, queue_keys, tail)
            some = key <= reach
        if not some:
            state[DONE] = 1.0
            break
        enough = volume_tests >= most_tests
        if order == PROBABLE_FIRST:
            state[LIKELY] = 1.0 - exp(min(state[NOWHERE], 0.0))
            state[NOWHERE] -= log(1.0 + max(key, SUREST))
            enough = enough or -key >= confident
        steps += 1
        # A look at the clock costs half a step: without a deadline it is rarely worth it.
        now = now_ns() if hurried or steps % UNHURRIED == 0 else 0
        if enough or now >= deadline:
            state[STOPPED] = 1.0
            break
        if now >= pause:
            break
    state[A], state[B] = a, b
    state[HEAD], state[TAIL], state[TOP] = head, tail, top
    state[VOLUME_TESTS] = volume_tests
    state[DISTANCE] = sqrt(state[BEST_SQ]) * unit
    return state[DONE] > 0.0
