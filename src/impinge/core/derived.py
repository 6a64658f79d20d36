"""What is derived from an object, made at most once and kept with it.

A tree belongs to its mesh, but a mesh must not know about trees: rooms above store what they
derive in an opaque memo on the object. The memo is not part of the object's value: its copies are
empty. A pickle of the owner may carry plain data of values that are costly to make again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Protocol, TypeVar

Value = TypeVar("Value")


class Memo:
    """An object's derived values. Deep copies and pickles of it are empty.

    Attributes
    ----------
    values : dict
        By key.
    carried : dict
        Plain data of values from a pickle of the owner, by key, until they are made.
    """

    __slots__ = ("_lock", "_process", "carried", "values")

    def __init__(self) -> None:
        self.values: dict[Hashable, Any] = {}
        self.carried: dict[Hashable, Any] = {}
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

    def to_carry(self, owner: Owner) -> dict[Hashable, Any]:
        """Plain data for a pickle of the owner, of values with a method ``_to_carry(owner)``."""
        found = dict(self.carried)
        # A value that is there by several keys is carried by its first.
        once = {id(value): (key, value) for key, value in reversed(self.values.copy().items())}
        for key, value in once.values():
            plain = value._to_carry(owner) if hasattr(value, "_to_carry") else None
            if plain:
                found[key] = plain
        return found

    def carry(self, plain: Any) -> None:
        """Take data from a pickle; what is none is left."""
        self.carried.update(plain if isinstance(plain, dict) else {})

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
            value = make()
            if key in memo.carried:
                # Of the values of this value; data of its own it has taken while it was made.
                plain, inner = memo.carried.pop(key), getattr(value, "_derived", None)
                if inner is not None:
                    inner.carry(plain)
            memo.values[key] = value
        return memo.values[key]  # type: ignore[no-any-return]
