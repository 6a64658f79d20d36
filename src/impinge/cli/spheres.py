"""``impinge spheres part.stl -o tree.npz``: the sphere tree of a mesh as a file."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from impinge.cli.reporting import console, print_json, reported, table_of
from impinge.cli.units import read_surface
from impinge.core.errors import ImpingeError
from impinge.hierarchy import sphere_tree
from impinge.io import save


@reported
def spheres(
    file: Annotated[Path, typer.Argument(help="A closed mesh, or tetrahedra.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Write the tree here, as .npz.")],
    levels: Annotated[int, typer.Option(help="Levels below the root, 1 to 5.")] = 3,
    method: Annotated[str, typer.Option(help="medial, octree or enclosing.")] = "medial",
    reduce: Annotated[str, typer.Option(help="best, merge, burst or expand.")] = "best",
    kind: Annotated[str, typer.Option(help="wrapped, or layered.")] = "wrapped",
    seed: Annotated[int, typer.Option(help="Of the samples.", min=0)] = 0,
    units: Annotated[
        str | None, typer.Option(help="The file's unit: m, cm, mm, um, km, in or ft.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON.")] = False,
) -> None:
    """Cover a surface by spheres, level by level, and write them to a file."""
    if out.suffix.lower() != ".npz":
        raise ImpingeError(f"out: {out}, expected a file .npz")
    start = perf_counter()
    tree = sphere_tree(
        read_surface(file, units), levels=levels, method=method, reduce=reduce, kind=kind, seed=seed
    )
    save(tree, out)
    rows = [
        {"level": k, "spheres": len(tree.level(k)[1]), "error": float(error)}
        for k, error in enumerate(tree.errors)
    ]
    if as_json:
        print_json({"file": str(out), "levels": rows})
        return
    heads = "level", "spheres", "worst sticks out \\[m]"
    said = [(f"{row['level']}", f"{row['spheres']}", f"{row['error']:.4g}") for row in rows]
    console().print(table_of(heads, said))
    console().print(f"tree: {out} ({perf_counter() - start:.1f} s)", soft_wrap=True)
