"""Steps of whole scenes: milliseconds to the first contact, by number of things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.tables import Report, TableOf
from impinge.core.threads import use_threads
from impinge.scene import Scene, detect
from impinge.scenes.steps import SceneStep, bullet_step, crowd_step

COUNTS = (100, 1_000, 10_000)
"""Things of a crowd, all of which move, or a tenth."""
BULLETS = ((10_000, 100), (10_000, 1_000))
"""Things at rest, and bullets among them."""
SUBSTEPS = 10
"""Instants of the sampled detection that it is compared with."""
REPETITIONS = 7
BRUTE = 100
"""Things up to which all pairs are asked one by one, to compare."""


def scene_steps(
    *, quick: bool = False, say: Callable[[str], None] = lambda _: None
) -> Iterator[Report]:
    """A row for each scene: what was asked, how long it took, and what sampling takes."""
    for what, step in _scenes(quick):
        say(f"step of {what}")
        with use_threads(1):
            yield {"scene": what, **timed_step(step, 1 if quick else REPETITIONS)}


def _scenes(quick: bool) -> Iterator[tuple[str, SceneStep]]:
    for count in COUNTS[:1] if quick else COUNTS:
        yield f"{count:,}, all moving", crowd_step(count, count)
        yield f"{count:,}, a tenth moving", crowd_step(count, count // 10)
    for count, bullets in ((100, 5),) if quick else BULLETS:
        yield f"{bullets:,} bullets among {count:,}", bullet_step(count, bullets)


def timed_step(step: SceneStep, repetitions: int) -> Report:
    """Medians [ms] of the first contact and of all; what sampling takes, and misses."""
    scene, targets = step
    first, every = scene.time_of_impact(targets), scene.impacts(targets)
    scene.overlaps()
    seconds: dict[str, list[float]] = {"first": [], "every": [], "sampled": []}
    parts, sampled = [], detect(scene, None, targets, 1)
    for _ in range(repetitions):
        for name, ask in (
            ("first", lambda: scene.time_of_impact(targets)),
            ("every", lambda: scene.impacts(targets)),
            ("sampled", lambda: detect(scene, None, targets, SUBSTEPS)),
        ):
            begin = perf_counter()
            found: Any = ask()
            seconds[name].append(perf_counter() - begin)
            if name == "first":
                parts.append(scene.last_step)
            elif name == "sampled":
                sampled = found
    cost = parts[-1]
    moving = set(targets)
    seen = {pair for pair in sampled.pairs if moving & set(pair)}
    return {
        "things": len(scene),
        "moving": cost.moving,
        "near": cost.near,
        "asked": cost.asked,
        "time": None if first.names is None else float(np.asarray(first.time)),
        "impacts": len(every),
        "milliseconds": {name: 1e3 * float(np.median(spent)) for name, spent in seconds.items()},
        "parts": {
            name: 1e3 * float(np.median([getattr(part, f"{name}_seconds") for part in parts]))
            for name in ("sweep", "near", "ask")
        },
        "missed_by_sampling": len(set(every.pairs) - seen),
        "differing": differing(scene, targets, every) if len(scene) <= BRUTE else None,
    }


def differing(scene: Scene, targets: Report, every: Any) -> int:
    """Pairs of which asking one by one says something else."""
    from impinge.continuous import time_of_impact
    from impinge.motion import Motion

    names = sorted(scene.names)
    motions = {n: Motion(scene[n].pose, targets.get(n, scene[n].pose)) for n in names}
    times = dict(zip(every.pairs, every.time.tolist(), strict=True))
    wrong = 0
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if a in targets or b in targets:
                alone = time_of_impact(scene[a].shape, scene[b].shape, motions[a], motions[b])
                wrong += alone.time != times.get((a, b), np.inf)
    return wrong


def scene_step_table(rows: list[Report]) -> TableOf:
    """What :func:`scene_steps` found, as a table."""
    head = [
        "things", "boxes meet", "pairs asked", "first contact [ms]", "boxes, pairs, asking",
        "all contacts [ms]", "contacts", f"{SUBSTEPS} samples [ms]", "contacts missed by them",
    ]  # fmt: skip
    table = []
    for row in rows:
        spent, parts = row["milliseconds"], row["parts"]
        table.append([
            row["scene"], f"{row['near']:,}", f"{row['asked']:,}", f"{spent['first']:.1f}",
            ", ".join(f"{parts[name]:.1f}" for name in ("sweep", "near", "ask")),
            f"{spent['every']:.1f}", f"{row['impacts']:,}", f"{spent['sampled']:.1f}",
            f"{row['missed_by_sampling']:,}",
        ])  # fmt: skip
    return "steps of whole scenes, one thread, medians", head, table
