"""How far a walk has come, as one row of numbers: its answer so far, and where it goes on.

The first columns are those of ``pair_row``: the connection of the nearest pair of triangles found.
The row is all there is to a walk besides the pairs that wait (``queue``), so that a walk can be
left and taken up again.

**The proof** that no pair of triangles is nearer than the best one advances a little at each step.
``certificate`` computes the same proof at once; this one serves walks of limited steps: each call
tests a few triangles and stores in the row where it stopped. Along the direction of the
best connection, then along the normals of both of its triangles, the gap between the meshes is
measured; each bounds the distance from below, and proves it where it is as large. If none does, the
two triangles that reach furthest toward each other show where a nearer pair may be.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.vec import norm_sq
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.narrow.kernels.certificate import (
    INDISTINCT,
    TURNS,
    normal_along,
    span_above,
    span_below,
)
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.distance import direction_at, measure
from impinge.narrow.kernels.pair_row import BOX_TESTS, PAIR, TRIANGLE_TESTS
from impinge.narrow.kernels.relation import moved_corners, scaled_corners

LAYOUT = PAIR.extended(
    certain=1, overlap=1, elapsed=1, started=1, best_a=1, best_b=1, best_sq=1, along=3,
    side=1, bucket=1, count=1, top=1, floor=1, least=1, probed=1,
    patience=1, phase=1, turn=1, next=1, across=3,
    highest=1, lowest=1, front_a=1, front_b=1, before_sq=1, proved=1,
    pose_a=16, pose_b=16,
)  # fmt: skip
CERTAIN, OVERLAP, ELAPSED = LAYOUT.columns("certain", "overlap", "elapsed")
"""Is the question answered, do the meshes touch as far as is known, and the time the last call took
[s]. The distance lies between ``lower`` and that of the witness."""
STARTED, BEST_A, BEST_B = LAYOUT.columns("started", "best_a", "best_b")
BEST_SQ, ALONG = LAYOUT.columns("best_sq", "along")
"""The nearest pair of triangles found (places in leaf order), its squared distance in the common
unit, and the direction of its connection (three numbers)."""
SIDE, BUCKET, COUNT = LAYOUT.columns("side", "bucket", "count")
"""The level that is read, the bucket of it, and how many pairs the next level has so far."""
TOP, FLOOR = LAYOUT.columns("top", "floor")
"""How many pairs are on the stack, and a key that none of them is below."""
LEAST, PROBED = LAYOUT.columns("least", "probed")
"""The least gap of boxes that were not followed, and the steps since the last probe."""
PATIENCE, PHASE, TURN, NEXT = LAYOUT.columns("patience", "phase", "turn", "next")
NORMAL, HIGHEST, LOWEST = LAYOUT.columns("across", "highest", "lowest")
FRONT_A, FRONT_B = LAYOUT.columns("front_a", "front_b")
BEFORE_SQ, PROVED = LAYOUT.columns("before_sq", "proved")
"""Where a proof has come to."""
POSE_A, POSE_B = LAYOUT.columns("pose_a", "pose_b")
ROW = LAYOUT.width
LARGEST = 8.0
"""No two coordinates in the common unit differ by more."""
SHARE = 8
"""Triangles looked at in one step: as long as opening a node, about."""
IDLE, CONNECTION, NORMAL_A, NORMAL_B, AROUND_B, AROUND_A = range(6)


@inlined
def keep_poses(pose_a, pose_b, row):
    for k in range(16):
        row[POSE_A + k] = pose_a[k >> 2, k & 3]
        row[POSE_B + k] = pose_b[k >> 2, k & 3]


@merged
def kept_pose(row, column):
    return row[column : column + 16].reshape(4, 4)


@kernel
def consider(placing, triangles_a, i, triangles_b, j, meeting, row):
    """Measure a pair of triangles, unless it is further than the best along that one's direction,
    and keep it if it is the nearest so far. With ``meeting`` they are expected to meet.
    """
    scale_a, turn_b, shift = placing
    x, y, z = scaled_corners(triangles_a, i, scale_a)
    p, q, r = moved_corners(triangles_b, j, turn_b, shift)
    u = vector_at(row, ALONG)
    best_sq = row[BEST_SQ]
    if span_above(u, x, y, z) <= span_below(u, p, q, r) - sqrt(best_sq):
        return
    row[TRIANGLE_TESTS] += 1.0
    # Whether they meet is quickly decided where they do; their distance, zero, is not.
    if meeting and overlap_triangle_triangle(x, y, z, p, q, r, orient_bound(LARGEST)):
        d_sq = 0.0
    else:
        d_sq = measure(x, y, z, p, q, r, best_sq)
    if d_sq < best_sq:
        row[BEST_SQ], row[BEST_A], row[BEST_B] = d_sq, i, j
        row[ALONG], row[ALONG + 1], row[ALONG + 2] = direction_at(d_sq, x, y, z, p, q, r)


@inlined
def turn_to(phase, u, row):
    """Begin to measure the gap along a direction."""
    row[PHASE], row[NEXT] = phase, 0.0
    row[NORMAL], row[NORMAL + 1], row[NORMAL + 2] = u
    row[HIGHEST], row[LOWEST] = -inf, inf


@inlined
def give_up(row):
    """Leave it to the walk, until that has taken four times as long."""
    row[PHASE], row[TURN] = IDLE, 0.0
    row[PATIENCE] = 4.0 * row[BOX_TESTS]


@inlined
def begin(row):
    u = vector_at(row, ALONG)
    if norm_sq(u) > 0.0:
        row[BEFORE_SQ] = row[BEST_SQ]
        turn_to(CONNECTION, u, row)
    else:
        give_up(row)


@inlined
def look_along(placing, triangles_a, triangles_b, phase, row):
    """Measure on, along the direction of this phase; at the end, compare and choose the next."""
    n = vector_at(row, NORMAL)
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
    u = vector_at(row, ALONG)
    if phase == CONNECTION:
        x, y, z = scaled_corners(triangles_a, int(row[BEST_A]), placing[0])
        turn_to(NORMAL_A, normal_along(u, x, y, z), row)
    elif phase == NORMAL_A:
        p, q, r = moved_corners(triangles_b, int(row[BEST_B]), placing[1], placing[2])
        turn_to(NORMAL_B, normal_along(u, p, q, r), row)
    else:
        row[PHASE], row[NEXT] = AROUND_B, 0.0


@inlined
def look_around(placing, triangles_a, triangles_b, phase, row):
    """Measure the foremost triangle of one mesh with those of the other, one after another."""
    first = int(row[NEXT])
    count = len(triangles_a) if phase == AROUND_B else len(triangles_b)
    stop = min(first + SHARE, count)
    for k in range(first, stop):
        i = k if phase == AROUND_B else int(row[FRONT_A])
        j = int(row[FRONT_B]) if phase == AROUND_B else k
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
