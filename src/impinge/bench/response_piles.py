"""Parts ``piles`` and ``bullets`` of ``impinge bench response``: worlds beside other engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from impinge.bench.render import Cell, Report, Section, Table, table
from impinge.bench.study import Run, compared, ratio_to
from impinge.bench.world_peers import installed_engines
from impinge.core.arrays import Array
from impinge.core.threads import thread_count, use_threads
from impinge.scenes import worlds
from impinge.simulation import World

WARM = 20
"""Steps of each engine before it is timed."""
TIMED = 4
"""Timed steps for each repetition of the study."""
METHODS = ("events", "stepping", "penalty")
"""Of bullets in our worlds."""
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
    for name, build in (("boxes", worlds.box_pile), ("mixed solids", worlds.mixed_pile)):
        for count in run.size["solids"]:
            run.say(f"settle a pile of {count} {name}")
            seeded = np.random.default_rng(run.options["seed"])
            world = build(seeded, {"sleeping": False}, count)
            world.step(run.size["settle"])
            for threads in run.size["threads"]:
                with use_threads(threads):
                    _measure_pile(run, name, count, world)


def _engines(run: Run) -> dict[str, Any]:
    return {name: run.peers[name] for name in installed_engines() if name in run.peers}


def _measure_pile(run: Run, name: str, count: int, world: World) -> None:
    engines = _engines(run)
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


def measure_bullets(run: Run) -> None:
    """How many bullets are behind their plates at the end."""
    count, steps = run.size["bullets"], run.size["bullet_steps"]
    ours = [(f"impinge, {method}", method, OurWorld) for method in METHODS]
    theirs = [(name, "stepping", make) for name, make in _engines(run).items()]
    for name, method, make in (*ours, *theirs):
        run.say(f"{count} bullets, {name.removeprefix('impinge, ')}")
        seeded = np.random.default_rng(run.options["seed"])
        engine = make(worlds.bullets(seeded, {"method": method}, count))
        for _ in range(steps):
            engine.step()
        through = int(np.count_nonzero(engine.positions()[:, 2] < 0.0))
        run.add("bullets", {"who": name, "bullets": count, "steps": steps, "through": through})


def _pile_tables(report: Report) -> Iterator[Table]:
    """Milliseconds a step."""
    names = sorted({name for row in report["piles"] for name in row["times"]} - {"impinge"})
    columns: dict[str, Cell] = {"pile": "{count:,} {what}", "threads": "{threads}"}
    for name in ("impinge", *names):
        columns[f"{name} [ms]"] = f"{{times[{name}][minimum_us]!k:.1f}} ({{contacts[{name}]:,}})"
    columns |= {f"{name} / impinge": ratio_to(name) for name in names}
    columns["depth [mm]"] = lambda row: f"{1e3 * row['depth']:.2f}"
    yield table("settled piles, a step (contact points)", report["piles"], columns)


PILE_SECTIONS = (
    Section("piles", _pile_tables, block="bench:response-piles"),
    Section.of_rows("bullets", "bullets at 100 m/s on plates of 1 mm", {
        "who": "{who}", "bullets": "{bullets:,}", "steps": "{steps}", "through": "{through:,}",
    }, "bench:response-bullets"),
)  # fmt: skip
