"""Tables beside a picture: what the page reads, and people see, of numbers, names and vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import compress
from math import isfinite
from typing import Any, Literal

import numpy as np

Kind = Literal["text", "name", "number", "integer", "vector", "flag"]
Column = dict[str, Any]
Table = dict[str, Any]

MOST_ROWS = 50_000
"""Rows of a table, of all its frames together: some five megabytes of a page."""


def column(
    key: str,
    label: str = "",
    kind: Kind = "number",
    unit: str | None = None,
    digits: int | None = None,
    zero: float = 0.0,
    *,
    shown: bool = True,
) -> Column:
    """A column of a table: its key, its head (the key if not given), what is in it.

    Values with the unit ``"m"`` are shown in the unit of the page. Numbers of at most ``zero`` are
    shown as 0; the row that is chosen has all their digits. A column that is not ``shown`` is
    empty: tables leave it out, with its values.
    """
    head = label or key
    if not shown:
        return {}
    return {"key": key, "label": head, "kind": kind, "unit": unit, "digits": digits, "zero": zero}


integers = partial(column, kind="integer")
texts = partial(column, kind="text")
flags = partial(column, kind="flag")
named = partial(column, kind="name")
"""Names of things: choosing one chooses the thing."""
metres = partial(column, unit="m")
vectors = partial(column, kind="vector")
places = partial(column, kind="vector", unit="m")

KNOWN = {
    one["key"]: one
    for one in (
        integers("row"), named("a", "A"), named("b", "B"), metres("distance"),
        places("point_a", "point on A"), places("point_b", "point on B"), places("place", "where"),
        vectors("normal"), texts("nature"), integers("feature"),
        integers("feature_a", "feature of A"), integers("feature_b", "feature of B"),
        integers("level"), integers("regions"), column("time"), places("position"),
    )
}  # fmt: skip
"""Columns of several tables."""


def columns_of(*keys: str, shown: bool = True) -> list[Column]:
    """Some of the ``KNOWN`` columns, or as many that are not shown."""
    return [KNOWN[key] if shown else {} for key in keys]


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
    shown = [c for c in columns if c]
    names = [c["key"] for c in shown if c["kind"] == "name"]
    return {
        "id": key,
        "name": name,
        "about": about,
        "columns": shown,
        "rows": [[_plain(value) for value in compress(row, columns)] for row in rows],
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
