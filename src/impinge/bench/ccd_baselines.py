"""``impinge bench ccd --part baselines``: frame by frame, what it costs and what it misses.

The methods of :mod:`impinge.continuous.baselines` and :func:`impinge.time_of_impact` on the same
motions: known ones, and seeded ones, where ours is what theirs is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous import time_of_impact
from impinge.continuous.baselines import METHODS, sampled_impact
from impinge.core.progress import progress
from impinge.geometry import Box, Shape, Sphere
from impinge.motion import Motion
from impinge.scenes import (
    MovingPairs,
    bullets_through_paper,
    linking_rings,
    mesh_pair,
    seeded_motions,
    spinning_blades,
)
from impinge.scenes.convex_pairs import round_hull
from impinge.scenes.fast import balls_through_walls

Report = dict[str, Any]
Array = NDArray[np.float64]

TOLERANCE = 1e-6
LATE = 2.0 * TOLERANCE
"""A baseline's time is late if it is behind ours by more: ours may be early by a tolerance."""
FRAMES = (1, 10, 100)
FULL, QUICK = 60, 4
"""Motions of a family."""
FACES, QUICK_FACES = 2000, 200
SPEED = 100.0
"""Of balls, in units of the way on which they touch a wall."""
OURS = "time_of_impact"


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Two shapes, and motions of both."""

    a: Shape
    b: Shape
    motion_a: Motion
    motion_b: Motion

    def __len__(self) -> int:
        return len(self.motion_a)


def families(count: int, faces: int) -> dict[str, Callable[[], Steps]]:
    """What is compared on, by name."""
    return {
        "balls through walls": lambda: _balls(count),
        "blades": lambda: _steps(spinning_blades(count, seed=31)),
        "bullets": lambda: _steps(bullets_through_paper(count, seed=31)),
        "rings": lambda: _steps(linking_rings(count, seed=31)),
        "hulls": lambda: _seeded(round_hull(32), round_hull(32, 4), count),
        "meshes": lambda: _seeded(*mesh_pair("knot-knot", faces), count),
    }


def bench_baselines(
    *, quick: bool, say: Callable[[str], None], keep: Callable[[str, Report], None]
) -> None:
    """Each family, its figures handed to ``keep`` by name."""
    made = families(QUICK if quick else FULL, QUICK_FACES if quick else FACES)
    for name, make in made.items():
        say(f"{name}: frame by frame")
        keep(name, baselines(make(), FRAMES[:2] if quick else FRAMES, label=name))


def baselines(steps: Steps, frames: tuple[int, ...], *, label: str = "frames") -> Report:
    """What each method finds with so many frames: queries, microseconds, error, misses."""
    ask: dict[str, Callable[[int], tuple[float, int]]] = {OURS: lambda i: _ours(steps, i)}
    for name in METHODS:
        for k in frames:
            ask[f"{name}, {k}"] = _frame_by_frame(steps, name, k)
    truth = np.array([ask[OURS](i)[0] for i in range(len(steps))])
    report: Report = {"motions": len(steps), "hits": int(np.isfinite(truth).sum()), "rows": []}
    with progress(len(ask), label) as done:
        for k, (name, one) in enumerate(ask.items()):
            one(0)
            begin = perf_counter()
            found = [one(i) for i in range(len(steps))]
            seconds = perf_counter() - begin
            method, _, count = name.partition(", ")
            report["rows"].append(
                {
                    "method": method,
                    "frames": int(count) if count else None,
                    "us": 1e6 * seconds / len(steps),
                    **compared(np.array(found), truth),
                }
            )
            done(k + 1)
    return report


def compared(found: Array, truth: Array) -> Report:
    """Mistakes of (n, 2) times and numbers of queries."""
    time, hit = found[:, 0], np.isfinite(truth)
    both = hit & np.isfinite(time)
    error = time[both] - truth[both]
    return {
        "queries": float(found[:, 1].mean()),
        "missed": int((hit & ~np.isfinite(time)).sum()),
        "late": int((error > LATE).sum()),
        "median_error": float(np.median(np.abs(error))) if len(error) else None,
        "most_error": float(np.abs(error).max()) if len(error) else None,
    }


def _ours(steps: Steps, i: int) -> tuple[float, int]:
    found = time_of_impact(
        steps.a, steps.b, steps.motion_a[i], steps.motion_b[i], tolerance=TOLERANCE
    )
    return float(found.time), int(found.steps)


def _frame_by_frame(steps: Steps, method: str, frames: int) -> Callable[[int], tuple[float, int]]:
    def ask(i: int) -> tuple[float, int]:
        moves = steps.motion_a[i], steps.motion_b[i]
        return sampled_impact(
            steps.a, steps.b, *moves, frames=frames, method=method, tolerance=TOLERANCE
        )

    return ask


def _steps(cases: MovingPairs) -> Steps:
    return Steps(cases.shape_a, cases.shape_b, cases.motion_a, cases.motion_b)


def _seeded(a: Shape, b: Shape, count: int) -> Steps:
    return Steps(a, b, *seeded_motions(a, b, count, seed=31))


def _balls(count: int) -> Steps:
    found = balls_through_walls(count, SPEED, 31)
    ball, wall = (found.scene[name].shape for name in found.pairs[0])
    assert isinstance(ball, Sphere)
    assert isinstance(wall, Box)
    motions = Motion(found.start, found.end)
    return Steps(ball, wall, motions[0::2], motions[1::2])
