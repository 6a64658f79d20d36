"""``impinge bench``: side-by-side measurements."""

from __future__ import annotations

import functools
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import console, fail, reported

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
    from impinge.bench import bench_meshes
    from impinge.bench.report import around_block, fill_block, tables
    from impinge.bench.report import markdown as as_markdown

    out = console()
    if markdown is not None:
        # Before the minutes of measuring, not after.
        around_block(markdown, "bench:meshes")
    if saved is None:
        words = ["meshes", *(["--peers"] if peers else [])]
        words += [word for name in pair or [] for word in ("--pair", name)]
        words += ["--quick"] if quick else []
        measure = functools.partial(bench_meshes, pair, peers=peers, quick=quick)
        report = _measured(words, json_file, measure)
    else:
        report = _saved(saved, "meshes")
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
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the block bench:budgets of this text file.")
    ] = None,
) -> None:
    """Answers within a time budget: how many are certain, how wrong the others, how late."""
    from impinge.bench import bench_budgets
    from impinge.bench.budget_report import budget_tables, budget_text, draw_budgets
    from impinge.bench.report import around_block, fill_block

    out = console()
    if markdown is not None:
        # Before measuring, not after.
        around_block(markdown, "bench:budgets")
    words = ["impinge", "bench", "budgets", *(["--quick"] if quick else [])]
    report = {"command": shlex.join(words), **bench_budgets(quick=quick, say=_say)}
    for table in budget_tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)
    if plot is not None:
        draw_budgets(plot, report)
        out.print(f"picture: {plot}", soft_wrap=True)
    if markdown is not None:
        fill_block(markdown, "bench:budgets", budget_text(report))


@bench.command()
@reported
def volumes(
    mesh: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of meshes, each against itself; four shapes if not given."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures here.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")] = False,
    plots: Annotated[Path | None, typer.Option(help="Write plots into this folder.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the blocks bench:volumes-* of this text file.")
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
    ] = None,
) -> None:
    """Bounding volumes, trees, updates and orders of walking, compared on your model."""
    from impinge.bench.report import around_block, fill_block
    from impinge.bench.volume_plots import draw_volumes
    from impinge.bench.volume_report import volume_tables
    from impinge.bench.volume_text import BLOCKS, volume_text
    from impinge.bench.volumes import bench_volumes
    from impinge.core.errors import FileError, ImpingeError

    if saved is not None and mesh:
        raise ImpingeError("mesh: --from shows saved figures; name either meshes or a file of them")
    if markdown is not None:
        # Before the minutes of measuring, not after.
        for block in BLOCKS:
            around_block(markdown, f"bench:volumes-{block}")
    if plots is not None and plots.exists() and not plots.is_dir():
        raise FileError(f"{plots}: is a file, expected a folder")
    if saved is None:
        words = ["volumes", *map(str, mesh or []), *(["--quick"] if quick else [])]
        measure = functools.partial(bench_volumes, mesh, quick=quick)
        report = _measured(words, json_file, measure)
    else:
        report = _saved(saved, "volumes")
    out = console()
    for table in volume_tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)
    if plots is not None:
        for file in draw_volumes(report, plots):
            out.print(f"plot: {file}", soft_wrap=True)
    if markdown is not None:
        for block, text in volume_text(report).items():
            fill_block(markdown, f"bench:volumes-{block}", text)


