"""``impinge run walk``: a mannequin walks across a board; every frame is certified."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.reporting import console, print_json, reported

if TYPE_CHECKING:
    from impinge.core.arrays import Array
    from impinge.scene import Robot, RobotImpact, Scene

REPEATS = 7
"""Of which the median is told."""
ROWS = 8
"""Contacts in the table; the page has all."""


@reported
def walk(
    seed: Annotated[int, typer.Option(help="Chooses the gait and where chessmen stand.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the page.")] = Path("out/walk"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Walk a mannequin of 15 links among 16 chessmen, and certify every step between two frames."""
    import numpy as np

    from impinge.continuous import ImpactStatus
    from impinge.core.errors import FileError
    from impinge.core.threads import thread_count
    from impinge.scenes import articulated

    if out.exists() and not out.is_dir():
        raise FileError(f"{out}: is a file, expected a folder")
    out.mkdir(parents=True, exist_ok=True)
    made = articulated("walk", seed)
    robot, q0, q1 = made.steps()
    found, seconds = _certified(robot, q0, q1, made.scene)
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
    report["page"] = str(_write_page(out, robot, made.scene, found, report))
    if as_json:
        print_json(report)
    else:
        _show(report)


def _certified(robot: Robot, q0: Array, q1: Array, scene: Scene) -> tuple[RobotImpact, float]:
    """First contacts of all steps in one call, and what it takes [s]; compiling is not timed."""
    found = robot.time_of_impact(q0, q1, scene)
    taken = []
    for _ in range(REPEATS):
        start = perf_counter()
        robot.time_of_impact(q0, q1, scene)
        taken.append(perf_counter() - start)
    return found, sorted(taken)[REPEATS // 2]


def _contacts(found: RobotImpact) -> list[dict[str, Any]]:
    """Steps in which a link touches something; steps in a row of one contact are one."""
    import numpy as np

    from impinge.continuous import ImpactStatus

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


def _write_page(
    out: Path, robot: Robot, scene: Scene, found: RobotImpact, report: dict[str, Any]
) -> Path:
    from impinge.viewer import View

    title = f"A walk among {report['things']} chessmen, certified between all frames"
    view = View(title).robot(robot).add(scene, "Chessmen", contacts=False)
    return view.add(found).save(out / "walk.html")


def _show(report: dict[str, Any]) -> None:
    from rich.table import Table

    out = console()
    table = Table(title="Contacts on the walk", title_justify="left", title_style="bold")
    for name, side in (("link", "left"), ("touches", "left"), ("from frame", "right"),
                       ("to", "right"), ("gap then \\[m]", "right")):  # fmt: skip
        table.add_column(name, justify=side)  # type: ignore[arg-type]
    for one in report["contacts"][:ROWS]:
        begins = f"{one['step'] + one['time']:.4f}"
        table.add_row(one["link"], one["other"], begins, str(one["last_step"] + 1),
                      f"{one['gap']:.1e}")  # fmt: skip
    if report["contacts"]:
        out.print(table)
    if len(report["contacts"]) > ROWS:
        out.print(f"and {len(report['contacts']) - ROWS} more, on the page", style="dim")
    pairs, grid = report["pairs"], Table.grid(padding=(0, 3))
    grid.add_column(style="dim")
    grid.add_column()
    steps, triangles = report["steps"], sum(report["triangles"].values())
    grid.add_row("frames", f"{report['frames']:,}, {steps:,} steps between them")
    grid.add_row(
        "triangles", f"{triangles:,} of {report['links'] - 1} links and {report['things']} men"
    )
    unsure = f", {report['undecided']} undecided" if report["undecided"] else ""
    touching = steps - report["free"] - report["undecided"]
    grid.add_row(
        "steps", f"[bold]{report['free']} free, certified; {touching} touch{unsure}[/bold]"
    )
    grid.add_row(
        "pairs a step",
        f"{pairs['before']:.0f}; {pairs['after_spatial']:.2f} after spatial culling, "
        f"{pairs['after_temporal']:.2f} after temporal culling",
    )
    threads = "1 thread" if report["threads"] == 1 else f"{report['threads']} threads"
    grid.add_row("time a step", f"{report['milliseconds_per_step']:.3f} ms ({threads})")
    out.print(grid)
    out.print(f"page: {report['page']}", soft_wrap=True)
