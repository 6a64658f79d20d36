"""Questions about pairs of convex shapes in the world: what the public functions call."""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel, merged, short
from impinge.core.mat import apply_transposed, moved, rotation_of, translation_of
from impinge.core.pose_check import EXACT, check_pose
from impinge.core.vec import scale, sub
from impinge.geometry.kernels import convex_row as packed
from impinge.hierarchy.kernels.binary import power_of_two_above
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.addresses import row_at
from impinge.narrow.kernels.common_point import meeting_point
from impinge.narrow.kernels.convex_pair import largest_coordinate, measure_pair_from
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.pair_row import answer_to_world, scale_pair, swap_pair, write_points
from impinge.narrow.kernels.relation import pair_at, relation_of, row_in
from impinge.narrow.kernels.support import Pair

LARGEST, LEAST = 2.0**200, 2.0**-200
"""Sizes between these [m] are computed with as they are: the fourth power of a length is formed."""


AS_GAP, AS_DISTANCE, AS_DEPTH = range(3)
"""Forms of an answer."""


@kernel
def scaled_row(rows, start, factor):
    """A copy of a packed shape, in another unit of length; tables are as they were."""
    copy = rows[start:].copy()
    copy[packed.RADIUS] *= factor
    copy[packed.REACH] *= factor
    for k in range(3):
        copy[packed.CENTRE + k] *= factor
    if copy[packed.KIND] == packed.HALFSPACE:
        copy[packed.SIZES + 3] *= factor
    else:
        for k in range(4):
            copy[packed.SIZES + k] *= factor
    if copy[packed.STRIDE] > 0.0:
        at = int(copy[packed.AT_VERTICES])
        for k in range(at, at + 3 * int(copy[packed.STRIDE])):
            copy[k] *= factor
    return copy


@merged
def in_frame_of_a(rows_a, start_a, pose_a, rows_b, start_b, pose_b):
    """Two posed shapes as a pair."""
    rotation, shift = relation_of(pose_a, pose_b)
    return Pair(rows_a, start_a, rows_b, start_b, rotation, shift)


@kernel
def at_unit_size(pair, size):
    """The pair in another unit of length, and that unit [m]: a power of two."""
    unit = power_of_two_above(size) if size > 0.0 else 1.0
    factor = 1.0 / unit
    rows_a = scaled_row(pair.rows_a, pair.start_a, factor)
    rows_b = scaled_row(pair.rows_b, pair.start_b, factor)
    return Pair(rows_a, 0, rows_b, 0, pair.rotation, scale(factor, pair.shift)), unit


@kernel
def measure_extreme(pair, size, warm, direction, out):
    """Shapes so large or small that products of lengths would leave the range of numbers."""
    near, unit = at_unit_size(pair, size)
    measure_pair_from(near, largest_coordinate(near), warm, direction, inf, out)
    scale_pair(unit, out)


@merged
def measure_any_size(pair, warm, direction, out):
    """As measure_pair_from, for shapes of any size."""
    size = largest_coordinate(pair)
    if LEAST < size < LARGEST:
        measure_pair_from(pair, size, warm, direction, inf, out)
    else:
        measure_extreme(pair, size, warm, direction, out)


@kernel
def measure_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, warm, out):
    pair = in_frame_of_a(rows_a, start_a, pose_a, rows_b, start_b, pose_b)
    direction = pair.shift
    if warm:
        direction = apply_transposed(rotation_of(pose_a), vector_at(out, pair_row.NORMAL))
    measure_any_size(pair, warm, direction, out)
    answer_to_world(pose_a, out)


@merged
def measure_posed(rows_a, start_a, pose_a, rows_b, start_b, pose_b, warm, out):
    """The signed gap of two posed shapes, in the world frame; one may be a half space.

    If ``warm``, the search begins with the normal in ``out``, an earlier answer.
    """
    if rows_b[start_b + packed.KIND] == packed.HALFSPACE:
        measure_ordered(rows_b, start_b, pose_b, rows_a, start_a, pose_a, warm, out)
        swap_pair(out)
    else:
        measure_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, warm, out)


