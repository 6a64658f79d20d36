"""The commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

import impinge as im
from impinge.cli.bench import bench
from impinge.cli.cache import cache
from impinge.cli.check import check
from impinge.cli.doctor import doctor
from impinge.cli.run import run
from impinge.cli.run_world import scenes
from impinge.cli.spheres import spheres
from impinge.cli.sweep import sweep
from impinge.cli.view import view
from impinge.cli.warmup import warmup

app = typer.Typer(
    name="impinge",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print(f"impinge {im.__version__}")
        raise typer.Exit


@app.callback()
def commands(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Collision handling: does anything touch, where, how far apart."""


app.command()(check)
app.command()(sweep)
app.command()(view)
app.command()(spheres)
app.add_typer(run, name="run")
app.command()(scenes)
app.add_typer(bench, name="bench")
app.command()(doctor)
app.command()(warmup)
app.add_typer(cache, name="cache")
