"""The furthest vertex of a polytope by a table of directions.

Directions go through the surface of the octahedron |x| + |y| + |z| = 1. Each of its eight faces is
divided into cells, squares as seen along z, and each cell lists the vertices that are furthest in
some direction of it: two or three of them, whatever the size of the polytope. A list of up to four
is one number of 64 bits, so that the table stays in the nearest cache with the vertices. Deviation
from climbing along edges [Ericson2005]_ (9.5.4): no steps that wait for each other, and no vertex
to begin with.

**Why the list of a cell is enough.** A direction of the cell is a positive multiple of a mean of
its four corners. So a vertex v that is lower than another, u, along all four corners is lower along
each direction of the cell; it is left out only if it is lower by more than a doubt, which
covers the rounding of heights here and where the table is used, and that of a direction that is
rounded into the cell beside its own. Cells that stick out beyond the edge of their octant have
corners outside of it: the plane of the face goes on there, and the argument with it.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.memory import as_bits, natural
from impinge.geometry.kernels.convex_row import ACROSS, AT_CELLS, AT_VERTICES, STRIDE

IN_CELL, NUMBER_BITS = 4, 15
"""Vertices that a cell names itself, the first in the lowest bits; the last ones may be the first
again."""
NUMBER = (1 << NUMBER_BITS) - 1
"""The bits of one of them, and the greatest number that it can be."""
LISTED = 1 << (IN_CELL * NUMBER_BITS)
"""What is added to the place of a list where a cell has more: its length, and the vertices. The
number is positive then too, and as 64 bits of a float64 it is finite."""
OCTANTS = 8
"""Faces of the octahedron."""
LEAST = 2.0**-1000
"""A direction that is shorter counts as having no length: the reciprocal of this is a number."""


@inlined
def cell_of(d, across):
    """The number of the cell that ``d`` goes through; without branches, which would be random."""
    x, y = abs(d[0]), abs(d[1])
    s = across / max(x + y + abs(d[2]), LEAST)
    i = min(int(x * s), across - 1)
    j = min(int(y * s), across - 1)
    octant = 1 * (d[0] < 0.0) + 2 * (d[1] < 0.0) + 4 * (d[2] < 0.0)
    return natural((octant * across + i) * across + j)


@inlined
def furthest_by_cells(rows, start, d):
    """The vertex that is furthest along ``d``, and its number; the least of those as far.

    Any vertex for a direction shorter than ``LEAST``, which no search asks for.
    """
    start = natural(start)
    across = natural(int(rows[start + ACROSS]))
    at = natural(start + int(rows[start + AT_CELLS]))
    stride = natural(int(rows[start + STRIDE]))
    x = natural(start + int(rows[start + AT_VERTICES]))
    y = natural(x + stride)
    z = natural(y + stride)
    named = as_bits(rows[natural(at + cell_of(d, across))])
    if named >= LISTED:
        k = furthest_of_list(rows, natural(start + named - LISTED), x, y, z, d)
    else:
        k = furthest_of_named(rows, named, x, y, z, d)
    return (rows[x + k], rows[y + k], rows[z + k]), k


@inlined
def height_at(rows, x, y, z, k, d):
    return rows[x + k] * d[0] + rows[y + k] * d[1] + rows[z + k] * d[2]


@inlined
def furthest_of_named(rows, named, x, y, z, d):
    """Of the four vertices that a cell names, the first of those that are furthest."""
    i, j = natural(named & NUMBER), natural(named >> NUMBER_BITS & NUMBER)
    k, m = natural(named >> 2 * NUMBER_BITS & NUMBER), natural(named >> 3 * NUMBER_BITS & NUMBER)
    of_i, of_j = height_at(rows, x, y, z, i, d), height_at(rows, x, y, z, j, d)
    of_k, of_m = height_at(rows, x, y, z, k, d), height_at(rows, x, y, z, m, d)
    low, first = (of_j, j) if of_j > of_i else (of_i, i)
    high, second = (of_m, m) if of_m > of_k else (of_k, k)
    return natural(second if high > low else first)


@kernel
def furthest_of_list(rows, at, x, y, z, d):
    """The same of a list of more."""
    best, found = -np.inf, natural(0)
    for c in range(at + 1, at + 1 + int(rows[at])):
        k = natural(int(rows[c]))
        height = height_at(rows, x, y, z, k, d)
        if height > best:
            best, found = height, k
    return natural(found)
