"""Proofs that a moving patch keeps away from the origin for some time.

Corners move on lines, so that a direction n separates patch and origin from one time to another if
it does at both, for every corner: n . c > |n| apart. Nothing else is ever concluded here, from any
n: where n comes from matters for speed only.

Rounding. u = 2**-53, m the largest coordinates of all corners on each axis (``sizes``), and S the
sum of |n| m over the axes; corners are scaled so that no m is above one.

- A corner, as a rounded difference, is off by u m, which is u S in n . c.
- n . c, three products and two sums, is off by 3 u S more.
- The bar, and the difference from it, are off by 2 u S, and 7 u of |n| apart.
- A corner at a time t, three more operations on numbers up to 2 m, is off by 5 u m more.

Altogether 6 u S without a time, and less than 13 u S with one, the middle coefficient's sum
included. ``ROUNDING`` is 8 u, ``TURNING_ROUNDING`` 16 u, and ``LONGER`` raises |n| apart by 8 u.
"""

from math import sqrt

from impinge.core.jit import inlined
from impinge.core.vec import dot

ROUNDING = 2.0**-50
"""Of S: more than all roundings of n . c for corners at the ends of the step."""
TURNING_ROUNDING = 2.0**-49
"""Of S: more than all roundings of n . c for corners at any time."""
LONGER = 1.0 + 2.0**-50
EARLIER = 1.0 - 2.0**-50
"""A quotient of two roundings, times this, is no longer above the exact one."""
LEAST = 2.0**-480
"""Directions below are not used: their squares, and so |n|, would not have all their digits."""
UNDERFLOW = 2.0**-1000
"""More than all that products can lose below the smallest float."""
FOREVER, NEVER = 2.0, -1.0
"""Times beyond and before each step."""


@inlined
def positive_until(a, b, t):
    """Until when, from t on, a (1 - s) + b s is not negative: at least until the time returned."""
    if a > 0.0:
        return FOREVER if b >= 0.0 else a / (a - b) * EARLIER
    return FOREVER if b > 0.0 and t * EARLIER >= a / (a - b) else NEVER


@inlined
def separated_until(n, start, end, sizes, t, apart):
    """A time up to which, from t on, the direction n keeps the patch more than ``apart`` away.

    Not above t where it does so at no time.
    """
    s = (abs(n[0]), abs(n[1]), abs(n[2]))
    if not s[0] + s[1] + s[2] > LEAST:
        return NEVER
    bar = sqrt(dot(n, n)) * apart * LONGER + (dot(s, sizes) * ROUNDING + UNDERFLOW)
    until = FOREVER
    for k in range(4):
        a, b = dot(n, start[k]) - bar, dot(n, end[k]) - bar
        until = min(until, positive_until(a, b, t))
    return until


@inlined
def separated_along_axes(start, end, sizes, t, apart):
    """The same for the coordinate axes, whichever keeps the patch away the longest.

    Things that slide along floors and walls are apart by less than rounding is on other axes.
    """
    until = separated_until((1.0, 0.0, 0.0), start, end, sizes, t, apart)
    until = max(until, separated_until((-1.0, 0.0, 0.0), start, end, sizes, t, apart))
    until = max(until, separated_until((0.0, 1.0, 0.0), start, end, sizes, t, apart))
    until = max(until, separated_until((0.0, -1.0, 0.0), start, end, sizes, t, apart))
    until = max(until, separated_until((0.0, 0.0, 1.0), start, end, sizes, t, apart))
    return max(until, separated_until((0.0, 0.0, -1.0), start, end, sizes, t, apart))


@inlined
def separated_while_turning(n_a, n_b, a, b, sizes, apart):
    """Whether a direction that goes from n_a to n_b separates while the patch goes from a to b.

    Both are of length one and change linearly, so that each n . c is a polynomial of degree two in
    time, and above the least of its three Bernstein coefficients; |n| is at most one in between. A
    direction that follows a patch loses little where a fixed one loses as much as the patch turns.
    """
    s = (
        max(abs(n_a[0]), abs(n_b[0])),
        max(abs(n_a[1]), abs(n_b[1])),
        max(abs(n_a[2]), abs(n_b[2])),
    )
    bar = apart * LONGER + (dot(s, sizes) * TURNING_ROUNDING + UNDERFLOW)
    held = True
    for k in range(4):
        middle = 0.5 * (dot(n_a, b[k]) + dot(n_b, a[k]))
        held = held & (dot(n_a, a[k]) > bar) & (middle > bar) & (dot(n_b, b[k]) > bar)
    return held
