"""Motions of what deforms: each vertex moves straight on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.rows import plain_values
from impinge.geometry.coordinates import as_coordinates, as_moved
from impinge.geometry.immutable import Immutable
from impinge.motion.rigid import as_times

ROUNDING = 2.0**-48
"""Share of the coordinates by which a difference of two places may be off."""


class VertexMotion(Immutable):
    """Vertices that move straight from one place to another, each for itself. Immutable.

    The motion of a mesh that deforms in a step; it keeps its faces. A rigid body that turns is not
    rigid on the way: use :class:`Motion` for it.

    Parameters
    ----------
    vertices_t0, vertices_t1 : (n, 3) array_like or Mesh
        Coordinates [m] at the start of the step and at its end, row by row. Copied. Of two meshes,
        which must have the same faces, the vertices.

    Raises
    ------
    ImpingeError
        If lengths or faces differ, or a coordinate is not finite or too large.

    Attributes
    ----------
    vertices_t0, vertices_t1 : (n, 3) float64
        Read-only.

    Examples
    --------
    >>> stretch = VertexMotion([[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [3, 0, 0]])
    >>> stretch, stretch.vertices(0.5).tolist()
    (VertexMotion(2 vertices), [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    """

    __slots__ = ("vertices_t0", "vertices_t1")

    vertices_t0: Array
    vertices_t1: Array

    def __init__(self, vertices_t0: Any, vertices_t1: Any) -> None:
        one, other = getattr(vertices_t0, "faces", None), getattr(vertices_t1, "faces", None)
        if one is not None and other is not None and not np.array_equal(one, other):
            raise ImpingeError("vertices_t1: a mesh with other faces than those of vertices_t0")
        first = as_coordinates(
            getattr(vertices_t0, "vertices", vertices_t0), "vertices_t0", copy=True
        )
        last = as_moved(getattr(vertices_t1, "vertices", vertices_t1), len(first), "vertices_t1")
        self._set(vertices_t0=frozen(first), vertices_t1=frozen(last))

    def vertices(self, t: ArrayLike) -> Array:
        """Where the vertices are: (n, 3) float64 at one time, (k, n, 3) at k.

        Both ends are met exactly.
        """
        times = as_times(t)[..., None, None]
        return np.asarray((1.0 - times) * self.vertices_t0 + times * self.vertices_t1)

    def velocity(self, t: ArrayLike = 0.0) -> Array:
        """How fast the vertices move: (n, 3) float64, or (k, n, 3); the same at any time."""
        times = as_times(t)
        speed = self.vertices_t1 - self.vertices_t0
        return np.array(np.broadcast_to(speed, (*times.shape, *speed.shape)))

    def speed_bound(self) -> float:
        """A speed that no vertex, and no point between vertices, exceeds [m] per step."""
        return _largest(self.vertices_t1 - self.vertices_t0, self._size())

    def deviation(self, other: VertexMotion) -> float:
        """How far this and another motion carry the same vertices apart, at most [m].

        The difference of two such motions is straight as well, so that it is largest at an end:
        the bound is exact, but for rounding.

        Raises
        ------
        ImpingeError
            If the other is no vertex motion, or of another number of vertices.

        Examples
        --------
        >>> still = VertexMotion([[0, 0, 0]], [[0, 0, 0]])
        >>> round(still.deviation(VertexMotion([[0, 0, 0]], [[0, 3, 4]])), 9)
        5.0
        """
        if not isinstance(other, VertexMotion):
            kind = type(other).__name__
            raise ImpingeError(f"other: expected a VertexMotion, got {kind}")
        if len(other.vertices_t0) != len(self.vertices_t0):
            n, m = len(other.vertices_t0), len(self.vertices_t0)
            raise ImpingeError(f"other: {n} vertices, expected {m}")
        size = self._size() + other._size()
        first, last = other.vertices_t0 - self.vertices_t0, other.vertices_t1 - self.vertices_t1
        return max(_largest(first, size), _largest(last, size))

    def to_dict(self) -> dict[str, Any]:
        """Both places as plain numbers, JSON-ready."""
        numbers = plain_values(self, "vertices_t0", "vertices_t1")
        return {"kind": type(self).__name__, **numbers}

    def _size(self) -> float:
        return float(max(np.abs(v).max(initial=0.0) for v in (self.vertices_t0, self.vertices_t1)))

    def __len__(self) -> int:
        return len(self.vertices_t0)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (np.array(self.vertices_t0), np.array(self.vertices_t1))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.vertices_t0)} vertices)"


def _largest(vectors: Array, size: float) -> float:
    """The largest length, rounded upward."""
    longest = float(np.linalg.norm(vectors, axis=1).max(initial=0.0))
    return longest + ROUNDING * (longest + size)
