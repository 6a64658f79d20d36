"""``impinge check``: do two files touch, or the parts of a scene, or a robot?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from impinge.cli.options import Json, Missing, Packages, Surfaces
from impinge.cli.reporting import FREE, TOUCHING, print_json, reported

if TYPE_CHECKING:
    from impinge.cli.units import Unit, UnitFile
    from impinge.geometry import Mesh


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
    from impinge.cli.check_robot import check_robot
    from impinge.cli.check_scene import check_scene
    from impinge.cli.configuration_file import RobotOptions
    from impinge.cli.units import Unit, unit_file
    from impinge.core.arrays import as_scalar
    from impinge.core.errors import ImpingeError
    from impinge.io.robot_file import ROBOT_EXTENSIONS
    from impinge.io.scene_file import EXTENSION

    as_scalar(margin, "margin")
    options = RobotOptions(srdf, tuple(package or ()), missing)
    file = unit_file(a, units_a, units)
    if file.path.suffix.lower() in ROBOT_EXTENSIONS:
        if b or pose_a or pose_b:
            raise ImpingeError(f"{a}: a robot is checked alone, or in a scene (--in), by --q")
        robot = options.load(*file)
        robot._model.solid = not surfaces
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
    if as_json:
        print_json(answer)
    else:
        from impinge.cli.check_text import show_answer

        show_answer(answer)
    raise typer.Exit(TOUCHING if answer["within_margin"] else FREE)


def _checked(
    a: UnitFile, b: UnitFile, pose_files: tuple[Path | None, Path | None], unit: Unit,
    margin: float, surfaces: bool,
) -> dict[str, Any]:  # fmt: skip
    """What is known about two files, JSON-ready, lengths in the unit."""
    import impinge as im
    from impinge.cli.pose_file import read_pose
    from impinge.cli.surface_file import read_surface
    from impinge.cli.units import hint_at_units
    from impinge.contacts.containment import find_containment

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
    told = near.to_dict()
    for name in ("distance", "point_a", "point_b"):
        told[name] = unit.told(told[name])
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
        "depth": None if contacts is None else _depth(contacts, unit),
        "depth_kind": None if contacts is None else "local",
        "contacts": None if contacts is None else _in_unit(contacts, unit),
    }


def _depth(contacts: Any, unit: Unit) -> float:
    """How deep the deepest contact is; 0 for parts that only touch."""
    return max(0.0, -float(unit.told(contacts.separation.min(initial=0.0))))


def _in_unit(contacts: Any, unit: Unit) -> dict[str, Any]:
    told = contacts.to_dict()
    lengths = {"point", "point_a", "point_b", "separation"}
    return {k: unit.told(v) if k in lengths else v for k, v in told.items()}


def _about(file: UnitFile, mesh: Mesh, pose: Any, unit: Unit) -> dict[str, Any]:
    from impinge.cli.pose_file import in_unit

    lower, upper = mesh.bounds
    return {
        "file": str(file.path),
        "faces": len(mesh.faces),
        "closed": mesh.is_closed,
        "size": unit.told(upper - lower),
        "units": file.units,
        "pose": None if pose is None else in_unit(pose, 1.0 / unit.metres).tolist(),
    }
