"""Contacts of convex shapes over rows of pairs: what the public functions call.

One entry for single queries and batches: each costs a compilation of all that it calls.
"""

import numpy as np

from impinge.contacts.kernels.manifold import build_manifold, make_bench
from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved, rotation_of, translation_of
from impinge.core.vec import norm_sq, sub
from impinge.geometry.kernels.convex_row import CENTRE, REACH
from impinge.narrow.kernels.convex_rows import measure_posed
from impinge.narrow.kernels.pair_row import GAP, PAIR_ROW
from impinge.narrow.kernels.relation import relation_of

START_A, POSE_A, START_B, POSE_B = 0, 1, 2, 3
"""Columns of a pair: where its shapes' rows begin, and which poses they are at."""
LONGER = 1.0 + 2.0**-40
"""Factor on a sum of lengths that covers the rounding of their parts."""


@inlined
def centre_of(rows, start):
    return (rows[start + CENTRE], rows[start + CENTRE + 1], rows[start + CENTRE + 2])


@inlined
def out_of_reach(rows_a, start_a, rows_b, start_b, rotation, shift, margin):
    """Are the balls around both shapes further apart than the margin?"""
    reach = LONGER * (rows_a[start_a + REACH] + rows_b[start_b + REACH] + margin)
    way = sub(moved(rotation, shift, centre_of(rows_b, start_b)), centre_of(rows_a, start_a))
    return norm_sq(way) > reach * reach


@inlined
def set_relative(rotation, shift, pose):
    """Write a pose, but for its last row, which is that of every pose."""
    for i in range(3):
        for j in range(3):
            pose[i, j] = rotation[3 * i + j]
        pose[i, 3] = shift[i]


@kernel
def collide_pair(
    rows_a,
    start_a,
    pose_a,
    rows_b,
    start_b,
    pose_b,
    margin,
    limit,
    relative,
    pair,
    bench,
    out,
    first,
):
    """Write the contacts of two posed convex shapes to ``out[first:]``; returns how many.

    One of them may be a half space. ``relative`` is two poses, the first the identity: everything
    is measured in the frame of A, so that places far from the origin cost no accuracy.
    """
    turn, position = rotation_of(pose_a), translation_of(pose_a)
    rotation, shift = relation_of(pose_a, pose_b)
    if out_of_reach(rows_a, start_a, rows_b, start_b, rotation, shift, margin):
        return 0
    set_relative(rotation, shift, relative[1])
    measure_posed(rows_a, start_a, relative[0], rows_b, start_b, relative[1], np.bool_(False), pair)
    if not pair[GAP] <= margin:
        return 0
    return build_manifold(
        rows_a, start_a, rows_b, start_b, rotation, shift, pair, np.bool_(True), margin, limit,
        turn, position, bench, out, first,
    )  # fmt: skip


@inlined
def two_still():
    """Two poses at rest."""
    poses = np.zeros((2, 4, 4))
    for k in range(2):
        for i in range(4):
            poses[k, i, i] = 1.0
    return poses


@kernel
def collide_rows(
    rows_a, poses_a, rows_b, poses_b, pairs, room_a, room_b, margin, limit, out, counts, start, stop
):
    """Contacts of pairs ``start`` onward, one after another in ``out``; ``counts`` of each.

    Returns the first pair for which there may be no room, or ``stop``.
    """
    bench = make_bench(room_a, room_b)
    most = most_contacts(bench, limit)
    relative, pair = two_still(), np.empty(PAIR_ROW)
    used = 0
    for i in range(start, stop):
        if used + most > len(out):
            return i
        counts[i] = collide_pair(
            rows_a, pairs[i, START_A], poses_a[pairs[i, POSE_A]],
            rows_b, pairs[i, START_B], poses_b[pairs[i, POSE_B]],
            margin, limit, relative, pair, bench, out, used,
        )  # fmt: skip
        used += counts[i]
    return stop


@inlined
def most_contacts(bench, limit):
    """Of one pair: the limit, or as many as there is scratch room for."""
    return limit if limit > 0 else len(bench[4])
