"""Pairs that threads have found in any order, in the one order of all results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.pairs.kernels.grouping import begin_runs, count_firsts, finish_runs, place_seconds

Found = tuple[NDArray[np.int32], int]
"""An array of pairs, and how many of its first rows count."""


def gathered(kernel: Callable[..., Found], rows: int, *args: Any) -> list[Found]:
    """What a kernel returns for ranges of rows, on several threads, in any order.

    Each range has an array of its own, which grows as pairs are found: nothing is counted first.
    """
    found: list[Found] = []

    def search(start: int, stop: int) -> None:
        found.append(kernel(*args, start, stop))

    run_rows(search, rows)
    return found


def sorted_pairs(found: list[Found], firsts: int, seconds: int) -> Ids:
    """The pairs, each found once, as (m, 2) int64, sorted; empties the list to free its memory.

    Numbers of a pair are below ``firsts`` and ``seconds``.
    """
    ends = np.zeros(firsts, np.int64)
    for pairs, count in found:
        count_firsts(pairs, count, ends)
    total = begin_runs(ends)
    placed = np.empty(total, np.int32)
    while found:
        place_seconds(*found.pop(), ends, placed)
    result = np.empty((total, 2), np.int64)
    run_rows(finish_runs, firsts, ends, placed, seconds, result)
    return result