@kernel
def put_common_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, out):
    pair = in_frame_of_a(rows_a, start_a, pose_a, rows_b, start_b, pose_b)
    turn, origin = rotation_of(pose_a), translation_of(pose_a)
    n = apply_transposed(turn, vector_at(out, pair_row.NORMAL))
    a = apply_transposed(turn, sub(vector_at(out, pair_row.POINT_A), origin))
    b = apply_transposed(turn, sub(vector_at(out, pair_row.POINT_B), origin))
    size = largest_coordinate(pair)
    if LEAST < size < LARGEST:
        p = meeting_point(pair, out[pair_row.GAP], n, a, b)
    else:
        near, unit = at_unit_size(pair, size)
        factor = 1.0 / unit
        p = meeting_point(near, out[pair_row.GAP] * factor, n, scale(factor, a), scale(factor, b))
        p = scale(unit, p)
    write_points(out, moved(turn, origin, p))


@inlined
def put_common_point(rows_a, start_a, pose_a, rows_b, start_b, pose_b, out):
    """Of an answer about shapes that overlap, both points become one that is in both.

    A half space comes first, as in measure_posed, so that both orders give the same bits.
    """
    if rows_b[start_b + packed.KIND] == packed.HALFSPACE:
        swap_pair(out)
        put_common_ordered(rows_b, start_b, pose_b, rows_a, start_a, pose_a, out)
        swap_pair(out)
    else:
        put_common_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, out)


@inlined
def put_in_form(form, out):
    """A signed gap as it is asked for.

    As a distance it is 0 where shapes overlap; their points are one by then (put_common_point). As
    a depth it is 0 where they are apart, and the last column says what depth it is.
    """
    if form == AS_DISTANCE:
        out[pair_row.GAP] = max(out[pair_row.GAP], 0.0)
    elif form == AS_DEPTH:
        if out[pair_row.GAP] > 0.0:
            out[pair_row.LOWER] = 0.0
        out[pair_row.GAP] = max(-out[pair_row.GAP], 0.0)
        out[pair_row.KIND] = 0.0


@inlined
def are_half_spaces(rows_a, rows_b):
    return rows_a[packed.KIND] == packed.HALFSPACE and rows_b[packed.KIND] == packed.HALFSPACE


@inlined
def are_poses(pose_a, pose_b):
    """Whether both arrays are (4, 4)."""
    return pose_a.shape[0] == pose_a.shape[1] == pose_b.shape[0] == pose_b.shape[1] == 4


@kernel
def measure_one(row_a, pose_a, row_b, pose_b, form, out):
    """One pair, in one of the forms; False: the caller takes the checked path.

    That is where a pose is not exact, or both are half spaces. Shapes are the addresses of their
    rows, poses have 16 numbers.
    """
    at_a, at_b = pose_a.reshape(4, 4), pose_b.reshape(4, 4)
    first = np.int64(0)
    a, b = row_at(row_a, pose_a), row_at(row_b, pose_b)
    if check_pose(at_a) != EXACT or check_pose(at_b) != EXACT or are_half_spaces(a, b):
        return False
    measure_posed(a, first, at_a, b, first, at_b, np.bool_(False), out)
    if form == AS_DISTANCE and out[pair_row.GAP] <= 0.0:
        put_common_point(a, first, at_a, b, first, at_b, out)
    put_in_form(form, out)
    return True


@short
def answer_convex(row_a, pose_a, row_b, pose_b, form, out):
    """As measure_one, of poses (4, 4); False also if one of them has another shape."""
    if not are_poses(pose_a, pose_b):
        return False
    return measure_one(row_a, pose_a.reshape(16), row_b, pose_b.reshape(16), form, out)


@kernel
def gap_rows(packed_a, poses_a, packed_b, poses_b, pairs, rows, form, warm, out, start, stop):
    """Gaps of pairs ``start`` to ``stop``, in one of the forms; each answers a row.

    If ``warm``, rows have earlier answers, whose normals are where searches begin.
    """
    for k in range(start, stop):
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        pose_a, pose_b, row = poses_a[i], poses_b[j], out[row_in(rows, k)]
        measure_posed(packed_a, a, pose_a, packed_b, b, pose_b, warm, row)
        if form == AS_DISTANCE and row[pair_row.GAP] <= 0.0:
            put_common_point(packed_a, a, pose_a, packed_b, b, pose_b, row)
        put_in_form(form, row)
