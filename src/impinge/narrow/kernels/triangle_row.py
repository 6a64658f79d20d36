"""One triangle as the row of a convex shape, for the kernels that take pairs of these."""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined
from impinge.core.vec import norm_sq, sub
from impinge.geometry.kernels.convex_row import (
    AT_VERTICES,
    CENTRE,
    COUNT,
    HEADER,
    HULL,
    KIND,
    LANES,
    REACH,
    STRIDE,
)

OUTWARD = 1.0 + 2.0**-50
"""On a computed length: no shorter than the true one."""


@inlined
def triangle_row():
    """Room for a triangle: a hull of three vertices, without tables of edges and faces."""
    row = np.zeros(HEADER + 3 * LANES)
    row[KIND] = HULL
    row[COUNT] = 3.0
    row[STRIDE] = LANES
    row[AT_VERTICES] = HEADER
    return row


@inlined
def set_triangle(row, x, y, z):
    """Let the row be this triangle."""
    c = (
        x[0] + ((y[0] - x[0]) + (z[0] - x[0])) / 3.0,
        x[1] + ((y[1] - x[1]) + (z[1] - x[1])) / 3.0,
        x[2] + ((y[2] - x[2]) + (z[2] - x[2])) / 3.0,
    )
    reach_sq = max(norm_sq(sub(x, c)), norm_sq(sub(y, c)), norm_sq(sub(z, c)))
    row[REACH] = sqrt(reach_sq) * OUTWARD
    for k in range(3):
        row[CENTRE + k] = c[k]
        at = HEADER + LANES * k
        row[at] = x[k]
        row[at + 1] = y[k]
        row[at + 2] = z[k]
        for lane in range(3, LANES):
            row[at + lane] = x[k]
