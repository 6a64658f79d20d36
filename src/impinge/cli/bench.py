"""``impinge bench``: side-by-side measurements. A command is its options; a study does the rest."""

# ruff: noqa: ARG001 (parameters are read from the context)
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.bench_ccd import ccd
from impinge.cli.bench_convex import adversarial, convex
from impinge.cli.bench_support import support
from impinge.cli.figures import JsonFile, Markdown, Plot, Plots, Quick, Saved, carry_out
from impinge.cli.reporting import reported

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


bench.command()(convex)
bench.command()(adversarial)
bench.command()(support)


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


bench.command()(ccd)
