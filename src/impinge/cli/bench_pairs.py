"""``impinge bench pairs``: broad phases, by distribution and number of boxes."""

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
from impinge.cli.reporting import console, reported


@reported
def pairs(
    peers: Annotated[bool, typer.Option("--peers", help="Compare with ipctk and coal.")] = False,
    json_file: JsonFile = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this distribution, or moving, memory, peers; may be repeated. Or elements."
        ),
    ] = None,
    quick: Quick = False,
    plots: Plots = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the blocks bench:pairs* of this text file.")
    ] = None,
    saved: Saved = None,
) -> None:
    """Which boxes meet: every method on 100 to 1,000,000 boxes, at rest and moving."""
    from impinge.bench import bench_pairs
    from impinge.bench.pairs_elements import bench_elements, element_tables
    from impinge.bench.pairs_plots import draw_pairs
    from impinge.bench.pairs_report import BLOCKS, pairs_blocks, pairs_tables
    from impinge.bench.report import fill_block, has_block
    from impinge.bench.tables import markdown_block, rich_tables, run_text
    from impinge.core.errors import FileError

    # Before the minutes of measuring, not after.
    if markdown is not None and not any(has_block(markdown, block) for block in BLOCKS):
        raise FileError(f"{markdown}: has none of the blocks {', '.join(BLOCKS)}")
    check_folder(plots)
    if saved is None:
        words = ["pairs", *(["--peers"] if peers else [])]
        words += [word for name in part or [] for word in ("--part", name)]
        words += ["--quick"] if quick else []
        measure = functools.partial(bench_pairs, part, peers=peers, quick=quick)
        if part == ["elements"]:
            measure = functools.partial(bench_elements, quick=quick)
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "pairs")
    tables = list(element_tables(report))
    show([*pairs_tables(report), *rich_tables(tables)], report, json_file)
    if plots is not None:
        for file in draw_pairs(report, plots):
            console().print(f"plot: {file}", soft_wrap=True)
    if markdown is not None:
        blocks = pairs_blocks(report)
        if tables:
            blocks["bench:pairs-elements"] = markdown_block(run_text(report, ""), tables)
        for block, text in blocks.items():
            if has_block(markdown, block):
                fill_block(markdown, block, text)
