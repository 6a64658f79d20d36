"""``impinge bench``: side-by-side measurements."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import console, reported

bench = typer.Typer(no_args_is_help=True, help="Measure, side by side with other libraries.")


@bench.callback()
def benchmarks() -> None:
    """Measure, side by side with other libraries."""


@bench.command()
@reported
def meshes(
    peers: Annotated[bool, typer.Option("--peers", help="Compare with coal and fcl.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures here.")] = None,
    pair: Annotated[
        list[str] | None, typer.Option(help="Only this pair of meshes; may be repeated.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")] = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the block bench:meshes of this text file.")
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
    ] = None,
) -> None:
    """Triangle meshes: first hit, all pairs, distance, build, growth, start-up."""
    import json

    from impinge.bench.report import around_block, fill_block, tables
    from impinge.bench.report import markdown as as_markdown
    from impinge.core.errors import FileError

    out = console()
    if markdown is not None:
        # Before the minutes of measuring, not after.
        around_block(markdown, "bench:meshes")
    if saved is None:
        report = _measured(pair, json_file, peers=peers, quick=quick)
    else:
        try:
            report = json.loads(saved.read_text(encoding="utf-8"))
        except ValueError as error:
            raise FileError(f"{saved}: not a report ({error})") from error
    for table in tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)
    if markdown is not None:
        fill_block(markdown, "bench:meshes", as_markdown(report))


@bench.command()
@reported
def budgets(
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures here.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw error against budget into this PNG file.")
    ] = None,
) -> None:
    """Answers within a time budget: how many are certain, how wrong the others, how late."""
    from impinge.bench import bench_budgets
    from impinge.bench.budget_report import budget_tables, draw_budgets

    out = console()
    words = ["impinge", "bench", "budgets", *(["--quick"] if quick else [])]
    report = {"command": shlex.join(words), **bench_budgets(quick=quick, say=_say)}
    for table in budget_tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)
    if plot is not None:
        plot.parent.mkdir(parents=True, exist_ok=True)
        draw_budgets(plot, report)
        out.print(f"picture: {plot}", soft_wrap=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _measured(
    pairs: list[str] | None, json_file: Path | None, *, peers: bool, quick: bool
) -> dict[str, Any]:
    from impinge.bench import bench_meshes

    words = ["impinge", "bench", "meshes", *(["--peers"] if peers else [])]
    words += [word for pair in pairs or [] for word in ("--pair", pair)]
    words += ["--quick"] if quick else []
    command = {"command": shlex.join(words)}

    def keep(report: dict[str, Any]) -> None:
        if json_file is not None:
            _save(json_file, {**command, **report})

    report = bench_meshes(pairs, peers=peers, quick=quick, say=_say, keep=keep)
    return {**command, **report}


def _save(file: Path, report: dict[str, Any]) -> None:
    """Written beside the file and then moved: it is the old report or the new one, never half."""
    import json

    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    beside.replace(file)
