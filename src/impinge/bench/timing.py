"""Contenders timed side by side: in one process, in turns, equally often."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]
Ask = Callable[[int], Any]


class Contender(NamedTuple):
    """A contender: called with the number of each of its rows; a row is one or more queries."""

    ask: Ask
    rows: int = 1
    per_row: int = 1


Contenders = Mapping[str, "Contender | tuple[Ask, int] | Ask"]
"""By name; a function alone has one row, which is one query."""


def as_contender(given: Contender | tuple[Ask, int] | Ask) -> Contender:
    return Contender(*given) if isinstance(given, tuple) else Contender(given)


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
        return 1e-6 * float(self.best_us().mean())

    def best_us(self) -> Array:
        """(rows,): microseconds a query, the best repetition of each row."""
        found: Array = 1e6 * self.seconds.min(axis=0) / self.per_row
        return found

    def rows(self, chosen: Sequence[int] | NDArray[np.int64]) -> Times:
        return Times(self.seconds[:, chosen], self.per_row)

    def to_dict(self) -> dict[str, float]:
        return {"median_us": 1e6 * self.median(), "minimum_us": 1e6 * self.minimum()}


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect new garbage, then disable the collector: a full collection could take a second."""
    was_on = gc.isenabled()
    gc.collect(0)
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def in_turns(
    contenders: Contenders, repetitions: int, clock: Callable[[], float] = perf_counter
) -> dict[str, Times]:
    """Time each contender on all rows, one after the other, again and again.

    Who begins changes from one repetition to the next, so that nobody always meets the others'
    cold caches. One pass that is not timed comes first. The garbage collector rests. Seconds are
    those of the ``clock``; on a busy machine ``process_time`` leaves out the time of others.

    Examples
    --------
    >>> found = in_turns({"a": (lambda i: i, 3), "b": lambda i: -i}, repetitions=2)
    >>> found["a"].seconds.shape, found["b"].seconds.shape
    ((2, 3), (2, 1))
    """
    known = {name: as_contender(given) for name, given in contenders.items()}
    names = list(known)
    seconds = {name: np.empty((repetitions, one.rows)) for name, one in known.items()}
    for one in known.values():
        for row in range(one.rows):
            one.ask(row)
    with no_collection():
        for repetition in range(repetitions):
            turn = repetition % max(1, len(names))
            for name in names[turn:] + names[:turn]:
                (ask, rows, _), kept = known[name], seconds[name][repetition]
                for row in range(rows):
                    start = clock()
                    ask(row)
                    kept[row] = clock() - start
            gc.collect(0)
    return {name: Times(seconds[name], one.per_row) for name, one in known.items()}


def medians_us(contenders: Contenders, repetitions: int) -> dict[str, float]:
    """Microseconds a query of each, on the threads of the study."""
    times = in_turns(contenders, repetitions)
    return {name: 1e6 * found.median() for name, found in times.items()}


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
