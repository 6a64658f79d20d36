"""``impinge check``: do two files touch?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import FREE, TOUCHING, console, print_json, reported


@reported
def check(
    a: Annotated[Path, typer.Argument(help="Mesh file: STL, OBJ, PLY, OFF or GLB.")],
    b: Annotated[Path, typer.Argument(help="Mesh file.")],
    pose_a: Annotated[
        Path | None, typer.Option(help="File with the pose of A: 4x4 or 3x4 numbers.")
    ] = None,
    pose_b: Annotated[Path | None, typer.Option(help="File with the pose of B.")] = None,
    units: Annotated[str | None, typer.Option(help="Unit of both files: m, cm, mm, in ...")] = None,
    margin: Annotated[float, typer.Option(help="Closer than this [m] counts as touching.")] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Do two meshes touch, how far apart are they, and where?

    Exit code 0: free; 1: touching, or within the margin; 2: an error.
    """
    import impinge as im
    from impinge.cli.pose_file import read_pose

    mesh_a, mesh_b = im.load(a, units=units), im.load(b, units=units)
    at_a = None if pose_a is None else read_pose(pose_a)
    at_b = None if pose_b is None else read_pose(pose_b)
    touching = bool(im.overlap(mesh_a, mesh_b, at_a, at_b, margin=margin))
    near = im.distance(mesh_a, mesh_b, at_a, at_b)
    pairs = im.intersecting_pairs(mesh_a, mesh_b, at_a, at_b)

    inside = None
    if near.distance:
        # Surfaces apart: one may still be inside the other. Any point of it tells.
        if mesh_a.is_closed and im.contains(mesh_a, near.point_b, at_a):
            inside = "b in a"
        elif mesh_b.is_closed and im.contains(mesh_b, near.point_a, at_b):
            inside = "a in b"

    answer: dict[str, Any] = {
        "a": {"file": str(a), "faces": len(mesh_a.faces), "closed": mesh_a.is_closed},
        "b": {"file": str(b), "faces": len(mesh_b.faces), "closed": mesh_b.is_closed},
        "margin": margin,
        "touching": touching,
        **near.to_dict(),
        "triangle_pairs": len(pairs),
        "inside": inside,
    }
    if as_json:
        print_json(answer)
    else:
        _show(answer)
    raise typer.Exit(TOUCHING if touching else FREE)


def _show(answer: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 3))
    table.add_column(style="dim")
    table.add_column()
    for side in ("a", "b"):
        mesh = answer[side]
        closed = "closed" if mesh["closed"] else "open"
        table.add_row(side.upper(), f"{mesh['file']}  ({mesh['faces']:,} triangles, {closed})")
    within = f" (within {answer['margin']:g} m)" if answer["margin"] else ""
    word = f"[bold]touching[/bold]{within}" if answer["touching"] else f"[bold]free[/bold]{within}"
    table.add_row("answer", word)
    table.add_row("distance", f"{answer['distance']:.9g} m")
    for name in ("point_a", "point_b", "normal"):
        table.add_row(name.replace("_", " "), ", ".join(f"{x:.9g}" for x in answer[name]))
    table.add_row("triangles", f"{answer['feature_a']} of A, {answer['feature_b']} of B")
    table.add_row("triangle pairs", f"{answer['triangle_pairs']:,} meet")
    if answer["inside"]:
        inner, _, outer = answer["inside"].upper().partition(" IN ")
        table.add_row("note", f"{inner} lies inside {outer}; their surfaces do not touch")
    console().print(table)
