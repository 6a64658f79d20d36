"""What elements give to their corners, summed: vectors by vertex, blocks of a sparse matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.simulation.kernels.corner_sums import gather_rows

if TYPE_CHECKING:
    from scipy.sparse import bsr_array


class Stiffness(NamedTuple):
    """A symmetric matrix of sparse rows of blocks, and its (n, 3, 3) diagonal blocks."""

    data: Array
    columns: Ids
    starts: Ids
    diagonal: Array

    def sparse(self) -> bsr_array:
        """The matrix (3 n, 3 n) for SciPy."""
        from scipy.sparse import bsr_array

        size = 3 * (len(self.starts) - 1)
        return bsr_array((self.data, self.columns, self.starts), shape=(size, size))


class Pattern(NamedTuple):
    """Where blocks are: columns and row starts; of each pair of corners; on the diagonal.

    ``slots`` has one array (m, k * k) for each kind of element.
    """

    columns: Ids
    starts: Ids
    slots: tuple[Ids, ...]
    own: Ids


class CornerSums:
    """Sums over the corners of elements, always in the same order.

    ``corners`` are the vertices (m, k) of elements of each kind, of ``count`` vertices in all.
    """

    def __init__(self, count: int, *corners: Ids) -> None:
        self.count, self.corners = count, corners
        flat = np.concatenate([rows.ravel() for rows in corners])
        self._order = np.argsort(flat, kind="stable")
        self._starts = np.searchsorted(flat[self._order], np.arange(count + 1))
        self._pattern: Pattern | None = None

    def vectors(self, parts: Array) -> Array:
        """(n, 3): sums of (p, 3) vectors, one for each corner of the first kind, then the next."""
        out = np.empty((self.count, 3))
        run_rows(gather_rows, self.count, self._starts, self._order, parts, out)
        return out

    def pattern(self) -> Pattern:
        """The blocks of a matrix in which corners of an element meet."""
        if self._pattern is None:
            n = self.count
            pairs = [
                (rows[:, :, None] * n + rows[:, None, :]).reshape(len(rows), rows.shape[1] ** 2)
                for rows in self.corners
            ]
            alone = np.arange(n) * (n + 1)
            keys = np.unique(np.concatenate([*(each.ravel() for each in pairs), alone]))
            starts = np.searchsorted(keys, np.arange(n + 1) * n)
            slots = tuple(np.ascontiguousarray(np.searchsorted(keys, each)) for each in pairs)
            self._pattern = Pattern(keys % n, starts, slots, np.searchsorted(keys, alone))
        return self._pattern

    def matrix(self, data: Array, diagonal: Array) -> Stiffness:
        """The matrix of these blocks plus ``diagonal`` (n,); writes to ``data``."""
        columns, starts, _, own = self.pattern()
        for a in range(3):
            data[own, a, a] += diagonal
        return Stiffness(data, columns, starts, data[own])
