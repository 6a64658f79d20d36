"""Convex shapes as rows of numbers, for kernels (``kernels/convex_row``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import ceil, hypot, sqrt

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.cell_lists import make_cells
from impinge.geometry.kernels.cells import OCTANTS
from impinge.geometry.kernels.tables import fill_tables, pair_loops

OUTWARD = 1.0 + 2.0**-50
"""Factor on a computed length that makes it no shorter than the true one: a root of a sum of three
squares is off by less than two units in the last place, 2**-51."""

CELLS_A_VERTEX, MOST_ACROSS = 8.0, 64
"""Of a table of directions. With fewer, cells list more vertices; more leave the nearest cache."""

FEATURES = {
    layout.POINT: 1, layout.CYLINDER: 5, layout.CONE: 4, layout.ELLIPSOID: 1, layout.HALFSPACE: 1,
}  # fmt: skip
"""Features of kinds that have no tables of them."""


class Loops:
    """The vertices around faces, counter-clockwise seen from outside, one loop after the other.

    ``starts`` (f + 1,) says where each loop begins in ``around``, and the last one ends.

    Examples
    --------
    >>> sides = Loops.of([(0, 1, 2), (0, 2, 1)])
    >>> len(sides), [loop.tolist() for loop in sides]
    (2, [[0, 1, 2], [0, 2, 1]])
    """

    __slots__ = ("around", "starts")

    def __init__(self, around: Ids, starts: Ids) -> None:
        self.around = around
        self.starts = starts

    @classmethod
    def of(cls, loops: AnyLoops) -> Loops:
        """From a sequence a face; those that are there already are themselves."""
        if isinstance(loops, Loops):
            return loops
        rows = list(loops)
        starts = np.cumsum([0, *map(len, rows)])
        return cls(np.array([v for row in rows for v in row], np.int64), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __iter__(self) -> Iterator[Ids]:
        return iter(np.split(self.around, self.starts[1:-1])[: len(self)])


AnyLoops = Loops | Iterable[Sequence[int] | Ids]
NO_CELLS = np.zeros(0)
ONE_EDGE = np.array([[0, 1, -1, -1]])
"""That of a segment, which has no faces."""


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
    header: Array, vertices: Array, loops: AnyLoops = (), planes: Array | None = None
) -> Array:
    """The row of a polytope: its header, and tables of vertices, edges and faces.

    ``loops`` are the vertices around each face; each edge is run through once in each direction.
    None for a segment, which has one edge, and for a point. ``planes`` are unit normals and offsets
    of the faces, (f, 4).
    """
    loops = Loops.of(loops)
    n, f = len(vertices), len(loops)
    edges = edges_of_loops(loops) if f else ONE_EDGE[: n - 1]
    stride = -(-n // layout.LANES) * layout.LANES
    m, e = len(loops.around), len(edges)
    row = header.copy()
    row[layout.COUNT : layout.FACES + 1] = n, stride, e, f
    sizes = 3 * stride, n + 1 + 4 * e, n + 1 + m, f + 1 + m, 4 * f, 4 * e
    *places, end = accumulate(sizes, initial=layout.HEADER)
    row[layout.AT_VERTICES : layout.AT_EDGES + 1] = places
    cells = NO_CELLS
    if n > layout.LANES:
        across = ceil(min(sqrt(2.0 * CELLS_A_VERTEX * n / OCTANTS), MOST_ACROSS))
        row[layout.AT_CELLS], row[layout.ACROSS] = end, across
        columns = np.empty((4, n))
        columns[:3], columns[3] = vertices.T, np.abs(vertices).sum(axis=1)
        cells = make_cells(columns, across, end)
    row[layout.LENGTH] = end + len(cells)
    row = np.concatenate([row, np.zeros(end - layout.HEADER), cells])
    fill_tables(row, vertices, loops.around, loops.starts, edges)
    if planes is not None:
        at = places[4]
        row[at : at + 4 * f] = planes.ravel()
    return row


def edges_of_loops(loops: AnyLoops) -> Ids:
    """(e, 4) int64: vertices i < j, the face that runs from i to j, and the one that runs back."""
    rows = Loops.of(loops)
    return pair_loops(rows.around, rows.starts, int(rows.around.max()) + 1)


def count_features(row: Array) -> int:
    """How many features a row has: those of its tables, or of its kind."""
    kind = int(row[layout.KIND])
    if kind in FEATURES:
        return FEATURES[kind]
    return int(row[layout.COUNT] + row[layout.EDGES] + row[layout.FACES])


def length_outward(*parts: float) -> float:
    """The root of the sum of their squares, or a little more; nothing overflows."""
    return hypot(*parts) * OUTWARD
