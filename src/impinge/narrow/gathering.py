"""Rows of unknown number: of each row of a batch, gathered from all threads, and as a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from impinge.core.ids import Ids
from impinge.core.threads import run_rows

ROOM = 1 << 12
"""Rows there is room for at first, if that is more than a row of the batch needs."""


class FoundRows:
    """A result in several arrays of as many rows: a dataclass whose first field is one of them."""

    def __len__(self) -> int:
        return len(getattr(self, fields(cast("Any", self))[0].name))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} rows)"


def gather_rows(
    kernel: Callable[..., int], args: tuple[Any, ...], n: int, most: int, like: NDArray[Any]
) -> tuple[NDArray[Any], Ids]:
    """All rows in the order of the batch, and how many each of n has; ``like`` has no row.

    ``kernel(*args, out, counts, start, stop)`` fills ``out`` and ``counts`` and returns the row of
    the batch at which there was no more room; its count may say how much it needs. Threads fill
    parts of their own. Each row is expected to need at most ``most``.
    """
    counts, parts = np.zeros(n, np.int64), {}

    def fill(start: int, stop: int) -> None:
        least = most
        while start < stop:
            room = max(least, min(ROOM, most * (stop - start)))
            out = np.empty((room, *like.shape[1:]), like.dtype)
            row = kernel(*args, out, counts, start, stop)
            used = int(np.maximum(counts[start:row], 0).sum())
            if used:
                parts[start] = out[:used].copy()
            least = most if row > start else 4 * room
            if row < stop:
                least = max(least, int(counts[row]))
            start = row

    run_rows(fill, n, grain=1)
    return np.concatenate([like, *(parts[row] for row in sorted(parts))]), counts


def offsets_of(counts: NDArray[Any]) -> Ids:
    """Where the rows of each row of a batch begin, and the last ones end."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets
