"""What is derived from an object, made at most once and kept with it.

A tree belongs to its mesh, but a mesh must not know about trees: rooms above store what they
derive in an opaque memo on the object. The memo is not part of the object's value, so a pickled
or deep-copied object starts with an empty one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Protocol, TypeVar

Value = TypeVar("Value")


class Memo:
    """An object's derived values. Deep copies and pickles of it are empty."""

    __slots__ = ("_lock", "_process", "values")

    def __init__(self) -> None:
        self.values: dict[Hashable, Any] = {}
        self._renew()

    def _renew(self) -> None:
        # Re-entrant: making one value may ask for another of the same object.
        self._lock = RLock()
        self._process = os.getpid()

    @property
    def lock(self) -> RLock:
        """Held while a value is made."""
        if self._process != os.getpid():
            # A forked child: whoever held the lock was a thread of the parent.
            self._renew()
        return self._lock

    def __reduce__(self) -> tuple[type[Memo], tuple[()]]:
        return Memo, ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Memo:
        return Memo()


class Owner(Protocol):
    """Anything with a slot ``_derived`` that holds a :class:`Memo`."""

    _derived: Memo


def derived(owner: Owner, key: Hashable, make: Callable[[], Value]) -> Value:
    """The value kept under ``key``; made by ``make()`` when it is first asked for.

    Threads that ask at the same time get the same object, and ``make`` runs once. If it raises,
    nothing is kept. It may ask for other values of the same owner, or of parts of it.

    Examples
    --------
    >>> class Thing:
    ...     def __init__(self):
    ...         self._derived = Memo()
    >>> thing = Thing()
    >>> derived(thing, "answer", lambda: 42), derived(thing, "answer", lambda: 43)
    (42, 42)
    """
    memo = owner._derived
    try:
        return memo.values[key]  # type: ignore[no-any-return]
    except KeyError:
        pass
    with memo.lock:
        if key not in memo.values:
            memo.values[key] = make()
        return memo.values[key]  # type: ignore[no-any-return]
