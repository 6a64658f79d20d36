"""A triangle of a mesh as the row of a flat hull: two faces, front and back, and three edges.

Its features: corners 0, 1, 2; edges 3 (0-1), 4 (0-2), 5 (1-2); faces 6 (front) and 7 (back).
"""

from impinge.core.jit import inlined
from impinge.core.vec import add, cross, norm, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import (
    AT_PLANES,
    AT_VERTICES,
    CENTRE,
    FACES,
    REACH,
    STRIDE,
)

CORNER_COUNT = 3
FIRST_FACE = 6
OUTWARD = 1.0 + 2.0**-50
"""Factor on a length that covers its rounding."""


@inlined
def side_of_edge(feature):
    """The side of a triangle, from corner k to the next, that an edge of its row is."""
    return 0 if feature == 3 else (2 if feature == 4 else 1)


@inlined
def set_vertex(row, k, p):
    at = int(row[AT_VERTICES]) + k
    stride = int(row[STRIDE])
    for c in range(3):
        row[at + c * stride] = p[c]


@inlined
def set_triangle(row, p, q, r):
    """Write a triangle into a row that has the tables of one; its normal, and if it has any."""
    set_vertex(row, 0, p)
    set_vertex(row, 1, q)
    set_vertex(row, 2, r)
    for k in range(CORNER_COUNT, int(row[STRIDE])):
        set_vertex(row, k, p)
    n, flat = unit_vector(cross(sub(q, p), sub(r, p)))
    middle = scale(1.0 / 3.0, add(p, add(q, r)))
    offset = n[0] * middle[0] + n[1] * middle[1] + n[2] * middle[2]
    at = int(row[AT_PLANES])
    for c in range(3):
        row[at + c] = n[c]
        row[at + 4 + c] = -n[c]
        row[CENTRE + c] = middle[c]
    row[at + 3] = offset
    row[at + 7] = -offset
    # A triangle of no area has no faces; it touches with its edges.
    row[FACES] = 2.0 if flat else 0.0
    row[REACH] = OUTWARD * max(norm(sub(p, middle)), norm(sub(q, middle)), norm(sub(r, middle)))
    return n, flat
