"""Soft bodies of ``impinge bench tets``: steps a second, split by stage, until they rest."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.render import Line, Panel, Report, Section, line_plot
from impinge.bench.study import Run
from impinge.bench.timing import no_collection
from impinge.core.errors import ImpingeError
from impinge.scenes import world
from impinge.simulation import SoftWorld
from impinge.simulation.vertex_world import STAGES

WORLDS = ("soft-pile", "two-bunnies")


def measure_soft(run: Run) -> None:
    """Worlds that fall and come to rest; one whose data are missing is left out."""
    for name in WORLDS:
        try:
            made = world(name)
        except ImpingeError as error:
            run.say(f"{name}: left out, {error}")
            continue
        assert isinstance(made, SoftWorld)
        run.say(f"soft: {name}")
        made.energy()
        rows, seconds, since = [], dict.fromkeys(STAGES, 0.0), perf_counter()
        with no_collection():
            for _ in range(run.size["steps"]):
                done = made.step()
                for stage, spent in done.seconds.items():
                    seconds[stage] += spent
                rows.append((*made.energy(), done.hits, done.deepest))
        spent = perf_counter() - since
        energies = np.array(rows)[:, :3]
        total = energies.sum(axis=1)
        run.add("soft", {
            "world": name, "bodies": len(made), "steps": len(rows), "simulated_s": made.time,
            "tets": sum(len(body.mesh.tets) for body in made._system.bodies),
            "steps_per_s": len(rows) / spent,
            "ms": {stage: 1e3 * t / len(rows) for stage, t in seconds.items()},
            "hits": int(max(row[3] for row in rows)),
            "deepest_mm": 1e3 * max(row[4] for row in rows),
            "kinetic": float(energies[-1, 0]), "most_kinetic": float(energies[:, 0].max()),
            "gained": float(np.diff(total, prepend=total[0]).max()),
            "energies": energies.tolist(),
        })  # fmt: skip


def _plot(report: Report) -> Any:
    given: list[Panel] = []
    for row in report["soft"]:
        times = np.linspace(row["simulated_s"] / row["steps"], row["simulated_s"], row["steps"])
        names = ("kinetic", "elastic", "potential")
        columns = zip(names, zip(*row["energies"], strict=True), strict=True)
        lines = [Line(times.tolist(), list(values), name) for name, values in columns]
        given.append(Panel(lines, row["world"], "time [s]", "" if given else "energy [J]"))
    return line_plot(
        "Soft bodies: energies", "Bodies fall, press each other and come to rest.", given,
        (10.0, 4.2), legend=3,
    )  # fmt: skip


SOFT_SECTION = Section.of_rows("soft", "soft bodies until they rest, step by step", {
    "world": "{world}", "tets": "{tets:,}", "steps": "{steps}", "steps / s": "{steps_per_s:.2f}",
    **{f"{stage} [ms]": f"{{ms[{stage}]:.1f}}" for stage in STAGES},
    "hits": "{hits:,}", "deepest [mm]": "{deepest_mm:.1f}",
    "kinetic, end / most [J]": "{kinetic:.2f} / {most_kinetic:.2f}", "gained [J]": "{gained:.1g}",
}, "bench:tets-soft", plots={"tets_soft.png": _plot})  # fmt: skip
