"""Fitting the volumes of a tree, and measuring how well they fit.

``rows`` are those of :mod:`impinge.hierarchy.kernels.widen`, ``volumes`` those of
:mod:`impinge.bounds.kernels.volume`; row i of one belongs to row i of the other.
"""

from math import sqrt

import numpy as np

from impinge.bounds.kernels.volume import fit_volume, merge_volumes, size_volume, surface_volume
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.vec import cross, norm_sq, sub
from impinge.hierarchy.kernels.node import EXTENT, corners
from impinge.hierarchy.kernels.widen import CHILDREN, COUNT, FIRST, FIRST_CHILD


@inlined
def fit_row(kind, rows, triangles, directions, lengths, volumes, sizes, row):
    """Fit one row to all triangles below it."""
    first = np.int64(rows[row, FIRST])
    fit_volume(kind, triangles, first, first + rows[row, COUNT], directions, volumes, row)
    sizes[row] = size_volume(kind, volumes, row, lengths)


@kernel
def fit_waiting(kind, rows, triangles, directions, lengths, volumes, sizes, stale):
    """Fit the rows that wait for their first visit; how many did."""
    count = 0
    for row in range(len(rows)):
        if stale[row]:
            fit_row(kind, rows, triangles, directions, lengths, volumes, sizes, row)
            stale[row] = False
            count += 1
    return count


@kernel
def levels_of(rows, levels):
    """How many nodes are above each row."""
    levels[0] = 0
    for row in range(len(rows)):
        for child in range(rows[row, FIRST_CHILD], rows[row, FIRST_CHILD] + rows[row, CHILDREN]):
            levels[child] = levels[row] + 1


@kernel
def refit_rows(kind, rows, levels, last, triangles, directions, lengths, volumes, sizes, stale):
    """Volumes for moved triangles, from level ``last`` up; rows below it are marked as stale.

    Rows of that level, and leaves above it, are fitted to their triangles, others enclose the
    volumes of their children. Returns how many rows were made anew.
    """
    updates = 0
    for row in range(len(rows) - 1, -1, -1):
        stale[row] = levels[row] > last
        if levels[row] > last:
            continue
        if rows[row, CHILDREN] == 0 or levels[row] == last:
            fit_row(kind, rows, triangles, directions, lengths, volumes, sizes, row)
        else:
            first, children = np.int64(rows[row, FIRST_CHILD]), np.int64(rows[row, CHILDREN])
            merge_volumes(kind, volumes, first, children, row)
            sizes[row] = size_volume(kind, volumes, row, lengths)
        updates += 1
    return updates


@kernel
def surface_of_triangles(triangles):
    """Of all rows, in the square of their unit."""
    total = 0.0
    for i in range(len(triangles)):
        a, b, c = corners(triangles, i)
        total += 0.5 * sqrt(norm_sq(cross(sub(b, a), sub(c, a))))
    return total


@kernel
def surface_of_volumes(kind, volumes, lengths):
    total = 0.0
    for row in range(len(volumes)):
        total += surface_volume(kind, volumes, row, lengths)
    return total


@kernel
def surface_of_boxes(nodes, place):
    """Of all boxes of an 8-wide tree, in the square of the triangles' unit."""
    total = 0.0
    for row in range(len(nodes)):
        for lane in range(WIDTH):
            x = nodes[row, HALF + lane]
            if x >= 0.0:
                y, z = nodes[row, HALF + WIDTH + lane], nodes[row, HALF + 2 * WIDTH + lane]
                total += 8.0 * (x * y + y * z + z * x)
    return total * place[EXTENT] * place[EXTENT]
