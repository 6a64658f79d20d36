"""``impinge bench convex`` and ``adversarial``: pairs of convex shapes, timed and checked."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import (
    JsonFile,
    Plots,
    Quick,
    Saved,
    check_folder,
    measured,
    saved_report,
    show,
)
from impinge.cli.reporting import console, fail, reported


@reported
def convex(
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with coal, fcl and MuJoCo.")
    ] = False,
    json_file: JsonFile = None,
    quick: Quick = False,
    plots: Plots = None,
    markdown: Annotated[
        list[Path] | None,
        typer.Option(help="Fill the blocks bench:convex* of this text file; may be repeated."),
    ] = None,
    saved: Saved = None,
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
    check_folder(plots)
    if saved is None:
        words = ["convex", *(["--peers"] if peers else []), *(["--quick"] if quick else [])]
        measure = functools.partial(bench_convex, peers=peers, quick=quick)
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "convex")
    show(convex_tables(report), report, json_file)
    if plots is not None:
        for file in (*draw_sweeps(plots), draw_growth(report, plots)):
            console().print(f"plot: {file}", soft_wrap=True)
    for page in markdown or []:
        for block, text in convex_blocks(report).items():
            if has_block(page, block):
                fill_block(page, block, text)


@reported
def adversarial(
    pairs: Annotated[int, typer.Option(help="Number of pairs.", min=1)] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of the first pairs.", min=0)] = 1,
    json_file: JsonFile = None,
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
    report = measured(words, json_file, lambda say, keep: measure(keep=keep))  # noqa: ARG005
    show(adversarial_tables(report), report, json_file)
    if markdown is not None:
        fill_block(markdown, "bench:adversarial", adversarial_text(report))
    wrong = sum(report["faults"].values())
    if wrong:
        fail(f"{wrong:,} faults in {report['pairs']:,} pairs")
