"""The furthest vertex of a polytope by a table of directions.

Directions go through the surface of the octahedron |x| + |y| + |z| = 1. Each of its eight faces is
divided into cells, squares as seen along z, and each cell lists the vertices that are furthest in
some direction of it: two or three of them, whatever the size of the polytope. A list of up to four
is one number of 64 bits, so that the table stays in the nearest cache with the vertices. Deviation
from climbing along edges [Ericson2005]_ (9.5.4): no steps that wait for each other, and no vertex
to begin with.

**Why the list of a cell is enough.** A direction of the cell is a positive multiple of a mean of
its four corners. So a vertex v that is lower than another, u, along all four corners is lower along
each direction of the cell; it is left out only if it is lower by more than ``DOUBT``, which
covers the rounding of heights here and where the table is used, and that of a direction that is
rounded into the cell beside its own. Cells that stick out beyond the edge of their octant have
corners outside of it: the plane of the face goes on there, and the argument with it.
"""

import numpy as np

from impinge.core.jit import inlined, kernel, uncounted
from impinge.core.memory import as_bits, natural
from impinge.geometry.kernels.convex_row import ACROSS, AT_CELLS, AT_VERTICES, STRIDE

DOUBT = 64.0 * 2.0**-53
"""Share of the coordinates' sum within which a height may be wrong: three products and two sums
twice, and a direction off by four roundings."""
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
def corner_of_cell(octant, i, j, across):
    """A corner of the grid on a face of the octahedron; some lie beyond its edge x + y = 1."""
    x, y = i / across, j / across
    z = 1.0 - x - y
    return (
        -x if octant & 1 else x,
        -y if octant & 2 else y,
        -z if octant & 4 else z,
    )


@inlined
@uncounted
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
@uncounted
def height_at(rows, x, y, z, k, d):
    return rows[x + k] * d[0] + rows[y + k] * d[1] + rows[z + k] * d[2]


@inlined
@uncounted
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
@uncounted
def furthest_of_list(rows, at, x, y, z, d):
    """The same of a list of more."""
    best, found = -np.inf, natural(0)
    for c in range(at + 1, at + 1 + int(rows[at])):
        k = natural(int(rows[c]))
        height = height_at(rows, x, y, z, k, d)
        if height > best:
            best, found = height, k
    return natural(found)


@inlined
def height_of(columns, v, d):
    return columns[0, v] * d[0] + columns[1, v] * d[1] + columns[2, v] * d[2]


@kernel
def list_of_cell(columns, some, count, octant, i, j, step, across, found):
    """Of ``count`` vertices, those that may be furthest in a direction of a square of cells.

    It begins at cell (i, j) of an octant and has ``step`` cells a side. Fills ``found``, in the
    order of the vertices, and returns how many.
    """
    corners = (
        corner_of_cell(octant, i, j, across),
        corner_of_cell(octant, i + step, j, across),
        corner_of_cell(octant, i, j + step, across),
        corner_of_cell(octant, i + step, j + step, across),
    )
    # The furthest along each corner, and along their middle: what others are compared with.
    winners = np.empty(5, np.int64)
    for c in range(5):
        d = corner_of_cell(octant, i + 0.5 * step, j + 0.5 * step, across)
        if c < 4:
            d = corners[c]
        best, winners[c] = -np.inf, 0
        for k in range(count):
            height = height_of(columns, some[k], d)
            if height > best:
                best, winners[c] = height, some[k]
    kept = 0
    for k in range(count):
        v = some[k]
        stays = True
        for c in range(5):
            u = winners[c]
            lower = u != v
            doubt = 0.0
            for axis in range(3):
                doubt += abs(columns[axis, u]) + abs(columns[axis, v])
            for d in corners:
                lower = lower and height_of(columns, u, d) > height_of(columns, v, d) + (
                    DOUBT * doubt
                )
            stays = stays and not lower
        if stays:
            found[kept] = v
            kept += 1
    return kept


@kernel
def list_cells(columns, coarse, fine):
    """The vertices of each cell: lists one after the other, where they begin, and their lengths.

    ``columns (3, n)``; each octant has ``coarse * fine`` cells a side: those of a coarse square
    choose from its list. None is empty: what is furthest along a corner stays.
    """
    n, across = columns.shape[1], coarse * fine
    every = np.arange(n)
    some, found = np.empty(n, np.int64), np.empty(n, np.int64)
    begins = np.empty(OCTANTS * across * across, np.int64)
    lengths = np.empty(OCTANTS * across * across, np.int64)
    lists = np.empty(IN_CELL * len(begins), np.int64)
    total = 0
    for square in range(OCTANTS * coarse * coarse):
        octant, i, j = (
            square // (coarse * coarse),
            square // coarse % coarse * fine,
            square % coarse * fine,
        )
        count = list_of_cell(columns, every, n, octant, i, j, fine, across, some)
        for cell_in_square in range(fine * fine):
            k, m = i + cell_in_square // fine, j + cell_in_square % fine
            kept = list_of_cell(columns, some, count, octant, k, m, 1, across, found)
            while total + kept > len(lists):
                lists = np.concatenate((lists, lists))
            cell = (octant * across + k) * across + m
            begins[cell], lengths[cell] = total, kept
            for v in range(kept):
                lists[total + v] = found[v]
            total += kept
    return lists, begins, lengths
