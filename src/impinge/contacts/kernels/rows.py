"""Contacts of convex shapes over rows of pairs: what the public functions call.

One entry for single queries and batches: each costs a compilation of all that it calls.
"""

import numpy as np

from impinge.contacts.kernels.manifold import build_manifold, make_bench
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, rotation_of, translation_of, transposed
from impinge.core.vec import neg, norm_sq
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND, REACH
from impinge.narrow.kernels import convex_rows
from impinge.narrow.kernels.convex_overlap import overlap_posed
from impinge.narrow.kernels.convex_pair import (
    NEAR,
    between_middles,
    largest_coordinate,
    measure_pair_from,
)
from impinge.narrow.kernels.convex_rows import in_frame_of_a, measure_any_size, measure_extreme
from impinge.narrow.kernels.pair_row import GAP, PAIR_ROW, move_pair, swap_pair
from impinge.narrow.kernels.relation import pair_at, row_of
from impinge.narrow.kernels.support import Pair

LONGER = 1.0 + 2.0**-40
"""Factor on a sum of lengths that covers the rounding of their parts."""


@inlined
def out_of_reach(pair, margin):
    """Are the balls around both shapes further apart than the margin?"""
    reach = pair.rows_a[pair.start_a + REACH] + pair.rows_b[pair.start_b + REACH] + margin
    return norm_sq(between_middles(pair)) > (LONGER * reach) * (LONGER * reach)


@inlined
def measure_in_frame_of_a(pair, size, limit, out):
    """The signed gap of two shapes, in the frame of A; either may be a half space.

    It may be infinite where it is larger than ``limit``. ``size`` is their largest coordinate.
    """
    cold = np.bool_(False)
    if pair.rows_b[pair.start_b + KIND] != HALFSPACE:
        if convex_rows.LEAST < size < convex_rows.LARGEST:
            measure_pair_from(pair, size, cold, pair.shift, limit, out)
        else:
            measure_extreme(pair, size, cold, pair.shift, out)
        return
    # A half space goes first: measured in its frame, and brought back.
    back = transposed(pair.rotation)
    away = neg(apply(back, pair.shift))
    turned = Pair(pair.rows_b, pair.start_b, pair.rows_a, pair.start_a, back, away)
    measure_any_size(turned, cold, away, out)
    move_pair(pair.rotation, pair.shift, out)
    swap_pair(out)


@kernel
def collide_pair(
    rows_a, start_a, pose_a, rows_b, start_b, pose_b, margin, asked, gap, bench, out, first
):
    """Write the contacts of two posed convex shapes to ``out[first:]``; returns how many.

    One of them may be a half space. Everything is measured in the frame of A, so that places far
    from the origin cost no accuracy; ``gap`` is room for the answer. With ``tell``, -1 for shapes
    that do not overlap, as ``overlap_posed`` says.
    """
    pair = in_frame_of_a(rows_a, start_a, pose_a, rows_b, start_b, pose_b)
    size = largest_coordinate(pair)
    # Beyond it ``overlap_two`` needs no gap to know: nothing there depends on rounding.
    beyond = margin + NEAR * size
    limit, tell = asked
    apart = -1 if tell else 0
    if out_of_reach(pair, beyond if tell else margin):
        return apart
    measure_in_frame_of_a(pair, size, beyond, gap)
    touching = gap[GAP] <= margin
    if tell and rows_b[start_b + KIND] == HALFSPACE:
        # Overlap measures it in the other frame, and rounds otherwise.
        touching = overlap_posed(rows_a, start_a, pose_a, rows_b, start_b, pose_b, margin)
    if not touching:
        return apart
    if not gap[GAP] <= margin:
        return 0
    return build_manifold(
        pair, gap, np.bool_(True), margin, limit,
        rotation_of(pose_a), translation_of(pose_a), bench, out, first,
    )  # fmt: skip


@kernel
def collide_rows(
    rows_a, poses_a, rows_b, poses_b, pairs, rooms, margins, asked, out, counts, start, stop
):
    """Contacts of pairs ``start`` onward, one after another in ``out``; ``counts`` of each.

    ``rooms`` is how many corners a flat part of A and of B may have, ``asked`` is (limit, tell).
    With ``tell``, a count is -1 where shapes do not overlap. Returns the first pair for which there
    may be no room, or ``stop``.
    """
    bench = make_bench(rooms[0], rooms[1])
    # Of one pair: the limit, or, if that is less, as many as there is scratch room for.
    most = min(asked[0], len(bench[4])) if asked[0] > 0 else len(bench[4])
    gap = np.empty(PAIR_ROW)
    used = 0
    for i in range(start, stop):
        if used + most > len(out):
            return i
        a, j, b, k = pair_at(pairs, i, poses_a, poses_b)
        counts[i] = collide_pair(
            rows_a, a, poses_a[j], rows_b, b, poses_b[k],
            row_of(margins, i), asked, gap, bench, out, used,
        )  # fmt: skip
        used += max(counts[i], 0)
    return stop
