"""``impinge bench ccd --part fast``: thin, fast and narrow, ten thousand times; nothing is missed.

Blades, bullets and screws (:mod:`impinge.scenes`) whose contacts are known by how they were made.
Where a time is not, as of a screw of the wrong pitch, none may overlap at a time before the one
that is returned, and the gap then is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous import ImpactStatus, time_of_impact
from impinge.core.progress import progress
from impinge.narrow import distance, overlap
from impinge.scenes import (
    MovingPairs,
    bullets_through_paper,
    linking_rings,
    screws_in_nuts,
    spinning_blades,
)
from impinge.scenes.screws import KINDS

Report = dict[str, Any]
Array = NDArray[np.float64]

TOLERANCE = 1e-6
ROUNDING = 1e-12
"""A known time is that of a formula: a share of the step that rounding may take."""
FAMILIES: dict[str, tuple[Callable[[int, int], MovingPairs], int]] = {
    "blades, boxes": (lambda n, seed: spinning_blades(n, seed=seed), 4600),
    "blades, meshes": (lambda n, seed: spinning_blades(n, seed=seed, meshes=True), 1000),
    "bullets, boxes": (lambda n, seed: bullets_through_paper(n, seed=seed), 3000),
    "bullets, meshes": (lambda n, seed: bullets_through_paper(n, seed=seed, meshes=True), 1000),
    "screws that fit": (lambda n, seed: screws_in_nuts(n, seed=seed, kinds=KINDS[:1]), 100),
    "screws that jam": (lambda n, seed: screws_in_nuts(n, seed=seed, kinds=KINDS[1:]), 1900),
    "screws, fine": (lambda n, seed: screws_in_nuts(n, seed=seed, fine=4), 12),
    "rings": (lambda n, seed: linking_rings(n, seed=seed), 400),
}
"""How to make them, and how many: above ten thousand in all. A screw that fits takes a second, for
up to six turns at a gap of a fiftieth of a millimetre; most are therefore of those that jam."""
SLOW = ("screws that fit", "screws, fine")
"""Seconds a case: left out where it is only asked whether all runs."""
QUICK = 4
"""Of each family."""
CHUNK = 50
"""Rows at a time, so that a bar can move."""
LOOKS = 40
"""Times before the one returned at which each is looked at."""


def bench_fast(
    *, quick: bool, say: Callable[[str], None], keep: Callable[[str, Report], None]
) -> None:
    """Each family, its figures handed to ``keep`` by name."""
    for name, (make, count) in FAMILIES.items():
        if quick and name in SLOW:
            continue
        n = QUICK if quick else count
        say(f"{name}: {n} cases")
        keep(name, fast(make(n, 23), label=name))


def fast(cases: MovingPairs, *, label: str = "cases") -> Report:
    """Times and mistakes of ours on cases with known contacts."""
    time_of_impact(cases.shape_a, cases.shape_b, cases.motion_a[:1], cases.motion_b[:1])
    rows, seconds = [], 0.0
    with progress(len(cases), label) as done:
        for start in range(0, len(cases), CHUNK):
            part = slice(start, start + CHUNK)
            moves = cases.motion_a[part], cases.motion_b[part]
            begin = perf_counter()
            found = time_of_impact(cases.shape_a, cases.shape_b, *moves, tolerance=TOLERANCE)
            seconds += perf_counter() - begin
            rows.append([np.asarray(v) for v in (found.time, found.status, found.steps)])
            done(min(start + CHUNK, len(cases)))
    time, status, steps = (np.concatenate(column) for column in zip(*rows, strict=True))
    return {
        "cases": len(cases),
        "mean_us": 1e6 * seconds / len(cases),
        "mean_steps": float(steps.mean()),
        "most_steps": int(steps.max()),
        **judged(cases, time, status),
    }


def judged(cases: MovingPairs, time: Array, status: NDArray[Any]) -> Report:
    """What of the answers is wrong. A budget that ran out is no hit, and free up to its time."""
    touches, known, ends = cases.touches, np.isfinite(cases.first), np.isfinite(time)
    out = status == ImpactStatus.OUT_OF_BUDGET
    hit = ends & ~out
    late = known & ends & (time > cases.first + ROUNDING)
    late |= ends & _seen_before(cases, np.where(ends, time, 1.0))
    gaps = _gaps(cases, np.where(hit, time, 0.0))
    early = cases.first[known & hit] - time[known & hit]
    return {
        "contacts": int(touches.sum()),
        "missed": int((touches & ~ends).sum()),
        "false": int((~touches & hit).sum()),
        "late": int(late.sum()),
        "wide": int((hit & (gaps > TOLERANCE * (1.0 + ROUNDING))).sum()),
        "out_of_budget": int(out.sum()),
        "median_early": float(np.median(early)) if len(early) else 0.0,
        "most_early": float(early.max()) if len(early) else 0.0,
        "kinds": {
            kind: int(sum(k == kind for k in cases.kinds)) for kind in dict.fromkeys(cases.kinds)
        },
    }


def _seen_before(cases: MovingPairs, time: Array) -> NDArray[np.bool_]:
    """Which overlap at one of some times before theirs."""
    seen = np.zeros(len(cases), bool)
    shares = np.random.default_rng(5).random(LOOKS)
    for share in (*shares, 1.0 - 1e-6, 1.0 - 1e-9):
        poses = cases.motion_a.pose(share * time), cases.motion_b.pose(share * time)
        seen |= overlap(cases.shape_a, cases.shape_b, *poses)
    return seen


def _gaps(cases: MovingPairs, time: Array) -> Array:
    poses = cases.motion_a.pose(time), cases.motion_b.pose(time)
    return np.asarray(distance(cases.shape_a, cases.shape_b, *poses).distance)