@bench.command()
@reported
def convex(
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with coal, fcl and MuJoCo.")
    ] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures here.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")] = False,
    plots: Annotated[Path | None, typer.Option(help="Write plots into this folder.")] = None,
    markdown: Annotated[
        list[Path] | None,
        typer.Option(help="Fill the blocks bench:convex* of this text file; may be repeated."),
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
    ] = None,
) -> None:
    """Convex pairs: gap with points, distance, overlap, single calls, growth, errors."""
    from impinge.bench import bench_convex
    from impinge.bench.convex_plots import draw_growth, draw_sweeps
    from impinge.bench.convex_report import BLOCKS, convex_blocks, convex_tables
    from impinge.bench.report import fill_block, has_block
    from impinge.core.errors import FileError

    for page in markdown or []:
        # Before the minutes of measuring, not after.
        if not any(has_block(page, block) for block in BLOCKS):
            raise FileError(f"{page}: has none of the blocks {', '.join(BLOCKS)}")
    if plots is not None and plots.exists() and not plots.is_dir():
        raise FileError(f"{plots}: is a file, expected a folder")
    if saved is None:
        words = ["convex", *(["--peers"] if peers else []), *(["--quick"] if quick else [])]
        measure = functools.partial(bench_convex, peers=peers, quick=quick)
        report = _measured(words, json_file, measure)
    else:
        report = _saved(saved, "convex")
    out = console()
    for table in convex_tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)
    if plots is not None:
        for file in (*draw_sweeps(plots), draw_growth(report, plots)):
            out.print(f"plot: {file}", soft_wrap=True)
    for page in markdown or []:
        for block, text in convex_blocks(report).items():
            if has_block(page, block):
                fill_block(page, block, text)


@bench.command()
@reported
def adversarial(
    pairs: Annotated[int, typer.Option(help="Number of pairs.", min=1)] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of the first pairs.", min=0)] = 1,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write counts here.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the block bench:adversarial of this text file.")
    ] = None,
) -> None:
    """Difficult pairs of convex shapes, every answer checked; fails if any is wrong."""
    from impinge.bench import bench_adversarial
    from impinge.bench.convex_adversarial import adversarial_tables, adversarial_text
    from impinge.bench.report import around_block, fill_block

    if markdown is not None:
        # Before the minutes of checking, not after.
        around_block(markdown, "bench:adversarial")
    words = ["adversarial", "--pairs", str(pairs), *(["--seed", str(seed)] if seed != 1 else [])]
    measure = functools.partial(bench_adversarial, pairs, seed=seed)
    report = _measured(words, json_file, lambda say, keep: measure(keep=keep))  # noqa: ARG005
    out = console()
    for table in adversarial_tables(report):
        out.print(table)
    if json_file is not None:
        _save(json_file, report)
        out.print(f"counts: {json_file}", soft_wrap=True)
    if markdown is not None:
        fill_block(markdown, "bench:adversarial", adversarial_text(report))
    wrong = sum(report["faults"].values())
    if wrong:
        fail(f"{wrong:,} faults in {report['pairs']:,} pairs")


@bench.command()
@reported
def support(
    markdown: Annotated[Path | None, typer.Option(help="Write the page into this file.")] = None,
) -> None:
    """Which queries take which shapes: the page docs/support.md; measures nothing."""
    from impinge.bench.support import support_page, write_support_page

    if markdown is not None:
        write_support_page(markdown)
        console().print(f"page: {markdown}", soft_wrap=True)
        return
    print(support_page())


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _saved(file: Path, benchmark: str) -> dict[str, Any]:
    """A report that --json has written, of this benchmark."""
    import json

    from impinge.core.errors import FileError

    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FileError(f"{file}: not a report ({error})") from error
    if not isinstance(report, dict) or report.get("benchmark") != benchmark:
        raise FileError(f"{file}: not a report of `impinge bench {benchmark}`")
    return report


def _measured(
    words: list[str], json_file: Path | None, measure: Callable[..., dict[str, Any]]
) -> dict[str, Any]:
    """The report of a benchmark, with the command; saved as it grows."""
    command = {"command": shlex.join(["impinge", "bench", *words])}

    def keep(report: dict[str, Any]) -> None:
        if json_file is not None:
            _save(json_file, {**command, **report})

    return {**command, **measure(say=_say, keep=keep)}


def _save(file: Path, report: dict[str, Any]) -> None:
    """Written beside the file and then moved: it is the old report or the new one, never half."""
    import json

    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    beside.replace(file)
