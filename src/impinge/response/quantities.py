"""Checks of what solvers take: a number for each row, motions, matrices."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core import arrays
from impinge.core.arrays import Array, as_points, row_text
from impinge.core.errors import ImpingeError

UNIT = 1e-6
"""How far the length of a normal may be from one."""


def as_numbers(values: ArrayLike, name: str, expected: str | tuple[int | str, ...]) -> Array:
    """As of :func:`impinge.core.arrays.as_numbers`, a new float64 array without NaN."""
    given = arrays.as_numbers(values, name, expected)
    with np.errstate(over="ignore"):
        numbers = np.array(given, np.float64, order="C")
    refuse(np.isnan(numbers), numbers, name, "is not a number")
    return numbers


def as_column(
    values: ArrayLike, name: str, count: int, least: float = -inf, most: float = inf
) -> Array:
    """(count,) float64 from one number for all rows, or a number for each, within limits.

    Infinite numbers are refused unless they are a limit.

    Examples
    --------
    >>> as_column(0.5, "friction", 2, least=0.0)
    array([0.5, 0.5])
    """
    numbers = as_numbers(values, name, f"a number or shape ({count},)")
    if numbers.shape not in ((), (count,)):
        raise ImpingeError(f"{name}: expected a number or shape ({count},), got {numbers.shape}")
    refuse(np.isinf(numbers), numbers, name, "is not finite")
    refuse(numbers < least, numbers, name, f"is less than {least:g}")
    refuse(numbers > most, numbers, name, f"is more than {most:g}")
    return np.array(np.broadcast_to(numbers, (count,)))


LIGHTEST = 1e-150
"""Vertices may not have less mass [kg]: squares and quotients of masses stay finite."""


def as_vertex_masses(values: ArrayLike, name: str) -> Array:
    """(n,) float64: a mass above zero for each vertex, inf for a driven one.

    Examples
    --------
    >>> as_vertex_masses([1, np.inf], "masses")
    array([ 1., inf])
    """
    masses = as_numbers(values, name, "(n,)")
    if masses.ndim != 1:
        raise ImpingeError(f"{name}: expected shape (n,), a mass a vertex, got {masses.shape}")
    refuse(masses <= 0.0, masses, name, "is not above zero; inf is a driven vertex")
    refuse(masses < LIGHTEST, masses, name, f"is below {LIGHTEST:g}")
    return masses


def as_motion(values: ArrayLike, name: str, size: int) -> tuple[Array, tuple[int, ...]]:
    """A motion as (size,) numbers, a copy, and the shape in which it was given."""
    expected = f"shape ({size // 6}, 6)" if size % 6 == 0 else f"shape ({size},)"
    numbers = as_numbers(values, name, expected)
    wanted = [(size,)] + ([(size // 6, 6)] if size % 6 == 0 else [])
    if numbers.shape not in wanted:
        raise ImpingeError(f"{name}: expected {expected}, got {numbers.shape}")
    refuse(np.isinf(numbers), numbers, name, "is not finite")
    return numbers.ravel(), numbers.shape


def as_bounds(values: ArrayLike, m: int) -> Array:
    """(m,) float64: a bound for each row, finite or -inf."""
    bounds = as_numbers(values, "bounds", f"({m},)")
    if bounds.shape != (m,):
        raise ImpingeError(f"bounds: expected shape ({m},), one for each row, got {bounds.shape}")
    refuse(bounds == inf, bounds, "bounds", "is met by no motion")
    return bounds


def as_vectors(values: ArrayLike, name: str, m: int, *, unit: bool = False) -> Array:
    """(m, 3) float64, a copy: a finite vector for each row, of length one if asked for."""
    vectors = as_points(values, name, copy=True)
    if len(vectors) != m:
        raise ImpingeError(f"{name}: {len(vectors)} rows, expected {m}")
    if unit:
        off = np.abs(np.linalg.norm(vectors, axis=1) - 1.0) > UNIT
        refuse(off, vectors, name, "is no unit vector; divide by its length")
    return vectors


def refuse_infinite(rows: Array, message: str) -> None:
    """Raise for the first row that is not finite; the message has ``{}`` for its number."""
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        raise ImpingeError(message.format(int(np.argmin(finite))))


def refuse(bad: Any, numbers: Array, name: str, reason: str) -> None:
    """Raise for the first row with something bad."""
    if np.any(bad):
        if numbers.ndim == 0:
            raise ImpingeError(f"{name}: {float(numbers):g} {reason}")
        row = int(np.argwhere(bad)[0][0])
        raise ImpingeError(f"{name}: row {row} {row_text(numbers[row])} {reason}")
