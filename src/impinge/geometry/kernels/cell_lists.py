"""The table of directions of a polytope, made (:mod:`impinge.geometry.kernels.cells` reads it).

Lists are found from coarse to fine: each octant is halved again and again, a part chooses from the
list of the part around it, and stays whole where that is as short as a cell names itself.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.geometry.kernels.cells import IN_CELL, LISTED, NUMBER, NUMBER_BITS, OCTANTS

DOUBT = 64.0 * 2.0**-53
"""Share of the coordinates' sum within which a height may be wrong: three products and two sums
twice, and a direction off by four roundings."""
CORNERS = 4
LEVELS = 16
"""More than halvings of both sides down to one cell, and one for all vertices."""


@inlined
def corner_of_cell(octant, i, j, across):
    """A corner of the grid on a face of the octahedron; some lie beyond its edge x + y = 1."""
    x, y = i / across, j / across
    z = 1.0 - x - y
    return (-x if octant & 1 else x, -y if octant & 2 else y, -z if octant & 4 else z)


@inlined
def greatest(rows, c, count):
    best, found = rows[c, 0], 0
    for k in range(1, count):
        if rows[c, k] > best:
            best, found = rows[c, k], k
    return found


@kernel
def list_part(vertices, members, level, count, octant, part, across, heights, lower):
    """Of ``count`` vertices, those that may be furthest in a direction of a rectangle of cells.

    ``part`` is where its rows and columns of cells begin and end. ``vertices[level - 1]`` has x, y,
    z and the sum of magnitudes of each, ``members[level - 1]`` their numbers; the same of ``level``
    are filled with what is left. Returns how many. ``heights (5, n)``, ``lower (n,)`` are memory.
    All are compared with those that are furthest along a corner, or along the sum of the corners.
    Loops have no branches: compilers make them four at a time.
    """
    i, j, k, m = part
    above = level - 1
    for c in range(CORNERS):
        x, y, z = corner_of_cell(octant, k if c & 1 else i, m if c & 2 else j, across)
        for v in range(count):
            heights[c, v] = (
                vertices[above, 0, v] * x + vertices[above, 1, v] * y + vertices[above, 2, v] * z
            )
    for v in range(count):
        heights[CORNERS, v] = heights[0, v] + heights[1, v] + heights[2, v] + heights[3, v]
        lower[v] = 0
    for c in range(CORNERS + 1):
        u = greatest(heights, c, count)
        a, b, e, f = heights[0, u], heights[1, u], heights[2, u], heights[3, u]
        magnitude = vertices[above, 3, u]
        for v in range(count):
            doubt = DOUBT * (magnitude + vertices[above, 3, v])
            lower[v] |= (
                (a > heights[0, v] + doubt)
                & (b > heights[1, v] + doubt)
                & (e > heights[2, v] + doubt)
                & (f > heights[3, v] + doubt)
            )
    kept = 0
    for v in range(count):
        members[level, kept] = members[above, v]
        for c in range(4):
            vertices[level, c, kept] = vertices[above, c, v]
        kept += 1 - lower[v]
    return kept


@kernel
def find_list(members, count, lists, known):
    """Where in ``lists`` a list begins, or -1; and where ``known`` has it, or a place for it."""
    code = count
    for k in range(count):
        code = (code * 31 + members[k]) & 0x7FFFFFFF
    slot = code % len(known)
    while known[slot] >= 0:
        at = known[slot]
        same = lists[at] == count
        k = 0
        while same and k < count:
            same = lists[at + 1 + k] == members[k]
            k += 1
        if same:
            return at, slot
        slot = (slot + 1) % len(known)
    return -1, slot


@kernel
def make_cells(columns, across, place):
    """The table of directions, as float64: what each cell names, and the lists of those with more.

    ``columns (4, n)``: x, y, z of all vertices, and the sums of their magnitudes. Each octant has
    ``across`` cells a side. ``place`` is where the table will be in its row. Cells with the same
    vertices share a list. Cells beyond the edge of their octant name vertex 0: no direction goes
    there.
    """
    n = columns.shape[1]
    named = np.zeros(OCTANTS * across * across, np.int64)
    lists, used = np.empty(len(named)), 0
    known = np.full(2 * len(named), -1, np.int64)
    heights, lower = np.empty((CORNERS + 1, n)), np.empty(n, np.int64)
    # Each level's list stays while the parts of its part are looked at.
    vertices, members = np.empty((LEVELS, 4, n)), np.empty((LEVELS, n), np.int64)
    counts, parts = np.empty(LEVELS, np.int64), np.empty((2 * LEVELS, 5), np.int64)
    counts[0] = n
    for v in range(n):
        members[0, v] = v
        for c in range(4):
            vertices[0, c, v] = columns[c, v]
    for octant in range(OCTANTS):
        parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3], parts[0, 4] = 1, 0, 0, across, across
        waiting = 1
        while waiting > 0:
            waiting -= 1
            level = parts[waiting, 0]
            i, j, k, m = parts[waiting, 1], parts[waiting, 2], parts[waiting, 3], parts[waiting, 4]
            # A rounded direction may be in the cell beside its own.
            if i + j > across + 1:
                continue
            count = list_part(
                vertices, members, level, counts[level - 1], octant, (i, j, k, m), across,
                heights, lower,
            )  # fmt: skip
            counts[level] = count
            few = count <= IN_CELL and members[level, count - 1] <= NUMBER
            if not few and (k - i > 1 or m - j > 1):
                by_rows = k - i >= m - j
                half = (i + k) // 2 if by_rows else (j + m) // 2
                for side in range(2):
                    parts[waiting, 0] = level + 1
                    parts[waiting, 1] = half if by_rows and side == 1 else i
                    parts[waiting, 2] = half if not by_rows and side == 1 else j
                    parts[waiting, 3] = half if by_rows and side == 0 else k
                    parts[waiting, 4] = half if not by_rows and side == 0 else m
                    waiting += 1
                continue
            name = 0
            if few:
                # The first again in the place of those that are not there.
                for c in range(IN_CELL):
                    name |= members[level, c if c < count else 0] << (NUMBER_BITS * c)
            else:
                at, slot = find_list(members[level], count, lists, known)
                if at < 0:
                    at = used
                    known[slot] = at
                    used += 1 + count
                    while used > len(lists):
                        lists = np.concatenate((lists, lists))
                    lists[at] = count
                    for c in range(count):
                        lists[at + 1 + c] = members[level, c]
                name = LISTED + place + len(named) + at
            for row in range(i, k):
                for column in range(j, m):
                    named[(octant * across + row) * across + column] = name
    table = np.empty(len(named) + used)
    bits = named.view(np.float64)
    for k in range(len(named)):
        table[k] = bits[k]
    for k in range(used):
        table[len(named) + k] = lists[k]
    return table
