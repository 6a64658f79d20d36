"""Convex shapes as rows of numbers, for kernels (``kernels/convex_row``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot, sqrt

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.cells import IN_CELL, LISTED, NUMBER, NUMBER_BITS, OCTANTS, list_cells

OUTWARD = 1.0 + 2.0**-50
"""Factor on a computed length that makes it no shorter than the true one: a root of a sum of three
squares is off by less than two units in the last place, 2**-51."""

CELLS_A_VERTEX, MOST_ACROSS = 3.0, 64
"""Of a table of directions. With fewer, cells list more vertices; more leave the nearest cache."""

FEATURES = {
    layout.POINT: 1, layout.CYLINDER: 5, layout.CONE: 4, layout.ELLIPSOID: 1, layout.HALFSPACE: 1,
}  # fmt: skip
"""Features of kinds that have no tables of them."""

Loops = Sequence[Sequence[int] | Ids]


def pack_header(
    kind: int,
    sizes: ArrayLike = (),
    *,
    radius: float = 0.0,
    reach: float,
    centre: ArrayLike = (0.0, 0.0, 0.0),
) -> Array:
    """A row without tables."""
    row = np.zeros(layout.HEADER)
    numbers = np.atleast_1d(np.asarray(sizes, np.float64))
    row[layout.KIND], row[layout.RADIUS], row[layout.REACH] = kind, radius, reach
    row[layout.SIZES : layout.SIZES + len(numbers)] = numbers
    row[layout.CENTRE : layout.CENTRE + 3] = centre
    row[layout.AT_VERTICES : layout.AT_EDGES + 1] = layout.HEADER
    row[layout.LENGTH] = layout.HEADER
    return row


def pack_tables(
    header: Array, vertices: Array, loops: Loops = (), planes: Array | None = None
) -> Array:
    """The row of a polytope: its header, and tables of vertices, edges and faces.

    ``loops`` are the vertices around each face; each edge is run through once in each direction.
    None for a segment, which has one edge, and for a point. ``planes`` are unit normals and offsets
    of the faces, (f, 4).
    """
    n, f = len(vertices), len(loops)
    edges = edges_of_loops(loops) if f else np.array([[0, 1, -1, -1]][: n - 1], np.int64)
    edges = edges.reshape(-1, 4)
    stride = -(-n // layout.LANES) * layout.LANES
    columns = np.repeat(vertices[:1].T, stride, axis=1)
    columns[:, :n] = vertices.T

    ids = np.arange(len(edges))
    ends = np.concatenate([edges[:, [0, 1]], edges[:, [1, 0]]])
    near = np.column_stack([ends, np.concatenate([ids, ids])])
    near = near[np.lexsort((near[:, 1], near[:, 0]))]
    lengths = [len(loop) for loop in loops]
    around = np.concatenate([*map(np.asarray, loops), np.zeros(0, np.int64)]).astype(np.int64)
    of_face = np.repeat(np.arange(f), lengths)
    order = np.lexsort((of_face, around))

    row = header.copy()
    counts = n, stride, len(edges), f
    row[[layout.COUNT, layout.STRIDE, layout.EDGES, layout.FACES]] = counts
    parts: list[Array] = [row]
    place = layout.HEADER

    def add(slot: int, *tables: ArrayLike) -> None:
        nonlocal place
        row[slot] = place
        for table in tables:
            numbers = np.asarray(table, np.float64).ravel()
            parts.append(numbers)
            place += len(numbers)

    def lists(slot: int, counts: ArrayLike, values: Ids, width: int) -> None:
        starts = place + np.size(counts) + 1 + width * np.concatenate([[0], np.cumsum(counts)])
        add(slot, starts, values)

    add(layout.AT_VERTICES, columns)
    lists(layout.AT_NEIGHBOURS, np.bincount(near[:, 0], minlength=n), near[:, 1:], 2)
    lists(layout.AT_VERTEX_FACES, np.bincount(around, minlength=n), of_face[order], 1)
    lists(layout.AT_LOOPS, np.array(lengths, np.int64), around, 1)
    add(layout.AT_PLANES, np.zeros((0, 4)) if planes is None else planes)
    add(layout.AT_EDGES, edges)
    if n > layout.LANES:
        coarse, fine = grid_of(n)
        row[layout.ACROSS] = coarse * fine
        add(layout.AT_CELLS, *pack_cells(vertices, coarse, fine, place))
    row[layout.LENGTH] = place
    return np.concatenate(parts)


def grid_of(count: int) -> tuple[int, int]:
    """Squares along a side of the table of directions of so many vertices, and cells of each."""
    across = min(sqrt(2.0 * CELLS_A_VERTEX * count / OCTANTS), MOST_ACROSS)
    coarse = max(round(sqrt(across)), 1)
    return coarse, ceil(across / coarse)


def pack_cells(vertices: Array, coarse: int, fine: int, place: int) -> tuple[Array, Array]:
    """The table of directions: what each cell names, and the lists of those that have more.

    Cells with the same vertices share their list. ``place`` is where the table will be.
    """
    lists, begins, lengths = list_cells(np.ascontiguousarray(vertices.T), coarse, fine)
    # The first of a list again in the place of those that it does not have.
    step = np.arange(IN_CELL)
    some = lists[begins[:, None] + np.where(step < lengths[:, None], step, 0)]
    named = (some << (NUMBER_BITS * step)).sum(axis=1)

    known: dict[bytes, int] = {}
    longer: list[Array] = []
    here = place + len(named)
    for cell in np.flatnonzero((lengths > IN_CELL) | (some.max(axis=1) > NUMBER)):
        members = lists[begins[cell] : begins[cell] + lengths[cell]]
        key = members.tobytes()
        if key not in known:
            longer.append(np.array([len(members), *members], np.float64))
            known[key] = here
            here += len(longer[-1])
        named[cell] = LISTED + known[key]
    return named.view(np.float64), np.concatenate([np.zeros(0), *longer])


def edges_of_loops(loops: Loops) -> Ids:
    """(e, 4) int64: vertices i < j, the face that runs from i to j, and the one that runs back."""
    begins = np.concatenate([np.asarray(loop) for loop in loops])
    lengths = np.array([len(loop) for loop in loops])
    after = np.cumsum(lengths)
    # Each ends where the next one begins, the last of a loop where its first one does.
    ends = np.roll(begins, -1)
    ends[after - 1] = begins[after - lengths]
    face = np.repeat(np.arange(len(loops)), lengths)
    forth = begins < ends
    forward = np.column_stack([begins, ends, face])[forth]
    backward = np.column_stack([ends, begins, face])[~forth]
    forward = forward[np.lexsort((forward[:, 1], forward[:, 0]))]
    backward = backward[np.lexsort((backward[:, 1], backward[:, 0]))]
    return np.column_stack([forward, backward[:, 2]]).astype(np.int64)


def count_features(row: Array) -> int:
    """How many features a row has: those of its tables, or of its kind."""
    kind = int(row[layout.KIND])
    if kind in FEATURES:
        return FEATURES[kind]
    return int(row[layout.COUNT] + row[layout.EDGES] + row[layout.FACES])


def length_outward(*parts: float) -> float:
    """The root of the sum of their squares, or a little more; nothing overflows."""
    return hypot(*parts) * OUTWARD
