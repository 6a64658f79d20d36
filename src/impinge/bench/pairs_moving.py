"""Boxes that swing to and fro: what a frame costs a broad phase that keeps them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.pairs_table import often
from impinge.bench.timing import in_turns
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import BroadPhase, DynamicTree, IncrementalSweep, Rebuilt, tree_pairs
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid
from impinge.scenes import box_set

Report = dict[str, Any]
Array = NDArray[np.float64]
Frame = tuple[NDArray[np.int64], Array, Array]

FRAMES = 5
"""Frames of a swing: the last is a step away from the first, as all are from the one before."""
MOTIONS = {
    "1 %, small steps": (0.01, 0.02),
    "10 %, small steps": (0.1, 0.02),
    "10 %, large steps": (0.1, 0.5),
    "all, small steps": (1.0, 0.02),
    "all, large steps": (1.0, 0.5),
}
"""Share of boxes that move, and how far in a frame, in median edges."""


def keepers() -> dict[str, Callable[[Array, Array], BroadPhase]]:
    """Broad phases that keep their boxes."""
    known: dict[str, Callable[[Array, Array], BroadPhase]] = {
        "Rebuilt (tree)": lambda lower, upper: Rebuilt(tree_pairs, lower, upper),
        "DynamicTree": DynamicTree,
        "IncrementalSweep": IncrementalSweep,
        "UniformGrid": UniformGrid,
        "SpatialHash": SpatialHash,
        "Octree": Octree,
        "KdTree": KdTree,
    }
    return known


def swing(n: int, share: float, step: float, seed: int = 3) -> tuple[Array, Array, list[Frame]]:
    """Uniform boxes, and frames in which some of them go round in small circles.

    Examples
    --------
    >>> lower, upper, frames = swing(100, 0.1, 0.5)
    >>> len(frames), frames[0][0].shape
    (5, (10,))
    """
    rng = np.random.default_rng(seed)
    lower, upper = box_set("uniform", n)
    ids = np.sort(rng.choice(n, max(1, round(share * n)), replace=False))
    a, b = rng.normal(size=(2, len(ids), 3))
    # A circle through FRAMES places has them this many radii apart.
    radius = step * float(np.median(upper - lower)) / (2.0 * np.sin(np.pi / FRAMES))
    a *= radius / np.linalg.norm(a, axis=1, keepdims=True)
    b *= radius / np.linalg.norm(b, axis=1, keepdims=True)
    frames = []
    for k in range(FRAMES):
        angle = 2.0 * np.pi * k / FRAMES
        way = np.cos(angle) * a + np.sin(angle) * b
        frames.append((ids, lower[ids] + way, upper[ids] + way))
    return lower, upper, frames


def moving(
    sizes: tuple[int, ...], repetitions: int, say: Callable[[str], None], *, in_all: int = 0
) -> Report:
    """Milliseconds a frame (moves and pairs), by motion and number of boxes; one thread."""
    report: Report = {}
    for motion, (share, step) in MOTIONS.items():
        rows = []
        for n in sizes:
            say(f"moving: {motion}, {n:,} boxes")
            lower, upper, frames = swing(n, share, step)
            phases = {name: make(lower, upper) for name, make in keepers().items()}

            swings = often(FRAMES * n, in_all)

            def frame(k: int, phase: BroadPhase, frames: list[Frame] = frames) -> Any:
                phase.move(*frames[k % FRAMES])
                return phase.pairs()

            with use_threads(1):
                check_frames(phases, frame)
                contenders: dict[str, Any] = {
                    name: (partial(frame, phase=phase), swings * FRAMES)
                    for name, phase in phases.items()
                }
                times = in_turns(contenders, repetitions)
            rows.append({
                "boxes": n,
                "ms": {name: 1e3 * t.median() for name, t in times.items()},
                "minimum_ms": {name: 1e3 * t.minimum() for name, t in times.items()},
            })  # fmt: skip
        report[motion] = rows
    return report


def check_frames(phases: dict[str, BroadPhase], frame: Callable[..., Any]) -> None:
    """All phases must give one answer, at each frame of one swing."""
    for k in range(FRAMES):
        found = {name: frame(k, phase) for name, phase in phases.items()}
        first = next(iter(found.values()))
        for name, pairs in found.items():
            if not np.array_equal(pairs, first):
                raise ImpingeError(f"{name}: another answer than the rest at frame {k}")
