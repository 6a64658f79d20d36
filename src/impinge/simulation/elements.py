"""Tetrahedra of one or several bodies, as arrays: their forces, energies and stiffness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.simulation.corner_sums import CornerSums, Stiffness
from impinge.simulation.kernels.elements import (
    ELASTIC,
    ENERGY_NUMBERS,
    LOST,
    RATIO,
    add_stiffness,
    force_rows,
)


class Energies(NamedTuple):
    """Of each element: energy stored [J], power lost to viscosity [W], volume by rest volume."""

    elastic: Array
    lost: Array
    ratio: Array


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
        self._sums = CornerSums(count, tets)

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
        columns = (energies[:, k] for k in (ELASTIC, LOST, RATIO))
        return self._sums.vectors(parts.reshape(-1, 3)), Energies(*columns)

    def stiffness(self, vertices: Array, places: Array, step: float, diagonal: Array) -> Stiffness:
        """Stiffness plus viscosity / ``step`` plus ``diagonal`` (n,), positive definite (3n, 3n).

        Viscous forces are those of the positions ``places``.
        """
        pattern = self._sums.pattern()
        data = np.zeros((len(pattern.columns), 3, 3))
        run_rows(
            add_stiffness, len(self.bodies) - 1, self.arrays, vertices, places, 1.0 / step,
            pattern.slots[0], self.bodies, data, grain=1,
        )  # fmt: skip
        return self._sums.matrix(data, diagonal)

    def by_body(self, values: Array) -> Array:
        """(k,) sums over the elements of each body."""
        return np.add.reduceat(values, self.bodies[:-1])
