"""What all shapes have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import isfinite
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_numbers, as_points, frozen, row_text
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.geometry.immutable import Immutable
from impinge.geometry.packing import count_features

HEIGHTS = 1 << 22
"""Products of points and directions that are held at a time: 32 MB."""


class Shape(Immutable, ABC):
    """Anything that can be asked about: data only, in a frame of its own. Immutable.

    Two shapes are equal only if they are the same object. What queries derive from one, its tree
    above all, is kept with it; pickles carry trees of meshes. A copy is the shape itself.
    """

    __slots__ = ()

    _packed: Any = None
    """The row that kernels see of a convex shape or half space (``kernels/convex_row``)."""
    _row_address: int | None = None
    """Where that row is in memory: what single queries hand over, an array being five times as dear
    to Python. The row stays there as long as the shape; pickles have their own."""

    def __repr__(self) -> str:
        shown = (f"{name}={numbers_text(getattr(self, name))}" for name in self._made_from)
        return f"{type(self).__name__}({', '.join(shown)})"

    def _set(self, **values: Any) -> None:
        packed = values.get("_packed")
        if packed is not None:
            values["_row_address"] = packed.ctypes.data
        super()._set(**values)

    @property
    def bounds(self) -> Array:
        """(2, 3) float64: lowest and highest coordinates [m]. Read-only."""
        return derived(self, "bounds", lambda: frozen(self._find_bounds()))

    @property
    @abstractmethod
    def volume(self) -> float:
        """Volume [m^3]."""

    @property
    @abstractmethod
    def centroid(self) -> Array:
        """(3,) float64: centroid [m]. Read-only."""

    @property
    @abstractmethod
    def inertia(self) -> Array:
        """(3, 3) float64: inertia [m^5], density 1, about the centroid. Read-only.

        Multiply by the density for kg m^2.
        """

    @property
    @abstractmethod
    def feature_count(self) -> int:
        """How many features it has, numbered from 0 on: what results mean by ``feature``."""

    def support(self, directions: ArrayLike) -> Array:
        """The furthest points in some directions, in the frame of the shape.

        Parameters
        ----------
        directions : (3,) or (n, 3) array_like
            Of any length but zero.

        Returns
        -------
        (3,) or (n, 3) float64
            One point a direction [m]; of several that are equally far, one.

        Raises
        ------
        ImpingeError
            If a direction is not finite or has no length, or the shape does not end.
        """
        single = len(shape_of(directions, "directions")) == 1
        given = as_numbers(directions, "directions")[None] if single else directions
        rows = as_points(given, "directions")
        largest = np.abs(rows).max(axis=1, initial=0.0)
        if not largest.all():
            row = int(np.argmin(largest))
            raise ImpingeError(f"directions: row {row} has no length {row_text(rows[row])}")
        units = unit_rows(rows)
        points = self._support(units)
        return points[0] if single else points

    @abstractmethod
    def _find_bounds(self) -> Array:
        """(2, 3) float64: lowest and highest coordinates."""

    @abstractmethod
    def _support(self, units: Array) -> Array:
        """The furthest points (n, 3) along unit vectors."""


class Convex(Shape):
    """A convex solid. Its surface is part of it.

    All of them look alike to kernels: one row of numbers (``kernels/convex_row``).
    """

    __slots__ = ("_packed", "_row_address")

    @property
    def feature_count(self) -> int:
        """How many features it has, numbered from 0 on: vertices, then edges, then faces."""
        return count_features(self._packed)

    @property
    def volume(self) -> float:
        """Volume [m^3].

        Raises
        ------
        ImpingeError
            If it is too large for a float64.
        """
        return finite(self._find_volume(), "volume")

    @property
    def centroid(self) -> Array:
        """(3,) float64: centroid [m]. Read-only."""
        return frozen(self._find_centroid())

    @property
    def inertia(self) -> Array:
        """(3, 3) float64: inertia [m^5], density 1, about the centroid. Read-only.

        Multiply by the density for kg m^2.

        Raises
        ------
        ImpingeError
            If it is too large for a float64.
        """
        return finite_inertia(self._find_inertia())

    @abstractmethod
    def _find_volume(self) -> float:
        """Volume, as the formula gives it."""

    def _find_centroid(self) -> Array:
        return np.zeros(3)

    @abstractmethod
    def _find_inertia(self) -> Array:
        """(3, 3) float64: inertia, as the formula gives it."""


def finite(value: float, what: str) -> float:
    """The value; an error where it left the range of a float64."""
    if not isfinite(value):
        raise ImpingeError(f"{what}: too large for a float64; use a larger unit of length")
    return value


def finite_inertia(inertia: Array) -> Array:
    """The matrix, read-only; an error where it left the range of a float64."""
    finite(float(np.abs(inertia).max()), "inertia")
    return frozen(inertia)


def inertia_along_axes(share: float, sizes: Array) -> Array:
    """Inertia of a box or an ellipsoid: a share of its mass times the sums of squared sizes."""
    a, b, c = sizes.tolist()
    return np.diag([share * (b * b + c * c), share * (c * c + a * a), share * (a * a + b * b)])


def missing(what: str, reason: str) -> Any:
    """A measure that a kind of shape does not have: reading it says why."""

    def refuse(_: Shape) -> NoReturn:
        raise ImpingeError(f"{what}: {reason}")

    return property(refuse, doc=f"None: {reason}.")


def unit_rows(rows: NDArray[Any]) -> NDArray[Any]:
    """Vectors at length one; those of no length stay as they are. Nothing overflows on the way."""
    # By columns: NumPy is five times slower along an axis of three.
    x, y, z = np.abs(rows).T
    largest = np.maximum(np.maximum(x, y), z)[:, None]
    # Twice: the reciprocal of a subnormal number would overflow.
    scaled = rows / np.where(largest > 0.0, largest, 1.0)
    x, y, z = (scaled * scaled).T
    lengths = np.sqrt(x + y + z)[:, None]
    return scaled / np.where(lengths > 0.0, lengths, 1.0)


def furthest(points: Array, units: Array) -> Array:
    """(n, 3) float64: of some points the furthest along each of n vectors, the first of equals."""
    # From their middle, lest an offset eat the digits that tell them apart.
    local = points - 0.5 * (points.min(axis=0) + points.max(axis=0))
    step = max(1, HEIGHTS // len(points))
    found = [np.argmax(units[i : i + step] @ local.T, axis=1) for i in range(0, len(units), step)]
    return points[np.concatenate([np.zeros(0, np.int64), *found])]


def numbers_text(values: ArrayLike) -> str:
    """A number, or some in a row, as they would be written: ``0.5`` or ``(1, 0.5, 2)``."""
    if np.ndim(values) == 0:
        return f"{float(values):.6g}"  # type: ignore[arg-type]
    return "(" + ", ".join(f"{float(value):.6g}" for value in np.ravel(values)) + ")"
