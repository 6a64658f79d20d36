"""What answers about two shapes have in common: ends, features, and the parts these belong to."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.rows import Rows
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.pair_row import PART_A, PART_B, WITH_PARTS

Vectors = NDArray[np.float64]

SWAPPED = np.arange(WITH_PARTS)
"""Where each column of (A, B) is found in (B, A)."""
SWAPPED[pair_row.POINT_A : pair_row.NORMAL] = np.roll(
    SWAPPED[pair_row.POINT_A : pair_row.NORMAL], 3
)
SWAPPED[[pair_row.FEATURE_A, pair_row.FEATURE_B]] = pair_row.FEATURE_B, pair_row.FEATURE_A
SWAPPED[[PART_A, PART_B]] = PART_B, PART_A


class PairRows(Rows):
    """Answers about two shapes; rows are wider where one of them is a compound.

    Attributes
    ----------
    part_a, part_b : int, or (n,) int64
        The parts that ``feature_a`` and ``feature_b`` are of, -1 for shapes that have none. Parts
        of compounds within compounds are numbered as they come, one list without levels
        (:func:`parts_of`).
    """

    __slots__ = ()

    @property
    def point_a(self) -> Vectors:
        return self._vector(pair_row.POINT_A)

    @property
    def point_b(self) -> Vectors:
        return self._vector(pair_row.POINT_B)

    @property
    def feature_a(self) -> int | NDArray[np.int64]:
        return self._id(pair_row.FEATURE_A)  # type: ignore[no-any-return]

    @property
    def feature_b(self) -> int | NDArray[np.int64]:
        return self._id(pair_row.FEATURE_B)  # type: ignore[no-any-return]

    @property
    def part_a(self) -> int | NDArray[np.int64]:
        return self._number(PART_A)  # type: ignore[no-any-return]

    @property
    def part_b(self) -> int | NDArray[np.int64]:
        return self._number(PART_B)  # type: ignore[no-any-return]

    def _number(self, column: int) -> Any:
        if self._rows.shape[-1] > column:
            return self._id(column)
        return -1 if self._rows.ndim == 1 else frozen(np.full(len(self._rows), -1))

    def _shown_names(self) -> tuple[str, ...]:
        parts = ("part_a", "part_b") if self._rows.shape[-1] >= WITH_PARTS else ()
        return (*self._names, *parts)

    def swapped(self) -> Self:
        """The same answer, asked as (B, A)."""
        rows = self._rows[..., SWAPPED[: self._rows.shape[-1]]]
        rows[..., pair_row.NORMAL : pair_row.NORMAL + 3] *= -1.0
        return type(self)(rows)


def widened(rows: Vectors) -> Vectors:
    """The same rows with columns for parts: -1, none, where there were no such columns."""
    if rows.shape[-1] >= WITH_PARTS:
        return rows
    wide = np.full((*rows.shape[:-1], WITH_PARTS), -1.0)
    wide[..., : rows.shape[-1]] = rows
    return wide
