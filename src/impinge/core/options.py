"""Options that are no arrays: flags and choices, checked where they enter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

import numpy as np

from impinge.core.errors import ImpingeError

Kind = TypeVar("Kind")
LONGEST = 60
"""Characters of a value that an error shows."""


def as_flag(value: Any, name: str) -> bool:
    """True or False, of Python or NumPy; texts and numbers are refused.

    Examples
    --------
    >>> as_flag("no", "solid")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: solid: expected True or False, got 'no'
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ImpingeError(f"{name}: expected True or False, got {shown(value)}")


def as_choice(value: Any, name: str, choices: Iterable[str]) -> str:
    """One of some words.

    Examples
    --------
    >>> as_choice("banana", "method", ("advance", "intervals"))
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: method: 'banana', expected one of advance, intervals
    """
    known = tuple(choices)
    if isinstance(value, str) and value in known:
        return value
    near = get_close_matches(value[:LONGEST], known, 1) if isinstance(value, str) else []
    meant = f"; did you mean {near[0]!r}?" if near else ""
    raise ImpingeError(f"{name}: {shown(value)}, expected one of {', '.join(known)}{meant}")


def as_kind(value: Any, name: str, kind: type[Kind]) -> Kind:
    """A value of a class.

    Examples
    --------
    >>> as_kind(1, "scene", dict)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: scene: expected a dict, got an int
    """
    if isinstance(value, kind):
        return value
    raise ImpingeError(f"{name}: expected {_with_article(kind)}, got {_with_article(type(value))}")


def as_several(values: Any, name: str, what: str = "several") -> tuple[Any, ...]:
    """What can be gone through, not looked at yet; a text is one value.

    Examples
    --------
    >>> as_several("arm", "ignore"), as_several(range(2), "rows")
    (('arm',), (0, 1))
    """
    if isinstance(values, str):
        return (values,)
    try:
        return tuple(values)
    except Exception as error:  # code of the caller
        raise ImpingeError(f"{name}: expected {what}, got {shown(values)}") from error


def as_mapping(values: Any, name: str, what: str = "a dictionary") -> Mapping[Any, Any]:
    """Values by name."""
    if not isinstance(values, Mapping):
        raise ImpingeError(f"{name}: expected {what}, got {shown(values)}")
    return values


def shown(value: Any) -> str:
    """A value as errors show it: cut short, and whatever it is.

    Examples
    --------
    >>> shown("x" * 1000)[-5:], shown(10**5000)
    ('xx...', 'an int')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - code of the caller; whole numbers of thousands of digits
        return _with_article(type(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _with_article(kind: type) -> str:
    name = kind.__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
