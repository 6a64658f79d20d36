"""Exact sums of products: numbers as unevaluated sums of floats, smallest first.

Shewchuk 1997 [Shewchuk1997]_, sections 2.1 to 2.5; names as there. Nothing here relies on fused
multiply-add, so the same bits come out on every processor.
"""

from impinge.core.jit import inlined, kernel

SPLITTER = 134217729.0
"""2**27 + 1: multiplying by it cuts a 53-bit significand into two halves (Veltkamp)."""


@inlined
def two_sum(a, b):
    """``(x, y)`` with ``x + y == a + b`` exactly and ``x`` the rounded sum (Knuth)."""
    x = a + b
    b_virtual = x - a
    a_virtual = x - b_virtual
    return x, (a - a_virtual) + (b - b_virtual)


@inlined
def two_diff_tail(a, b, x):
    """What rounding took from ``x = a - b``."""
    b_virtual = a - x
    a_virtual = x + b_virtual
    return (a - a_virtual) + (b_virtual - b)


@inlined
def split(a):
    c = SPLITTER * a
    high = c - (c - a)
    return high, a - high


@inlined
def two_product(a, b):
    """``(x, y)`` with ``x + y == a * b`` exactly and ``x`` the rounded product (Dekker).

    Exact while ``a * b`` is a multiple of 2**-1074 and below about 2**995.
    """
    x = a * b
    a_high, a_low = split(a)
    b_high, b_low = split(b)
    return x, a_low * b_low - (((x - a_high * b_high) - a_low * b_high) - a_high * b_low)


@kernel
def grow_expansion(e, n, b):
    """Adds the float ``b`` to the ``n`` components of ``e``, in place; the new count.

    Zero components are dropped at once: coordinates of grids and CAD parts have few digits, and
    their expansions then stay one or two components long.
    """
    m = 0
    q = b
    for i in range(n):
        q, tail = two_sum(q, e[i])
        if tail != 0.0:
            e[m] = tail
            m += 1
    if q != 0.0:
        e[m] = q
        m += 1
    return m


@kernel
def add_product(e, n, a, b):
    """Adds ``a * b`` to the expansion; the new count."""
    high, low = two_product(a, b)
    n = grow_expansion(e, n, low)
    return grow_expansion(e, n, high)


@kernel
def add_triple_product(e, n, a, b, c):
    """Adds ``a * b * c`` to the expansion; the new count."""
    if a == 0.0 or b == 0.0 or c == 0.0:
        return n
    high, low = two_product(a, b)
    if low != 0.0:
        n = add_product(e, n, low, c)
    return add_product(e, n, high, c)


@kernel
def expansion_sign(e, n):
    """-1, 0 or 1: the largest component outweighs all others together."""
    if n == 0:
        return 0
    return 1 if e[n - 1] > 0.0 else -1
