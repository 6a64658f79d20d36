"""First contact of two moving convex shapes: conservative advancement with directions.

At a time t the shapes are measured. The direction n of the gap is kept, and the gap along it looked
at again a while h later, by nothing but the furthest points of both shapes:

    G(s) = min n . x over B - max n . x over A

In between, each point stays near its chord (:mod:`impinge.motion.kernels.curve`), and the
greatest of numbers that change linearly is not above the line between its ends. So for u = (s - t)
/ h, with c the sum of both bodies' bounds on acceleration,

    G(s) >= (1 - u) G(t) + u G(t + h) - c h^2 u (1 - u) / 2

and nothing touches before the first root of the right side. Translations have c = 0 and are done as
soon as n does not change any more.

Where a face of A is touched and A turns, n should turn along: a fixed one loses to the edges of the
face. A direction m(s) that A carries has G(s) = min m . (x - p) over B less a constant, p being a
point of A, and the second derivative of m . (x - p) is bounded by

    c = (w a'^2 + |a''|) w L + 2 w a' V + (acceleration of x and of p)

where L bounds |x - p| and V the relative speed. Of the directions that stay, that A carries and
that B carries, the best is taken. This makes secant steps of all of them: near contact the gap
shrinks with the square of itself, where bounds on speed [Mirtich1996]_ take a share of it away each
time.

What is proved depends on furthest points alone: a direction that was found badly costs steps, and
nothing else.
"""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels.impact_row import (
    DEPTH,
    FEATURE_A,
    FEATURE_B,
    FREE,
    GAP,
    HIT,
    NORMAL,
    OUT_OF_BUDGET,
    PART_A,
    PART_B,
    POINT_A,
    POINT_B,
    STARTED_TOUCHING,
    STATUS,
    STEPS,
    TIME,
    UPPER,
)
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import dot, norm, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import (
    CENTRE,
    CYLINDER,
    HALFSPACE,
    KIND,
    RADIUS,
    REACH,
    SIZES,
)
from impinge.motion.kernels.curve import bound_curve, bound_turn
from impinge.motion.kernels.motion_row import CURVE, SHIFT, SLIDE, SWING
from impinge.motion.kernels.pose_at import pose_at
from impinge.motion.kernels.speed import bound_speed
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_rows import measure_ordered
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.support import furthest_of_core

PAD = 2.0**-44
"""Share of all coordinates, summed, by which a gap along a direction may be off: poses by 2**-47 of
it (see ``motion.kernels.enclose``), each of both furthest points and their products by less."""
FLOOR, ROUND_FLOOR = 2.0**-41, 2.0**-31
"""Gaps that count as none, relative to the same: room for a direction that is not quite the best.
Those of cylinders, cones and ellipsoids are found to 1e-10."""
REFINEMENTS = 6
"""Steps taken on from where the gap is within the tolerance, until the time is too."""
PATIENCE = 256
"""Steps after which a gap within the tolerance is good enough for shapes that started nearer."""
TRIES = 3
"""Times looked at behind a contact to see shapes overlap: each four times as far behind it."""
CLOSER = 2
"""Shorter windows tried along the best direction: one costs two furthest points, a fifth of what
measuring the shapes does."""
WELL_USED = 0.6
"""Windows of which a half of this is proved are not made shorter."""
STAYS, BY_A, BY_B = range(3)
"""Directions: one that stays, and those that the bodies carry."""
EARLIER = 1.0 - 2.0**-40
"""On the share of a window that is proved, for the rounding of its root."""


@inlined
def sum_of_three(rows, i, at):
    return abs(rows[i, at]) + abs(rows[i, at + 1]) + abs(rows[i, at + 2])


@inlined
def way_of(motions, i):
    """No coordinate of the body's origin is larger, at any time."""
    return (
        sum_of_three(motions, i, SHIFT)
        + sum_of_three(motions, i, SLIDE)
        + sum_of_three(motions, i, SWING)
        + sum_of_three(motions, i, CURVE)
    )


@inlined
def ball_of_row(rows, start):
    """A point of the shape's frame and a radius about it that holds the shape; 0 of half spaces,
    whose points all move alike where they do not turn.
    """
    if rows[start + KIND] == HALFSPACE:
        return _foot(rows, start), 0.0
    return (rows[start + CENTRE], rows[start + CENTRE + 1], rows[start + CENTRE + 2]), rows[
        start + REACH
    ]


@inlined
def _foot(rows, start):
    """The point of a half space's plane next to the origin."""
    normal = (rows[start + SIZES], rows[start + SIZES + 1], rows[start + SIZES + 2])
    return scale(rows[start + SIZES + 3], normal)


@inlined
def largest_of(rows, start):
    p, r = ball_of_row(rows, start)
    return abs(p[0]) + abs(p[1]) + abs(p[2]) + r


