"""``impinge bench``: side-by-side measurements."""

from __future__ import annotations

import typer

from impinge.cli.bench_budgets import budgets
from impinge.cli.bench_ccd import ccd
from impinge.cli.bench_convex import adversarial, convex
from impinge.cli.bench_meshes import meshes
from impinge.cli.bench_pairs import pairs
from impinge.cli.bench_scene import detect, scene
from impinge.cli.bench_support import support
from impinge.cli.bench_volumes import volumes

bench = typer.Typer(no_args_is_help=True, help="Measure, side by side with other libraries.")
bench.command()(meshes)
bench.command()(pairs)
bench.command()(budgets)
bench.command()(volumes)
bench.command()(convex)
bench.command()(adversarial)
bench.command()(support)
bench.command()(scene)
bench.command()(detect)
bench.command()(ccd)
