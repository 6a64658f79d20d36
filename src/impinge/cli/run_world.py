"""``impinge run NAME``: worlds by name, in time. ``impinge scenes``: their names."""

from __future__ import annotations

from pathlib import Path
from re import sub
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from impinge.cli.reporting import Json, check_folder, console, print_answer, reported, table_of
from impinge.core.errors import ImpingeError
from impinge.simulation import Run
from impinge.simulation.run import energy_names
from impinge.viewer import View
from impinge.viewer.show import has_display, open_page

PAGE = "page.html"
FRAME = 1 / 60
"""Seconds of a frame."""


class Jobs(TyperGroup):
    """Commands by name; any other name is that of a world."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        if found is None and not cmd_name.startswith("-"):
            ctx.obj = cmd_name
            found = super().get_command(ctx, "world")
        return found


@reported
def run_world(
    ctx: typer.Context,
    frames: Annotated[int, typer.Option(min=1, help="Frames in the end.")] = 240,
    every: Annotated[
        int | None, typer.Option(min=1, help="Steps of a frame; 1/60 s if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of what is random.")] = 0,
    method: Annotated[
        str | None,
        typer.Option(
            help="Instead of the scene's own; of soft bodies the contact, of cloths the response."
        ),
    ] = None,
    budget: Annotated[
        float | None, typer.Option(help="Seconds of each detection by spheres, of soft bodies.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder; out/NAME if not given.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on after the last frame.")] = False,
    view: Annotated[bool, typer.Option("--view", help="Write a page, and open it.")] = False,
    as_json: Json = False,
) -> None:
    """Run a world by name; `impinge scenes` lists names."""
    from impinge.scenes import world, world_names
    from impinge.scenes.cloth_worlds import CLOTH_WORLDS
    from impinge.scenes.worlds import SOFT

    name = ctx.obj if isinstance(ctx.obj, str) else ""
    if name not in world_names():
        raise ImpingeError(f"{name or 'run'}: no scene, expected one of {', '.join(world_names())}")
    folder = Path("out") / name if out is None else out
    check_folder(folder)
    option = "contact" if name in SOFT else "response" if name in CLOTH_WORLDS else "method"
    options: dict[str, Any] = {} if method is None else {option: method}
    if budget is not None:
        if name not in SOFT:
            raise ImpingeError(f"budget: {name} has no soft bodies")
        options["budget"] = budget
    made = world(name, seed, **options)
    steps = max(1, round(FRAME / made._dt)) if every is None else every
    found = made.run(frames, every=steps, out=folder, resume=resume)
    report = _report(name, folder, found)
    if view:
        page = View(name).add(found).save(folder / PAGE)
        if has_display():
            open_page(page.resolve().as_uri())
        report["page"] = str(page)
    print_answer(report, _show, as_json)


def _report(name: str, folder: Path, run: Run) -> dict[str, Any]:
    energies = dict(zip(energy_names(run.recording), run.energies[-1].tolist(), strict=True))
    return {
        "scene": name, "bodies": len(run.recording.things), "frames": run.recording.frames,
        "seconds": float(run.recording.times[-1]), "impacts": int(run.impacts.sum()),
        "contacts": int(run.contacts[-1]), **energies,
        "deepest": float(run.recording.scalar("depth").max()), "folder": str(folder),
    }  # fmt: skip


def _show(report: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(title=report["scene"], show_header=False)
    for key, value in report.items():
        table.add_row(key, f"{value:.6g}" if isinstance(value, float) else str(value))
    console().print(table)


@reported
def scenes(as_json: Json = False) -> None:
    """List the worlds that `impinge run` knows."""
    from impinge.scenes.worlds import WORLDS

    # References of docstrings, [Key]_, are for the docs.
    said = {
        name: sub(r"\[(\w+)\]_", r"\1", (builder.__doc__ or "").split("\n")[0])
        for name, builder in WORLDS.items()
    }
    heads = "name", "what happens"
    print_answer(said, lambda rows: console().print(table_of(heads, rows.items())), as_json)
