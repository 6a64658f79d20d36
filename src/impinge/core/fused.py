"""A product and a sum with one rounding, the same on every processor."""

from fractions import Fraction

from numba import config, types
from numba.extending import intrinsic


@intrinsic
def fused_compiled(_, a, b, c):
    """See :func:`fused_plain`."""

    def generate(_context, builder, _signature, arguments):
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), generate


def fused_plain(a, b, c):
    """``a b + c``, rounded once.

    Examples
    --------
    >>> fused_plain(1.0 + 2.0**-52, 1.0 - 2.0**-52, -1.0) == -(2.0**-104)
    True
    """
    return float(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))


fused = fused_plain if config.DISABLE_JIT else fused_compiled
