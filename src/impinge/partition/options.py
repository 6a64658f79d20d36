"""Numbers that callers choose, checked."""

from __future__ import annotations

from operator import index
from typing import Any

from impinge.core.errors import ImpingeError


def as_whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``.

    Examples
    --------
    >>> as_whole(True, "depth", 1, 21)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: depth: expected a whole number from 1 to 21, got True
    """
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise ImpingeError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
    return number
