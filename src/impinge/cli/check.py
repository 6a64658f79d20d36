"""``impinge check``: do two files touch, or the parts of a scene, or a robot?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import impinge as im
from impinge.cli.check_robot import check_robot
from impinge.cli.check_scene import check_scene
from impinge.cli.configuration_file import RobotOptions, in_unit, read_pose
from impinge.cli.reporting import (
    FREE,
    TOUCHING,
    Json,
    Missing,
    Packages,
    Surfaces,
    console,
    grid_of,
    print_answer,
    reported,
    vector_text,
)
from impinge.cli.units import Unit, UnitFile, converted, hint_at_units, read_surface, unit_file
from impinge.contacts.containment import find_containment
from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.io.robot_file import ROBOT_EXTENSIONS
from impinge.io.scene_file import EXTENSION

WORDS = {"free": "free", "near": "too close", "touching": "touching"}


@reported
def check(
    a: Annotated[
        Path,
        typer.Argument(
            help="Mesh (STL, OBJ, PLY, OFF, GLB), tetrahedra (MSH, VTK, VTU, node/ele), scene "
            "(TOML) or robot (URDF, MJCF, BVH). `part.stl:mm` says the unit of the file."
        ),
    ],
    b: Annotated[
        Path | None, typer.Argument(help="Another mesh or tetrahedra; others stand alone.")
    ] = None,
    pose_a: Annotated[
        Path | None,
        typer.Option(help="Pose of A: 4x4 or 3x4 numbers as text, CSV, JSON or .npy."),
    ] = None,
    pose_b: Annotated[Path | None, typer.Option(help="File with the pose of B.")] = None,
    units: Annotated[
        str | None,
        typer.Option(
            help="Unit of files, poses, margin and all output: m, cm, mm, um, km, in, ft. "
            "Default: the unit of the first file, or m."
        ),
    ] = None,
    units_a: Annotated[str | None, typer.Option(help="Unit of file A alone.")] = None,
    units_b: Annotated[str | None, typer.Option(help="Unit of file B alone.")] = None,
    margin: Annotated[
        float, typer.Option(help="Closer than this, in the unit of --units, is too close.")
    ] = 0.0,
    surfaces: Surfaces = False,
    q: Annotated[
        Path | None,
        typer.Option(
            help="Configurations of a robot (rad, m): rows of CSV, JSON or .npy; a first line may "
            "name joints. Neutral if not given."
        ),
    ] = None,
    world: Annotated[
        Path | None, typer.Option("--in", help="Scene (TOML) that a robot is in.")
    ] = None,
    srdf: Annotated[Path | None, typer.Option(help="SRDF file of a robot.")] = None,
    package: Packages = None,
    missing: Missing = "error",
    as_json: Json = False,
) -> None:
    """Do two parts touch, or any parts of a scene; how far apart are they, how deep, and where?

    Closed meshes are solid: a part inside another is a clash. Open meshes are surfaces. Of
    tetrahedra the surface is used; of a robot, all configurations are checked. Exit code 0: free;
    1: touching, one inside the other, or within the margin; 2: an error.
    """
    as_scalar(margin, "margin")
    options = RobotOptions(srdf, tuple(package or ()), missing)
    file = unit_file(a, units_a, units)
    if file.path.suffix.lower() in ROBOT_EXTENSIONS:
        if b or pose_a or pose_b:
            raise ImpingeError(f"{a}: a robot is checked alone, or in a scene (--in), by --q")
        robot = options.load(*file, surfaces=surfaces)
        unit = file.unit if units is None else Unit.of(units)
        raise typer.Exit(check_robot(file.path, robot, q, world, unit, margin, as_json))
    if q or world or options != RobotOptions():
        raise ImpingeError(f"{a}: is no robot; --q, --in, --srdf and the like are theirs")
    if b is None:
        if a.suffix.lower() != EXTENSION:
            raise ImpingeError(f"{a}: is no scene, so there must be a second file")
        if margin or pose_a or pose_b:
            raise ImpingeError(f"{a}: a scene says its poses and margins itself")
        if units or units_a or units_b:
            raise ImpingeError(f"{a}: a scene says its unit itself")
        raise typer.Exit(check_scene(a, surfaces=surfaces, as_json=as_json))
    first, second = file, unit_file(b, units_b, units)
    unit = first.unit if units is None else Unit.of(units)
    answer = _checked(first, second, (pose_a, pose_b), unit, margin, surfaces)
    print_answer(answer, show_answer, as_json)
    raise typer.Exit(TOUCHING if answer["within_margin"] else FREE)


def _checked(
    a: UnitFile, b: UnitFile, pose_files: tuple[Path | None, Path | None], unit: Unit,
    margin: float, surfaces: bool,
) -> dict[str, Any]:  # fmt: skip
    """What is known about two files, JSON-ready, lengths in the unit."""
    meshes = [read_surface(file.path, file.units) for file in (a, b)]
    for file, mesh in zip((a, b), meshes, strict=True):
        hint_at_units(file, mesh)
    poses = [None if file is None else read_pose(file, unit.metres) for file in pose_files]
    pair = (meshes[0], meshes[1], poses[0], poses[1])
    near = im.distance(*pair)
    kind, inside, contacts, triangles = "free", None, None, []
    if near.distance == 0.0:
        kind = "touching"
        triangles = im.intersecting_pairs(*pair).pairs.tolist()
        contacts = im.collide(*pair)
    elif not surfaces and (found := find_containment(*pair)) is not None:
        kind, inside, contacts = "contained", found.words, found.contacts
    elif im.overlap(*pair, margin=margin * unit.metres):
        kind = "near"
    clash = kind in ("touching", "contained")
    told = converted(near.to_dict(), unit.told)
    return {
        "unit": unit.name,
        "kind": kind,
        "a": _about(a, meshes[0], poses[0], unit),
        "b": _about(b, meshes[1], poses[1], unit),
        "solid": not surfaces,
        "margin": margin,
        "touching": clash,
        "within_margin": kind != "free",
        **told,
        "distance": 0.0 if clash else told["distance"],
        "surface_distance": told["distance"],
        "triangle_pairs": triangles,
        "inside": inside,
        **_about_contacts(contacts, unit),
    }


def _about_contacts(contacts: Any, unit: Unit) -> dict[str, Any]:
    """How deep the deepest contact is, 0 for parts that only touch; and all of them."""
    if contacts is None:
        return dict.fromkeys(("depth", "depth_kind", "contacts"))
    depth = max(0.0, -float(unit.told(contacts.separation.min(initial=0.0))))
    plain = converted(contacts.to_dict(), unit.told)
    return {"depth": depth, "depth_kind": "local", "contacts": plain}


def _about(file: UnitFile, mesh: Mesh, pose: Any, unit: Unit) -> dict[str, Any]:
    lower, upper = mesh.bounds
    return {
        "file": str(file.path),
        "faces": len(mesh.faces),
        "closed": mesh.is_closed,
        "size": unit.told(upper - lower),
        "units": file.units,
        "pose": None if pose is None else in_unit(pose, 1.0 / unit.metres).tolist(),
    }


def show_answer(answer: dict[str, Any]) -> None:
    """Print what is known about two files; lengths are in the unit of the answer."""
    unit, rows = answer["unit"], []
    for side in ("a", "b"):
        mesh = answer[side]
        closed = "closed" if mesh["closed"] else "open"
        size = " x ".join(f"{x:.4g}" for x in mesh["size"])
        what = f"{mesh['faces']:,} triangles, {closed}, {size} {unit}"
        rows.append((side.upper(), f"{mesh['file']}  ({what})"))
    asked = f" (asked for {answer['margin']:g} {unit})" if answer["margin"] else ""
    rows.append(("answer", f"[bold]{_said(answer)}[/bold]{asked}"))
    if answer["kind"] == "contained":
        rows.append(("surfaces", f"{answer['surface_distance']:.9g} {unit} apart"))
    else:
        rows.append(("distance", f"{answer['distance']:.9g} {unit}"))
    if answer["depth"] is not None:
        inside = answer["kind"] == "contained"
        meaning = "to move the inner part out" if inside else "local: of the deepest contact"
        rows.append(("depth", f"{answer['depth']:.9g} {unit} ({meaning})"))
    for name in ("point_a", "point_b", "normal"):
        end = "" if name == "normal" else f" {unit}"
        rows.append((name.replace("_", " "), vector_text(answer[name], 9) + end))
    rows.append(("triangles", f"{answer['feature_a']} of A, {answer['feature_b']} of B"))
    if answer["kind"] == "touching":
        rows.append(("triangle pairs", f"{len(answer['triangle_pairs']):,} meet"))
    rows += [("note", note) for note in _notes(answer)]
    console().print(grid_of(rows))


def _said(answer: dict[str, Any]) -> str:
    if answer["kind"] == "contained":
        inner, _, outer = answer["inside"].upper().partition(" IN ")
        return f"contained: {inner} lies inside {outer}"
    return WORDS[answer["kind"]]


def _notes(answer: dict[str, Any]) -> list[str]:
    """Which files could not be checked as solids."""
    if not answer["solid"]:
        return ["checked as surfaces: a part inside the other counts as free"]
    return [
        f"{side.upper()} ({answer[side]['file']}) is open: checked as a surface, it has no inside"
        for side in ("a", "b")
        if not answer[side]["closed"]
    ]
