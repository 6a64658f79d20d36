"""Mechanical, geometrical and robust response on the same drop: a sheet falls on a ball."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import numpy as np

from impinge.bench.render import Report, Section
from impinge.bench.study import Run
from impinge.core.errors import ImpingeError
from impinge.geometry import grid_mesh, icosphere, pose
from impinge.narrow import edge_face_intersections
from impinge.simulation import Cloth, ClothWorld

RESPONSES = ("mechanical", "geometrical", "robust")
BALL, SIDE = 0.08, 0.3
"""Radius of the ball, side of the sheet [m]."""
HEIGHT = 0.05
"""Of the sheet above the ball at the start [m]."""
REST = 0.2
"""Share of the run at its end over which speeds at rest are averaged."""
GROWN = 1.05
"""Energy above this share of the start's is unstable: contact may not add any."""


def drop(response: str, step: float, cells: int) -> ClothWorld:
    """A sheet above a ball."""
    sheet = grid_mesh(SIDE, cells).transformed(pose((0.0, 0.0, BALL + HEIGHT)))
    cloth = Cloth(sheet, stretch=50.0, bend=1e-5, damping=0.02)
    ball = icosphere(BALL, 3)
    return ClothWorld(
        {"sheet": cloth}, obstacles={"ball": ball}, step=step, thickness=3e-3, response=response
    )


def measure_responses(run: Run) -> None:
    """Each response at each step length."""
    for response in RESPONSES:
        for step in run.size["drop_steps"]:
            run.say(f"{response} response, steps of 1/{1 / step:.0f} s")
            row = dropped(response, step, run.size["drop_cells"], run.size["drop_seconds"])
            run.add("responses", "rows", {"response": response, "step": step, **row})
        rows = [row for row in run.report["responses"]["rows"] if row["response"] == response]
        good = [row["step"] for row in rows if row["stable"] and not row["crossings"]]
        run.put("responses", "largest", response, max(good, default=None))


def dropped(response: str, step: float, cells: int, seconds: float) -> Report:
    """One run: whether it is stable, crossings in all frames, speed at rest, energy, cost."""
    world = drop(response, step, cells)
    start = sum(world.energy())
    count = max(1, round(seconds / step))
    crossings, speeds, cost, stable = 0, [], 0.0, True
    for k in range(count):
        begin = process_time()
        try:
            done = world.step()
        except ImpingeError:
            # A cloth that blows up: the world says so.
            stable = False
            break
        cost += process_time() - begin
        crossings += len(edge_face_intersections(world._at(done.vertices))) > 0
        if k >= (1.0 - REST) * count:
            speeds.append(float(np.sqrt((world.velocities["sheet"] ** 2).sum(axis=1).mean())))
    energy = sum(world.energy())
    return {
        "stable": bool(stable and energy <= start + (GROWN - 1.0) * abs(start)),
        "frames": count, "crossings": crossings, "energy": energy - start,
        "jitter": float(np.mean(speeds)) if speeds else None, "ms": 1e3 * cost / count,
    }  # fmt: skip


def _notes(report: Report) -> Iterator[str]:
    for response, step in report["responses"].get("largest", {}).items():
        found = "none of these" if step is None else f"1/{1 / step:.0f} s"
        yield f"{response}: longest step without a crossing that stays stable: {found}"


RESPONSE_SECTION = Section.of_rows("responses", "one drop, three responses", {
    "response": "{response}", "step": lambda row: f"1/{1 / row['step']:.0f} s",
    "stable": lambda row: "yes" if row["stable"] else "[red]no[/red]",
    "frames": "{frames:,}", "with crossings": "{crossings!m}",
    "speed at the end [mm/s]": lambda row: (
        "" if row["jitter"] is None else f"{1e3 * row['jitter']:.1f}"
    ),
    "energy gained [mJ]": lambda row: f"{1e3 * row['energy']:.2f}", "a step [ms]": "{ms:.1f}",
}, "bench:cloth-responses", within="rows", notes=_notes, words=2, groups=1)  # fmt: skip
