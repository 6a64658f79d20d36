"""``impinge bench``: side-by-side measurements. A command is its options; a study does the rest."""

# ruff: noqa: ARG001 (parameters are read from the context)
from __future__ import annotations

import typer

from impinge.cli.bench_budgets import budgets
from impinge.cli.bench_ccd import ccd
from impinge.cli.bench_convex import adversarial, convex
from impinge.cli.bench_meshes import meshes
from impinge.cli.bench_pairs import pairs
from impinge.cli.bench_scene import scene
from impinge.cli.bench_support import support
from impinge.cli.bench_volumes import volumes
from impinge.cli.figures import JsonFile, Markdown, Plot, Quick, Saved, carry_out
from impinge.cli.reporting import reported

bench = typer.Typer(no_args_is_help=True, help="Measure, side by side with other libraries.")
bench.command()(meshes)
bench.command()(pairs)
bench.command()(budgets)
bench.command()(volumes)
bench.command()(convex)
bench.command()(adversarial)
bench.command()(support)
bench.command()(scene)


@bench.command()
@reported
def detect(
    context: typer.Context, json_file: JsonFile = None, quick: Quick = False, plot: Plot = None,
    markdown: Markdown = None, saved: Saved = None,
) -> None:  # fmt: skip
    """Contacts of fast, thin bodies that sampling misses, by substeps."""
    carry_out(context)


bench.command()(ccd)
