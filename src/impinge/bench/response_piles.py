"""Parts ``piles`` and ``bullets`` of ``impinge bench response``: worlds beside other engines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.render import Report, Table
from impinge.bench.study import Run, compared, ratio_text
from impinge.bench.world_peers import installed_engines
from impinge.core.arrays import Array
from impinge.core.threads import thread_count, use_threads
from impinge.scenes import worlds
from impinge.simulation import World

WARM = 20
"""Steps of each engine before it is timed."""
TIMED = 4
"""Timed steps for each repetition of the study."""
MOVED = 0.02
"""How far a middling body of a settled pile may have moved meanwhile [m], or it is no pile."""


class OurWorld:
    """A world as engines are measured."""

    def __init__(self, world: World) -> None:
        self._world = world

    def step(self) -> None:
        self._world.step()

    @property
    def contacts(self) -> int:
        return self._world._last.contacts

    def positions(self) -> Array:
        bodies = self._world._bodies
        return np.asarray(bodies.poses[~bodies.fixed, :3, 3])


def measure_piles(run: Run) -> None:
    """Settled piles that do not sleep, at equal steps; engines go on from the same poses."""
    engines = {name: run.peers[name] for name in installed_engines() if name in run.peers}
    for name, build in (("boxes", worlds.box_pile), ("mixed solids", worlds.mixed_pile)):
        for count in run.size["solids"]:
            run.say(f"settle a pile of {count} {name}")
            seeded = np.random.default_rng(run.options["seed"])
            world = build(seeded, {"sleeping": False}, count)
            world.step(run.size["settle"])
            for threads in run.size["threads"]:
                with use_threads(threads):
                    _measure_pile(run, name, count, world, engines)


def _measure_pile(run: Run, name: str, count: int, world: World, engines: dict[str, Any]) -> None:
    who = {"impinge": OurWorld(world), **{key: make(world) for key, make in engines.items()}}
    start = who["impinge"].positions()
    for engine in who.values():
        for _ in range(WARM):
            engine.step()
    steps = {key: lambda _, engine=engine: engine.step() for key, engine in who.items()}
    moved = {
        key: float(np.median(np.linalg.norm(engine.positions() - start, axis=1)))
        for key, engine in who.items()
    }
    wrong = {key: int(moved[key] > MOVED) for key in engines}
    contacts = {key: engine.contacts for key, engine in who.items()}
    kinetic = world.energy().kinetic
    row = {
        "what": name, "count": count, "contacts": contacts, "moved": moved,
        "threads": thread_count(), "kinetic": kinetic,
        "depth": max(0.0, -world._last.least_distance),
    }  # fmt: skip
    run.add("piles", row | compared(steps, TIMED * run.size["repetitions"], wrong))


def pile_tables(report: Report) -> Iterator[Table]:
    """Milliseconds a step."""
    names = sorted({name for row in report["piles"] for name in row["times"]})
    ours = ["impinge", *(name for name in names if name != "impinge")]
    columns: dict[str, render.Cell] = {"pile": "{count:,} {what}", "threads": "{threads}"}
    columns |= {f"{name} [ms]": partial(_step_text, name) for name in ours}
    columns |= {f"{name} / impinge": partial(_ratio_text, name) for name in ours[1:]}
    columns["depth [mm]"] = lambda row: f"{1e3 * row['depth']:.2f}"
    yield render.table("settled piles, a step (contact points)", report["piles"], columns)


def _step_text(name: str, row: Report) -> str:
    return f"{row['times'][name]['minimum_us'] / 1e3:.1f} ({row['contacts'][name]:,})"


def _ratio_text(name: str, row: Report) -> str:
    return ratio_text(row["ratios"][name])


def measure_bullets(run: Run) -> None:
    """How many bullets are behind their plates at the end."""
    engines = {name: run.peers[name] for name in installed_engines() if name in run.peers}
    count, steps = run.size["bullets"], run.size["bullet_steps"]
    for method in ("events", "stepping", "penalty"):
        run.say(f"{count} bullets, {method}")
        seeded = np.random.default_rng(run.options["seed"])
        world = worlds.bullets(seeded, {"method": method}, count)
        _count_through(run, f"impinge, {method}", OurWorld(world), count, steps)
    for name, make in engines.items():
        run.say(f"{count} bullets, {name}")
        seeded = np.random.default_rng(run.options["seed"])
        made = make(worlds.bullets(seeded, {"method": "stepping"}, count))
        _count_through(run, name, made, count, steps)


def _count_through(run: Run, name: str, engine: Any, count: int, steps: int) -> None:
    for _ in range(steps):
        engine.step()
    through = int(np.count_nonzero(engine.positions()[:, 2] < 0.0))
    run.add("bullets", {"who": name, "bullets": count, "steps": steps, "through": through})


def bullet_tables(report: Report) -> Iterator[Table]:
    columns: dict[str, render.Cell] = {
        "who": "{who}", "bullets": "{bullets:,}", "steps": "{steps}", "through": "{through:,}",
    }  # fmt: skip
    yield render.table("bullets at 100 m/s on plates of 1 mm", report["bullets"], columns)
