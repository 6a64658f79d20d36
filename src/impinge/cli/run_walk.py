"""``impinge run walk``: a mannequin walks across a board; every frame is certified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from impinge.cli.reporting import (
    Json,
    console,
    grid_of,
    make_folder,
    median_time,
    print_answer,
    reported,
    table_of,
)
from impinge.continuous import ImpactStatus
from impinge.core.threads import thread_count
from impinge.scene import RobotImpact
from impinge.viewer import View

ROWS = 8
"""Contacts in the table; the page has all."""


@reported
def walk(
    seed: Annotated[int, typer.Option(help="Chooses the gait and where chessmen stand.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the page.")] = Path("out/walk"),
    as_json: Json = False,
) -> None:
    """Walk a mannequin of 15 links among 16 chessmen, and certify every step between two frames."""
    from impinge.scenes import articulated

    make_folder(out)
    made = articulated("walk", seed)
    robot, q0, q1 = made.steps()
    # All steps in one call; compiling is not timed.
    found = robot.time_of_impact(q0, q1, made.scene)
    seconds = median_time(lambda: robot.time_of_impact(q0, q1, made.scene))
    pairs, statuses = robot.culling(q0, q1, made.scene), np.asarray(found.status)
    before, near, searched = (float(column.mean()) for column in pairs)
    report = {
        "seed": seed,
        "frames": len(q0) + 1,
        "steps": len(q0),
        "links": len(robot.link_names),
        "triangles": made.triangles(),
        "things": len(made.scene),
        "free": int((statuses == ImpactStatus.FREE).sum()),
        "contacts": _contacts(found),
        "undecided": int((statuses == ImpactStatus.OUT_OF_BUDGET).sum()),
        "pairs": {"before": before, "after_spatial": near, "after_temporal": searched},
        "threads": thread_count(),
        "milliseconds_per_step": 1e3 * seconds / len(q0),
    }
    view = View(f"A walk among {report['things']} chessmen, certified between all frames")
    view.robot(robot).add(made.scene, "Chessmen", contacts=False).add(found)
    report["page"] = str(view.save(out / "walk.html"))
    print_answer(report, _show, as_json)


def _contacts(found: RobotImpact) -> list[dict[str, Any]]:
    """Steps in which a link touches something; steps in a row of one contact are one."""
    said: list[dict[str, Any]] = []
    for k, status in enumerate(np.asarray(found.status).tolist()):
        if status not in (ImpactStatus.HIT, ImpactStatus.STARTED_TOUCHING):
            continue
        row = found[k]
        pair = {"link": row.link, "other": row.other}
        last = said[-1] if said else None
        if last and last["last_step"] == k - 1 and pair.items() <= last.items():
            last["last_step"] = k
            continue
        said.append({
            **pair, "step": k, "last_step": k, "time": row.time, "gap": row.gap,
            "point": row.point_a.tolist(), "normal": row.normal.tolist(),
        })  # fmt: skip
    return said


def _show(report: dict[str, Any]) -> None:
    out, rows = console(), []
    for one in report["contacts"][:ROWS]:
        begins, ends = f"{one['step'] + one['time']:.4f}", f"{one['last_step'] + 1}"
        rows.append((one["link"], one["other"], begins, ends, f"{one['gap']:.1e}"))
    if rows:
        heads = "link", "touches", "from frame", "to", "gap then \\[m]"
        out.print(table_of(heads, rows, "Contacts on the walk", right={2, 3, 4}))
    if len(report["contacts"]) > ROWS:
        out.print(f"and {len(report['contacts']) - ROWS} more, on the page", style="dim")
    pairs, steps, free = report["pairs"], report["steps"], report["free"]
    triangles, links = sum(report["triangles"].values()), report["links"] - 1
    unsure = f", {report['undecided']} undecided" if report["undecided"] else ""
    touching = steps - free - report["undecided"]
    culled = (
        f"{pairs['before']:.0f}; {pairs['after_spatial']:.2f} after spatial culling, "
        f"{pairs['after_temporal']:.2f} after temporal culling"
    )
    threads = "1 thread" if report["threads"] == 1 else f"{report['threads']} threads"
    out.print(grid_of([
        ("frames", f"{report['frames']:,}, {steps:,} steps between them"),
        ("triangles", f"{triangles:,} of {links} links and {report['things']} men"),
        ("steps", f"[bold]{free} free, certified; {touching} touch{unsure}[/bold]"),
        ("pairs a step", culled),
        ("time a step", f"{report['milliseconds_per_step']:.3f} ms ({threads})"),
    ]))  # fmt: skip
    out.print(f"page: {report['page']}", soft_wrap=True)
