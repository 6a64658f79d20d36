"""First contact of two features that move with two rigid bodies.

As for points on lines (:mod:`impinge.continuous.kernels.linear`), the features are one patch of
differences that moves past the origin. Its corners keep to their chords but for what the bodies'
accelerations allow, so that a direction that parts patch and origin at two times does so in between
up to the first root of a parabola (:mod:`impinge.continuous.kernels.chords`).

Ways to go on from a time that is proved free:

- *roots*: where f (:mod:`impinge.continuous.kernels.coplanar`) is one wave, its next root;
- *advance*: that direction, from the nearest point of the patch, until as far as it holds;
- *intervals*: the range of f over what is left of an interval of time, and the boxes around both
  features' ways; else as above, and the interval is halved, left half first. This is the bisection
  of [Redon2006]_ with one more proof: features that stay in one plane have f = 0 all the time, and
  those that are as near as the tolerance overlapping boxes, at whatever length of the interval.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.kernels import coplanar, patch
from impinge.continuous.kernels.advance import next_goal
from impinge.continuous.kernels.chords import free_share
from impinge.continuous.kernels.convex_proof import NEAR, PAD, TIME
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.continuous.kernels.linear import STEPS, put_contact
from impinge.continuous.kernels.proof import CLEAR, passes_through
from impinge.continuous.kernels.triangles import length_one
from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved
from impinge.core.vec import cross, dot, load, norm, sub
from impinge.hierarchy.kernels.binary import power_of_two_above
from impinge.motion.kernels.chain import bound_curve, bound_shift, bound_speed
from impinge.motion.kernels.interval import absolute
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels.relation import row_of

FLOOR = 8.0 * PAD
"""Gaps that count as none, as a share of all coordinates."""
REFINEMENTS = 6
"""Steps taken on from where the tolerance is met, as long as they find a proof."""
DEEPEST = 64
"""Halves of the step that may wait for the ones before them."""


class MovingFeatures(NamedTuple):
    """Four points of two features, edges if ``square``, and the rows of their motions."""

    points: Any
    square: bool
    motions_a: Any
    i: int
    motions_b: Any
    j: int


@kernel
def patch_when(features, factor, t):
    """The patch of differences at a time, scaled by ``factor``."""
    points, square, motions_a, i, motions_b, j = features
    p, q, r, s = points
    turn, shift = pose_at(motions_a, i, t)
    p = moved(turn, shift, p)
    if square:
        q = moved(turn, shift, q)
    turn, shift = pose_at(motions_b, j, t)
    if not square:
        q = moved(turn, shift, q)
    return patch.scaled_patch(
        factor, patch.patch_of(p, q, moved(turn, shift, r), moved(turn, shift, s), square)
    )


@kernel
def nearest_of(c, square, bar):
    """``(direction, distance, u, v, lowest)``: the patch's nearest point, the direction to it of
    length one, and how far all corners are beyond ``bar`` along it.

    The inside of a flat patch may have no usable normal, its border always has.
    """
    n, d, u, v, inside = patch.nearest_on_patch(c, square)
    n = length_one(n)
    lowest = lowest_along(n, c) - bar
    if inside and lowest <= 0.0:
        m, d_border, u_border, v_border = patch.nearest_on_border(c, square)
        m = length_one(m)
        if lowest_along(m, c) - bar > 0.0:
            return m, d_border, u_border, v_border, lowest_along(m, c) - bar
    return n, d, u, v, lowest


@inlined
def lowest_along(n, c):
    return min(min(dot(n, c[0]), dot(n, c[1])), min(dot(n, c[2]), dot(n, c[3])))


@kernel
def bounds_of(features, t0, t1):
    """Bounds on the acceleration of the patch's corners, and on their speed."""
    points, square, motions_a, i, motions_b, j = features
    bent_a, speed_a, bent_b, speed_b = 0.0, 0.0, 0.0, 0.0
    for k in range(4):
        if k == 0 or (k == 1 and square):
            bent_a = max(bent_a, bound_curve(motions_a, i, points[k], 0.0, t0, t1))
            speed_a = max(speed_a, bound_speed(motions_a, i, points[k], 0.0, t0, t1))
        else:
            bent_b = max(bent_b, bound_curve(motions_b, j, points[k], 0.0, t0, t1))
            speed_b = max(speed_b, bound_speed(motions_b, j, points[k], 0.0, t0, t1))
    return bent_a + bent_b, speed_a + speed_b


@kernel
def reached_by(features, factor, t0, t1, t, reach, keep, speed):
    """A time by which the patch has come within ``keep`` of the origin, or infinity.

    ``reach`` is in what time it does, about; ``speed`` bounds that of its corners.
    """
    square = features.square
    earlier, later = max(t - reach, t0), t + reach
    if later > t1:
        return inf
    after = patch_when(features, factor, later)
    if keep > 0.0:
        return later if nearest_of(after, square, keep)[1] + CLEAR < keep else inf
    before = patch_when(features, factor, earlier)
    moving = speed * (later - earlier)
    return later if passes_through(before, after, square, moving) else inf


