"""``impinge bench scene`` and ``impinge bench detect``: scenes of many things."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import JsonFile, Quick, Saved, measured, saved_report, show
from impinge.cli.reporting import reported


@reported
def scene(
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with trimesh's CollisionManager.")
    ] = False,
    json_file: JsonFile = None,
    quick: Quick = False,
    objects: Annotated[int | None, typer.Option(help="Another number of objects.")] = None,
    faces: Annotated[
        list[int] | None, typer.Option(help="Triangles of a mesh; may be repeated.")
    ] = None,
    crowd: Annotated[
        list[str] | None,
        typer.Option(help="shared, distinct, solid, or 'distinct solid'; may be repeated."),
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Fill the block bench:scene of this text file.")
    ] = None,
    saved: Saved = None,
) -> None:
    """Many mesh objects, a tenth of them moving each frame: ms a frame, and its parts."""
    from impinge.bench import bench_scene
    from impinge.bench.report import around_block, fill_block
    from impinge.bench.scene_report import scene_tables, scene_text

    if markdown is not None:
        # Before measuring, not after.
        around_block(markdown, "bench:scene")
    if saved is None:
        words = ["scene", *(["--peers"] if peers else []), *(["--quick"] if quick else [])]
        words += [] if objects is None else ["--objects", str(objects)]
        words += [word for count in faces or [] for word in ("--faces", str(count))]
        words += [word for name in crowd or [] for word in ("--crowd", name)]
        measure = functools.partial(
            bench_scene, peers=peers, quick=quick, objects=objects, faces=faces, crowds=crowd
        )
        report = measured(words, json_file, measure)
    else:
        report = saved_report(saved, "scene")
    show(scene_tables(report), report, json_file)
    if markdown is not None:
        fill_block(markdown, "bench:scene", scene_text(report))
