"""Elements over vertices: what they give to their corners, summed by vertex or in a matrix.

Tetrahedra are here, triangles and hinges in ``cloth_elements``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.simulation.kernels.corner_sums import gather_rows
from impinge.simulation.kernels.elements import ENERGY_NUMBERS, add_stiffness, force_rows


class Stiffness(NamedTuple):
    """A symmetric matrix of sparse rows of blocks, and its (n, 3, 3) diagonal blocks."""

    data: Array
    columns: Ids
    starts: Ids
    diagonal: Array


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


class Elements(ABC):
    """Elements of one or several kinds over ``count`` vertices, one body's after another's.

    Attributes
    ----------
    arrays : tuple
        As kernels take them.
    bodies : int64
        First element of each body, and the end; in columns for several kinds.
    """

    _force_kernel: Any
    _stiffness_kernel: Any
    _energies_of: Any
    """Makes an object of the columns of energies, ``elastic`` and ``lost`` among them."""

    def __init__(
        self, count: int, arrays: tuple[Any, ...], bodies: Ids, energies: int, *corners: Ids
    ) -> None:
        self.count, self.arrays, self.bodies = count, arrays, bodies
        self._sums = CornerSums(count, *corners)
        self._parts = np.empty((sum(rows.size for rows in corners), 3))
        self._energies = np.empty((sum(map(len, corners)), energies))

    @abstractmethod
    def by_body(self, values: Array) -> Array:
        """(k,) sums over the elements of each body."""

    def forces(
        self, vertices: Array, velocities: Array, places: Array | None = None
    ) -> tuple[Array, Any]:
        """(n, 3) forces [N] on vertices, and energies; losses as at ``places``.

        These are ``vertices`` by default. The energies are overwritten by the next call.
        """
        seen = vertices if places is None else places
        run_rows(
            self._force_kernel, len(self._energies), self.arrays, vertices, seen, velocities,
            self._parts, self._energies,
        )  # fmt: skip
        return self._sums.vectors(self._parts), self._energies_of(*self._energies.T)

    def stiffness(self, vertices: Array, places: Array, step: float, diagonal: Array) -> Stiffness:
        """Stiffness plus losses / ``step`` plus ``diagonal`` (n,), positive definite (3n, 3n).

        Losses are those of the positions ``places``.
        """
        pattern = self._sums.pattern()
        data = np.zeros((len(pattern.columns), 3, 3))
        run_rows(
            self._stiffness_kernel, len(self.bodies) - 1, self.arrays, (vertices, places),
            1.0 / step, pattern.slots, self.bodies, data, grain=1,
        )  # fmt: skip
        return self._sums.matrix(data, diagonal)


class Energies(NamedTuple):
    """Of each element: energy stored [J], power lost to viscosity [W], volume by rest volume."""

    elastic: Array
    lost: Array
    ratio: Array


class ElementSet(Elements):
    """Tetrahedra, each of one row of ``materials``. Losses are those of viscosity."""

    _force_kernel, _stiffness_kernel = staticmethod(force_rows), staticmethod(add_stiffness)
    _energies_of = Energies

    def __init__(
        self, count: int, tets: Ids, gradients: Array, volumes: Array, material: Ids, rows: Array
    ) -> None:
        arrays = tets, gradients, volumes, material, rows
        super().__init__(count, arrays, np.array([0, len(tets)]), ENERGY_NUMBERS, tets)
        self.tets = tets

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

    def by_body(self, values: Array) -> Array:
        return np.add.reduceat(values, self.bodies[:-1])
