"""Layouts of packed result rows: names, columns, and what swapping A and B does, declared once.

Kernels take their columns from a layout, result classes their fields (:mod:`impinge.core.rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def negated(values: Floats) -> Floats:
    """The opposite of vectors; zeros become +0.0."""
    return 0.0 - values


class Layout:
    """Named fields of a row of float64, each of a width, in the order of their columns.

    Swapping A and B exchanges fields that end in ``_a`` and ``_b``, and applies ``swap``, functions
    by field, to others.

    Examples
    --------
    >>> layout = Layout(swap={"normal": negated}, gap=1, id_a=1, id_b=1, normal=3)
    >>> layout.width, layout.columns("id_b", "normal")
    (6, (2, 3))
    >>> row = layout.row(gap=0.5, id_a=7, normal=(0, 0, 1))
    >>> row.tolist(), layout.swapped(row).tolist()
    ([0.5, 7.0, 0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 7.0, 0.0, 0.0, -1.0])
    """

    def __init__(
        self, *, swap: Mapping[str, Callable[[Floats], Floats]] | None = None, **widths: int
    ) -> None:
        ends = np.cumsum([0, *widths.values()]).tolist()
        self._swap, self._widths = dict(swap or {}), widths
        self._slices = dict(zip(widths, map(slice, ends[:-1], ends[1:]), strict=True))
        self.width: int = ends[-1]
        order = [np.arange(self.width)[self._slices[_mirror(name)]] for name in widths]
        self._order = np.concatenate(order)

    def columns(self, *names: str) -> tuple[int, ...]:
        """The first column of each field."""
        return tuple(self._slices[name].start for name in names)

    def extended(self, **widths: int) -> Layout:
        """The same fields, and more behind them."""
        return Layout(swap=self._swap, **self._widths, **widths)

    def row(self, **values: float | tuple[float, ...]) -> Floats:
        """(width,) float64: a row with these values, and zeros elsewhere."""
        return self.rows(1, **values)[0]

    def rows(self, count: int, **values: Any) -> Floats:
        """(count, width) float64: the same for rows; values are one a row, or one for all."""
        rows = np.zeros((count, self.width))
        for name, value in values.items():
            given = np.asarray(value)
            scalars = self._widths[name] == 1 and given.ndim == 1
            rows[:, self._slices[name]] = given[:, None] if scalars else given
        return rows

    def swapped(self, rows: Floats) -> Floats:
        """Rows about (B, A), of those about (A, B); rows may end before the last fields."""
        swapped = rows[..., self._order[: rows.shape[-1]]]
        for name, change in self._swap.items():
            swapped[..., self._slices[name]] = change(swapped[..., self._slices[name]])
        return swapped


def _mirror(name: str) -> str:
    """The field that a field changes places with: itself, unless it is that of A or of B."""
    other = {"_a": "_b", "_b": "_a"}.get(name[-2:])
    return name if other is None else name[:-2] + other
