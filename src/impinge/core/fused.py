"""A product and a sum with one rounding, the same on every processor."""

from fractions import Fraction

from numba import float64

from impinge.core.jit import instructions


def fused_plain(a, b, c):
    """``a b + c``, rounded once.

    Examples
    --------
    >>> fused_plain(1.0 + 2.0**-52, 1.0 - 2.0**-52, -1.0) == -(2.0**-104)
    True
    """
    return float(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))


@instructions(fused_plain, float64, float64, float64, float64)
def fused(_context, builder, _kinds, a, b, c):
    return builder.fma(a, b, c)
