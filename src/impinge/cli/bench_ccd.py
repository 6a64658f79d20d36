"""``impinge bench ccd``: what moves, and when it touches."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import JsonFile, Quick, Saved, measured, saved_report, show
from impinge.cli.reporting import reported


@reported
def ccd(
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with ipctk's Tight-Inclusion and python-fcl.")
    ] = False,
    json_file: JsonFile = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="Only speed, exact, step, scene, rigid, fast, methods or baselines; repeatable."
        ),
    ] = None,
    quick: Quick = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the blocks bench:ccd* of this text file.")
    ] = None,
    saved: Saved = None,
) -> None:
    """When things that move first touch: features, cloths, whole shapes; every answer checked."""
    from impinge.bench import bench_ccd
    from impinge.bench.ccd_report import BLOCKS, ccd_blocks, ccd_tables
    from impinge.bench.report import fill_block, has_block
    from impinge.core.errors import FileError

    # Before measuring, not after.
    if markdown is not None and not any(has_block(markdown, block) for block in BLOCKS):
        raise FileError(f"{markdown}: has none of the blocks {', '.join(BLOCKS)}")
    if saved is None:
        words = ["ccd", *(["--peers"] if peers else [])]
        words += [word for name in part or [] for word in ("--part", name)]
        words += ["--quick"] if quick else []
        measure = functools.partial(bench_ccd, part, peers=peers, quick=quick)
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "ccd")
    show(ccd_tables(report), report, json_file)
    if markdown is not None:
        for block, text in ccd_blocks(report).items():
            if has_block(markdown, block):
                fill_block(markdown, block, text)
