"""Which vertices are inside which tetrahedra? Spatial hashing of bodies that deform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.counters import add_cost
from impinge.core.given import shape_of
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_flag
from impinge.core.threads import run_rows
from impinge.geometry import TetMesh
from impinge.geometry.coordinates import SIZE_LIMIT, as_size, as_sizes
from impinge.narrow.gathering import FoundRows
from impinge.narrow.kernels.tet_cells import SLOT, fill_cells, find_in_tets, set_origin
from impinge.narrow.kernels.tet_weights import number_rows, sum_edges, weigh_rows
from impinge.narrow.tet_bodies import Joined, as_tet_meshes, as_vertices_of, joined_of, vertices_of

HASHES = ("primes", "sum", "mixed")
TESTS = ("barycentric", "half-space")
FEWEST_SLOTS, MOST_SLOTS = 64, 1 << 24
"""Slots of a table by default, and that a caller may ask for: 256 MB."""
CAPACITY = 1 << 13
"""Hits there is memory for at first, for each range of tetrahedra."""
LAST_STAMP = 2**31 - 1


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TetHits(FoundRows):
    """Vertices inside tetrahedra, by :func:`vertices_in_tets`. Immutable.

    ``len(hits)`` is the number of rows.

    Attributes
    ----------
    pairs : (m, 4) int64
        Object and vertex, object and tetrahedron; sorted. Read-only.
    weights : (m, 4) float64
        Barycentric coordinates, in the order of the tetrahedron's corners; none is negative, and
        they sum to one. Read-only.
    cell : float or tuple of three floats
        Edge of the cells [m].
    slots : int
        Size of the table.
    cells_visited : int
        Cells that tetrahedra visited.
    tested : int
        Vertices that were tested against a tetrahedron.
    used : int
        Slots with vertices.
    """

    pairs: Ids
    weights: Array
    cell: float | tuple[float, float, float]
    slots: int
    cells_visited: int
    tested: int
    used: int


def vertices_in_tets(
    meshes: TetMesh | Sequence[TetMesh],
    *,
    self_collision: bool = True,
    cell: Any = None,
    slots: int | None = None,
    hash: str = "primes",  # noqa: A002
    test: str = "barycentric",
) -> TetHits:
    """All vertices inside tetrahedra: of other objects, and of their own.

    Tetrahedra are closed and may be folded; flat ones contain nothing. The corners of a tetrahedron
    are no hits.

    Parameters
    ----------
    meshes : TetMesh or sequence of TetMesh
        The objects.
    self_collision : bool, optional
        Whether to report vertices in tetrahedra of their own object.
    cell : float or three floats, optional
        Edge of the cells [m], or one for each axis; the mean edge if not given.
    slots : int, optional
        Size of the table; by default the next power of two above the number of vertices.
    hash : {'primes', 'sum', 'mixed'}, optional
        How cells are mapped to slots: products with primes, joined by exclusive or (the paper's);
        the sum of the three numbers; a mix of 64 bits.
    test : {'barycentric', 'half-space'}, optional
        How points are compared with a tetrahedron: all four coordinates at once, or one face after
        the other.

    Returns
    -------
    TetHits
        The rows are the same for all options.

    Raises
    ------
    ImpingeError
        If a mesh or an option is not usable.

    See Also
    --------
    TetTable : the same for many steps.

    Notes
    -----
    Vertices are hashed into cells, tetrahedra visit the cells of their boxes [1]_. Exact signs
    decide what is inside. O(vertices + cells visited), whatever the number of objects.

    References
    ----------
    .. [1] M. Teschner, B. Heidelberger, M. Mueller, D. Pomeranets, M. Gross, Optimized Spatial
       Hashing for Collision Detection of Deformable Objects, VMV 2003. [Teschner2003]_

    Examples
    --------
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> hits = vertices_in_tets([corner, corner.with_vertices(corner.vertices + 0.25)])
    >>> hits.pairs, hits.weights
    (array([[1, 0, 0, 0]]), array([[0.25, 0.25, 0.25, 0.25]]))
    """
    table = TetTable(
        meshes, self_collision=self_collision, cell=cell, slots=slots, hash=hash, test=test
    )
    return table.find()


class TetTable:
    """The table of :func:`vertices_in_tets`, kept from step to step.

    Parameters
    ----------
    meshes : TetMesh or sequence of TetMesh
        The objects; later steps have the same tetrahedra.
    self_collision, cell, slots, hash, test
        As for :func:`vertices_in_tets`. Without a ``cell``, each step has its mean edge.

    Notes
    -----
    Slots carry the number of the step that filled them, so nothing is cleared. One thread at a time
    may use a table; its queries use several.

    Examples
    --------
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> table = TetTable([corner, corner])
    >>> [len(table.find([corner.vertices, corner.vertices + x])) for x in (0.25, 0.5)]
    [1, 0]
    """

    def __init__(
        self,
        meshes: TetMesh | Sequence[TetMesh],
        *,
        self_collision: bool = True,
        cell: Any = None,
        slots: int | None = None,
        hash: str = "primes",  # noqa: A002
        test: str = "barycentric",
    ) -> None:
        self.meshes = as_tet_meshes(meshes, "meshes")
        self._cell = None if cell is None else _as_cell(cell)
        self._hash = HASHES.index(as_choice(hash, "hash", HASHES))
        self._test = TESTS.index(as_choice(test, "test", TESTS))
        self._own = as_flag(self_collision, "self_collision")
        self._joined = joined_of(self.meshes)
        self._table = PointTable(len(self._joined.object_of_vertex), slots)

    def __repr__(self) -> str:
        return f"TetTable({len(self.meshes)} objects, {len(self._joined.tets)} tets)"

    def find(self, vertices: Sequence[ArrayLike] | None = None) -> TetHits:
        """Hits where the vertices are now; where the meshes have them, if not given.

        Parameters
        ----------
        vertices : list of (n_i, 3) array_like, optional
            Of each mesh [m].

        Returns
        -------
        TetHits
        """
        own = vertices is None
        points = vertices_of(self.meshes) if own else as_vertices_of(self.meshes, vertices)
        scene, cell = self._joined, self._cell
        if cell is None:
            cell = mean_edge(points, scene.tets)
        options = (self._hash, self._test, 1, int(self._own))
        codes, counts = self._table.find(
            points, scene.object_of_vertex, points, scene, cell, options
        )
        count = len(codes)
        found, weights = np.empty((count, 2), np.int64), np.empty((count, 4))
        run_rows(weigh_rows, count, codes, points, points, scene.tets, found, weights)
        pairs = np.empty((count, 4), np.int64)
        objects = (scene.object_of_vertex, scene.object_of_tet)
        run_rows(number_rows, count, found, objects, (scene.first_vertex, scene.first_tet), pairs)
        used, visited, tested = counts
        add_cost(len(points), visited, tested)
        return TetHits(
            pairs=frozen(pairs), weights=frozen(weights), cell=cell, slots=self._table.slots,
            cells_visited=visited, tested=tested, used=used,
        )  # fmt: skip


class PointTable:
    """Points in hashed cells; slots are stamped, and never cleared."""

    def __init__(self, points: int, slots: int | None) -> None:
        if slots is None:
            count = max(FEWEST_SLOTS, 1 << max(points - 1, 0).bit_length())
            self.slots = min(count, MOST_SLOTS)
        else:
            self.slots = as_whole(slots, "slots", 1, MOST_SLOTS)
        self._stamp = 0
        self._rows = np.zeros((self.slots, SLOT), np.int32)
        # Eight are loaded at once: those behind the last one are read, and not used.
        self._sorted, self._numbers = np.zeros((3, points + 8)), np.zeros(points, np.int64)

    def find(
        self, points: Array, object_of: Ids, vertices: Array, scene: Joined, cell: Any,
        options: tuple[int, int, int, int],
    ) -> tuple[Ids, tuple[int, int, int]]:  # fmt: skip
        """Sorted codes of hits, point * tetrahedra + tetrahedron; slots used, visits, tests."""
        count = len(scene.tets)
        at_level, frame = np.empty(count, np.int64), np.empty(6)
        codes: list[Ids] = []
        counts: list[tuple[int, int]] = []
        frame[3:] = 1.0 / np.asarray(cell)
        set_origin(points, frame)
        cells = (self._rows, self._sorted, self._numbers, points, frame)
        tets = (vertices, scene.tets, scene.object_of_tet, at_level)

        def search(level: int) -> int:
            stamped = (self._next_stamp(), level, *options)
            used = fill_cells(cells, stamped, np.empty(len(points), np.int64))

            def fill(start: int, stop: int) -> None:
                capacity = CAPACITY
                while start < stop:
                    out, args = np.empty(capacity, np.int64), (cells, tets, stamped, object_of)
                    row, hits, visits, tests = find_in_tets(*args, out, start, stop)
                    codes.append(out[:hits])
                    counts.append((visits, tests))
                    capacity = CAPACITY if row > start else 4 * capacity
                    start = row

            run_rows(fill, count, grain=64)
            return int(used)

        used = search(0)
        for level in np.unique(at_level[at_level > 0]).tolist():
            search(level)
        found = np.concatenate(codes)
        found.sort()
        visited, tested = np.sum(counts, axis=0).tolist()
        return found, (used, visited, tested)

    def _next_stamp(self) -> int:
        if self._stamp == LAST_STAMP:
            self._rows[:], self._stamp = 0, 0
        self._stamp += 1
        return self._stamp


def mean_edge(vertices: Array, tets: Ids) -> float:
    """Of all tetrahedra [m]; 1 if all of them are points."""
    mean = float(sum_edges(vertices, tets)) / (6 * len(tets))
    return max(mean, SIZE_LIMIT) if mean > 0.0 else 1.0


def _as_cell(cell: Any) -> float | tuple[float, float, float]:
    if shape_of(cell, "cell", "a length or three") == ():
        return as_size(cell, "cell")
    x, y, z = as_sizes(cell, "cell").tolist()
    return x, y, z
