"""Until when are two moving convex shapes apart? Proofs along a direction.

At a time t the shapes are measured. The direction n of the gap is kept, and the gap along it looked
at again a while h later, by nothing but the furthest points of both shapes:

    G(s) = min n . x over B - max n . x over A

In between, a bound on both bodies' accelerations says how small the gap can be
(:mod:`impinge.continuous.kernels.chords`). Translations have c = 0 and are done as
soon as n does not change any more.

Where a face of A is touched and A turns, n should turn along: a fixed one loses to the edges of the
face. A direction m(s) that A carries has G(s) = min m . (x - p) over B less a constant, p being a
point of A, and the second derivative of m . (x - p) is bounded by

    c = (w a'^2 + |a''|) w L + 2 w a' V + (acceleration of x and of p)

where L bounds |x - p| and V the relative speed. Of the directions that stay, that A carries and
that B carries, the best is taken; a half space that turns has only its own. This makes secant steps
of all of them: near contact the gap shrinks with the square of itself, where bounds on speed
[Mirtich1996]_ take a share of it away each time. All of it holds backward in time as well.

What is proved depends on furthest points alone: a direction that was found badly costs steps, and
nothing else.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

from impinge.continuous.kernels.chords import free_share
from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import apply, apply_transposed, moved
from impinge.core.vec import cross, dot, norm, scale, sub
from impinge.geometry.kernels import convex_row as row
from impinge.motion.kernels.chain import bound_motion, bound_shift, bound_turn
from impinge.motion.kernels.motion_row import ABOVE, AXIS, EASED
from impinge.motion.kernels.pose_at import pose_at, triple
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.support import furthest_of_core

PAD = 2.0**-44
"""Share of all coordinates, summed, by which a gap along a direction may be off: poses by 2**-47 of
it (see ``motion.kernels.enclose``), each of both furthest points and their products by less."""
TIME = 2.0**-51
"""By which the time of a pose may be off, counting the rounding of the angle it stands for: what
moves fast is somewhere else by then. What is eased turns once at most, and is covered by PAD."""
FLOOR, ROUND_FLOOR = 2.0**-41, 2.0**-31
"""Gaps that count as none, relative to all coordinates, and for curved shapes to their sizes: room
for a direction that is not quite the best. Those of cylinders, cones and ellipsoids are found to
1e-10."""
NEAR = 8.0
"""Likewise, in errors by time."""
CLOSER = 2
"""Shorter windows tried along the best direction: one costs two furthest points, a fifth of what
measuring the shapes does."""
WELL_USED = 0.6
"""Windows proved by half of this share or more are not made shorter."""
ROUNDED = 2.0**-50
"""Share of a reach by which a difference of lengths may be off."""
SINE = 2.0**-48
"""By which a sine from a product of unit vectors may be off."""
STAYS, BY_A, BY_B = range(3)
"""Directions: one that stays, and those that the bodies carry."""


class MovingPair(NamedTuple):
    """Two packed shapes, and the rows that tell their motions. A may be a half space."""

    rows_a: Any
    start_a: int
    motions_a: Any
    i: int
    rows_b: Any
    start_b: int
    motions_b: Any
    j: int


@merged
def moving_pair(moving_a, moving_b, r):
    """The pair of row ``r``.

    What moves is (packed shapes, where those of rows begin, motions, places of rows among them).
    """
    rows_a, starts_a, motions_a, places_a = moving_a
    rows_b, starts_b, motions_b, places_b = moving_b
    return MovingPair(
        rows_a, row_of(starts_a, r), motions_a, row_of(places_a, r),
        rows_b, row_of(starts_b, r), motions_b, row_of(places_b, r),
    )  # fmt: skip


class Bounds(NamedTuple):
    """What holds for a moving pair over an interval of time."""

    pad: float
    """A gap along a direction may be off by this."""
    floor: float
    """Gaps that count as none."""
    p: tuple[float, float, float]
    q: tuple[float, float, float]
    """Points of A and of B, their frames, and radii about them that hold the shapes; of a half
    space the point of its plane below q, and none."""
    reach_a: float
    reach_b: float
    bent_a: float
    bent_b: float
    """Accelerations of both cores: the ball around one is as wide along every direction, however it
    turns."""
    bent_centres: float
    """The same of p and q alone."""
    turned_a: float
    swept_a: float
    """Factors of L and of V for directions that A carries; 0 where it does not turn. Of a half
    space, by how much its plane tilts."""
    turned_b: float
    swept_b: float
    speed: float
    """Both bodies' speeds."""
    endless: bool
    """A is a half space: it has no other direction than its own."""
    arm: float
    """If it turns, no point of B is further from p, at any time."""


