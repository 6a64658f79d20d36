"""What users give for shapes of arrays and poses, with errors that say what is expected instead."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_numbers, as_points
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.core.tolerance import COORDINATE_LIMIT

MATRIX = (
    "a pose is a 4x4 matrix, with the rotation in its upper left 3x3 block and the position in "
    "its last column; im.pose(translation, quaternion=...) makes one"
)


def shape_of(values: Any, name: str, expected: str = "an array of numbers") -> tuple[int, ...]:
    """The shape of what is array-like, before it is known to hold numbers.

    Refused, with a message that begins with ``name``, if it has none, as rows of different lengths.

    Examples
    --------
    >>> shape_of([[1, 2], [3]], "direction")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: direction: rows differ in length, expected an array of numbers
    """
    try:
        return np.shape(values)
    except Exception as error:  # code of the caller
        raise ImpingeError(f"{name}: rows differ in length, expected {expected}") from error


def given_poses(
    pose: ArrayLike | None, name: str, *, single: bool = False
) -> NDArray[np.float64] | None:
    """As :func:`~impinge.core.poses.as_poses`; a position or a quaternion gets a hint.

    With ``single``, a batch is refused.

    Examples
    --------
    >>> given_poses((0, 0, 1), "pose_t0", single=True)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: pose_t0: expected shape (4, 4), got (3,); a pose is a 4x4 \
matrix, with the rotation in its upper left 3x3 block and the position in its last column; \
im.pose(translation, quaternion=...) makes one
    """
    expected = "(4, 4)" if single else "(4, 4) or (n, 4, 4)"
    try:
        checked = as_poses(pose, name)
    except ImpingeError as error:
        try:
            shape: tuple[int, ...] | None = np.shape(pose)  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001 - code of the caller
            shape = None
        if shape is None or (shape and shape[-2:] != (4, 4)):
            found = "rows of different lengths" if shape is None else str(shape)
            reason = f"{name}: expected shape {expected}, got {found}; {MATRIX}"
            raise ImpingeError(reason) from error
        raise
    if single and checked is not None and checked.ndim != 2:
        raise ImpingeError(f"{name}: expected one pose, {expected}, got {checked.shape}")
    return checked


def given_ways(direction: ArrayLike, name: str) -> tuple[NDArray[np.float64], bool]:
    """Vectors as long as the ways that they stand for, (n, 3), and whether there was one alone.

    Refused, with a message that begins with ``name``, if they are no vectors of numbers, zero or
    too long.

    Examples
    --------
    >>> given_ways((0, 0, 2), "direction")
    (array([[0., 0., 2.]]), True)
    """
    single = len(shape_of(direction, name)) == 1
    ways = as_points(as_numbers(direction, name)[None] if single else direction, name)
    largest = np.abs(ways).max(axis=1, initial=0.0)
    for bad, reason in (
        (largest == 0.0, "has no length: it leads nowhere"),
        (largest >= COORDINATE_LIMIT, f"is too long, coordinates end at {COORDINATE_LIMIT:g}"),
    ):
        if bad.any():
            row = "" if single else f"row {int(np.argmax(bad))} "
            raise ImpingeError(f"{name}: {row}{reason}")
    return ways, single