@kernel
def advance_features(features, t0, t1, apart, tolerance, max_steps, by_intervals):
    """(status, time, upper, gap, u, v, normal, steps) of two features from ``t0`` to ``t1``.

    FREE is for that time; STARTED_TOUCHING only where ``t0`` is 0.
    """
    points, square, motions_a, i, motions_b, j = features
    size = bound_shift(motions_a, i) + bound_shift(motions_b, j) + apart
    for k in range(4):
        size += norm(points[k])
    factor = 1.0 / power_of_two_above(size)
    bent, speed = bounds_of(features, t0, t1)
    bent, speed = bent * factor, speed * factor
    pad = PAD * size * factor + TIME * speed
    floor = FLOOR * size * factor + NEAR * TIME * speed
    near, keep = max(tolerance * factor, floor), apart * factor
    bar = coplanar.bar_of(points, square, apart + pad / factor)
    is_wave, which, middle, sine, versed, terms = coplanar.wave_of_f(
        points, square, motions_a, i, motions_b, j
    )
    waiting = np.empty(DEEPEST)
    top = 0
    t, end = t0, t1
    goal, closing, refinements, steps = near, 0.0, REFINEMENTS, 0
    c = patch_when(features, factor, t)
    while True:
        steps += 1
        n, d, u, v, g0 = nearest_of(c, square, keep + pad)
        left = d - keep
        goal = next_goal(goal, left, near, floor, steps)
        if steps == 1 and t0 == 0.0 and g0 <= 0.0 and left <= floor:
            return STARTED_TOUCHING, t, t, d / factor, u, v, n, steps
        if left <= goal:
            refinements -= 1
        if g0 <= 0.0 or refinements < 0 or left <= min(floor, goal):
            break
        if steps >= max_steps:
            return OUT_OF_BUDGET, t, inf, d / factor, u, v, n, steps

        # Until when, from here on: nothing else is taken for free.
        until = t
        if is_wave:
            root = coplanar.next_root(
                motions_a if which == 0 else motions_b, i if which == 0 else j,
                middle, sine, versed, bar + coplanar.ROUNDING * terms, t, end,
            )  # fmt: skip
            until = min(root, end)
        elif by_intervals:
            low, high, gap = coplanar.range_of_f(points, square, motions_a, i, motions_b, j, t, end)
            if absolute((low, high))[0] > bar or gap > apart + pad / factor:
                until = end
        if until == t:
            h = end - t
            if bent > 0.0:
                # Longer, and paths may bend through what is proved even where nothing comes near.
                h = min(h, sqrt(8.0 * g0 / bent))
            far = min(t + h, end)
            h = far - t
            c = patch_when(features, factor, far)
            g1 = lowest_along(n, c) - keep - pad
            share = free_share(g0, g1, 0.5 * bent * h * h)
            until = far
            if share < 1.0:
                closing = (g0 - g1) / h
                until = t + share * h
            if by_intervals and until - t < 0.5 * (end - t) and top < DEEPEST:
                middle_time = 0.5 * (until + end)
                if until < middle_time < end:
                    waiting[top] = end
                    top += 1
                    end = middle_time
        if not until > t:
            break
        t = until
        while t >= end and top > 0:
            top -= 1
            end = waiting[top]
        if t >= t1:
            return FREE, inf, inf, d / factor, u, v, n, steps
        c = patch_when(features, factor, t)
    if left > near:
        return OUT_OF_BUDGET, t, inf, d / factor, u, v, n, steps
    upper = inf
    if closing > 0.0:
        upper = reached_by(
            features, factor, t0, t1, t,
            2.0 * (max(left, 0.0) + 2.0 * CLEAR) / closing, keep, speed,
        )  # fmt: skip
    return HIT, t, upper, d / factor, u, v, n, steps


@kernel
def advance_features_rows(
    points, square, moving_a, moving_b, order, t0, t1, options, out, start, stop
):
    """Rows ``order[start:stop]`` of ``out`` answer for points (n, 4, 3), in the bodies' frames.

    What moves is (motions, places of the rows among them); ``options`` are those of
    advance_features.
    """
    (motions_a, places_a), (motions_b, places_b) = moving_a, moving_b
    apart, tolerance, max_steps, by_intervals = options
    for k in range(start, stop):
        row = order[k]
        four = row_of(points, row)
        corners = load(four, 0), load(four, 1), load(four, 2), load(four, 3)
        i, j = row_of(places_a, row), row_of(places_b, row)
        features = MovingFeatures(corners, square, motions_a, i, motions_b, j)
        status, time, upper, gap, u, v, n, steps = advance_features(
            features, t0, t1, apart, tolerance, max_steps, by_intervals
        )
        if dot(n, n) == 0.0:
            # Points in the same place; the plane's normal is as good as any.
            c = patch_when(features, 1.0, min(time, t1))
            n = length_one(cross(sub(c[1], c[0]), sub(c[2], c[0])))
        put_contact(out[row], status, time, upper, gap, u, v, n)
        out[row, STEPS] = steps
