"""Arrays from anything array-like, checked once, where they enter.

Kernels are compiled for one layout: float64 or int64, C-contiguous, aligned, writable. An array
that already has it is passed on as it is, unless a copy is asked for; everything else is converted.
"""

from __future__ import annotations

from hashlib import blake2b
from math import inf, isfinite
from operator import index
from sys import maxsize
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.core.options import shown

Array = NDArray[np.float64]
"""What coordinates, poses and measures are kept in."""
Flags = NDArray[np.bool_]

DIGEST = 16
"""Bytes of a digest: two different arrays have the same one by chance once in 10^38."""
FLOAT64 = np.dtype(np.float64)
INT64 = np.dtype(np.int64)

NO_NUMBERS = (
    bool,
    np.bool_,
    str,
    bytes,
    complex,
    np.complexfloating,
    np.datetime64,
    np.timedelta64,
)
"""What Python or NumPy would turn into a float, and is none."""

KIND_NAMES = {
    "b": "booleans",
    "c": "complex numbers",
    "S": "bytes",
    "U": "text",
    "O": "Python objects",
    "M": "dates",
    "m": "time spans",
    "V": "records",
}


def as_points(
    values: ArrayLike, name: str, tail: tuple[int, ...] = (3,), *, copy: bool = False
) -> NDArray[np.float64]:
    """Finite coordinates of any dtype, order and stride as C-contiguous float64 ``(n, *tail)``.

    Writable; it may be ``values`` itself unless ``copy``. Errors begin with ``name``, as of all
    checks here: another shape, or a value that is no finite real number.

    Examples
    --------
    >>> as_points([[0, 0, 1]], "points")
    array([[0., 0., 1.]])
    """
    numbers = as_numbers(values, name, ("n", *tail))
    with np.errstate(over="ignore", invalid="ignore"):
        points = canonical(numbers, FLOAT64, copy=copy)
    finite = np.isfinite(points)
    if not finite.all():
        row = int(np.argmin(finite.reshape(len(points), -1).all(axis=1)))
        # A value may also have been finite before, and too large for a float64.
        raise ImpingeError(f"{name}: row {row} is not finite {row_text(numbers[row])}")
    return points


def as_faces(
    values: ArrayLike, name: str, vertex_count: int, *, corners: int = 3, copy: bool = False
) -> NDArray[np.int64]:
    """Rows of ``corners`` vertex numbers below ``vertex_count``, C-contiguous int64, writable.

    Floats are accepted where they are whole. It may be ``values`` itself unless ``copy``.

    Examples
    --------
    >>> as_faces([[0, 1, 2]], "faces", 3)
    array([[0, 1, 2]])
    """
    numbers = as_numbers(values, name, ("n", corners))
    if numbers.dtype.kind == "f":
        # False for NaN, which is no number at all; infinity is caught as out of range below.
        whole = numbers == np.trunc(numbers)
        _refuse_first(whole, numbers, name, "holds {}, expected whole numbers")
    # Compared before the conversion, which would wrap large unsigned numbers around.
    _refuse_first(numbers >= 0, numbers, name, "refers to vertex {}, but numbers begin at 0")
    known = f"refers to vertex {{}}, but there are {vertex_count} vertices"
    _refuse_first(numbers < vertex_count, numbers, name, known)
    return canonical(numbers, INT64, copy=copy)


