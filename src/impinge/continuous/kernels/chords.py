"""Gaps along a direction, from both ends of a window of time.

In between, points stay near their chords (:mod:`impinge.motion.kernels.curve`), and the greatest of
numbers that change linearly is not above the line between its ends. With gaps g0 and g1 there,
c a bound on all accelerations together, h the length of the window and u the share of it gone,

    G(u) >= (1 - u) g0 + u g1 - c h^2 u (1 - u) / 2

so that nothing touches before the first root of the right side.
"""

from math import inf, sqrt

from impinge.core.jit import inlined

EARLIER = 1.0 - 2.0**-40
"""On the share of a window that is proved, for the rounding of its root."""


@inlined
def free_share(g0, g1, bend):
    """The share of a window that is free: from the gaps at its ends, less pads, and c h^2 / 2.

    The first root of ``g0 + u (g1 - g0) - bend u (1 - u)``, or 1; g0 is above zero. Nothing where a
    bound has overflown: that says nothing.
    """
    b = g0 - g1 + bend
    if not (abs(b) < inf and g0 > 0.0):
        return 0.0
    if b <= 0.0:
        return 1.0
    # As shares of b: products of small lengths would vanish. Where rounding makes the root's square
    # negative the parabola touches zero by less than the pads of its gaps.
    near, bent = g0 / b, bend / b
    inside = 1.0 - 4.0 * bent * near
    if inside < 0.0 or near >= 1.0:
        return 1.0
    u = 2.0 * near / (1.0 + sqrt(inside))
    return 1.0 if u >= 1.0 else u * EARLIER
