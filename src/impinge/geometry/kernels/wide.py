"""Numbers and vectors of twice the digits: pairs of floats that are added, the larger first.

What is lost first in rounding, the normal of a needle, has 106 bits here. Sums and products are off
by some 2**-104 of their terms.
"""

from impinge.core.jit import inlined
from impinge.geometry.kernels.expansion import two_product, two_sum


@inlined
def wide_sum(a, b):
    x, y = two_sum(a[0], b[0])
    return two_sum(x, y + (a[1] + b[1]))


@inlined
def wide_difference(a, b):
    return wide_sum(a, (-b[0], -b[1]))


@inlined
def wide_product(a, b):
    x, y = two_product(a[0], b[0])
    return two_sum(x, y + (a[0] * b[1] + a[1] * b[0]))


@inlined
def load_wide(rows, i):
    """Row i of an array (n, 6): three floats, and what is added to each."""
    return ((rows[i, 0], rows[i, 3]), (rows[i, 1], rows[i, 4]), (rows[i, 2], rows[i, 5]))


@inlined
def store_wide(rows, i, v):
    for k in range(3):
        rows[i, k], rows[i, 3 + k] = v[k]


@inlined
def wide_add(a, b):
    return (wide_sum(a[0], b[0]), wide_sum(a[1], b[1]), wide_sum(a[2], b[2]))


@inlined
def wide_sub(a, b):
    return (wide_difference(a[0], b[0]), wide_difference(a[1], b[1]), wide_difference(a[2], b[2]))


@inlined
def wide_dot(a, b):
    return wide_sum(
        wide_sum(wide_product(a[0], b[0]), wide_product(a[1], b[1])), wide_product(a[2], b[2])
    )


@inlined
def wide_cross(a, b):
    return (
        wide_difference(wide_product(a[1], b[2]), wide_product(a[2], b[1])),
        wide_difference(wide_product(a[2], b[0]), wide_product(a[0], b[2])),
        wide_difference(wide_product(a[0], b[1]), wide_product(a[1], b[0])),
    )


@inlined
def rounded(a):
    """A vector of plain floats."""
    return (a[0][0], a[1][0], a[2][0])
