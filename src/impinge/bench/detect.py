"""``impinge bench detect``: how many contacts does sampling miss, and how late are the others?

Fast, thin bodies whose times of contact are known from formulas (:mod:`impinge.scenes.fast`) are
moved through a step and tested at its samples only.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.machine import report_head
from impinge.scene import detect
from impinge.scenes.fast import FastPairs, balls_through_walls, balls_under_blades

Report = dict[str, Any]

FAMILIES: dict[str, Callable[[int, float, int], FastPairs]] = {
    "walls": balls_through_walls,
    "blades": balls_under_blades,
}
SPEEDS = (10.0, 30.0, 100.0, 300.0)
"""Ways in a step, in units of the way on which things touch."""
SUBSTEPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
CURVE = np.unique(np.geomspace(1, SUBSTEPS[-1], 80).round().astype(np.int64))
"""Where the chance of a miss is computed."""
FULL, QUICK = 400, 20
"""Pairs of each family and speed."""
LATE = 1e-9
"""By more than this, a contact is found too early, or later than at the next sample: the rounding
of poses is far below."""


def bench_detect(
    *, quick: bool = False, say: Callable[[str], None] = lambda _: None, seed: int = 17
) -> Report:
    """Missed and late contacts by family, speed and substeps, as one dictionary ready for JSON.

    Parameters
    ----------
    quick : bool, optional
        Few pairs and substeps: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    seed : int, optional
        Of the bodies.
    """
    pairs, substeps = (QUICK, SUBSTEPS[:5]) if quick else (FULL, SUBSTEPS)
    report: Report = {
        **report_head("detect", quick=quick),
        "pairs": pairs,
        "families": {},
        "foretold": {"substeps": CURVE.tolist(), "curves": {}},
    }
    for name, make in FAMILIES.items():
        rows = []
        for speed in SPEEDS:
            say(f"{name}: {pairs} pairs at speed {speed:g}")
            fast = make(pairs, speed, seed)
            rows += [{"speed": speed, **measured(fast, count)} for count in substeps]
            curve = [float(foretold(fast.first, fast.last, int(s)).mean()) for s in CURVE]
            report["foretold"]["curves"].setdefault(name, {})[f"{speed:g}"] = curve
        report["families"][name] = rows
    return report


def measured(fast: FastPairs, substeps: int) -> Report:
    """One row: shares of missed contacts, found and foretold, lateness, and time."""
    begin = perf_counter()
    found = detect(fast.scene, fast.start, fast.end, substeps)
    seconds = perf_counter() - begin
    times = np.array([found.of(*pair) for pair in fast.pairs])
    seen = np.isfinite(times)
    late = (times[seen] - fast.first[seen]) * substeps
    wrong = (late < -LATE * substeps) | (late > 1.0 + LATE * substeps)
    others = len(found) - int(seen.sum())
    return {
        "substeps": substeps,
        "missed": float(1.0 - seen.mean()),
        "foretold": float(foretold(fast.first, fast.last, substeps).mean()),
        "late": float(late.mean()) if len(late) else None,
        "wrong": int(wrong.sum()) + others,
        "milliseconds": 1e3 * seconds,
    }


def foretold(
    first: NDArray[np.float64], last: NDArray[np.float64], substeps: int
) -> NDArray[np.float64]:
    """(n,) float64: the chance of a miss if contacts lay anywhere within the step.

    Of a contact that lasts for a time d, the part 1 - d of the step is where it can begin, and
    1 - s d of that lets it fall between two of s samples.

    Examples
    --------
    >>> foretold(np.array([0.2, 0.2]), np.array([0.4, 0.9]), 4)
    array([0.25, 0.  ])
    """
    length = last - first
    return np.maximum(0.0, 1.0 - length * substeps) / (1.0 - length)
