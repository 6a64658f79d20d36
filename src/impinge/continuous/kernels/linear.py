"""First contact of two features whose points move on lines.

The step is walked from its beginning (conservative advancement, with directions [Tang2009]_): at a
time t the patch's nearest point gives a direction, and :mod:`impinge.continuous.kernels.separation`
proves until when nothing touches. Of the two proofs the one with a fixed direction says itself how
far it holds, and does so for the whole rest of the step where nothing comes near. Where features
turn it holds for short times only, by as much as they are near; then a direction that turns along
is tried over a longer time, more of it after each success.

All times walked to are proved free; the walk ends where the features are near enough, or the step
is over. What remains undecided is no free time: there is no way to miss a contact.
"""

from math import inf

from impinge.continuous.kernels import patch
from impinge.continuous.kernels.advance import next_goal
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.continuous.kernels.proof import reached_by
from impinge.continuous.kernels.separation import (
    separated_along_axes,
    separated_until,
    separated_while_turning,
)
from impinge.core.jit import inlined, kernel, short
from impinge.core.row_layout import Layout
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.core.vec import cross, dot, load, scale, sub, unit_vector

LAYOUT = Layout(time=1, status=1, upper=1, gap=1, parameters=2, normal=3, steps=1)
TIME, STATUS, UPPER, GAP = LAYOUT.columns("time", "status", "upper", "gap")
PARAMETERS, NORMAL, STEPS = LAYOUT.columns("parameters", "normal", "steps")
ROW = LAYOUT.width

FLOOR = 2.0**-44
"""Gaps that count as none, relative to the largest difference of coordinates between the features.

Proofs of separation need about 2**-48 of it; the room above lets every nearest direction succeed.
Larger would blur contacts, smaller would leave walks without a proof to go on with.
"""
REFINEMENTS = 4
"""Steps taken on from where the tolerance is met, as long as they find a proof.

Two are enough to tell all near misses of the sample queries from contacts that can be told apart in
float64; they make times better than asked for at a tenth of the price of a contact.
"""
SHARE = 0.99
"""Part of the way to a predicted contact that is tried at once."""
WORTHWHILE = 1.2
"""How many times longer than a fixed direction holds a turning one is tried for, at least: a trial
costs a nearest point. With 1.5, contacts take a seventh more steps."""
GROWTH = 2.0
"""How many times longer the next trial is after a success, and shorter after a failure. The first
is over the whole step: it proves many features apart that turn together."""


@kernel
def advance_patch(start, end, sizes, square, apart, tolerance, max_time, enough, max_iterations):
    """``(status, time, upper, gap, u, v, direction, steps)`` of a patch's way to the origin.

    The patch is scaled to one. The gap is not above ``apart`` plus tolerance where the status is
    HIT. The goal is half the first gap at most, so that what starts apart moves before it hits.
    Contacts after ``enough`` need not be found: FREE may mean no more than free until then. Those
    before it are the same whatever it is.
    """
    t, c = 0.0, start
    n, d, u, v, _ = patch.nearest_on_patch(c, square)
    steps = 1
    near = max(tolerance, FLOOR)
    goal = next_goal(near, d - apart, near, FLOOR, steps)
    trial, refinements = max_time, REFINEMENTS
    while True:
        e = separated_until(n, start, end, sizes, t, apart)
        if not e > t:
            e = separated_along_axes(start, end, sizes, t, apart)
        if not e > t and d - apart > goal:
            # The inside of a flat patch may have no usable normal, its border always has.
            n, d, u, v = patch.nearest_on_border(c, square)
            e = separated_until(n, start, end, sizes, t, apart)
        if e >= max_time:
            return FREE, inf, inf, d, u, v, n, steps
        if not e > t and t == 0.0 and d <= apart + FLOOR:
            return STARTED_TOUCHING, 0.0, 0.0, d, u, v, n, steps
        if d - apart <= goal:
            refinements -= 1
        goal = next_goal(goal, d - apart, near, FLOOR, steps)
        n = unit_vector(n)[0]
        if not e > t or refinements < 0 or steps >= max_iterations:
            break
        if e > enough:
            return FREE, inf, inf, d, u, v, n, steps

        speed = -dot(n, patch.velocity_at(start, end, u, v))
        far = min(max_time, t + trial)
        if speed > 0.0:
            far = min(far, t + SHARE * (d - apart) / speed)
        if far - t > WORTHWHILE * (e - t):
            there = patch.patch_at(start, end, far)
            n_far, d_far, u_far, v_far, _ = patch.nearest_on_patch(there, square)
            n_far = unit_vector(n_far)[0]
            steps += 1
            trial = far - t
            if separated_while_turning(n, n_far, c, there, sizes, apart):
                if far >= max_time:
                    return FREE, inf, inf, d, u, v, n, steps
                t, c, n, d, u, v = far, there, n_far, d_far, u_far, v_far
                trial *= GROWTH
                continue
            trial /= GROWTH
        else:
            trial *= GROWTH
        t = e
        c = patch.patch_at(start, end, t)
        n, d, u, v, _ = patch.nearest_on_patch(c, square)
        steps += 1
    if d - apart > near:
        return OUT_OF_BUDGET, t, inf, d, u, v, n, steps
    upper = reached_by(start, end, square, t, n, d, u, v, apart, max_time)
    return HIT, t, upper, d, u, v, n, steps


