"""``impinge check``: do two files touch?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.reporting import FREE, TOUCHING, console, print_json, reported

if TYPE_CHECKING:
    from impinge.geometry import Mesh


@reported
def check(
    a: Annotated[Path, typer.Argument(help="Mesh file: STL, OBJ, PLY, OFF or GLB.")],
    b: Annotated[Path, typer.Argument(help="Mesh file.")],
    pose_a: Annotated[
        Path | None,
        typer.Option(help="Pose of A, in metres: 4x4 or 3x4 numbers as text, CSV, JSON or .npy."),
    ] = None,
    pose_b: Annotated[Path | None, typer.Option(help="File with the pose of B.")] = None,
    units: Annotated[str | None, typer.Option(help="Unit of both files: m, cm, mm, in ...")] = None,
    margin: Annotated[float, typer.Option(help="Closer than this, in metres, is too close.")] = 0.0,
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
    too_close = bool(im.overlap(mesh_a, mesh_b, at_a, at_b, margin=margin))
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
        "a": _about(a, mesh_a),
        "b": _about(b, mesh_b),
        "margin": margin,
        "touching": near.distance == 0.0,
        "within_margin": too_close,
        **near.to_dict(),
        "triangle_pairs": pairs.pairs.tolist(),
        "inside": inside,
    }
    if as_json:
        print_json(answer)
    else:
        _show(answer)
    raise typer.Exit(TOUCHING if too_close else FREE)


def _about(file: Path, mesh: Mesh) -> dict[str, Any]:
    lower, upper = mesh.bounds
    return {
        "file": str(file),
        "faces": len(mesh.faces),
        "closed": mesh.is_closed,
        "size": (upper - lower).tolist(),
    }


def _show(answer: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 3))
    table.add_column(style="dim")
    table.add_column()
    for side in ("a", "b"):
        mesh = answer[side]
        closed = "closed" if mesh["closed"] else "open"
        size = " x ".join(f"{x:.4g}" for x in mesh["size"])
        what = f"{mesh['faces']:,} triangles, {closed}, {size} m"
        table.add_row(side.upper(), f"{mesh['file']}  ({what})")
    word = "free"
    if answer["touching"]:
        word = "touching"
    elif answer["within_margin"]:
        word = "too close"
    asked = f" (asked for {answer['margin']:g} m)" if answer["margin"] else ""
    table.add_row("answer", f"[bold]{word}[/bold]{asked}")
    table.add_row("distance", f"{answer['distance']:.9g} m")
    for name in ("point_a", "point_b", "normal"):
        table.add_row(name.replace("_", " "), ", ".join(f"{x:.9g}" for x in answer[name]))
    table.add_row("triangles", f"{answer['feature_a']} of A, {answer['feature_b']} of B")
    table.add_row("triangle pairs", f"{len(answer['triangle_pairs']):,} meet")
    if answer["inside"]:
        inner, _, outer = answer["inside"].upper().partition(" IN ")
        table.add_row("note", f"{inner} lies inside {outer}; their surfaces do not touch")
    console().print(table)
