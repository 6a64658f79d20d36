"""Contenders timed side by side: in one process, in turns, equally often."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ask = Callable[[int], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Times:
    """Seconds of one contender, ``(repetitions, rows)``; a row stands for ``per_row`` queries."""

    seconds: Array
    per_row: int = 1

    def median(self) -> float:
        """Seconds a query: the mean over rows, and the median of repetitions."""
        return float(np.median(self.seconds.mean(axis=1))) / self.per_row

    def minimum(self) -> float:
        """Seconds a query: the mean over rows, and the best repetition."""
        return float(self.seconds.mean(axis=1).min()) / self.per_row

    def undisturbed(self) -> float:
        """Seconds a query: the best repetition of each row, and the mean of those.

        Others on the machine only add time, and seldom to the same row again.
        """
        return float(self.seconds.min(axis=0).mean()) / self.per_row

    def rows(self, chosen: Sequence[int] | NDArray[np.int64]) -> Times:
        """The same for some of the rows."""
        return Times(self.seconds[:, chosen], self.per_row)

    def to_dict(self) -> dict[str, float]:
        return {"median_us": 1e6 * self.median(), "minimum_us": 1e6 * self.minimum()}


def in_turns(contenders: Mapping[str, tuple[Ask, int]], repetitions: int) -> dict[str, Times]:
    """Time each contender on all rows, one after the other, again and again.

    Who begins changes from one repetition to the next, so that nobody always meets the others'
    cold caches. One pass that is not timed comes first. The garbage collector rests.

    Parameters
    ----------
    contenders : mapping of name to (callable, int)
        Each is called with the numbers of its rows.
    repetitions : int

    Examples
    --------
    >>> found = in_turns({"a": (lambda i: i, 3), "b": (lambda i: -i, 3)}, repetitions=2)
    >>> found["a"].seconds.shape
    (2, 3)
    """
    names = list(contenders)
    seconds = {name: np.empty((repetitions, rows)) for name, (_, rows) in contenders.items()}
    for ask, rows in contenders.values():
        for row in range(rows):
            ask(row)
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for repetition in range(repetitions):
            turn = repetition % len(names)
            for name in names[turn:] + names[:turn]:
                (ask, rows), kept = contenders[name], seconds[name][repetition]
                for row in range(rows):
                    start = perf_counter()
                    ask(row)
                    kept[row] = perf_counter() - start
            gc.collect()
    finally:
        if was_on:
            gc.enable()
    return {name: Times(seconds[name]) for name in names}


def ratio(peer: Times, ours: Times) -> dict[str, float]:
    """How many times longer the peer takes, by medians and by minima."""
    return {
        "median": peer.median() / ours.median(),
        "minimum": peer.minimum() / ours.minimum(),
    }


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The power of the size with which time grows: a line fitted through the logarithms.

    Examples
    --------
    >>> round(exponent([1, 10, 100], [2, 200, 20000]), 6)
    2.0
    """
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