@inlined
def furthest_world(rows, start, rotation, shift, n):
    """The point of a posed shape's core that is furthest along ``n``; of a half space, of its
    plane's directions that are ``n``, a point of the plane.
    """
    if rows[start + KIND] == HALFSPACE:
        return moved(rotation, shift, _foot(rows, start))
    return moved(rotation, shift, furthest_of_core(rows, start, apply_transposed(rotation, n))[0])


@kernel
def gap_along(rows_a, start_a, motions_a, i, rows_b, start_b, motions_b, j, n, t):
    """G: how far B is beyond A along the unit vector ``n`` at time ``t``; negative if it is not."""
    rotation, shift = pose_at(motions_a, i, t)
    a = furthest_world(rows_a, start_a, rotation, shift, n)
    rotation, shift = pose_at(motions_b, j, t)
    b = furthest_world(rows_b, start_b, rotation, shift, (-n[0], -n[1], -n[2]))
    return dot(n, sub(b, a)) - rows_a[start_a + RADIUS] - rows_b[start_b + RADIUS]


@inlined
def put_pose(motions, i, t, pose):
    rotation, shift = pose_at(motions, i, t)
    for k in range(3):
        for m in range(3):
            pose[k, m] = rotation[3 * k + m]
        pose[k, 3] = shift[k]


@inlined
def centre_at(pose, p):
    """A point of a body in the world."""
    return moved(rotation_of(pose), translation_of(pose), p)


@kernel
def bend_of_carried(motions, i, t0, t1):
    """What a direction that turns with a body adds to c: the factors of L and of V."""
    turning = bound_turn(motions, i, t0, t1)
    return turning[0] * turning[0] + turning[1], 2.0 * turning[0]


@inlined
def carried(motions, i, n, t, later):
    """Where a direction is later, if it turns with a body."""
    rotation, _ = pose_at(motions, i, t)
    own = apply_transposed(rotation, n)
    rotation, _ = pose_at(motions, i, later)
    return apply(rotation, own)


@inlined
def free_share(g0, g1, bend):
    """The share of a window that is free: from the gaps at its ends, less pads, and c h^2 / 2.

    The first root of ``g0 + u (g1 - g0) - bend u (1 - u)``, or 1.
    """
    b = g0 - g1 + bend
    if b <= 0.0:
        return 1.0
    inside = b * b - 4.0 * bend * g0
    if inside < 0.0:
        return 1.0
    u = 2.0 * g0 / (b + sqrt(inside))
    return 1.0 if u >= 1.0 else u * EARLIER


