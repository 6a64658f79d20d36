"""``impinge run blade``: first contacts within a step, beside what samples of it see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from impinge.cli.reporting import Json, console, make_folder, median_time, print_answer, reported
from impinge.continuous import Impact, time_of_impact
from impinge.narrow import overlap
from impinge.viewer import View

if TYPE_CHECKING:
    from impinge.scenes import Encounter

SAMPLES = 10, 100, 1000
"""How often a step is looked at for comparison."""


@reported
def blade(
    turns: Annotated[float, typer.Option(help="Of the blade in the step.")] = 50.0,
    out: Annotated[Path, typer.Option(help="Folder for the page.")] = Path("out/blade"),
    as_json: Json = False,
) -> None:
    """Find when a spinning blade meets a thin post, and a sliding gear another, and show it."""
    from impinge.scenes import blade_and_post, sliding_gear

    make_folder(out)
    meetings = [blade_and_post(turns), sliding_gear()]
    answers = [_first_contact(one) for one in meetings]
    page = _write_page(out, meetings, [found for found, _ in answers], turns)
    report = {
        "turns": turns,
        "first_contacts": [
            {
                "a": one.names[0],
                "b": one.names[1],
                **found.to_dict(),
                "status": found.status.name,
                "microseconds": microseconds,
                "samples": [_sampled(one, found, count) for count in SAMPLES],
            }
            for one, (found, microseconds) in zip(meetings, answers, strict=True)
        ],
        "page": str(page),
    }
    print_answer(report, _show, as_json)


def _first_contact(one: Encounter) -> tuple[Any, float]:
    """The answer, and what it takes [us]; the first question, which may compile, is not timed."""
    found: Impact = time_of_impact(*one.shapes, *one.motions)
    return found, 1e6 * median_time(lambda: time_of_impact(*one.shapes, *one.motions))


def _sampled(one: Encounter, found: Any, count: int) -> dict[str, Any]:
    """What is seen of a contact by asking at some times only: the first of them, and how late."""
    times = np.linspace(0.0, 1.0, count + 1)
    touching = overlap(*one.shapes, *(motion.pose(times) for motion in one.motions))
    seen = np.flatnonzero(touching)
    first = float(times[seen[0]]) if len(seen) else None
    return {"count": count, "first": first, "late": None if first is None else first - found.time}


def _write_page(out: Path, meetings: list[Encounter], answers: list[Any], turns: float) -> Path:
    """The page of both, which opens at the first contact."""
    view = View(f"A blade that turns {turns:g} times in a step, and a gear that slides")
    for one in meetings:
        for name, shape, motion in zip(*one, strict=True):
            view.add(shape, name, motion)
    for one, found in zip(meetings, answers, strict=True):
        view.add(found, between=one.names)
    return view.save(out / "blade.html")


def _show(report: dict[str, Any]) -> None:
    from rich.table import Table

    out = console()
    table = Table(title="First contacts within a step", title_justify="left", title_style="bold")
    table.add_column("")
    answers = report["first_contacts"]
    for one in answers:
        table.add_column(f"{one['a']} and {one['b']}", justify="right")
    times = (one["status"] if (t := one["time"]) is None else f"{t:.6f}" for one in answers)
    table.add_row("first contact at", *times, style="bold")
    gaps = ("-" if (gap := one["gap"]) is None else f"{gap:.1e}" for one in answers)
    table.add_row("gap then \\[m]", *gaps)
    table.add_row("times looked at", *(str(one["steps"]) for one in answers))
    table.add_row("took \\[µs]", *(f"{one['microseconds']:.0f}" for one in answers))
    for k, count in enumerate(SAMPLES):
        seen = (_seen(one, one["samples"][k]) for one in answers)
        table.add_row(f"{count:,} samples", *seen, style="dim")
    out.print(table)
    first = report["first_contacts"][0]
    missed = [sample["count"] for sample in first["samples"] if sample["first"] is None]
    if first["time"] is not None and missed:
        out.print(
            f"{report['turns']:g} turns in one step: [bold]{missed[-1]:,}[/bold] samples of it "
            "see no contact at all"
        )
    out.print(f"page: {report['page']}", soft_wrap=True)


def _seen(one: dict[str, Any], sample: dict[str, Any]) -> str:
    """How late a contact is seen."""
    if one["time"] is None:
        return "free"
    return "missed" if sample["first"] is None else f"{sample['late']:.4f} late"
