"""``impinge bench budgets``: answers within a time budget."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import JsonFile, Quick, measured, show
from impinge.cli.reporting import console, reported


@reported
def budgets(
    json_file: JsonFile = None,
    quick: Quick = False,
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

    if markdown is not None:
        # Before measuring, not after.
        around_block(markdown, "bench:budgets")
    words = ["budgets", *(["--quick"] if quick else [])]
    measure = functools.partial(bench_budgets, quick=quick)
    report = measured(words, json_file, lambda say, keep: measure(say=say))  # noqa: ARG005
    show(budget_tables(report), report, json_file)
    if plot is not None:
        draw_budgets(plot, report)
        console().print(f"picture: {plot}", soft_wrap=True)
    if markdown is not None:
        fill_block(markdown, "bench:budgets", budget_text(report))
