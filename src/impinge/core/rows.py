"""Results of many queries in one packed array, shown as named, read-only parts of it.

A single query costs its kernel, one small array and one object: what is shown is cut out of the
array when it is asked for.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray


class Rows:
    """Answers in one packed array, a row each, or one row for a single query. Immutable."""

    __slots__ = ("_rows",)

    _rows: NDArray[np.float64]
    _names: tuple[str, ...] = ()
    _words: ClassVar[dict[str, type[IntEnum]]] = {}
    """Parts that are codes, and what they mean: text has the words."""

    def __init__(self, rows: NDArray[np.float64]) -> None:
        SET_ROWS(self, rows)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed ({name})")

    def _scalar(self, column: int) -> Any:
        if self._rows.ndim == 1:
            return float(self._rows[column])
        return _shown(self._rows[:, column])

    def _id(self, column: int) -> Any:
        if self._rows.ndim == 1:
            return int(self._rows[column])
        return _shown(self._rows[:, column].astype(np.int64))

    def _vector(self, column: int) -> NDArray[np.float64]:
        return _shown(self._rows[..., column : column + 3])  # type: ignore[no-any-return]

    def _shown_names(self) -> tuple[str, ...]:
        """The parts that are listed in full."""
        return self._names

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        values = {name: np.asarray(getattr(self, name)) for name in self._shown_names()}
        return {name: _plain(value, self._words.get(name)) for name, value in values.items()}

    def __len__(self) -> int:
        if self._rows.ndim == 1:
            name = type(self).__name__
            raise TypeError(f"a single {name} has no length; ask with a batch for rows")
        return len(self._rows)

    def __getitem__(self, rows: Any) -> Self:
        """The answer of one row of a batch, or a batch of some of its rows."""
        if self._rows.ndim == 1:
            raise TypeError(f"a single {type(self).__name__} has no rows")
        return type(self)(self._rows[rows])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._rows,)

    def __repr__(self) -> str:
        if self._rows.ndim > 1:
            return f"{type(self).__name__}({len(self._rows)} rows)"
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown_names())
        return f"{type(self).__name__}({values})"


SET_ROWS = Rows.__dict__["_rows"].__set__
"""Fills the slot past ``__setattr__``, at half the price of asking ``object`` to: every query ends
with this."""
NEW = object.__new__
"""``found = NEW(kind); SET_ROWS(found, rows)`` is ``kind(rows)`` without a call of ``__init__``."""


def _shown(view: NDArray[Any]) -> NDArray[Any]:
    view.flags.writeable = False
    return view


def _plain(values: NDArray[Any], words: type[IntEnum] | None = None) -> Any:
    if words is not None:
        said = np.array([words(code).name for code in values.ravel().tolist()], object)
        return said.reshape(values.shape).tolist()
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return values.tolist()
    plain = values.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()
