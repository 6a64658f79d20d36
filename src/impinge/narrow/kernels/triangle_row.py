"""One triangle as the row of a convex shape, for the kernels that take pairs of these.

Without tables it is three vertices, which is all that a gap needs. With those of a flat hull it has
features: corners 0, 1, 2; edges 3 (0-1), 4 (0-2), 5 (1-2); faces 6 (front) and 7 (back).
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined
from impinge.core.vec import cross, dot, norm_sq, sub, unit_vector
from impinge.geometry.kernels import convex_row as packed

CORNER_COUNT = 3
FIRST_FACE = 6
OUTWARD = 1.0 + 2.0**-50
"""On a computed length: no shorter than the true one."""


@inlined
def triangle_row():
    """Room for a triangle: a hull of three vertices, without tables of edges and faces."""
    row = np.zeros(packed.HEADER + 3 * packed.LANES)
    row[packed.KIND], row[packed.COUNT] = packed.HULL, 3.0
    row[packed.STRIDE], row[packed.AT_VERTICES] = packed.LANES, packed.HEADER
    return row


@inlined
def set_triangle(row, x, y, z):
    """Let the row be this triangle; its vertices stand behind the header."""
    c = (
        x[0] + ((y[0] - x[0]) + (z[0] - x[0])) / 3.0,
        x[1] + ((y[1] - x[1]) + (z[1] - x[1])) / 3.0,
        x[2] + ((y[2] - x[2]) + (z[2] - x[2])) / 3.0,
    )
    reach_sq = max(norm_sq(sub(x, c)), norm_sq(sub(y, c)), norm_sq(sub(z, c)))
    row[packed.REACH] = sqrt(reach_sq) * OUTWARD
    for k in range(3):
        row[packed.CENTRE + k] = c[k]
        at = packed.HEADER + packed.LANES * k
        row[at], row[at + 1], row[at + 2] = x[k], y[k], z[k]
        for lane in range(3, packed.LANES):
            row[at + lane] = x[k]


@inlined
def set_triangle_planes(row, x, y, z):
    """The same for a row that has tables: also its planes. Its unit normal, and if it has any."""
    set_triangle(row, x, y, z)
    n, flat = unit_vector(cross(sub(y, x), sub(z, x)))
    offset = dot(n, (row[packed.CENTRE], row[packed.CENTRE + 1], row[packed.CENTRE + 2]))
    at = int(row[packed.AT_PLANES])
    for k in range(3):
        row[at + k], row[at + 4 + k] = n[k], -n[k]
    row[at + 3], row[at + 7] = offset, -offset
    # A triangle of no area has no faces; it touches with its edges.
    row[packed.FACES] = 2.0 if flat else 0.0
    return n, flat


@inlined
def side_of_edge(feature):
    """The side of a triangle, from corner k to the next, that an edge of its row is."""
    return 0 if feature == 3 else (2 if feature == 4 else 1)
