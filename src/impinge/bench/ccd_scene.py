"""Steps of whole scenes: milliseconds to the first contact, by number of things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from impinge.bench.render import Report, Section, run_text
from impinge.bench.study import Run
from impinge.bench.timing import in_turns
from impinge.continuous import time_of_impact
from impinge.motion import Motion
from impinge.scene import Scene, detect
from impinge.scenes.steps import SceneStep, bullet_step, crowd_step

COUNTS = (100, 1_000, 10_000)
"""Things of a crowd; all move, or a tenth."""
BULLETS = ((10_000, 100), (10_000, 1_000))
"""Things at rest, and bullets among them."""
SUBSTEPS = 10
"""Instants of the sampled detection that it is compared with."""
REPETITIONS = 7
BRUTE = 100
"""Things up to which all pairs are asked one by one, to compare."""


def measure(run: Run) -> None:
    for what, step in _scenes(run.quick):
        run.say(f"step of {what}")
        run.add("scenes", {"scene": what, **timed_step(step, 1 if run.quick else REPETITIONS)})


def _scenes(quick: bool) -> Iterator[tuple[str, SceneStep]]:
    for count in COUNTS[:1] if quick else COUNTS:
        yield f"{count:,}, all moving", crowd_step(count, count)
        yield f"{count:,}, a tenth moving", crowd_step(count, count // 10)
    for count, bullets in ((100, 5),) if quick else BULLETS:
        yield f"{bullets:,} bullets among {count:,}", bullet_step(count, bullets)


def timed_step(step: SceneStep, repetitions: int) -> Report:
    """Medians [ms] of the first contact and of all; what sampling takes, and misses."""
    scene, targets = step
    parts: list[Any] = []

    def first(_: int) -> Any:
        found = scene.time_of_impact(targets)
        parts.append(scene.last_step)
        return found

    asked: dict[str, Callable[[int], Any]] = {
        "first": first,
        "every": lambda _: scene.impacts(targets),
        "sampled": lambda _: detect(scene, None, targets, SUBSTEPS),
    }
    scene.overlaps()
    found: Report = {name: ask(0) for name, ask in asked.items()}
    times = in_turns(asked, repetitions)
    parts = parts[-repetitions:]
    cost, moving, every = parts[-1], set(targets), found["every"]
    seen = {pair for pair in found["sampled"].pairs if moving & set(pair)}
    return {
        "things": len(scene), "moving": cost.moving, "near": cost.near, "asked": cost.asked,
        "time": None if found["first"].names is None else float(np.asarray(found["first"].time)),
        "impacts": len(every),
        "milliseconds": {name: 1e3 * spent.median() for name, spent in times.items()},
        "parts": {
            name: 1e3 * float(np.median([getattr(part, f"{name}_seconds") for part in parts]))
            for name in ("sweep", "near", "ask")
        },
        "missed_by_sampling": len(set(every.pairs) - seen),
        "differing": differing(scene, targets, every) if len(scene) <= BRUTE else None,
    }  # fmt: skip


def differing(scene: Scene, targets: Report, every: Any) -> int:
    """Pairs with another result in single queries."""
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


SECTION = Section.of_rows("scenes", "steps of whole scenes, one thread, medians", {
    "things": "{scene}", "boxes meet": "{near:,}", "pairs asked": "{asked:,}",
    "first contact [ms]": "{milliseconds[first]:.1f}",
    "boxes, pairs, asking": "{parts[sweep]:.1f}, {parts[near]:.1f}, {parts[ask]:.1f}",
    "all contacts [ms]": "{milliseconds[every]:.1f}", "contacts": "{impacts:,}",
    f"{SUBSTEPS} samples [ms]": "{milliseconds[sampled]:.1f}",
    "contacts missed by them": "{missed_by_sampling:,}",
}, "bench:ccd-scene",
    head=partial(run_text, more="; medians of repetitions, in turns"),
)  # fmt: skip
