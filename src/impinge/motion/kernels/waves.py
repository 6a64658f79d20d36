"""Ranges of ``a cos x + b sin x``: one wave, so its range is known, and not only bounded.

Two products of intervals, one with the range of the cosine and one with that of the sine, would
forget that both belong to one angle. As one wave of amplitude hypot(a, b) the range is the hull of
the values at both ends, and of a crest or trough between them: note that these are seen by the
slopes at the ends, so that neither phase nor any inverse function is needed, and waves of one angle
share their four sines and cosines.

Between ends less than half a turn apart the slope changes its sign at most once. There is a crest
between them just where the slope is positive at the first and negative at the last. Rounding may
make one up where there is none; what that could add is limited by how far the wave can rise in
between, ``amplitude width^2 / 8``, so that nothing is lost on short intervals.
"""

from math import sqrt

from impinge.core.jit import inlined
from impinge.motion.kernels.interval import down, up

TRIG_ERROR = 2.0**-51
"""By how much a sine or cosine of the mathematical library may be off: four units in the last place
of numbers near one. The GNU library says one unit, vector libraries up to four."""
SLACK = 2.0**-50
"""Share of |a| + |b| by which ``a cos x + b sin x`` may be off: ``TRIG_ERROR``, and three roundings
of 2**-53 each. The amplitude, four roundings, is within it too."""
PART = 3.0
"""A wave is looked at in parts of at most this angle: less than half a turn, rounding included."""
TURN = 6.2832
"""A little more than a full turn: from here on all values are taken."""


@inlined
def amplitude(a, b):
    """hypot(a, b) within four roundings; nothing overflows or vanishes on the way."""
    high, low = max(abs(a), abs(b)), min(abs(a), abs(b))
    if high == 0.0:
        return 0.0
    share = low / high
    return high * sqrt(1.0 + share * share)


@inlined
def range_wave(a, b, cos_t0, sin_t0, cos_t1, sin_t1, angle):
    """Range of ``a cos x + b sin x`` between two angles less than half a turn apart.

    The cosines and sines are those of the ends, as the library gives them; ``angle`` is not less
    than the angle between these.
    """
    size = abs(a) + abs(b)
    slack = SLACK * size
    value_t0, value_t1 = a * cos_t0 + b * sin_t0, a * cos_t1 + b * sin_t1
    slope_t0, slope_t1 = b * cos_t0 - a * sin_t0, b * cos_t1 - a * sin_t1
    low, high = min(value_t0, value_t1), max(value_t0, value_t1)
    crest = (slope_t0 > -slack) & (slope_t1 < slack)
    trough = (slope_t0 < slack) & (slope_t1 > -slack)
    if crest or trough:
        most, rise = amplitude(a, b), size * angle * angle * 0.125
        if crest:
            high = min(high + rise, most)
        if trough:
            low = max(low - rise, -most)
    return (down(low - slack), up(high + slack))
