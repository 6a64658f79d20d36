"""What answers about two shapes have in common: ends, features, and the parts these belong to."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.rows import SidedRows, integer, vector
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.pair_row import PART_A, PART_B, WITH_PARTS


class PairRows(SidedRows):
    """Answers about two shapes; rows are wider where one of them is a compound.

    Attributes
    ----------
    part_a, part_b : int, or (n,) int64
        The parts that ``feature_a`` and ``feature_b`` are of, -1 for shapes that have none. Parts
        of compounds within compounds are numbered as they come, one list without levels
        (:func:`parts_of`).
    """

    __slots__ = ()

    _layout = pair_row.LAYOUT

    point_a, point_b = vector(), vector()
    feature_a, feature_b = integer(), integer()

    @property
    def part_a(self) -> int | Ids:
        return self._number(PART_A)  # type: ignore[no-any-return]

    @property
    def part_b(self) -> int | Ids:
        return self._number(PART_B)  # type: ignore[no-any-return]

    def _number(self, column: int) -> Any:
        if self._rows.shape[-1] > column:
            return self._id(column)
        return -1 if self._rows.ndim == 1 else frozen(np.full(len(self._rows), -1))

    def _shown_names(self) -> tuple[str, ...]:
        parts = ("part_a", "part_b") if self._rows.shape[-1] >= WITH_PARTS else ()
        return (*self._names, *parts)


def widened(rows: Array) -> Array:
    """The same rows with columns for parts: -1, none, where there were no such columns."""
    if rows.shape[-1] >= WITH_PARTS:
        return rows
    wide = np.full((*rows.shape[:-1], WITH_PARTS), -1.0)
    wide[..., : rows.shape[-1]] = rows
    return wide
