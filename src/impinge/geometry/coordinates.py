"""Coordinates and sizes that every measure can square and multiply."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.tolerance import COORDINATE_LIMIT

SIZE_LIMIT = 1.0 / COORDINATE_LIMIT
"""Sizes [m] are not below this: their squares would leave the range of a float64. No length that is
meant is anywhere near. Smaller would let a shape lose its extent in the first product."""


def as_coordinates(
    values: ArrayLike, name: str, tail: tuple[int, ...] = (3,), *, copy: bool = False
) -> Array:
    """Like :func:`~impinge.core.arrays.as_points`, and below ``COORDINATE_LIMIT`` in magnitude."""
    points = as_points(values, name, tail, copy=copy)
    if points.size and max(points.max(), -points.min()) >= COORDINATE_LIMIT:
        row = int(np.argmax((np.abs(points) >= COORDINATE_LIMIT).reshape(len(points), -1).any(1)))
        value = points[row].flat[int(np.argmax(np.abs(points[row])))]
        raise ImpingeError(
            f"{name}: row {row} holds {value:g}, coordinates end at {COORDINATE_LIMIT:g}"
        )
    return points


def as_moved(vertices: ArrayLike, count: int, name: str = "vertices") -> Array:
    """The vertices of a mesh elsewhere: as many rows as before, as an array of its own."""
    points = as_coordinates(vertices, name, copy=True)
    if len(points) != count:
        raise ImpingeError(f"{name}: {len(points)} rows, expected {count}")
    return points


def bounds_of(points: Array) -> Array:
    """(2, 3) float64: lowest and highest coordinates, read-only."""
    return frozen(np.stack([points.min(axis=0), points.max(axis=0)]))


def as_size(value: Any, name: str) -> float:
    """A length above zero, from ``SIZE_LIMIT`` to ``COORDINATE_LIMIT``, as a Python float."""
    number = as_scalar(value, name, least=-np.inf)
    if number <= 0.0:
        raise ImpingeError(f"{name}: {number:g} is not above zero, expected a length")
    if number < SIZE_LIMIT:
        raise ImpingeError(f"{name}: {number:g} is too small, sizes begin at {SIZE_LIMIT:g}")
    if number >= COORDINATE_LIMIT:
        raise ImpingeError(f"{name}: {number:g} is too large, sizes end at {COORDINATE_LIMIT:g}")
    return number


def as_sizes(values: Any, name: str, count: int = 3) -> Array:
    """So many lengths above zero, as an array of its own."""
    return np.array([as_size(x, f"{name}[{i}]") for i, x in enumerate(as_row(values, name, count))])


def as_row(values: Any, name: str, count: int = 3) -> list[Any]:
    """So many numbers of any kind, not looked at yet."""
    shape = shape_of(values, name, f"{count} numbers")
    if shape != (count,):
        raise ImpingeError(f"{name}: expected {count} numbers, got shape {shape}")
    if isinstance(values, np.ndarray):
        return list(as_numbers(values, name))
    return list(values)
