"""What stands beside a picture: sentences with lengths, in any unit, and tables of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, Literal, NamedTuple

import numpy as np

from impinge.io.load_mesh import METRES


class Lengths(NamedTuple):
    """Lengths [m] with what stands between them: ``(0.1, 0.2)`` and ``" to "``."""

    values: tuple[float, ...]
    between: str = ""

    def text(self, unit: str) -> str:
        """In a unit, with four digits.

        Examples
        --------
        >>> Lengths((0.01, 0.02), " to ").text("mm")
        '10 to 20 mm'
        """
        metres = METRES[unit]
        return f"{self.between.join(f'{value / metres:.4g}' for value in self.values)} {unit}"


Words = Sequence[str | Lengths]


def length(value: float) -> Lengths:
    """One length [m]."""
    return Lengths((float(value),))


def text_of(words: Words, unit: str = "m") -> str:
    """As text, lengths in a unit.

    Examples
    --------
    >>> text_of(["a and b: ", length(0.25), " apart"], "mm")
    'a and b: 250 mm apart'
    """
    return "".join(word if isinstance(word, str) else word.text(unit) for word in words)


def plain_words(words: Words) -> list[Any]:
    """JSON-ready: texts, and lengths as objects; what is not finite has no unit to choose."""
    return [
        {"lengths": list(word.values), "between": word.between}
        if isinstance(word, Lengths) and all(map(isfinite, word.values))
        else text_of([word])
        for word in words
    ]


Kind = Literal["text", "name", "number", "integer", "vector", "flag"]
Column = dict[str, Any]
Table = dict[str, Any]

MOST_ROWS = 50_000
"""Rows of a table, of all its frames together: some five megabytes of a page."""


def column(
    key: str,
    label: str,
    kind: Kind = "number",
    unit: str | None = None,
    digits: int | None = None,
    zero: float = 0.0,
) -> Column:
    """A column of a table: its key, its head, what is in it.

    Values with the unit ``"m"`` are shown in the unit of the page. Numbers of at most ``zero`` are
    shown as 0; the row that is chosen has all their digits.
    """
    return {"key": key, "label": label, "kind": kind, "unit": unit, "digits": digits, "zero": zero}


KNOWN = {
    one["key"]: one
    for one in (
        column("row", "row", "integer"), column("a", "A", "name"), column("b", "B", "name"),
        column("distance", "distance", unit="m"), column("point_a", "point on A", "vector", "m"),
        column("point_b", "point on B", "vector", "m"), column("place", "where", "vector", "m"),
        column("normal", "normal", "vector"), column("nature", "nature", "text"),
        column("feature", "feature", "integer"), column("feature_a", "feature of A", "integer"),
        column("feature_b", "feature of B", "integer"), column("level", "level", "integer"),
        column("regions", "regions", "integer"), column("time", "time"),
        column("position", "position", "vector", "m"),
    )
}  # fmt: skip
"""Columns of several tables."""


def columns_of(*keys: str) -> list[Column]:
    """Some of the ``KNOWN`` columns."""
    return [KNOWN[key] for key in keys]


def table(
    key: str,
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Any]],
    *,
    about: str | None = None,
    frames: Sequence[int] | None = None,
    sort: tuple[str, bool] | None = None,
    moments: Sequence[float | None] | None = None,
) -> Table:
    """A table, JSON-ready, with a ``key`` for the page and a ``name`` for people.

    Rows have values by column: text, numbers, vectors, flags, None. Those of frame f are
    ``frames[f]`` to ``frames[f + 1]``. ``sort`` is the column it is sorted by at first, and whether
    the largest comes first; ``moments`` are the times of a step that rows are about.

    Examples
    --------
    >>> table("t", "T", [column("x", "x")], [[float("inf")], [np.float64(2)]])["rows"]
    [[None], [2.0]]
    """
    names = [c["key"] for c in columns if c["kind"] == "name"]
    return {
        "id": key,
        "name": name,
        "about": about,
        "columns": list(columns),
        "rows": [[_plain(value) for value in row] for row in rows],
        "frames": None if frames is None else [int(k) for k in frames],
        "things": {"columns": names} if names else None,
        "sort": None if sort is None else {"key": sort[0], "descending": sort[1]},
        "select": None,
        "moments": moments,
    }


def _plain(value: Any) -> Any:
    """As JSON has it; what is not finite is left empty, since JSON has no such number."""
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, (list, tuple)):
        found = [_plain(v) for v in value]
        return None if None in found else found
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
