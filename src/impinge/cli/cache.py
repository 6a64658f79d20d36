"""``impinge cache``: where compiled kernels are kept."""

from __future__ import annotations

import typer

from impinge.cli.reporting import Json, console, print_json, reported
from impinge.core.cache import cache_info, clean_cache

cache = typer.Typer(no_args_is_help=True, help="Where compiled kernels are kept.")


@cache.command()
@reported
def info(as_json: Json = False) -> None:
    """Folder, number of files, size."""
    found = cache_info()
    if as_json:
        print_json(found)
        return
    if found["folder"] is None:
        console().print("no folder can be used: every process compiles anew")
        return
    size = found["bytes"] / 1e6
    console().print(f"{found['folder']}: {found['files']} files, {size:.1f} MB", soft_wrap=True)


@cache.command()
@reported
def clean() -> None:
    """Remove all compiled kernels; the next query compiles what it needs."""
    console().print(f"{clean_cache()} files removed")
