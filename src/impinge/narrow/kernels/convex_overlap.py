"""Whether two convex shapes come within a margin: the searches of the gap, ended once known."""

from math import inf

import numpy as np

from impinge.core.jit import kernel, merged, short
from impinge.core.memory import scratch_floats
from impinge.core.pose_check import EXACT, check_pose
from impinge.core.vec import norm_sq
from impinge.geometry.kernels.convex_row import BOX, HALFSPACE, KIND, SEGMENT
from impinge.narrow.kernels.addresses import row_at
from impinge.narrow.kernels.boxes import separate_boxes
from impinge.narrow.kernels.convex_pair import (
    NEAR,
    TOUCH,
    balls_of,
    from_a_to_b,
    largest_coordinate,
    measure_pair_from,
)
from impinge.narrow.kernels.convex_rows import (
    LARGEST,
    LEAST,
    are_half_spaces,
    are_poses,
    in_frame_of_a,
    measure_extreme,
)
from impinge.narrow.kernels.gjk import APART, INSIDE, SIMPLEX_TABLE, gjk, tetrahedron_of
from impinge.narrow.kernels.pair_row import GAP, PAIR_ROW
from impinge.narrow.kernels.relation import pair_at, row_in, row_of
from impinge.narrow.kernels.simplex import CLEARLY, depth_in_tetrahedron


@kernel
def overlap_two(pair, margin):
    """Whether the gap is at most ``margin``."""
    out = scratch_floats(PAIR_ROW)
    size = largest_coordinate(pair)
    cold = np.bool_(False)
    if not LEAST < size < LARGEST:
        measure_extreme(pair, size, cold, pair.shift, out)
        return out[GAP] <= margin
    kind_a, kind_b = pair.rows_a[pair.start_a + KIND], pair.rows_b[pair.start_b + KIND]
    if kind_a == HALFSPACE or (kind_a <= SEGMENT and kind_b <= SEGMENT):
        measure_pair_from(pair, size, cold, pair.shift, inf, out)
        return out[GAP] <= margin
    touch = TOUCH * size
    slack = NEAR * size
    ra, rb = balls_of(pair)
    limit = margin + ra + rb
    direction = from_a_to_b(pair)
    if kind_a == BOX and kind_b == BOX:
        gap, direction, _ = separate_boxes(pair)
        if gap < -slack:
            return True
        if gap > margin + slack:
            return False
    corners = scratch_floats(SIMPLEX_TABLE)
    nearest = gjk(pair, direction, touch, limit + slack, corners)
    if nearest.status == APART:
        if nearest.low_sq > (limit + slack) * (limit + slack):
            return False
        if limit > slack and norm_sq(nearest.v) < (limit - slack) * (limit - slack):
            return True
    elif limit > slack:
        return True
    elif nearest.status == INSIDE:
        w = tetrahedron_of(corners)
        if depth_in_tetrahedron(w[0], w[1], w[2], w[3]) > CLEARLY * size:
            return True
    # Too near to be decided by bounds: the answer is that of the gap, so that both agree.
    measure_pair_from(pair, size, cold, pair.shift, inf, out)
    return out[GAP] <= margin


@merged
def overlap_posed(rows_a, start_a, pose_a, rows_b, start_b, pose_b, margin):
    """Whether two posed shapes come within ``margin``; one may be a half space."""
    if rows_b[start_b + KIND] == HALFSPACE:
        pair = in_frame_of_a(rows_b, start_b, pose_b, rows_a, start_a, pose_a)
    else:
        pair = in_frame_of_a(rows_a, start_a, pose_a, rows_b, start_b, pose_b)
    return overlap_two(pair, margin)


@kernel
def overlap_one(row_a, pose_a, row_b, pose_b, margin):
    """1 or 0 for one pair, -1: the caller takes the checked path; arguments as of measure_one."""
    at_a, at_b = pose_a.reshape(4, 4), pose_b.reshape(4, 4)
    a, b, first = row_at(row_a, pose_a), row_at(row_b, pose_b), np.int64(0)
    if check_pose(at_a) != EXACT or check_pose(at_b) != EXACT or are_half_spaces(a, b):
        return -1
    return int(overlap_posed(a, first, at_a, b, first, at_b, margin))


@short
def answer_overlap_convex(row_a, pose_a, row_b, pose_b, margin):
    """As overlap_one, of poses (4, 4); -1 also if one of them has another shape."""
    if not are_poses(pose_a, pose_b):
        return -1
    return overlap_one(row_a, pose_a.reshape(16), row_b, pose_b.reshape(16), margin)


@kernel
def overlap_convex_rows(
    packed_a, poses_a, packed_b, poses_b, pairs, rows, margins, out, start, stop
):
    """Whether pairs ``start`` to ``stop`` come within their margins; each answers a row."""
    for k in range(start, stop):
        r = row_in(rows, k)
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        out[r] = overlap_posed(packed_a, a, poses_a[i], packed_b, b, poses_b[j], row_of(margins, r))