@inlined
def ball_of_row(rows, start):
    """A point of the shape's frame and a radius about it that holds the shape; 0 of half spaces,
    whose points all move alike where they do not turn.
    """
    if rows[start + row.KIND] == row.HALFSPACE:
        return _foot(rows, start), 0.0
    at = start + row.CENTRE
    return (rows[at], rows[at + 1], rows[at + 2]), rows[start + row.REACH]


@inlined
def _foot(rows, start):
    """The point of a half space's plane next to the origin."""
    normal = (rows[start + row.SIZES], rows[start + row.SIZES + 1], rows[start + row.SIZES + 2])
    return scale(rows[start + row.SIZES + 3], normal)


@inlined
def largest_of(rows, start):
    p, r = ball_of_row(rows, start)
    return abs(p[0]) + abs(p[1]) + abs(p[2]) + r


@inlined
def furthest_world(rows, start, rotation, shift, n):
    """The point of a posed shape's core that is furthest along ``n``; of a half space, of its
    plane's directions that are ``n``, a point of the plane.
    """
    if rows[start + row.KIND] == row.HALFSPACE:
        return moved(rotation, shift, _foot(rows, start))
    return moved(rotation, shift, furthest_of_core(rows, start, apply_transposed(rotation, n))[0])


class Placed(NamedTuple):
    """Where both bodies are at a time: one evaluation of their motions serves all of a proof."""

    turn_a: tuple[float, ...]
    shift_a: tuple[float, ...]
    turn_b: tuple[float, ...]
    shift_b: tuple[float, ...]


@inlined
def placed_at(pair, t):
    turn_a, shift_a = pose_at(pair.motions_a, pair.i, t)
    turn_b, shift_b = pose_at(pair.motions_b, pair.j, t)
    return Placed(turn_a, shift_a, turn_b, shift_b)


@kernel
def gap_placed(pair, at, n):
    """G: how far B is beyond A along the unit vector ``n``; negative if it is not."""
    a = furthest_world(pair.rows_a, pair.start_a, at.turn_a, at.shift_a, n)
    back = (-n[0], -n[1], -n[2])
    b = furthest_world(pair.rows_b, pair.start_b, at.turn_b, at.shift_b, back)
    radii = pair.rows_a[pair.start_a + row.RADIUS] + pair.rows_b[pair.start_b + row.RADIUS]
    return dot(n, sub(b, a)) - radii


@inlined
def gap_along(pair, n, t):
    """The same at time ``t``."""
    return gap_placed(pair, placed_at(pair, t), n)


@inlined
def core_reach(rows, start, reach):
    """A radius that holds the core alone, without the ball around it."""
    return max(reach - rows[start + row.RADIUS], 0.0) + ROUNDED * reach


@kernel
def point_below(pair, q, t):
    """The point of a half space's plane, its frame, below B's point ``q`` at time ``t``."""
    rotation, shift = pose_at(pair.motions_b, pair.j, t)
    x = moved(rotation, shift, q)
    rotation, shift = pose_at(pair.motions_a, pair.i, t)
    x = apply_transposed(rotation, sub(x, shift))
    at = pair.start_a + row.SIZES
    normal = (pair.rows_a[at], pair.rows_a[at + 1], pair.rows_a[at + 2])
    return sub(x, scale(dot(normal, x) - pair.rows_a[at + 3], normal))


@inlined
def sine_to_axis(motions, i, n):
    """How much of what turning does to a body is seen along a unit vector ``n`` that stays.

    Points are pulled towards the axis, square to it: along n, by the sine of the angle between. A
    part that spins on a table does not come nearer to it. What is eased slides unevenly besides,
    and is not told apart; a chain has several axes.
    """
    if motions[i, EASED] != 0.0 or motions[i, ABOVE] > 0.0:
        return 1.0
    return min(norm(cross(triple(motions, i, AXIS), n)) + SINE, 1.0)


