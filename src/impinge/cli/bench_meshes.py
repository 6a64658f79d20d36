"""``impinge bench meshes``: triangle meshes, side by side with other libraries."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import (
    JsonFile,
    Quick,
    Saved,
    measured,
    saved_report,
    show,
)
from impinge.cli.reporting import reported


@reported
def meshes(
    peers: Annotated[bool, typer.Option("--peers", help="Compare with coal and fcl.")] = False,
    json_file: JsonFile = None,
    pair: Annotated[
        list[str] | None, typer.Option(help="Only this pair of meshes; may be repeated.")
    ] = None,
    quick: Quick = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the block bench:meshes of this text file.")
    ] = None,
    saved: Saved = None,
) -> None:
    """Triangle meshes: first hit, all pairs, distance, build, growth, start-up."""
    from impinge.bench import bench_meshes
    from impinge.bench.report import around_block, fill_block, tables
    from impinge.bench.report import markdown as as_markdown

    if markdown is not None:
        # Before the minutes of measuring, not after.
        around_block(markdown, "bench:meshes")
    if saved is None:
        words = ["meshes", *(["--peers"] if peers else [])]
        words += [word for name in pair or [] for word in ("--pair", name)]
        words += ["--quick"] if quick else []
        measure = functools.partial(bench_meshes, pair, peers=peers, quick=quick)
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "meshes")
    show(tables(report), report, json_file)
    if markdown is not None:
        fill_block(markdown, "bench:meshes", as_markdown(report))
