"""The proof that no pair of triangles is nearer than the best one, a little of it at each step.

What ``certificate`` does in one go, for walks that may not take longer than a step: each call looks
at a few triangles, and notes in the row of ``standing`` where it stopped. Along the direction of
the best connection, then along the normals of both of its triangles, the gap between the meshes is
measured; each bounds the distance from below, and proves it where it is as large. If none does, the
two triangles that reach furthest toward each other show where a nearer pair may be.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import norm_sq
from impinge.narrow.kernels.certificate import (
    INDISTINCT,
    TURNS,
    normal_along,
    span_above,
    span_below,
)
from impinge.narrow.kernels.pair_row import BOX_TESTS
from impinge.narrow.kernels.relation import moved_corners, scaled_corners
from impinge.narrow.kernels.standing import (
    ALONG,
    BEFORE_SQ,
    BEST_A,
    BEST_B,
    BEST_SQ,
    CERTAIN,
    FRONT_A,
    FRONT_B,
    HIGHEST,
    LOWEST,
    NEXT,
    NORMAL,
    PATIENCE,
    PHASE,
    PROVED,
    TURN,
    consider,
)

SHARE = 8
"""Triangles looked at in one step: as long as opening a node, about."""
IDLE, CONNECTION, NORMAL_A, NORMAL_B, AROUND_B, AROUND_A = range(6)


@inlined
def turn_to(phase, u, row):
    """Begin to measure the gap along a direction."""
    row[PHASE] = phase
    row[NEXT] = 0.0
    row[NORMAL], row[NORMAL + 1], row[NORMAL + 2] = u
    row[HIGHEST] = -inf
    row[LOWEST] = inf


@inlined
def give_up(row):
    """Leave it to the walk, until that has taken four times as long."""
    row[PHASE] = IDLE
    row[TURN] = 0.0
    row[PATIENCE] = 4.0 * row[BOX_TESTS]


@inlined
def begin(row):
    u = (row[ALONG], row[ALONG + 1], row[ALONG + 2])
    if norm_sq(u) > 0.0:
        row[BEFORE_SQ] = row[BEST_SQ]
        turn_to(CONNECTION, u, row)
    else:
        give_up(row)


@inlined
def look_along(placing, triangles_a, triangles_b, phase, row):
    """Measure on, along the direction of this phase; at the end, compare and choose the next."""
    n = (row[NORMAL], row[NORMAL + 1], row[NORMAL + 2])
    first, count_a = int(row[NEXT]), len(triangles_a)
    stop = min(first + SHARE, count_a + len(triangles_b))
    for k in range(first, stop):
        if k < count_a:
            x, y, z = scaled_corners(triangles_a, k, placing[0])
            h = span_above(n, x, y, z)
            if h > row[HIGHEST]:
                row[HIGHEST] = h
                if phase == CONNECTION:
                    row[FRONT_A] = k
        else:
            p, q, r = moved_corners(triangles_b, k - count_a, placing[1], placing[2])
            h = span_below(n, p, q, r)
            if h < row[LOWEST]:
                row[LOWEST] = h
                if phase == CONNECTION:
                    row[FRONT_B] = k - count_a
    row[NEXT] = stop
    if stop < count_a + len(triangles_b):
        return
    gap = row[LOWEST] - row[HIGHEST]
    # The least that is asked for is more than rounding: what overlaps is never proved apart.
    if gap >= 2.0 * INDISTINCT:
        row[PROVED] = max(row[PROVED], gap - INDISTINCT)
        if gap >= sqrt(row[BEST_SQ]) - INDISTINCT:
            row[CERTAIN] = 1.0
            return
    u = (row[ALONG], row[ALONG + 1], row[ALONG + 2])
    if phase == CONNECTION:
        x, y, z = scaled_corners(triangles_a, int(row[BEST_A]), placing[0])
        turn_to(NORMAL_A, normal_along(u, x, y, z), row)
    elif phase == NORMAL_A:
        p, q, r = moved_corners(triangles_b, int(row[BEST_B]), placing[1], placing[2])
        turn_to(NORMAL_B, normal_along(u, p, q, r), row)
    else:
        row[PHASE] = AROUND_B
        row[NEXT] = 0.0


@inlined
def look_around(placing, triangles_a, triangles_b, phase, row):
    """Measure the foremost triangle of one mesh with those of the other, one after another."""
    first = int(row[NEXT])
    count = len(triangles_a) if phase == AROUND_B else len(triangles_b)
    stop = min(first + SHARE, count)
    for k in range(first, stop):
        i, j = (k, int(row[FRONT_B])) if phase == AROUND_B else (int(row[FRONT_A]), k)
        consider(placing, triangles_a, i, triangles_b, j, np.bool_(False), row)
    row[NEXT] = stop
    if stop < count:
        return
    row[NEXT] = 0.0
    row[TURN] += 1.0
    if phase == AROUND_B:
        row[PHASE] = AROUND_A
    elif row[BEST_SQ] < row[BEFORE_SQ] and row[TURN] < 2.0 * TURNS:
        begin(row)
    else:
        give_up(row)


@kernel
def advance_proof(placing, triangles_a, triangles_b, row):
    """Go on by a share. ``CERTAIN`` is set where no pair of triangles is nearer than the best."""
    phase = int(row[PHASE])
    if phase == IDLE:
        begin(row)
    elif phase <= NORMAL_B:
        look_along(placing, triangles_a, triangles_b, phase, row)
    else:
        look_around(placing, triangles_a, triangles_b, phase, row)
