"""Tetrahedra of one or several bodies, as arrays: their forces, energies and stiffness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.simulation.kernels.elements import (
    ELASTIC,
    ENERGY_NUMBERS,
    LOST,
    RATIO,
    add_stiffness,
    force_rows,
    gather_rows,
)

if TYPE_CHECKING:
    from scipy.sparse import bsr_array


class Energies(NamedTuple):
    """Of each element: energy stored [J], power lost to viscosity [W], volume by rest volume."""

    elastic: Array
    lost: Array
    ratio: Array


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


class ElementSet:
    """Elements over ``count`` vertices, of one row of ``materials`` each."""

    def __init__(
        self, count: int, tets: Ids, gradients: Array, volumes: Array, material: Ids, rows: Array
    ) -> None:
        self.count = count
        self.tets = tets
        # First element of each body, and the end.
        self.bodies = np.array([0, len(tets)])
        self.arrays = (tets, gradients, volumes, material, rows)
        self._parts = np.empty((len(tets), 4, 3))
        self._energies = np.empty((len(tets), ENERGY_NUMBERS))
        corners = tets.ravel()
        self._order = np.argsort(corners, kind="stable")
        self._starts = np.searchsorted(corners[self._order], np.arange(count + 1))
        self._pattern: tuple[Ids, Ids, Ids, Ids] | None = None

    @classmethod
    def joined(cls, sets: Sequence[ElementSet]) -> ElementSet:
        """The elements of several bodies, whose vertices follow each other."""
        starts = np.cumsum([0, *(one.count for one in sets)])
        tets = np.concatenate([one.tets + at for one, at in zip(sets, starts, strict=False)])
        columns = [np.concatenate([one.arrays[k] for one in sets]) for k in (1, 2, 4)]
        rows = np.cumsum([0, *(len(one.arrays[4]) for one in sets)])
        material = [one.arrays[3] + at for one, at in zip(sets, rows, strict=False)]
        made = columns[0], columns[1], np.concatenate(material), columns[2]
        found = cls(int(starts[-1]), np.ascontiguousarray(tets), *made)
        found.bodies = np.cumsum([0, *(len(one.tets) for one in sets)])
        return found

    def forces(
        self, vertices: Array, velocities: Array, places: Array | None = None
    ) -> tuple[Array, Energies]:
        """(n, 3) forces [N] on vertices; viscous ones as at ``places``, by default ``vertices``.

        The energies are overwritten by the next call.
        """
        seen = vertices if places is None else places
        parts, energies = self._parts, self._energies
        run_rows(
            force_rows, len(self.tets), self.arrays, vertices, seen, velocities, parts, energies
        )
        out = np.empty((self.count, 3))
        run_rows(gather_rows, self.count, self._starts, self._order, parts, out)
        columns = (energies[:, k] for k in (ELASTIC, LOST, RATIO))
        return out, Energies(*columns)

    def stiffness(self, vertices: Array, places: Array, step: float, diagonal: Array) -> Stiffness:
        """Stiffness plus viscosity / ``step`` plus ``diagonal`` (n,), positive definite (3n, 3n).

        Viscous forces are those of the positions ``places``.
        """
        columns, starts, slots, own = self._blocks()
        data = np.zeros((len(columns), 3, 3))
        run_rows(
            add_stiffness, len(self.bodies) - 1, self.arrays, vertices, places, 1.0 / step, slots,
            self.bodies, data, grain=1,
        )  # fmt: skip
        for a in range(3):
            data[own, a, a] += diagonal
        return Stiffness(data, columns, starts, data[own])

    def _blocks(self) -> tuple[Ids, Ids, Ids, Ids]:
        """Columns and row starts of blocks; blocks of pairs of corners, and on the diagonal."""
        if self._pattern is None:
            n, tets = self.count, self.tets
            pairs = (tets[:, :, None] * n + tets[:, None, :]).reshape(len(tets), 16)
            alone = np.arange(n) * (n + 1)
            keys = np.unique(np.concatenate([pairs.ravel(), alone]))
            starts = np.searchsorted(keys, np.arange(n + 1) * n)
            slots = np.searchsorted(keys, pairs)
            own = np.searchsorted(keys, alone)
            self._pattern = keys % n, starts, np.ascontiguousarray(slots), own
        return self._pattern
