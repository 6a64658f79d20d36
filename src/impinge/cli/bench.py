"""``impinge bench``: side-by-side measurements. A command is its options; a study does the rest."""

# ruff: noqa: ARG001 (parameters are read from the context)
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.figures import JsonFile, Markdown, Plot, Plots, Quick, Saved, carry_out
from impinge.cli.reporting import console, fail, reported

bench = typer.Typer(no_args_is_help=True, help="Measure, side by side with other libraries.")


@bench.command()
@reported
def meshes(
    context: typer.Context,
    peers: Annotated[bool, typer.Option("--peers", help="Compare with coal and fcl.")] = False,
    json_file: JsonFile = None,
    pairs: Annotated[
        list[str] | None, typer.Option("--pair", help="Only this pair of meshes; repeatable.")
    ] = None,
    quick: Quick = False, markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Triangle meshes: first hit, all pairs, distance, build, growth, start-up."""
    carry_out(context)


@bench.command()
@reported
def pairs(
    context: typer.Context,
    peers: Annotated[bool, typer.Option("--peers", help="Compare with ipctk and coal.")] = False,
    json_file: JsonFile = None,
    parts: Annotated[
        list[str] | None,
        typer.Option("--part", help="A distribution, moving, memory or peers; repeatable."),
    ] = None,
    quick: Quick = False, plots: Plots = None, markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Which boxes meet: every method on 100 to 1,000,000 boxes, at rest and moving."""
    carry_out(context)


@bench.command()
@reported
def budgets(
    context: typer.Context, json_file: JsonFile = None, quick: Quick = False, plot: Plot = None,
    markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Answers within a time budget: how many are certain, how wrong the others, how late."""
    carry_out(context)


@bench.command()
@reported
def volumes(
    context: typer.Context,
    mesh: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of meshes, each against itself; four shapes if not given."),
    ] = None,
    json_file: JsonFile = None, quick: Quick = False, plots: Plots = None,
    markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Bounding volumes, trees, updates and orders of walking, compared on your model."""
    carry_out(context)


@bench.command()
@reported
def convex(
    context: typer.Context,
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with coal, fcl and MuJoCo.")
    ] = False,
    json_file: JsonFile = None, quick: Quick = False, plots: Plots = None,
    markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Convex pairs: gap with points, distance, overlap, single calls, growth, errors."""
    carry_out(context)


@bench.command()
@reported
def adversarial(
    context: typer.Context,
    pairs: Annotated[int, typer.Option(help="Number of pairs.", min=1)] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of the first pairs.", min=0)] = 1,
    json_file: JsonFile = None, markdown: Markdown = None,
) -> None:  # fmt: skip
    """Difficult pairs of convex shapes, every answer checked; fails if any is wrong."""
    report = carry_out(context, "pairs")
    if wrong := sum(report["faults"].values()):
        fail(f"{wrong:,} faults in {report['pairs']:,} pairs")


@bench.command()
@reported
def support(
    markdown: Annotated[Path | None, typer.Option(help="Write the page into this file.")] = None,
) -> None:
    """Which queries take which shapes: the page docs/support.md; measures nothing."""
    from impinge.bench.support import support_page

    if markdown is None:
        print(support_page())
    else:
        markdown.write_text(support_page(), encoding="utf-8")
        console().print(f"page: {markdown}", soft_wrap=True)


@bench.command()
@reported
def scene(
    context: typer.Context,
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with trimesh's CollisionManager.")
    ] = False,
    json_file: JsonFile = None,
    quick: Quick = False,
    objects: Annotated[int | None, typer.Option(help="Another number of objects.")] = None,
    faces: Annotated[
        list[int] | None, typer.Option(help="Triangles of a mesh; may be repeated.")
    ] = None,
    crowds: Annotated[
        list[str] | None,
        typer.Option("--crowd", help="shared, distinct, solid or 'distinct solid'; repeatable."),
    ] = None,
    markdown: Markdown = None,
    saved: Saved = None,
) -> None:
    """Many mesh objects, a tenth of them moving each frame: ms a frame, and its parts."""
    carry_out(context)


@bench.command()
@reported
def detect(
    context: typer.Context, json_file: JsonFile = None, quick: Quick = False, plot: Plot = None,
    markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Contacts of fast, thin bodies that sampling misses, by substeps."""
    carry_out(context)


@bench.command()
@reported
def ccd(
    context: typer.Context,
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with ipctk's Tight-Inclusion and python-fcl.")
    ] = False,
    json_file: JsonFile = None,
    parts: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            help="Only speed, exact, step, scene, rigid, fast, methods or baselines; repeatable.",
        ),
    ] = None,
    quick: Quick = False, markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """When things that move first touch: features, cloths, whole shapes; every answer checked."""
    carry_out(context)
