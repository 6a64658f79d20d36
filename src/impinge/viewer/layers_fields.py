"""Results as they were written, field by field: tables of any dictionary, and its points."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import Kind, column

Columns = dict[str, list[Any]]

POINTS = ("point", "point_a", "point_b")
"""Fields that are points of the world."""
LENGTHS = (*POINTS, "distance", "separation", "gap", "depth", "margin", "box_gap")
"""Fields in metres."""
MOST_LETTERS = 200
"""Of a value that is neither a number nor a vector."""


class FieldsItem(Item):
    """Tables of named values: a batch has one row per entry, an inner dictionary its own table.

    They are those of a result's ``to_dict``: numbers, text, flags, None, and lists of them.
    """

    found: dict[str, Any]

    def extent(self) -> Array:
        found = [points for _, columns in self._tables() for points in _points(columns).values()]
        return np.concatenate([np.zeros((0, 3)), *found])

    def put(self, page: PageParts) -> None:
        for title, columns in self._tables():
            kinds = {name: _kind(values) for name, values in columns.items()}
            texts = [
                list(map(_text, values)) if kinds[name] == "text" else values
                for name, values in columns.items()
            ]
            heads = [
                column(name, name.replace("_", " "), kind, "m" if name in LENGTHS else None)
                for name, kind in kinds.items()
            ]
            about = "The values of the result, as they were written."
            key = page.table("fields", title, heads, zip(*texts, strict=True), about=about)
            for name, points in _points(columns).items():
                rows = np.arange(len(points))
                page.add_points(f"{title}: {name}", "contact", points, 8.0, table=key, rows=rows)
        page.say(self._headline())

    def _headline(self) -> str:
        if isinstance(self.found.get("text"), str):
            return str(self.found["text"])
        said = [f"{k.replace('_', ' ')} {_word(v)}" for k, v in self.found.items() if _word(v)]
        counts = [f"{len(next(iter(columns.values()))):,} rows" for _, columns in self._tables()]
        return f"{self.name}: {', '.join(said[:3] or counts[:1])}"

    def _tables(self) -> Iterator[tuple[str, Columns]]:
        return _tables_of(self.name, self.found)


def _tables_of(title: str, fields: dict[str, Any]) -> Iterator[tuple[str, Columns]]:
    """Titles and columns of tables."""
    batch = [v for v in fields.values() if isinstance(v, list) and _has_rows(v)]
    listed = {k: v for k, v in fields.items() if batch and _has_length(v, len(batch[0]))}
    alone = {
        k: [v] for k, v in fields.items() if k not in listed and not isinstance(v, dict | None)
    }
    if listed:
        yield title, listed
    if alone:
        yield f"{title}: all rows" if listed else title, alone
    for name, inner in fields.items():
        if isinstance(inner, dict):
            yield from _tables_of(f"{title}: {name.replace('_', ' ')}", inner)


def _has_length(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count


def _has_rows(value: list[Any]) -> bool:
    """Whether a list has one entry per row; a list of numbers may be a vector."""
    return not value or isinstance(value[0], (list, str, bool))


def _is_vector(value: Any) -> bool:
    return _has_length(value, 3) and all(type(x) in (int, float) for x in value)


def _points(columns: Columns) -> dict[str, Array]:
    """(n, 3) points by field, of fields that have one in each row."""
    return {
        name: np.array(columns[name], np.float64)
        for name in POINTS
        if columns.get(name) and all(map(_is_vector, columns[name]))
    }


def _kind(values: list[Any]) -> Kind:
    known = [value for value in values if value is not None]
    types = {type(value) for value in known}
    if types == {bool}:
        return "flag"
    if types and types <= {int, float}:
        return "integer" if types == {int} else "number"
    return "vector" if known and all(map(_is_vector, known)) else "text"


def _word(value: Any) -> str:
    """A single value; empty for others."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:.6g}" if isinstance(value, float) else f"{value:,}"
    return value if isinstance(value, str) else ""


def _text(value: Any) -> str | None:
    """What is no number or vector."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return " and ".join(value)
    text = json.dumps(value)
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 4]} ..."
