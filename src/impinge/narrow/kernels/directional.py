"""How far along a given direction B must go to leave A: both convex.

From outside, where they are apart, B comes back along the direction: by no more than the gap
divided by how much of the way is along its normal, it cannot reach A. Each step ends at the plane
that separated them, until the gap is none: the ray cast of van den Bergen 2004 [Bergen2004]_,
on the difference of the shapes.
"""

from math import inf

import numpy as np

from impinge.core.jit import kernel
from impinge.core.mat import apply_transposed, rotation_of
from impinge.core.vec import dot, norm, vector_of
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND, REACH
from impinge.narrow.kernels.convex_pair import TOUCH, between_middles, largest_coordinate
from impinge.narrow.kernels.convex_rows import (
    AS_DEPTH,
    in_frame_of_a,
    measure_any_size,
    put_in_form,
)
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.pair_row import GAP, LOWER, NORMAL, POINT_A, POINT_B, answer_to_world
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.support import moved_by

STEPS = 200
"""Steps back at most. Flat shapes need a few; curved ones, met at a slant, gain a fixed share of
what is left in each. What remains is on the safe side: they are apart there."""


@kernel
def way_back(pair, direction, touch, out):
    """How far along the unit ``direction`` B is just outside A; ``out`` is the answer there."""
    between = between_middles(pair)
    reach = pair.rows_a[pair.start_a + REACH] + pair.rows_b[pair.start_b + REACH]
    # Beyond this, balls around both are apart.
    way = norm(between) + 1.125 * reach
    for _ in range(STEPS):
        measure_any_size(moved_by(pair, way, direction), np.bool_(False), direction, out)
        rise = dot(vector_at(out, NORMAL), direction)
        if out[GAP] <= touch or not rise > 0.0:
            break
        back = out[GAP] / rise
        if not way - back < way:
            break
        way = max(way - back, 0.0)
    return way


@kernel
def measure_directional(pair, direction, out):
    """The way of B along the unit ``direction`` (frame of A) that separates, as a depth.

    GAP is minus the way, -inf if no way separates, and not negative if they do not overlap. Points
    are where they touch last, the one on B moved back.
    """
    measure_any_size(pair, np.bool_(False), direction, out)
    if out[GAP] > 0.0:
        return
    if pair.rows_a[pair.start_a + KIND] == HALFSPACE:
        rise = dot(vector_at(out, NORMAL), direction)
        way = 0.0 if out[GAP] == 0.0 else (-out[GAP] / rise if rise > 0.0 else inf)
    else:
        way = way_back(pair, direction, 2.0 * TOUCH * largest_coordinate(pair), out)
    out[GAP], out[LOWER] = -way, way
    for k in range(3):
        out[NORMAL + k] = direction[k]
        out[POINT_B + k] = out[POINT_A + k] - (way if way < inf else 0.0) * direction[k]


@kernel
def directional_rows(rows_a, poses_a, rows_b, poses_b, directions, out, start, stop):
    """Depths along unit ``directions`` (world frame) for rows of poses; one goes with all."""
    for i in range(start, stop):
        pose_a, pose_b = row_of(poses_a, i), row_of(poses_b, i)
        pair = in_frame_of_a(rows_a, 0, pose_a, rows_b, 0, pose_b)
        d = vector_of(row_of(directions, i))
        measure_directional(pair, apply_transposed(rotation_of(pose_a), d), out[i])
        answer_to_world(pose_a, out[i])
        put_in_form(AS_DEPTH, out[i])
