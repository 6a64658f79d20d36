"""``impinge run``: whole jobs, with tables and pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.reporting import Json, console, make_folder, print_json, reported, table_of
from impinge.cli.run_blade import blade
from impinge.cli.run_walk import walk
from impinge.cli.run_world import Jobs, run_world
from impinge.cli.warmup import compile_ahead
from impinge.core.progress import progress
from impinge.geometry import Box, Mesh, box_mesh
from impinge.hierarchy import tree_of
from impinge.io import load
from impinge.scene import Scene
from impinge.viewer import View, draw_largest, draw_overview

if TYPE_CHECKING:
    from impinge.scenes import Assembly, Clash

run = typer.Typer(
    cls=Jobs, no_args_is_help=True,
    help="Run a whole job, or a world by name: `impinge scenes` lists them.",
)  # fmt: skip

DATA = "clashes.json"
ROWS = 12
"""Clashes in the table; the rest are in the file."""

FEW_PARTS = 300
"""Of a machine that is asked about once beforehand: of all kinds, and no few for a broad phase."""


@run.callback()
def jobs() -> None:
    """Run a whole job."""


run.command()(blade)
run.command()(walk)
run.command("world", hidden=True)(run_world)


@run.command()
@reported
def clash(
    parts: Annotated[int, typer.Option(help="Number of parts.")] = 2000,
    seed: Annotated[int, typer.Option(help="Chooses parts and places.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for scene, pictures, data.")] = Path(
        "out/clash"
    ),
    width: Annotated[int, typer.Option(min=200, help="Of the picture, in pixels.")] = 1600,
    samples: Annotated[int, typer.Option(min=1, help="Rays a pixel of the pictures.")] = 4,
    as_json: Json = False,
) -> None:
    """Write a machine of named parts as a scene file, load it, find every clash, and draw it."""
    from impinge.scenes import Assembly, clash_machine, find_clashes, write_clash_machine

    make_folder(out)
    compile_ahead("contacts", "scene", "points", "motion")
    file = out / "machine.toml"
    seconds: dict[str, float] = {}
    with _timed(seconds, "write"):
        write_clash_machine(file, parts, seed)
    with _timed(seconds, "load"):
        scene = load(file)
    assert isinstance(scene, Scene)
    machine = Assembly.of_scene(scene)
    # Compiling, at the first run, is no part of what is timed. Other parts are asked for it: of the
    # machine's own nothing is known when a time begins but, for clashes, their trees.
    clash_machine(FEW_PARTS, misplaced=1.0).scene().collide()
    Scene.from_dict({"mesh": box_mesh(), "solid": Box((1.0, 1.0, 1.0))}).collide()
    with _timed(seconds, "trees"):
        _build_trees(machine)
    with _timed(seconds, "clashes"):
        touching = len(scene.collide())
    with progress(touching, "clashes") as done:
        clashes = find_clashes(scene, done)

    report = {
        "scene": str(file),
        "parts": len(machine),
        "triangles": machine.face_count,
        "seed": seed,
        "candidates": scene.last_update.tested,
        "touching_pairs": len(clashes),
        "touching_parts": len({part for found in clashes for part in (found.a, found.b)}),
        "triangle_pairs": sum(len(found.pairs) for found in clashes),
        "seconds": seconds,
        "clashes": [
            {
                "a": machine.names[found.a],
                "b": machine.names[found.b],
                "depth": found.depth,
                "points": found.points,
                "triangle_pairs": len(found.pairs),
                "where": found.where.tolist(),
            }
            for found in clashes
        ],
    }
    if not as_json:
        # The answer first: pictures take most of the time.
        _show(report, out)
    with _timed(seconds, "pictures"):
        files = _write(out, machine, clashes, report, width, samples)
    files.append(_write_page(out, scene, report))
    if as_json:
        print_json({**report, "files": [str(file) for file in files]})
    else:
        _show_files(report, files)


@contextmanager
def _timed(seconds: dict[str, float], what: str) -> Iterator[None]:
    start = perf_counter()
    yield
    seconds[what] = perf_counter() - start


def _build_trees(machine: Assembly) -> None:
    unique = list({id(s): s for s in machine.shapes if isinstance(s, Mesh)}.values())
    with progress(len(unique), "trees") as done:
        for k, mesh in enumerate(unique):
            tree_of(mesh)
            done(k + 1)


def _write(
    out: Path,
    machine: Assembly,
    clashes: list[Clash],
    report: dict[str, Any],
    width: int,
    samples: int,
) -> list[Path]:
    overview, largest, data = out / "clash.png", out / "largest.png", out / DATA
    data.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    subtitle = (
        f"{report['triangles']:,} triangles, {report['candidates']:,} candidate pairs, "
        f"the deepest of {_depth(report)}"
    )
    size = (width, round(0.6 * width))
    with progress(samples * size[0] * size[1], "picture") as done:
        draw_overview(
            overview, machine, clashes, _title(report), subtitle, size=size, samples=samples,
            done=done,
        )  # fmt: skip
    if not clashes:
        largest.unlink(missing_ok=True)
        return [overview, data]
    with progress(6, "close-ups") as done:
        close = (width // 3, width // 4)
        draw_largest(largest, machine, clashes, size=close, samples=samples, done=done)
    return [overview, largest, data]


def _write_page(out: Path, scene: Scene, report: dict[str, Any]) -> Path:
    """The page of the machine with its clashes: to be opened, or sent to somebody."""
    # The scene has been asked already: the page shows that answer.
    view = View(_title(report)).add(scene, "Machine").add(scene.collide())
    return view.save(out / "clash.html")


def _show(report: dict[str, Any], folder: Path) -> None:
    out, rows = console(), []
    for k, found in enumerate(report["clashes"][:ROWS], 1):
        where = " ".join(f"{x:6.3f}" for x in found["where"])
        depth, points = f"{1e3 * found['depth']:.2f}", str(found["points"])
        rows.append((str(k), found["a"], found["b"], depth, points, where))
    if rows:
        heads = "", "part", "touches", "depth \\[mm]", "points", "at \\[m]"
        out.print(table_of(heads, rows, "Deepest clashes", right={0, 3, 4, 5}, dim={0, 5}))
    rest = len(report["clashes"]) - ROWS
    if rest > 0:
        out.print(f"and {rest} more, in {folder / DATA}", style="dim")
    out.print(
        f"[bold]{report['touching_pairs']}[/bold] touching pairs of "
        f"[bold]{report['parts']}[/bold] parts ({report['triangles']:,} triangles): "
        f"{report['candidates']:,} candidates, the deepest of {_depth(report)}"
    )
    seconds = report["seconds"]
    out.print(
        f"scene loaded in {seconds['load']:.2f} s, trees {seconds['trees']:.2f} s, "
        f"clashes {seconds['clashes']:.2f} s; drawing pictures of them",
        style="dim",
    )


def _show_files(report: dict[str, Any], files: list[Path]) -> None:
    out = console()
    out.print(f"pictures drawn in {report['seconds']['pictures']:.1f} s", style="dim")
    pictures = ", ".join(str(file) for file in files if file.suffix == ".png")
    out.print(f"scene: {report['scene']}, pictures: {pictures}", soft_wrap=True)
    out.print(f"page: {files[-1]}", soft_wrap=True)


def _title(report: dict[str, Any]) -> str:
    return f"{report['touching_pairs']} clashes among {report['parts']} parts"


def _depth(report: dict[str, Any]) -> str:
    deepest = max((found["depth"] for found in report["clashes"]), default=0.0)
    return f"{1e3 * deepest:.1f} mm"