@kernel
def advance_convex(
    rows_a, start_a, motions_a, i, rows_b, start_b, motions_b, j, t0, t1,
    margin, tolerance, max_steps, out,
):  # fmt: skip
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which one row tells each motion.

    A may be a half space that does not turn. FREE is for this time alone; STARTED_TOUCHING only
    where ``t0`` is 0.
    """
    size = way_of(motions_a, i) + way_of(motions_b, j)
    size += largest_of(rows_a, start_a) + largest_of(rows_b, start_b)
    pad = PAD * size
    floor = FLOOR * size
    kind_a, kind_b = rows_a[start_a + KIND], rows_b[start_b + KIND]
    if CYLINDER <= kind_a < HALFSPACE or kind_b >= CYLINDER:
        floor = ROUND_FLOOR * size
    p, reach_a = ball_of_row(rows_a, start_a)
    q, reach_b = ball_of_row(rows_b, start_b)
    bent_a = bound_curve(motions_a, i, p, reach_a, t0, t1)
    bent_b = bound_curve(motions_b, j, q, reach_b, t0, t1)
    # For directions that are carried: a plane without end has no other direction than its own.
    turned_a, swept_a = bend_of_carried(motions_a, i, t0, t1)
    turned_b, swept_b = bend_of_carried(motions_b, j, t0, t1)
    speed = bound_speed(motions_a, i, p, reach_a, t0, t1)
    speed += bound_speed(motions_b, j, q, reach_b, t0, t1)
    endless = kind_a == HALFSPACE

    pose_a, pose_b = np.empty((4, 4)), np.empty((4, 4))
    row = np.empty(pair_row.PAIR_ROW)
    t = t0
    warm = np.bool_(False)
    goal = max(tolerance, floor)
    refinements = REFINEMENTS
    closing = 0.0
    steps = 0
    status = HIT
    while True:
        put_pose(motions_a, i, t, pose_a)
        put_pose(motions_b, j, t, pose_b)
        measure_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, warm, row)
        warm = np.bool_(True)
        steps += 1
        n, _ = unit_vector(
            (row[pair_row.NORMAL], row[pair_row.NORMAL + 1], row[pair_row.NORMAL + 2])
        )
        d = row[pair_row.GAP] - margin
        g0 = (
            gap_along(rows_a, start_a, motions_a, i, rows_b, start_b, motions_b, j, n, t)
            - margin
            - pad
        )
        if steps == 1:
            if t == 0.0 and (d <= 0.0 or g0 <= 0.0):
                status = STARTED_TOUCHING
                break
            # What starts nearer than the tolerance moves before it hits.
            goal = max(min(tolerance, 0.5 * d), floor)
        elif steps > PATIENCE:
            goal = max(tolerance, floor)
        if d <= goal:
            refinements -= 1
        if g0 <= 0.0 or refinements < 0 or (d <= goal and d <= closing * tolerance):
            break
        if steps >= max_steps:
            status = OUT_OF_BUDGET
            break
        wide = norm(sub(centre_at(pose_b, q), centre_at(pose_a, p)))
        reached, closing, best, h = t, 0.0, STAYS, t1 - t
        for trial in range(3 + CLOSER):
            way = trial if trial < 3 else best
            most, bent = t1 - t, bent_a + bent_b
            if way != STAYS:
                turned, swept = (turned_a, swept_a) if way == BY_A else (turned_b, swept_b)
                if turned == 0.0 or endless:
                    continue
                # No further than what doubles the arm.
                arm = wide + (reach_b if way == BY_A else reach_a)
                most = min(most, arm / speed)
                bent += 2.0 * turned * arm + swept * speed
            if bent > 0.0:
                # Longer, and paths may bend through what is proved even where nothing comes near.
                most = min(most, sqrt(8.0 * g0 / bent))
            if trial >= 3:
                # The best again over a shorter time, whose slope is nearer to that at its start.
                if 2.0 * (reached - t) >= WELL_USED * h:
                    break
                most = min(most, 2.0 * (reached - t))
            far = min(t + most, t1)
            if not far > t:
                continue
            m = n
            if way == BY_A:
                m = carried(motions_a, i, n, t, far)
            elif way == BY_B:
                m = carried(motions_b, j, n, t, far)
            g1 = gap_along(rows_a, start_a, motions_a, i, rows_b, start_b, motions_b, j, m, far)
            g1 -= margin + pad
            u = free_share(g0, g1, 0.5 * bent * (far - t) * (far - t))
            until = far if u >= 1.0 else t + u * (far - t)
            if until > reached:
                reached, best, h = until, way, far - t
                closing = (g0 - g1) / h
        if reached >= t1:
            status = FREE
            break
        before, t = t, reached
        if not t > before:
            break
    if status == HIT and d > max(tolerance, floor):
        status = OUT_OF_BUDGET

    out[STATUS], out[STEPS] = status, steps
    out[TIME] = inf if status == FREE else t
    out[GAP] = row[pair_row.GAP]
    out[DEPTH] = max(-row[pair_row.GAP], 0.0) if status == STARTED_TOUCHING else 0.0
    for k in range(3):
        out[POINT_A + k] = row[pair_row.POINT_A + k]
        out[POINT_B + k] = row[pair_row.POINT_B + k]
        out[NORMAL + k] = row[pair_row.NORMAL + k]
    out[FEATURE_A], out[FEATURE_B] = row[pair_row.FEATURE_A], row[pair_row.FEATURE_B]
    out[PART_A], out[PART_B] = -1.0, -1.0
    out[UPPER] = inf
    if status == STARTED_TOUCHING:
        out[UPPER] = 0.0
    elif status == HIT and closing > 0.0:
        # Seen to overlap a little later: then the contact lies in between.
        behind = 2.0 * (max(d, 0.0) + floor) / closing
        for _ in range(TRIES):
            later = t + behind
            if later > t1:
                break
            put_pose(motions_a, i, later, pose_a)
            put_pose(motions_b, j, later, pose_b)
            measure_ordered(rows_a, start_a, pose_a, rows_b, start_b, pose_b, warm, row)
            if row[pair_row.GAP] <= margin - floor:
                out[UPPER] = later
                break
            behind *= 4.0


@kernel
def advance_convex_rows(
    rows_a, starts_a, motions_a, places_a, rows_b, starts_b, motions_b, places_b, order,
    t0, t1, margin, tolerance, max_steps, out, start, stop,
):  # fmt: skip
    """Rows ``order[start:stop]``: each with its shapes and the row that tells its motion now."""
    for k in range(start, stop):
        r = order[k]
        advance_convex(
            rows_a, row_of(starts_a, r), motions_a, row_of(places_a, r),
            rows_b, row_of(starts_b, r), motions_b, row_of(places_b, r),
            t0, t1, margin, tolerance, max_steps, out[r],
        )  # fmt: skip
