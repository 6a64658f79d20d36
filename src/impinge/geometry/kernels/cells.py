"""The furthest vertex of a polytope by a table of directions.

Directions go through the surface of the octahedron |x| + |y| + |z| = 1. Each of its eight faces is
divided into cells, squares as seen along z, and each cell lists the vertices that are furthest in
some direction of it: two or three of them, whatever the size of the polytope. Deviation from
climbing along edges [Ericson2005]_ (9.5.4): no steps that wait for each other, and no vertex to
begin with.

**Why the list of a cell is enough.** A direction of the cell is a positive multiple of a mean of
its four corners. So a vertex v that is lower than another, u, along all four corners is lower along
each direction of the cell; it is left out only if it is lower by more than ``DOUBT``, which
covers the rounding of heights here and where the table is used, and that of a direction that is
rounded into the cell beside its own. Cells that stick out beyond the edge of their octant have
corners outside of it: the plane of the face goes on there, and the argument with it.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.memory import natural
from impinge.geometry.kernels.convex_row import ACROSS, AT_CELLS

DOUBT = 64.0 * 2.0**-53
"""Share of the coordinates' sum within which a height may be wrong: three products and two sums
twice, and a direction off by four roundings."""
IN_GROUP = 4
"""Vertices that are looked at together."""
GROUP = 4 * IN_GROUP
"""Numbers of a group: x, y, z and the number of each of its vertices."""
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
def furthest_by_cells(rows, start, d):
    """The vertex that is furthest along ``d``, and its number; the least of those as far.

    Any vertex for a direction shorter than ``LEAST``, which no search asks for.
    """
    start = natural(start)
    across = natural(int(rows[start + ACROSS]))
    at = natural(start + int(rows[start + AT_CELLS]))
    cell = at + 2 * cell_of(d, across)
    first, stop = natural(start + int(rows[cell])), start + int(rows[cell + 1])
    best, k = height_in_group(rows, first, d)
    first += GROUP
    while first < stop:
        height, other = height_in_group(rows, first, d)
        if height > best:
            best, k = height, other
        first += GROUP
    return (rows[k], rows[k + IN_GROUP], rows[k + 2 * IN_GROUP]), int(rows[k + 3 * IN_GROUP])


@inlined
def height_at(rows, k, d):
    return rows[k] * d[0] + rows[k + IN_GROUP] * d[1] + rows[k + 2 * IN_GROUP] * d[2]


@inlined
def height_in_group(rows, at, d):
    """The greatest height of four vertices, and the place of the first that has it."""
    h0, h1 = height_at(rows, at, d), height_at(rows, at + 1, d)
    h2, h3 = height_at(rows, at + 2, d), height_at(rows, at + 3, d)
    low, low_at = (h1, at + 1) if h1 > h0 else (h0, at)
    high, high_at = (h3, at + 3) if h3 > h2 else (h2, at + 2)
    return (high, high_at) if high > low else (low, low_at)


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
    choose from its list. Cells wholly beyond the edge of their octant have an empty one.
    """
    n, across = columns.shape[1], coarse * fine
    every = np.arange(n)
    some, found = np.empty(n, np.int64), np.empty(n, np.int64)
    begins = np.empty(OCTANTS * across * across, np.int64)
    lengths = np.empty(OCTANTS * across * across, np.int64)
    lists = np.empty(IN_GROUP * len(begins), np.int64)
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
