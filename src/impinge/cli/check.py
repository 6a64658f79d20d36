"""``impinge check``: do two files touch, or the parts of a scene?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.reporting import FREE, TOUCHING, console, print_json, reported

if TYPE_CHECKING:
    from impinge.geometry import Mesh
    from impinge.scene import Scene

ROWS = 30
"""Pairs of a scene in the table; JSON has them all."""


@reported
def check(
    a: Annotated[
        Path,
        typer.Argument(
            help="Mesh (STL, OBJ, PLY, OFF, GLB), tetrahedra (MSH, VTK, VTU, node/ele) or scene "
            "(TOML)."
        ),
    ],
    b: Annotated[
        Path | None, typer.Argument(help="Another mesh or tetrahedra; a scene stands alone.")
    ] = None,
    pose_a: Annotated[
        Path | None,
        typer.Option(help="Pose of A, in metres: 4x4 or 3x4 numbers as text, CSV, JSON or .npy."),
    ] = None,
    pose_b: Annotated[Path | None, typer.Option(help="File with the pose of B.")] = None,
    units: Annotated[str | None, typer.Option(help="Unit of both files: m, cm, mm, in ...")] = None,
    margin: Annotated[float, typer.Option(help="Closer than this, in metres, is too close.")] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Do two meshes touch, or any parts of a scene; how far apart are they, how deep, and where?

    Of tetrahedra the surface is asked about. Exit code 0: free; 1: touching, or within the margin;
    2: an error.
    """
    from impinge.core.errors import ImpingeError
    from impinge.io import load
    from impinge.scene import Scene

    if b is None:
        scene = load(a, units=units)
        if not isinstance(scene, Scene):
            raise ImpingeError(f"{a}: is no scene, so there must be a second file")
        if margin or pose_a or pose_b:
            raise ImpingeError(f"{a}: a scene says its poses and margins itself")
        _check_scene(a, scene, as_json)
    else:
        _check_two(a, b, pose_a, pose_b, units, margin, as_json)


def _check_scene(file: Path, scene: Scene, as_json: bool) -> None:
    pairs = sorted(
        (
            {
                "a": first,
                "b": second,
                "separation": float(contacts.separation.min()),
                "points": len(contacts),
                "where": contacts.point[contacts.separation.argmin()].tolist(),
            }
            for first, second, contacts in scene.collide()
        ),
        key=lambda pair: pair["separation"],
    )
    if as_json:
        print_json({"file": str(file), "parts": len(scene), "touching": pairs})
    else:
        _show_scene(file, len(scene), pairs)
    raise typer.Exit(TOUCHING if pairs else FREE)


def _show_scene(file: Path, parts: int, pairs: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table()
    for title, side in (("part", "left"), ("touches", "left"), ("separation \\[m]", "right")):
        table.add_column(title, justify=side)  # type: ignore[arg-type]
    table.add_column("at \\[m]", justify="right", style="dim")
    for pair in pairs[:ROWS]:
        where = "  ".join(f"{x:.4g}" for x in pair["where"])
        table.add_row(pair["a"], pair["b"], f"{pair['separation']:.6g}", where)
    if pairs:
        console().print(table)
    word = f"{len(pairs)} touching pairs" if pairs else "free"
    console().print(f"{file}: {parts} parts, [bold]{word}[/bold]")


def _check_two(
    a: Path, b: Path, pose_a: Path | None, pose_b: Path | None, units: str | None, margin: float,
    as_json: bool,
) -> None:  # fmt: skip
    import impinge as im
    from impinge.cli.pose_file import read_pose
    from impinge.cli.surface_file import read_surface

    mesh_a, mesh_b = read_surface(a, units), read_surface(b, units)
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
        "a": _about(a, mesh_a, at_a, units),
        "b": _about(b, mesh_b, at_b, units),
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


def _about(file: Path, mesh: Mesh, pose: Any, units: str | None) -> dict[str, Any]:
    lower, upper = mesh.bounds
    return {
        "file": str(file),
        "faces": len(mesh.faces),
        "closed": mesh.is_closed,
        "size": (upper - lower).tolist(),
        "units": units,
        "pose": None if pose is None else pose.tolist(),
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