@inlined
def bent_along(pair, bounds, n):
    """Accelerations of both cores along a direction that stays."""
    bent = bounds.bent_a
    if bent > 0.0 and not bounds.endless:
        bent *= sine_to_axis(pair.motions_a, pair.i, n)
    if bounds.bent_b > 0.0:
        bent += bounds.bent_b * sine_to_axis(pair.motions_b, pair.j, n)
    return bent


@kernel
def tilt_of(pair):
    """How much of a half space's turning tilts its plane: none where it spins about its normal.

    The sine s of the angle between axis and normal, which stays as it is: the normal changes by w s
    and bends by w^2 s, and sees the same share of a point of the plane that is carried round.
    """
    rotation, _ = pose_at(pair.motions_a, pair.i, 0.0)
    at = pair.start_a + row.SIZES
    normal = (pair.rows_a[at], pair.rows_a[at + 1], pair.rows_a[at + 2])
    return sine_to_axis(pair.motions_a, pair.i, apply(rotation, normal))


@kernel
def bounds_of(pair, t0, t1):
    """What holds for the pair from ``t0`` to ``t1``."""
    motions_a, i, motions_b, j = pair.motions_a, pair.i, pair.motions_b, pair.j
    size = bound_shift(motions_a, i) + bound_shift(motions_b, j)
    size += largest_of(pair.rows_a, pair.start_a) + largest_of(pair.rows_b, pair.start_b)
    kind_a, kind_b = pair.rows_a[pair.start_a + row.KIND], pair.rows_b[pair.start_b + row.KIND]
    curved = row.CYLINDER <= kind_a < row.HALFSPACE or kind_b >= row.CYLINDER
    p, reach_a = ball_of_row(pair.rows_a, pair.start_a)
    q, reach_b = ball_of_row(pair.rows_b, pair.start_b)
    endless, tilt = kind_a == row.HALFSPACE, 1.0
    if endless:
        p, tilt = point_below(pair, q, t0), tilt_of(pair)
    core_a = core_reach(pair.rows_a, pair.start_a, reach_a)
    core_b = core_reach(pair.rows_b, pair.start_b, reach_b)
    speed_a, bent_a, centre_a = bound_motion(motions_a, i, p, reach_a, core_a, t0, t1)
    speed_b, bent_b, centre_b = bound_motion(motions_b, j, q, reach_b, core_b, t0, t1)
    bent_a *= tilt
    speed = speed_a + speed_b
    bent_centres = centre_a + centre_b
    turn_a, turn_b = (0.0, 0.0), (0.0, 0.0)
    # A ball looks the same from everywhere: no direction gains by being carried by it.
    if kind_a != row.POINT:
        turn_a = bound_turn(motions_a, i, t0, t1)
    if kind_b != row.POINT:
        turn_b = bound_turn(motions_b, j, t0, t1)
    # How fast heights above a plane that turns change, besides: by how far away from p they are.
    tilting, arm = 0.0, 0.0
    if endless and turn_a[0] > 0.0:
        apart = norm(sub(moved_at(motions_b, j, q, t0), moved_at(motions_a, i, p, t0)))
        arm = min(apart + reach_b + speed * (t1 - t0), size + norm(p))
        tilting = tilt * turn_a[0] * arm
    # What is curved is searched for, in the frame of one of them: as well as the shapes are large.
    floor = FLOOR * size + (ROUND_FLOOR * (reach_a + reach_b) if curved else 0.0)
    return Bounds(
        PAD * size + TIME * (speed + tilting), floor + NEAR * TIME * (speed + tilting),
        p, q, reach_a, reach_b, bent_a, bent_b, bent_centres,
        tilt * (turn_a[0] * turn_a[0] + turn_a[1]), tilt * 2.0 * turn_a[0],
        turn_b[0] * turn_b[0] + turn_b[1], 2.0 * turn_b[0], speed, endless, arm,
    )  # fmt: skip


@inlined
def moved_at(motions, i, p, t):
    """Where a body's point is at a time."""
    rotation, shift = pose_at(motions, i, t)
    return moved(rotation, shift, p)


