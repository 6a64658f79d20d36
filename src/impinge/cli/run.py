"""``impinge run``: whole jobs, with tables and pictures."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.reporting import console, print_json, reported

if TYPE_CHECKING:
    from impinge.scenes import Assembly, Clash

run = typer.Typer(no_args_is_help=True, help="Run a whole job.")

ROWS = 12
"""Clashes in the table; the rest are in the file."""


@run.callback()
def jobs() -> None:
    """Run a whole job."""


@run.command()
@reported
def clash(
    parts: Annotated[int, typer.Option(help="Number of parts.")] = 420,
    seed: Annotated[int, typer.Option(help="Chooses parts and places.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for pictures and data.")] = Path("out/clash"),
    width: Annotated[int, typer.Option(min=200, help="Of the picture, in pixels.")] = 1600,
    samples: Annotated[int, typer.Option(min=1, help="Rays a pixel of the pictures.")] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find every touching pair among several hundred parts of a machine, and draw it."""
    from impinge.core.progress import progress
    from impinge.hierarchy import tree_of
    from impinge.narrow import intersecting_pairs, overlap
    from impinge.scenes import clash_machine, find_clashes
    from impinge.scenes.clashes import candidate_pairs

    machine = clash_machine(parts, seed)
    unique = list({id(mesh): mesh for mesh in machine.meshes}.values())
    # Compiling, at the first run, is no part of what is timed.
    overlap(unique[0], unique[0])
    intersecting_pairs(unique[0], unique[0])
    start = perf_counter()
    with progress(len(unique), "trees") as done:
        for k, mesh in enumerate(unique):
            tree_of(mesh)
            done(k + 1)
    built = perf_counter()
    candidates = candidate_pairs(*machine.world_bounds())
    with progress(len(candidates), "pairs") as done:
        clashes = find_clashes(machine, candidates, done)
    ended = perf_counter()

    clashes.sort(key=lambda found: (-len(found.pairs), found.a, found.b))
    seconds = {"trees": built - start, "pairs": ended - built}
    report = {
        "parts": len(machine),
        "triangles": machine.face_count,
        "seed": seed,
        "candidates": len(candidates),
        "touching_pairs": len(clashes),
        "touching_parts": len({part for found in clashes for part in (found.a, found.b)}),
        "triangle_pairs": sum(len(found.pairs) for found in clashes),
        "seconds": seconds,
        "clashes": [
            {
                "a": machine.names[found.a],
                "b": machine.names[found.b],
                "triangle_pairs": len(found.pairs),
                "where": found.where.tolist(),
            }
            for found in clashes
        ],
    }
    files = _write(out, machine, clashes, report, width, samples)
    seconds["pictures"] = perf_counter() - ended
    if as_json:
        print_json({**report, "files": [str(file) for file in files]})
    else:
        _show(report, files)


def _write(
    out: Path,
    machine: Assembly,
    clashes: list[Clash],
    report: dict[str, Any],
    width: int,
    samples: int,
) -> list[Path]:
    import json

    from impinge.core.errors import FileError
    from impinge.core.progress import progress
    from impinge.viewer import draw_largest, draw_overview

    if out.exists() and not out.is_dir():
        raise FileError(f"{out}: is a file, expected a folder")
    out.mkdir(parents=True, exist_ok=True)
    overview, largest, data = out / "clash.png", out / "largest.png", out / "clashes.json"
    data.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    title = f"{report['touching_pairs']} clashes among {report['parts']} parts"
    subtitle = (
        f"{report['triangles']:,} triangles, {report['candidates']:,} candidate pairs, "
        f"{report['triangle_pairs']:,} pairs of triangles meet"
    )
    size = (width, round(0.6 * width))
    with progress(samples * size[0] * size[1], "picture") as done:
        draw_overview(
            overview, machine, clashes, title, subtitle, size=size, samples=samples, done=done
        )
    if not clashes:
        largest.unlink(missing_ok=True)
        return [overview, data]
    with progress(6, "close-ups") as done:
        close = (width // 3, width // 4)
        draw_largest(largest, machine, clashes, size=close, samples=samples, done=done)
    return [overview, largest, data]


def _show(report: dict[str, Any], files: list[Path]) -> None:
    from rich.table import Table

    out = console()
    table = Table(title="Largest clashes", title_justify="left", title_style="bold")
    table.add_column("", justify="right", style="dim")
    table.add_column("part")
    table.add_column("touches")
    table.add_column("triangle pairs", justify="right")
    table.add_column("at \\[m]", justify="right", style="dim")
    for k, found in enumerate(report["clashes"][:ROWS]):
        where = "  ".join(f"{x:6.3f}" for x in found["where"])
        table.add_row(str(k + 1), found["a"], found["b"], f"{found['triangle_pairs']:,}", where)
    if report["clashes"]:
        out.print(table)
    rest = len(report["clashes"]) - ROWS
    if rest > 0:
        out.print(f"and {rest} more, in {files[-1]}", style="dim")
    out.print(
        f"[bold]{report['touching_pairs']}[/bold] touching pairs of "
        f"[bold]{report['parts']}[/bold] parts ({report['triangles']:,} triangles): "
        f"{report['candidates']:,} candidates, {report['triangle_pairs']:,} pairs of triangles meet"
    )
    seconds = report["seconds"]
    out.print(
        f"trees {seconds['trees']:.2f} s, touching pairs {seconds['pairs']:.2f} s, "
        f"pictures {seconds['pictures']:.1f} s",
        style="dim",
    )
    pictures = ", ".join(str(file) for file in files if file.suffix == ".png")
    out.print(f"pictures: {pictures}", soft_wrap=True)