@inlined
def put_contact(out, status, time, upper, gap, u, v, n):
    """Write what is known of two features but for the steps; what is free has no place of contact.

    ``n`` points from B to A, as the patch does, which holds A - B.
    """
    out[TIME], out[STATUS], out[UPPER] = time, status, upper
    if status == FREE:
        gap, u, v, n = inf, inf, inf, (0.0, 0.0, 0.0)
    out[GAP], out[PARAMETERS], out[PARAMETERS + 1] = gap, u, v
    # Zero has no sign then.
    out[NORMAL], out[NORMAL + 1], out[NORMAL + 2] = 0.0 - n[0], 0.0 - n[1], 0.0 - n[2]


@inlined
def answer_into(out, start, end, square, apart, tolerance, max_time, enough, max_iterations):
    """Write the answer for two patches, of any size, into a row."""
    sizes = patch.sizes_of(start, end)
    factor = patch.unit_factor(sizes)
    start, end = patch.scaled_patch(factor, start), patch.scaled_patch(factor, end)
    sizes = scale(factor, sizes)
    status, time, upper, gap, u, v, n, steps = advance_patch(
        start, end, sizes, square, apart * factor, tolerance * factor, max_time, enough,
        max_iterations,
    )  # fmt: skip
    if dot(n, n) == 0.0:
        # Points in the same place; the plane's normal is as good as any.
        n = cross(sub(start[1], start[0]), sub(start[2], start[0]))
    put_contact(out, status, time, upper, gap / factor, u, v, unit_vector(n)[0])
    out[STEPS] = steps


@kernel
def advance_rows(
    points_t0, points_t1, square, apart, tolerance, max_time, max_iterations, out, start, stop
):
    """Row ``i`` of ``out`` answers row ``i`` of the points (n, 4, 3); rows are independent."""
    for i in range(start, stop):
        p, q = points_t0[i], points_t1[i]
        first = patch.patch_of(load(p, 0), load(p, 1), load(p, 2), load(p, 3), square)
        last = patch.patch_of(load(q, 0), load(q, 1), load(q, 2), load(q, 3), square)
        answer_into(
            out[i], first, last, square, apart, tolerance, max_time, max_time, max_iterations
        )


@short
def advance_one(points_t0, points_t1, square, apart, tolerance, max_time, max_iterations, out):
    """The same for one row (4, 3); False if a coordinate is no usable number."""
    for k in range(12):
        p, q = points_t0[k // 3, k % 3], points_t1[k // 3, k % 3]
        if not (abs(p) < COORDINATE_LIMIT and abs(q) < COORDINATE_LIMIT):
            return False
    advance_rows(
        points_t0.reshape(1, 4, 3), points_t1.reshape(1, 4, 3), square, apart, tolerance, max_time,
        max_iterations, out.reshape(1, ROW), 0, 1,
    )  # fmt: skip
    return True
