"""Intervals as pairs of floats ``(low, high)``: arithmetic that never loses a value.

An operation encloses every result it can have on the numbers of its arguments, whatever was
rounded. Numba has no rounding modes, so that ends are computed to nearest and then moved outward:

- Of x + y, x - y, x y and sqrt(x) the float z that comes out is one of the two neighbours of the
  exact value, so that this is less than one unit in the last place of z away, ulp(z). For
  normal numbers ulp(z) <= 2**-52 |z|; that product is exact, being with a power of two, and where
  it underflows ``TINY`` more than makes up for it. So the exact value is not below
  z - (2**-52 |z| + TINY), and since z - ulp(z) is a float, rounding that difference, which keeps
  order, does not end above it. Ends move by two units at most.
- ``TINY`` is the least normal number, not the least of all: so it also holds where a library of the
  process has subnormal results made zero, as long as no number that comes in is subnormal.
- Nothing here is fused (no ``fastmath``, ``core/jit.py``); a fused product would be nearer to the
  exact value, and hold all the more.
- Overflow: a sum of +inf says "beyond the greatest float", of which a low end must not be more
  than that float. So low ends are below +inf and high ends above -inf, always, and neither
  inf - inf nor any other sum of ends of one side is NaN. What is left, 0 * inf, is taken as 0: the
  other products of the ends hold the rest.

Arguments have low <= high. The whole line is :data:`ENTIRE`. Signs of zero do not matter: ends are
compared, never divided by. [Redon2002]_ uses these for collision detection; [Moore1962]_ is the
source.
"""

from math import inf, sqrt

from impinge.core.jit import inlined

OUTWARD = 2.0**-52
"""Share of an end by which it moves outward: not less than a unit in its last place."""
TINY = 2.0**-1022
"""By which it moves at least, the least normal float."""
MOST = 1.7976931348623157e308
"""The greatest finite float."""
ENTIRE = (-inf, inf)
"""All numbers."""


@inlined
def down(x):
    """A float not above the exact value that rounds to ``x``."""
    m = min(x, MOST)
    return m - (abs(m) * OUTWARD + TINY)


@inlined
def up(x):
    """A float not below the exact value that rounds to ``x``."""
    m = max(x, -MOST)
    return m + (abs(m) * OUTWARD + TINY)


@inlined
def magnitude(a):
    """The greatest absolute value."""
    return max(-a[0], a[1])


@inlined
def hull(a, b):
    """The least interval that holds both."""
    return (min(a[0], b[0]), max(a[1], b[1]))


@inlined
def absolute(a):
    low = max(a[0], -a[1])
    return (max(low, 0.0), max(-a[0], a[1]))


@inlined
def add(a, b):
    return (down(a[0] + b[0]), up(a[1] + b[1]))


@inlined
def sub(a, b):
    return (down(a[0] - b[1]), up(a[1] - b[0]))


@inlined
def shifted(a, x):
    """``a`` plus a number."""
    return (down(a[0] + x), up(a[1] + x))


@inlined
def widened(a, x):
    """``a``, longer by a number ``x >= 0`` at both ends."""
    return (down(a[0] - x), up(a[1] + x))


@inlined
def mul(a, b):
    p, q = _product(a[0], b[0]), _product(a[0], b[1])
    r, s = _product(a[1], b[0]), _product(a[1], b[1])
    return (down(min(min(p, q), min(r, s))), up(max(max(p, q), max(r, s))))


@inlined
def scaled(x, a):
    """``a`` times a finite number."""
    p, q = _product(x, a[0]), _product(x, a[1])
    return (down(min(p, q)), up(max(p, q)))


@inlined
def square(a):
    """Tighter than ``a`` times itself: never below zero."""
    m = absolute(a)
    return (max(down(m[0] * m[0]), 0.0), up(m[1] * m[1]))


@inlined
def root(a):
    """Square roots of the numbers of ``a`` that have one; it must hold such."""
    low, high = sqrt(max(a[0], 0.0)), sqrt(max(a[1], 0.0))
    return (max(down(low), 0.0), up(high))


@inlined
def _product(x, y):
    p = x * y
    # Zero times infinity: an end that is zero for all numbers of the other interval.
    return p if p == p else 0.0  # noqa: PLR0124
