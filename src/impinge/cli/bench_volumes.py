"""``impinge bench volumes``: bounding volumes and trees, compared on a model."""

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
def volumes(
    mesh: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of meshes, each against itself; four shapes if not given."),
    ] = None,
    json_file: JsonFile = None,
    quick: Quick = False,
    plots: Plots = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the blocks bench:volumes-* of this text file.")
    ] = None,
    saved: Saved = None,
) -> None:
    """Bounding volumes, trees, updates and orders of walking, compared on your model."""
    from impinge.bench.report import around_block, fill_block
    from impinge.bench.volume_plots import draw_volumes
    from impinge.bench.volume_report import volume_tables
    from impinge.bench.volume_text import BLOCKS, volume_text
    from impinge.bench.volumes import bench_volumes
    from impinge.core.errors import ImpingeError

    if saved is not None and mesh:
        raise ImpingeError("mesh: --from shows saved figures; name either meshes or a file of them")
    if markdown is not None:
        # Before the minutes of measuring, not after.
        for block in BLOCKS:
            around_block(markdown, f"bench:volumes-{block}")
    check_folder(plots)
    if saved is None:
        words = ["volumes", *map(str, mesh or []), *(["--quick"] if quick else [])]
        measure = functools.partial(bench_volumes, mesh, quick=quick)
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "volumes")
    out = console()
    show(volume_tables(report), report, json_file)
    if plots is not None:
        for file in draw_volumes(report, plots):
            out.print(f"plot: {file}", soft_wrap=True)
    if markdown is not None:
        for block, text in volume_text(report).items():
            fill_block(markdown, f"bench:volumes-{block}", text)