def as_boxes(
    lower: ArrayLike, upper: ArrayLike, names: tuple[str, str] = ("lower", "upper")
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lowest and highest corners of boxes, each C-contiguous float64 ``(n, 3)``, writable.

    Infinite ones are allowed: a half space is a box. They may be the arrays given. NaN, other
    shapes and lower corners above the upper ones are errors that begin with ``names``.

    Examples
    --------
    >>> lower, upper = as_boxes([[0, 0, 0]], [[1, 1, float("inf")]])
    >>> upper
    array([[ 1.,  1., inf]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        low = canonical(as_numbers(lower, names[0], ("n", 3)), FLOAT64)
        high = canonical(as_numbers(upper, names[1], ("n", 3)), FLOAT64)
    if len(low) != len(high):
        raise ImpingeError(
            f"{names[0]} and {names[1]}: {len(low)} and {len(high)} rows, expected equal"
        )
    # False where either is NaN.
    good = low <= high
    if not good.all():
        row = int(np.argmin(good.all(axis=1)))
        for name, corners in zip(names, (low, high), strict=True):
            if np.isnan(corners[row]).any():
                raise ImpingeError(f"{name}: row {row} is not a number {row_text(corners[row])}")
        raise ImpingeError(
            f"{names[0]}: row {row} {row_text(low[row])} lies above {names[1]} "
            f"{row_text(high[row])}"
        )
    return low, high


def as_scalar(value: Any, name: str, *, least: float = 0.0) -> float:
    """A finite number that is not less than ``least``, as a Python float.

    Examples
    --------
    >>> as_scalar(2, "margin")
    2.0
    """
    if type(value) is float and least <= value and -inf < value < inf:
        return value
    if isinstance(value, np.ndarray):
        # One number in an array is one; several, a masked one, or a complex one is none.
        value = as_numbers(value, name).item() if value.ndim == 0 else None
    if isinstance(value, NO_NUMBERS):
        raise ImpingeError(f"{name}: expected a number, got {shown(value)}")
    try:
        number = float(value)
    except Exception as error:  # code of the caller
        raise ImpingeError(f"{name}: expected a number, got {shown(value)}") from error
    if not isfinite(number):
        raise ImpingeError(f"{name}: {number:g} is not finite")
    if number < least:
        raise ImpingeError(f"{name}: {number:g} is less than {least:g}")
    return number


def as_whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``.

    Examples
    --------
    >>> as_whole(True, "depth", 1, 21)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: depth: expected a whole number from 1 to 21, got True
    """
    number = _whole(value)
    if number is None or not least <= number <= most:
        end = "on" if most == maxsize else f"to {most}"
        found = shown(value)
        raise ImpingeError(f"{name}: expected a whole number from {least} {end}, got {found}")
    return number


def as_whole_of(value: Any, name: str, choices: tuple[int, ...]) -> int:
    """One of some whole numbers.

    Examples
    --------
    >>> as_whole_of(3, "arity", (2, 4, 8))
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: arity: 3, expected one of 2, 4, 8
    """
    number = _whole(value)
    if number is None or number not in choices:
        known = ", ".join(map(str, choices))
        raise ImpingeError(f"{name}: {shown(value)}, expected one of {known}")
    return number


def _whole(value: Any) -> int | None:
    try:
        return None if isinstance(value, (bool, np.ndarray)) else index(value)
    except TypeError:
        return None


def as_numbers(values: Any, name: str, expected: str | tuple[int | str, ...] = "") -> NDArray[Any]:
    """An array of real numbers, in whatever dtype they came; maybe ``values`` itself.

    Text, complex numbers, booleans, objects and masked values are refused, and so are other shapes
    than ``expected``. A first length given as text matches any; an empty list is accepted then.
    Where ``expected`` is text, a shape or other words, it is for errors only.

    Examples
    --------
    >>> as_numbers([1, 2j], "t")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: t: expected real numbers, got complex numbers
    """
    if isinstance(values, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(values))
        if len(masked):
            where = f"row {masked[0][0]} " if masked.shape[1] else ""
            raise ImpingeError(f"{name}: {where}is masked, expected plain numbers")
        values = values.data
    elif isinstance(values, (list, tuple)):
        for row in values:
            if isinstance(row, np.ma.MaskedArray):
                as_numbers(row, name)
    try:
        array = np.asarray(values)
    except Exception as error:  # code of the caller
        reason = "rows differ in length"
        if "inhomogeneous" not in str(error):
            reason = f"not convertible to an array ({error})"
        raise ImpingeError(f"{name}: {reason}, expected {_wanted(expected)}") from error
    if array.dtype.kind not in "iuf":
        found = KIND_NAMES.get(array.dtype.kind, str(array.dtype))
        wanted = _wanted(expected).replace("shape", "real numbers of shape", 1)
        raise ImpingeError(f"{name}: expected {wanted}, got {found}")
    if isinstance(expected, tuple) and array.shape != expected:
        first, tail = expected[0], expected[1:]
        if isinstance(first, str) and array.shape == (0,):
            return array.reshape(0, *tail)
        if isinstance(first, int) or array.ndim != len(expected) or array.shape[1:] != tail:
            raise ImpingeError(f"{name}: expected {_wanted(expected)}, got {array.shape}")
    return array


def _wanted(expected: str | tuple[int | str, ...]) -> str:
    """What is expected, in words: ``shape (n, 3)``, other text as it is, or numbers."""
    text = str(expected or "real numbers").replace("'", "")
    return f"shape {text}" if text.startswith("(") else text


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view, for showing a private array to others.

    Examples
    --------
    >>> frozen(np.zeros(3)).flags.writeable
    False
    """
    view = array.view()
    view.flags.writeable = False
    return view


def canonical(array: NDArray[Any], dtype: np.dtype[Any], *, copy: bool = False) -> NDArray[Any]:
    """The array in the one layout that kernels are compiled for; itself if it has it already."""
    # ``carray`` says C-contiguous, aligned and writable at once; ``==`` of dtypes, native order.
    if not copy and type(array) is np.ndarray and array.dtype == dtype and array.flags.carray:
        return array
    return np.array(array, dtype=dtype, order="C", copy=True, subok=False)


def row_text(row: NDArray[Any]) -> str:
    """The values of one row as text, as ``(nan, 0, 0)``; a long row is cut short."""
    values = np.asarray(row).ravel()
    shown = ", ".join(f"{value:g}" for value in values[:6])
    return f"({shown}, ...)" if len(values) > 6 else f"({shown})"


def _refuse_first(good: NDArray[np.bool_], numbers: NDArray[Any], name: str, text: str) -> None:
    """Raise for the first row with a value that is not good."""
    if not good.all():
        row, column = (int(i) for i in np.argwhere(~good)[0])
        value = numbers[row, column]
        shown = f"{value:g}" if numbers.dtype.kind == "f" else str(value)
        raise ImpingeError(f"{name}: row {row} {text.format(shown)}")


def digest(rows: NDArray[Any]) -> bytes:
    """A short key of an array's numbers: equal bits, and nothing else, have the same.

    Examples
    --------
    >>> digest(np.zeros(3)) == digest(np.zeros(3)), digest(np.zeros(3)) == digest(np.ones(3))
    (True, False)
    """
    return blake2b(np.ascontiguousarray(rows).data, digest_size=DIGEST).digest()
