"""Coordinates that every measure can square and multiply."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_points
from impinge.core.errors import ImpingeError
from impinge.core.tolerance import COORDINATE_LIMIT


def as_coordinates(
    values: ArrayLike, name: str, tail: tuple[int, ...] = (3,), *, copy: bool = False
) -> NDArray[np.float64]:
    """Like :func:`~impinge.core.arrays.as_points`, and below ``COORDINATE_LIMIT`` in magnitude.

    Examples
    --------
    >>> as_coordinates([[0, 0, 1e200]], "points")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: points: row 0 holds 1e+200, coordinates end at 1e+150
    """
    points = as_points(values, name, tail, copy=copy)
    if points.size and max(points.max(), -points.min()) >= COORDINATE_LIMIT:
        row = int(np.argmax((np.abs(points) >= COORDINATE_LIMIT).reshape(len(points), -1).any(1)))
        value = points[row].flat[int(np.argmax(np.abs(points[row])))]
        raise ImpingeError(
            f"{name}: row {row} holds {value:g}, coordinates end at {COORDINATE_LIMIT:g}"
        )
    return points