@inlined
def between_balls(bounds, at):
    """From the centre of A's ball to that of B's, world frame."""
    return sub(moved(at.turn_b, at.shift_b, bounds.q), moved(at.turn_a, at.shift_a, bounds.p))


@inlined
def prove_balls_apart(pair, bounds, between, wide, margin, t, end):
    """The same for the balls that hold the shapes: how much time, and how fast they close.

    However fast bodies turn, their balls do not: centres bend less, or not at all.
    """
    reach = bounds.reach_a + bounds.reach_b + margin + bounds.pad
    if bounds.endless or not reach < wide < inf or not bounds.bent_centres < inf:
        return 0.0, 0.0
    h = abs(end - t)
    if bounds.bent_centres > 0.0:
        h = min(h, sqrt(8.0 * (wide - reach) / bounds.bent_centres))
    far = min(t + h, end) if end > t else max(t - h, end)
    h = abs(far - t)
    later = dot(scale(1.0 / wide, between), between_balls(bounds, placed_at(pair, far)))
    u = free_share(wide - reach, later - reach, 0.5 * bounds.bent_centres * h * h)
    return u * h, (wide - later) / h if h > 0.0 else 0.0


@inlined
def prove_apart(pair, bounds, n, g0, margin, t, end):
    """As prove_placed, which needs to be told where the bodies are at ``t``."""
    return prove_placed(pair, bounds, placed_at(pair, t), n, g0, margin, t, end)


@kernel
def prove_placed(pair, bounds, here, n, g0, margin, t, end):
    """How far towards ``end``, before or after ``t``, the shapes are proved to be apart.

    By more than ``margin``; ``g0`` is the gap along the unit vector ``n`` at ``t``, less margin and
    pad, and positive. Also how fast the gap closes, as the best proof sees it.
    """
    between = between_balls(bounds, here)
    wide = norm(between)
    whole = abs(end - t)
    sign = 1.0 if end > t else -1.0
    proved, closing = prove_balls_apart(pair, bounds, between, wide, margin, t, end)
    if proved >= whole:
        return end, closing
    best, window = STAYS, whole
    looked, there = t, here
    for trial in range(3 + CLOSER):
        way = trial if trial < 3 else best
        h, bent = whole, bent_along(pair, bounds, n)
        if bounds.endless and way != (BY_A if bounds.turned_a > 0.0 else STAYS):
            continue
        if way != STAYS:
            bent = bounds.bent_a + bounds.bent_b
            turned, swept, reach = bounds.turned_a, bounds.swept_a, bounds.reach_b
            if way == BY_B:
                turned, swept, reach = bounds.turned_b, bounds.swept_b, bounds.reach_a
            if turned == 0.0:
                continue
            # No further than what doubles the arm.
            arm = wide + reach
            short = min(h, arm / bounds.speed) if bounds.speed > 0.0 else h
            # Or as far as there is, which costs a plane nothing that hardly tilts.
            any_arm = turned * bounds.arm + swept * bounds.speed
            if bounds.endless and any_arm * short * short <= 8.0 * g0:
                bent += any_arm
            else:
                h = short
                bent += 2.0 * turned * arm + swept * bounds.speed
        if not bent < inf:
            # A bound that has overflown says nothing.
            continue
        if bent > 0.0:
            # Longer, and paths may bend through what is proved even where nothing comes near.
            h = min(h, sqrt(8.0 * g0 / bent))
        if trial >= 3:
            # The best again over a shorter time, whose slope is nearer to that at its start.
            if 2.0 * proved >= WELL_USED * window:
                break
            h = min(h, 2.0 * proved)
        far = end if h >= whole else t + sign * h
        h = abs(far - t)
        if not h > 0.0:
            continue
        if far != looked:
            looked, there = far, placed_at(pair, far)
        m = n
        if way == BY_A:
            m = apply(there.turn_a, apply_transposed(here.turn_a, n))
        elif way == BY_B:
            m = apply(there.turn_b, apply_transposed(here.turn_b, n))
        g1 = gap_placed(pair, there, m) - margin - bounds.pad
        u = free_share(g0, g1, 0.5 * bent * h * h)
        if u * h > proved:
            proved, best, window = u * h, way, h
            closing = (g0 - g1) / h
            if proved >= whole:
                break
    return (end if proved >= whole else t + sign * proved), closing
