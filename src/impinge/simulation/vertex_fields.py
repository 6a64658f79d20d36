"""Numbers and fields of bodies made of vertices, checked."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.response.quantities import as_vectors

MOST = 1e100


class VertexBody:
    """A body of vertices with masses; ``_edge`` is the mean length of its edges at rest [m]."""

    __slots__ = ()

    masses: Array
    pinned: Ids
    _elements: Any
    _edge: float


class ElasticBody(VertexBody):
    """What cloths and soft bodies share: energy and forces of their elements."""

    __slots__ = ()

    def energy(self, vertices: ArrayLike) -> float:
        """Elastic energy [J] of the body with its vertices (n, 3) at these positions [m]."""
        at = as_vectors(vertices, "vertices", len(self.masses))
        return float(self._elements.forces(at, np.zeros_like(at))[1].elastic.sum())

    def forces(self, vertices: ArrayLike, velocities: ArrayLike | None = None) -> Array:
        """Elastic and damping forces (n, 3) [N] on the vertices, pinned ones included.

        Without velocities (n, 3) [m/s] they are minus the gradient of :meth:`energy`.
        """
        at = as_vectors(vertices, "vertices", len(self.masses))
        moving = np.zeros_like(at)
        if velocities is not None:
            moving = as_vectors(velocities, "velocities", len(at))
        found: Array = self._elements.forces(at, moving)[0]
        return found


def as_positive(value: Any, name: str, *, zero: bool = False) -> float:
    """A number above 0, or from 0 on, whose products and quotients with others do not overflow."""
    number = as_scalar(value, name)
    if number > MOST or (number < 1.0 / MOST and not (zero and number == 0.0)):
        raise ImpingeError(f"{name}: {number:g}, expected above 0, at most {MOST:g}")
    return number


def as_vertices(values: ArrayLike, name: str, count: int) -> Ids:
    """Vertex numbers, sorted, each once."""
    numbers = as_numbers(values, name, ("k",))
    good = (numbers >= 0) & (numbers < count) & (numbers == np.trunc(numbers))
    if not good.all():
        row = int(np.argmin(good))
        raise ImpingeError(f"{name}: row {row} is {numbers[row]:g}, expected 0 to {count - 1}")
    return np.unique(numbers.astype(np.int64))
