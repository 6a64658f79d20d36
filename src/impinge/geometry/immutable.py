"""Things that do not change, and what is derived from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Self

from impinge.core.derived import Memo


class Immutable:
    """A thing of arrays that stays as it was made.

    Two are equal only if they are the same object. What is derived from one is kept with it
    (``core/derived.py``); pickles carry little of that. A copy is the thing itself.
    """

    __slots__ = ("__weakref__", "_derived")

    _derived: Memo
    _made_from: tuple[str, ...]
    """Arguments of its class that are attributes, too: what pickles carry."""

    def _set(self, **values: Any) -> None:
        """Fill a new thing; one that is made already stays as it is."""
        if is_made(self):
            raise AttributeError(f"a {type(self).__name__} is immutable: make another one")
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_derived", Memo())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self._made_from)

    def _reduced(self, make: Callable[..., Any], *values: Any) -> tuple[Any, ...]:
        """What a pickle is made from, with data of derived values that are costly to make again."""
        carried = self._derived.to_carry(self)
        return (make, values, carried) if carried else (make, values)

    def __setstate__(self, carried: Any) -> None:
        self._derived.carry(carried)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} is immutable: make another one to change its {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable: {name} cannot be deleted")


class DataOnly(Immutable):
    """A thing that can be loaded, measured and saved, but that no query answers for yet."""

    __slots__ = ()

    _instead = ""
    """What to ask about instead, for errors."""


def is_made(thing: Immutable) -> bool:
    """Has its constructor come to an end?"""
    return hasattr(thing, "_derived")
