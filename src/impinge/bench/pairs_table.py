"""Methods by distributions by numbers of boxes: time, growth, memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.memory import in_child, tell
from impinge.bench.timing import exponent, in_turns
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import METHODS
from impinge.scenes import box_set
from impinge.scenes.boxes import Boxes

Report = dict[str, Any]

PATIENCE = 5.0
"""Seconds that one answer may take: a method that would need longer is left out at that size."""
SLOW = 1.0
"""Answers that take more seconds are timed once, while they are compared: they vary little."""
MOST_IN_A_ROW = 50
GROWS_FROM = 1_000
"""With fewer boxes, what every question costs hides how time grows."""
STEEPEST = 2.0
"""The power with which a method is expected to grow from the only size it was measured at."""
CHILD_SECONDS = 300


def measured(
    name: str,
    sizes: tuple[int, ...],
    repetitions: int,
    say: Callable[[str], None],
    *,
    in_all: int = 0,
) -> Report:
    """Every method on one distribution, from few boxes to many, on one thread.

    Few boxes are asked about several times in a row, until it was about ``in_all`` of them.

    A method that would take too long at a size says so instead of an answer. All others must agree
    on the pairs.
    """
    cells: dict[str, list[Report]] = {method: [] for method in METHODS}
    counts = []
    for n in sizes:
        say(f"{name}: {n:,} boxes")
        boxes = box_set(name, n)
        chosen: dict[str, Any] = {}
        for method, row in cells.items():
            seconds = expected(row, n)
            # The first is the default, and never left out: the others are compared with it.
            if chosen and seconds > PATIENCE:
                row.append({"boxes": n, "reason": f"about {_duration(seconds)} expected"})
            else:
                chosen[method] = METHODS[method]
        with use_threads(1):
            count, once = agreed(chosen, boxes, f"{name}, {n} boxes")
            counts.append(count)
            contenders: dict[str, Any] = {
                method: (partial(_ask, ask, boxes), often(n, in_all))
                for method, ask in chosen.items()
                if once[method] <= SLOW
            }
            times = in_turns(contenders, repetitions) if contenders else {}
        for method in chosen:
            seen = times.get(method)
            median, minimum = (seen.median(), seen.minimum()) if seen else (once[method],) * 2
            cells[method].append({"boxes": n, "ms": 1e3 * median, "minimum_ms": 1e3 * minimum})
    return {
        "boxes": list(sizes),
        "pairs": counts,
        "methods": {
            method: {"cells": row, "exponent": growth(row)} for method, row in cells.items()
        },
    }


def often(n: int, in_all: int) -> int:
    """How often ``n`` boxes are asked about in a row: a microsecond needs company to be measured.

    Examples
    --------
    >>> often(100, 20_000), often(1_000, 20_000), often(1_000_000, 20_000)
    (50, 20, 1)
    """
    return max(1, min(in_all // n, MOST_IN_A_ROW))


def agreed(methods: dict[str, Any], boxes: Boxes, where: str) -> tuple[int, dict[str, float]]:
    """The number of pairs that all methods find, and seconds; raises if one finds others."""
    first: Any = None
    seconds = {}
    for method, ask in methods.items():
        start = perf_counter()
        found = ask(*boxes)
        seconds[method] = perf_counter() - start
        first = found if first is None else first
        if not np.array_equal(found, first):
            raise ImpingeError(f"{method}: {where}: another answer than the rest")
    return len(first), seconds


def _ask(method: Any, boxes: Boxes, _row: int) -> None:
    method(*boxes)


def expected(row: list[Report], n: int) -> float:
    """Seconds that a method will take for ``n`` boxes, from those it took for fewer."""
    seen = [cell for cell in row if "ms" in cell]
    return _grown(seen, n) if seen else 0.0


def _grown(seen: list[Report], n: int) -> float:
    last = seen[-1]
    power = STEEPEST
    if len(seen) > 1:
        power = exponent([c["boxes"] for c in seen[-2:]], [c["ms"] for c in seen[-2:]])
    return 1e-3 * last["ms"] * (n / last["boxes"]) ** power


def growth(row: list[Report]) -> float | None:
    """The power with which time grows with the number of boxes; None of fewer than two sizes."""
    seen = [cell for cell in row if "ms" in cell]
    many = [cell for cell in seen if cell["boxes"] >= GROWS_FROM]
    seen = many if len(many) > 1 else seen
    if len(seen) < 2:
        return None
    return exponent([cell["boxes"] for cell in seen], [cell["ms"] for cell in seen])


def _duration(seconds: float) -> str:
    for unit, length in (("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2.0 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


def memory(method: str, name: str, n: int, threads: int) -> Report:
    """What one question costs in a process of its own: most memory at a time, and seconds.

    ``added_mb`` is what came on top of the process that had the boxes and had answered a small
    question; ``process_mb`` is all.
    """
    return in_child(__name__, method, name, n, threads=threads, patience=CHILD_SECONDS)


def child(method: str, name: str, n: int) -> None:
    """Answer one large question and print what it took."""
    ask, boxes = METHODS[method], box_set(name, n)
    ask(*box_set(name, min(n, 3_000)))
    tell(lambda: {"boxes": n, "pairs": len(ask(*boxes))})
