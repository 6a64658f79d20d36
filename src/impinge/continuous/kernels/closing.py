"""How fast a gap can close, and until when it cannot be closed: for shapes of any kind.

The nearest points of shapes with hollows may be others the next moment, in another direction: what
bounds the gap is the greatest speed of any point of one relative to any of the other.
"""

from impinge.core.jit import kernel
from impinge.motion.kernels.chain import bound_speed
from impinge.motion.kernels.interval import up
from impinge.motion.kernels.motion_row import ABOVE
from impinge.motion.kernels.speed import range_speed_along

TRIALS = 4
"""Windows looked at from one time. Speeds are bounded over a window, and smaller ones have smaller
bounds; after four the next look at the shapes is worth more."""
WELL_USED = 0.5
"""A window of which so much is proved is not made smaller."""
OUTWARD = 1.0 + 2.0**-45
EARLIER = 1.0 - 2.0**-45


@kernel
def closing_speed(motions_a, i, p, radius_a, motions_b, j, q, radius_b, t0, t1):
    """No point within ``radius_a`` of A's point ``p`` and none within ``radius_b`` of B's ``q``
    approach each other faster, at any time of [t0, t1].

    The lesser of two bounds: the sum of both speeds, and what the difference of the velocities of p
    and q can be, coordinate by coordinate, plus turning: right where both move together.
    """
    speed_a = bound_speed(motions_a, i, p, radius_a, t0, t1)
    speed_b = bound_speed(motions_b, j, q, radius_b, t0, t1)
    chained = motions_a[i, ABOVE] + motions_b[j, ABOVE] > 0.0
    if chained or speed_a <= 1e-3 * speed_b or speed_b <= 1e-3 * speed_a:
        return up(speed_a + speed_b)
    square = 0.0
    for k in range(3):
        e = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        low_a, high_a = range_speed_along(motions_a, i, p, 0.0, e, t0, t1)
        low_b, high_b = range_speed_along(motions_b, j, q, 0.0, e, t0, t1)
        most = max(high_a - low_b, high_b - low_a)
        square += most * most
    # What turning adds to the speeds of p and q: a difference of two bounds, off by their rounding,
    # by more than which the ranges above are widened.
    turn_a = speed_a - bound_speed(motions_a, i, p, 0.0, t0, t1)
    turn_b = speed_b - bound_speed(motions_b, j, q, 0.0, t0, t1)
    together = (square**0.5 + max(turn_a, 0.0) + max(turn_b, 0.0)) * OUTWARD
    return up(min(speed_a + speed_b, together))


@kernel
def free_until(motions_a, i, p, radius_a, motions_b, j, q, radius_b, gap, t, t1, guess):
    """The time until which a gap at ``t`` cannot close, at most ``t1``.

    ``guess`` is the first window looked at.
    """
    if gap <= 0.0:
        return t
    best = t
    window = min(guess, t1 - t)
    for _ in range(TRIALS):
        end = min(t + window, t1)
        speed = closing_speed(motions_a, i, p, radius_a, motions_b, j, q, radius_b, t, end)
        reached = end if speed * window <= gap * EARLIER else t + gap / speed * EARLIER
        best = max(best, min(reached, end))
        if reached >= end:
            if end >= t1:
                break
            window *= 4.0
        elif reached - t >= WELL_USED * window:
            break
        else:
            window = 2.0 * (reached - t)
    return best
