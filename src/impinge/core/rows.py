"""Results of many queries in one packed array, shown as named, read-only parts of it.

A single query costs its kernel, one small array and one object: a field is cut out of the array
when it is read. A result class has a layout (:mod:`impinge.core.row_layout`) and lists its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from math import isfinite
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.row_layout import Layout

Value_co = TypeVar("Value_co", covariant=True)
Word = TypeVar("Word", bound=IntEnum)


class Status(IntEnum):
    """How something ended: printed by its name, though it is a number."""

    __str__ = Enum.__str__


class Rows:
    """Results in one packed array, a row each, or one row for a single query. Immutable.

    Subclasses name their fields, in the order in which they are listed, and what stands beside the
    rows in ``__slots__``::

        class Hit(Rows):
            __slots__ = ("name",)
            _layout = Layout(time=1, point=3)
            time, point = scalar(), vector()

    ``Hit(rows, "wall")`` has the ``name``, and so have its copies and its ``to_dict``.
    """

    __slots__ = ("_rows",)

    _rows: Array
    _layout: ClassVar[Layout]
    _names: tuple[str, ...] = ()
    _words: ClassVar[dict[str, type[IntEnum]]] = {}
    """Fields that are codes, and what they mean: text has the words."""
    _beside: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._beside = tuple(slot for slot in cls.__slots__ if not slot.startswith("_"))
        fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        if "_names" not in vars(cls):
            cls._names = (*cls._names, *fields)
        words = {name: field.words for name, field in fields.items() if field.words is not None}
        cls._words = {**cls._words, **words}

    def __init__(self, rows: Array, *beside: Any) -> None:
        SET_ROWS(self, rows)
        for slot, value in zip(self._beside, beside, strict=True):
            object.__setattr__(self, slot, value)

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

    def _vector(self, column: int, count: int = 3) -> Array:
        return _shown(self._rows[..., column : column + count])  # type: ignore[no-any-return]

    def _shown_names(self) -> tuple[str, ...]:
        """The parts that are listed in full."""
        return self._names

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        values = {name: np.asarray(getattr(self, name)) for name in self._shown_names()}
        return {
            **plain_values(self, *self._beside),
            **{name: _plain(value, self._words.get(name)) for name, value in values.items()},
        }

    def __len__(self) -> int:
        if self._rows.ndim == 1:
            name = type(self).__name__
            raise TypeError(f"a single {name} has no length; ask with a batch for rows")
        return len(self._rows)

    def __getitem__(self, rows: Any) -> Self:
        """The answer of one row of a batch, or a batch of some of its rows, each with its names."""
        if self._rows.ndim == 1:
            raise TypeError(f"a single {type(self).__name__} has no rows")
        beside = (_picked(getattr(self, slot), rows) for slot in self._beside)
        return type(self)(self._rows[rows], *beside)

    def __iter__(self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._rows, *(getattr(self, slot) for slot in self._beside))

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


class Field(Generic[Value_co]):
    """A field of a result: that of its own name in the layout, unless another is given."""

    def __init__(
        self,
        read: Callable[[Any, int], Value_co],
        name: str | None = None,
        words: type[IntEnum] | None = None,
    ) -> None:
        self._read, self._name, self.words = read, name, words

    def __set_name__(self, owner: type[Rows], name: str) -> None:
        (self.column,) = owner._layout.columns(self._name or name)

    def __get__(self, found: Any, owner: Any = None) -> Value_co:
        return self if found is None else self._read(found, self.column)  # type: ignore[return-value]


def scalar(name: str | None = None) -> Field[float | Array]:
    """A number."""
    return Field(Rows._scalar, name)


def numbers(name: str | None = None) -> Field[Array]:
    """A number in each of several rows."""
    return Field(Rows._scalar, name)


def integers(name: str | None = None) -> Field[Ids]:
    """A whole number in each of several rows."""
    return Field(Rows._id, name)


def integer(name: str | None = None) -> Field[int | Ids]:
    """A whole number."""
    return Field(Rows._id, name)


def flag(name: str | None = None) -> Field[Any]:
    """Yes or no: a bool, or (n,) bool."""

    def read(found: Rows, column: int) -> Any:
        held = found._rows[..., column] > 0.0
        return bool(held) if held.ndim == 0 else _shown(held)

    return Field(read, name)


def vector(name: str | None = None, count: int = 3) -> Field[Array]:
    """Three numbers, or so many."""
    return Field(lambda found, column: found._vector(column, count), name)


def code(words: type[Word]) -> Field[Word | Ids]:
    """A whole number that stands for a word, a negative one for None; batches have the numbers."""

    def read(found: Rows, column: int) -> Any:
        number = found._id(column)
        return number if found._rows.ndim > 1 else words(number) if number >= 0 else None

    return Field(read, words=words)


class SidedRows(Rows):
    """Rows about A and B, with ``names`` or ``pairs`` beside them in this order."""

    __slots__ = ()

    _sides: ClassVar[dict[str, str]] = {}
    """What stands beside rows for A and for B, each by the other."""

    def swapped(self) -> Self:
        """The same answer, asked as (B, A): names beside it are exchanged, too."""
        beside = {slot: getattr(self, self._sides.get(slot, slot)) for slot in self._beside}
        for slot in {"names", "pairs"} & beside.keys():
            beside[slot] = _exchanged(beside[slot])
        return type(self)(self._layout.swapped(self._rows), *beside.values())


class GroupedRows(Rows):
    """Rows, any number for each element of a batch.

    The length of a batch is its number of rows; ``found[i]`` is the result of row i, as of a single
    query, and ``found[some]`` a batch of some rows. A single result has the length of its arrays,
    and ``found[k]`` is that part of it alone.

    Attributes
    ----------
    offsets : (n + 1,) int64, or None for a single query
        Row i of the batch has rows ``offsets[i]`` to ``offsets[i + 1]``.
    """

    __slots__ = ("offsets",)

    offsets: Ids | None

    def __init__(self, rows: Array, offsets: Ids | None) -> None:
        SET_ROWS(self, rows)
        object.__setattr__(self, "offsets", None if offsets is None else _shown(offsets))

    def of_row(self, i: int) -> Self:
        """Those of row ``i`` of a batch, as those of a single query."""
        if self.offsets is None:
            name = type(self).__name__
            raise TypeError(f"these {name} are those of a single query; they have no rows")
        row = range(len(self.offsets) - 1)[i]
        return type(self)(self._rows[self.offsets[row] : self.offsets[row + 1]], None)

    def counts(self) -> Ids:
        """(n,) int64: how many each row of the batch has; a single query is one row."""
        return np.array([len(self)]) if self.offsets is None else np.diff(self.offsets)

    def rows(self) -> Ids:
        """(m,) int64: the row of the batch that each is of; 0 for a single query."""
        counts = self.counts()
        return np.repeat(np.arange(len(counts)), counts)

    def __len__(self) -> int:
        return len(self._rows) if self.offsets is None else len(self.offsets) - 1

    def __getitem__(self, rows: Any) -> Self:
        if self.offsets is None:
            return type(self)(np.atleast_2d(self._rows[rows]), None)
        chosen = np.arange(len(self))[rows]
        if chosen.ndim == 0:
            return GroupedRows.of_row(self, int(chosen))
        taken, offsets = grouped(self.offsets, chosen)
        return type(self)(self._rows[taken], offsets)

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        offsets = None if self.offsets is None else self.offsets.tolist()
        return {**super().to_dict(), "offsets": offsets}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._rows, self.offsets)


def grouped(offsets: Ids, rows: Ids) -> tuple[Ids, Ids]:
    """Which parts some rows of a batch have, in order, and the offsets of these rows.

    Examples
    --------
    >>> grouped(np.array([0, 2, 2, 5]), np.array([2, 0]))
    (array([2, 3, 4, 0, 1]), array([0, 3, 5]))
    """
    counts = np.diff(offsets)[rows]
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    return np.arange(ends[-1]) + np.repeat(offsets[rows] - ends[:-1], counts), ends


def _picked(values: Any, rows: Any) -> Any:
    """What stands beside some rows of a batch; a tuple has the value of one row, or of some."""
    if not isinstance(values, tuple):
        return values if values is None else values[rows]
    chosen = np.arange(len(values))[rows]
    return values[chosen] if chosen.ndim == 0 else tuple(values[i] for i in chosen.tolist())


def _shown(view: NDArray[Any]) -> NDArray[Any]:
    view.flags.writeable = False
    return view


def _exchanged(names: Any) -> Any:
    """Two names, or each of some pairs, the other way round; None stays."""
    if names and not isinstance(names[0], str):
        return tuple((b, a) for a, b in names)
    return names and names[::-1]


def plain_values(found: Any, *names: str) -> dict[str, Any]:
    """Some attributes of a result, JSON-ready: None stands for infinity.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_values(Fraction(1, 2), "numerator", "denominator")
    {'numerator': 1, 'denominator': 2}
    """
    return {name: _plain_value(getattr(found, name)) for name in names}


def _plain_value(value: Any) -> Any:
    """Arrays, lists and tuples as lists, words by their names, and None for infinity."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, (np.ndarray, np.generic)):
        return _plain(np.asarray(value))
    if isinstance(value, IntEnum):
        return value.name
    if hasattr(value, "_asdict"):
        return plain_values(value, *value._fields)
    if isinstance(value, (list, tuple)):
        return [_plain_value(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain_value(part) for name, part in value.items()}
    return None if isinstance(value, float) and not isfinite(value) else value


def _plain(values: NDArray[Any], words: type[IntEnum] | None = None) -> Any:
    if words is not None:
        codes = values.ravel().tolist()
        said = [None if code is None or code < 0 else words(code).name for code in codes]
        return np.array(said, object).reshape(values.shape).tolist()
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return values.tolist()
    plain = values.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()
