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
from impinge.narrow.kernels import standing
from impinge.narrow.kernels.certificate import (
    INDISTINCT,
    TURNS,
    normal_along,
    span_above,
    span_below,
)
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.pair_row import BOX_TESTS
from impinge.narrow.kernels.relation import moved_corners, scaled_corners
from impinge.narrow.kernels.standing import consider

SHARE = 8
"""Triangles looked at in one step: as long as opening a node, about."""
IDLE, CONNECTION, NORMAL_A, NORMAL_B, AROUND_B, AROUND_A = range(6)


@inlined
def turn_to(phase, u, row):
    """Begin to measure the gap along a direction."""
    row[standing.PHASE], row[standing.NEXT] = phase, 0.0
    row[standing.NORMAL], row[standing.NORMAL + 1], row[standing.NORMAL + 2] = u
    row[standing.HIGHEST], row[standing.LOWEST] = -inf, inf


@inlined
def give_up(row):
    """Leave it to the walk, until that has taken four times as long."""
    row[standing.PHASE], row[standing.TURN] = IDLE, 0.0
    row[standing.PATIENCE] = 4.0 * row[BOX_TESTS]


@inlined
def begin(row):
    u = vector_at(row, standing.ALONG)
    if norm_sq(u) > 0.0:
        row[standing.BEFORE_SQ] = row[standing.BEST_SQ]
        turn_to(CONNECTION, u, row)
    else:
        give_up(row)


@inlined
def look_along(placing, triangles_a, triangles_b, phase, row):
    """Measure on, along the direction of this phase; at the end, compare and choose the next."""
    n = vector_at(row, standing.NORMAL)
    first, count_a = int(row[standing.NEXT]), len(triangles_a)
    stop = min(first + SHARE, count_a + len(triangles_b))
    for k in range(first, stop):
        if k < count_a:
            x, y, z = scaled_corners(triangles_a, k, placing[0])
            h = span_above(n, x, y, z)
            if h > row[standing.HIGHEST]:
                row[standing.HIGHEST] = h
                if phase == CONNECTION:
                    row[standing.FRONT_A] = k
        else:
            p, q, r = moved_corners(triangles_b, k - count_a, placing[1], placing[2])
            h = span_below(n, p, q, r)
            if h < row[standing.LOWEST]:
                row[standing.LOWEST] = h
                if phase == CONNECTION:
                    row[standing.FRONT_B] = k - count_a
    row[standing.NEXT] = stop
    if stop < count_a + len(triangles_b):
        return
    gap = row[standing.LOWEST] - row[standing.HIGHEST]
    # The least that is asked for is more than rounding: what overlaps is never proved apart.
    if gap >= 2.0 * INDISTINCT:
        row[standing.PROVED] = max(row[standing.PROVED], gap - INDISTINCT)
        if gap >= sqrt(row[standing.BEST_SQ]) - INDISTINCT:
            row[standing.CERTAIN] = 1.0
            return
    u = vector_at(row, standing.ALONG)
    if phase == CONNECTION:
        x, y, z = scaled_corners(triangles_a, int(row[standing.BEST_A]), placing[0])
        turn_to(NORMAL_A, normal_along(u, x, y, z), row)
    elif phase == NORMAL_A:
        p, q, r = moved_corners(triangles_b, int(row[standing.BEST_B]), placing[1], placing[2])
        turn_to(NORMAL_B, normal_along(u, p, q, r), row)
    else:
        row[standing.PHASE], row[standing.NEXT] = AROUND_B, 0.0


@inlined
def look_around(placing, triangles_a, triangles_b, phase, row):
    """Measure the foremost triangle of one mesh with those of the other, one after another."""
    first = int(row[standing.NEXT])
    count = len(triangles_a) if phase == AROUND_B else len(triangles_b)
    stop = min(first + SHARE, count)
    for k in range(first, stop):
        i = k if phase == AROUND_B else int(row[standing.FRONT_A])
        j = int(row[standing.FRONT_B]) if phase == AROUND_B else k
        consider(placing, triangles_a, i, triangles_b, j, np.bool_(False), row)
    row[standing.NEXT] = stop
    if stop < count:
        return
    row[standing.NEXT] = 0.0
    row[standing.TURN] += 1.0
    if phase == AROUND_B:
        row[standing.PHASE] = AROUND_A
    elif row[standing.BEST_SQ] < row[standing.BEFORE_SQ] and row[standing.TURN] < 2.0 * TURNS:
        begin(row)
    else:
        give_up(row)


@kernel
def advance_proof(placing, triangles_a, triangles_b, row):
    """Go on by a share. ``CERTAIN`` is set where no pair of triangles is nearer than the best."""
    phase = int(row[standing.PHASE])
    if phase == IDLE:
        begin(row)
    elif phase <= NORMAL_B:
        look_along(placing, triangles_a, triangles_b, phase, row)
    else:
        look_around(placing, triangles_a, triangles_b, phase, row)
