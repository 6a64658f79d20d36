"""Shapes of a scene file: sizes by kind, and meshes from files beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from impinge.core.arrays import as_points, as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import MOST_BYTES
from impinge.formats.meshes import MESH_EXTENSIONS
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Shape,
    Sphere,
)
from impinge.geometry.compound import NESTING
from impinge.geometry.coordinates import as_row
from impinge.io.load_mesh import load_mesh, metres_of
from impinge.io.scene_poses import POSE_KEYS, pose_of

KEYS: dict[str, tuple[frozenset[str], ...]] = {
    "sphere": (frozenset({"radius"}),),
    "ellipsoid": (frozenset({"radii"}),),
    "capsule": (frozenset({"radius", "length"}),),
    "cylinder": (frozenset({"radius", "length"}),),
    "cone": (frozenset({"radius", "length"}),),
    "box": (frozenset({"sizes"}),),
    "hull": (frozenset({"points"}), frozenset({"file"})),
    "half_space": (frozenset({"normal", "offset"}), frozenset({"normal"})),
    "height_field": (frozenset({"heights", "spacing"}),),
    "mesh": (frozenset({"file"}), frozenset({"vertices", "faces"})),
    "compound": (frozenset({"parts"}),),
}
"""What each kind is described by; a file may say its ``units`` or ``scale``, too."""

MOST_PATH = 1000
"""Characters of the name of a file; systems allow about as many."""

ROUNDING = 2.0**-51
"""A normal whose squared length is this close to one is a unit vector that was written down."""


class Shapes:
    """The shapes of one scene file, each made once.

    Parameters
    ----------
    path : Path
        Of the scene file; mesh files lie in its folder, or below.
    tables : mapping of str to table
        Named shapes.
    metres : float
        Length of the file's unit [m].
    """

    def __init__(self, path: Path, tables: Mapping[str, Any], metres: float) -> None:
        self._path = path
        self._tables = tables
        self._metres = metres
        self._named: dict[str, Shape] = {}
        self._open: list[str] = []
        self._files: dict[tuple[Path, float], Mesh] = {}
        self._bytes = 0

    def shape(self, value: Any) -> Shape:
        """The shape that a part has: by name, or described where it is used.

        Raises
        ------
        ImpingeError
            If there is no such name, or the description is broken.
        """
        if isinstance(value, str):
            return self.named(value)
        if isinstance(value, dict):
            return self.described(value)
        raise ImpingeError(f"shape: expected a name or a table, got {value!r}")

    def named(self, name: str) -> Shape:
        """The shape of this name.

        Raises
        ------
        ImpingeError
            If there is none, it is broken, or it contains itself.
        """
        if name in self._named:
            return self._named[name]
        if name not in self._tables:
            raise ImpingeError(f"shape: there is no shape {name!r}")
        if name in self._open:
            raise ImpingeError(f"shape: {' in '.join([name, *reversed(self._open)])}: without end")
        if len(self._open) >= NESTING:
            raise ImpingeError(f"shape: compounds lie more than {NESTING} deep in each other")
        self._open.append(name)
        try:
            self._named[name] = self.described(self._tables[name])
        finally:
            self._open.pop()
        return self._named[name]

    def described(self, table: Any) -> Shape:
        """The shape that a table describes.

        Raises
        ------
        ImpingeError
            If its kind is unknown, a key is missing or too many, or a value makes no sense.
        """
        kind = table.get("kind") if isinstance(table, dict) else None
        if not isinstance(kind, str) or kind not in KEYS:
            raise ImpingeError(f"kind: {kind!r}, expected one of {', '.join(KEYS)}")
        keys = frozenset(table) - {"kind"}
        if "file" in keys:
            keys -= {"units", "scale"}
        if keys not in KEYS[kind]:
            forms = " or ".join(", ".join(sorted(form)) for form in KEYS[kind])
            found = ", ".join(sorted(keys)) or "nothing"
            raise ImpingeError(f"kind: a {kind} is described by {forms}, found {found}")
        return MAKERS[kind](self, table)

    def scaled(self, value: Any, name: str) -> Any:
        """A length, or lengths in rows of any depth, in metres; not looked at otherwise."""
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._metres * as_scalar(value, name, least=-np.inf)
        if isinstance(value, list):
            return [self.scaled(item, name) for item in value]
        raise ImpingeError(f"{name}: expected numbers, got {value!r}")

    def mesh(self, table: Mapping[str, Any]) -> Mesh:
        """The mesh in the file that a table names.

        Raises
        ------
        ImpingeError
            If the path leads out of the scene's folder, or the file is broken.
        """
        file = inside(self._path.parent, table["file"])
        if file.suffix.lower() not in MESH_EXTENSIONS:
            raise ImpingeError(f"file: {table['file']!r}, expected {', '.join(MESH_EXTENSIONS)}")
        if "units" in table or "scale" in table:
            metres = metres_of(table.get("scale"), table.get("units"), file.suffix.lower())
        else:
            metres = 1.0 if file.suffix.lower() == ".glb" else self._metres
        if (file, metres) not in self._files:
            self._bytes += file.stat().st_size if file.exists() else 0
            if self._bytes > MOST_BYTES:
                raise ImpingeError(
                    f"file: the files of the scene take more than {MOST_BYTES} bytes"
                )
            try:
                self._files[file, metres] = load_mesh(file, scale=metres)
            except FileError as error:
                raise ImpingeError(f"file: {error}") from error
        return self._files[file, metres]


def inside(folder: Path, name: Any) -> Path:
    """The file of a relative name in a folder, or below, with links followed.

    Raises
    ------
    ImpingeError
        If it is no such name, or leads out of the folder, be it by a link.
    """
    if not isinstance(name, str) or not 0 < len(name) <= MOST_PATH:
        raise ImpingeError(f"file: expected a path, got {str(name)[:200]!r}")
    parts = PurePosixPath(name).parts
    if "\0" in name or "\\" in name or ":" in name or name.startswith(("/", "~")):
        raise ImpingeError(f"file: {name[:200]!r}, expected a path relative to the scene, with /")
    if ".." in parts:
        raise ImpingeError(f"file: {name[:200]!r} leads out of the folder of the scene")
    try:
        home = folder.resolve()
        found = (home / Path(*parts)).resolve()
    except (OSError, RuntimeError) as error:
        raise ImpingeError(f"file: {name[:200]!r} cannot be followed ({error})") from error
    if not found.is_relative_to(home):
        raise ImpingeError(f"file: {name[:200]!r} leads out of the folder of the scene by a link")
    return found


def _hull(shapes: Shapes, table: Mapping[str, Any]) -> Shape:
    if "file" in table:
        return Hull(shapes.mesh(table).vertices)
    return Hull(as_points(shapes.scaled(table["points"], "points"), "points"))


def _half_space(shapes: Shapes, table: Mapping[str, Any]) -> Shape:
    normal, offset = table["normal"], shapes.scaled(table.get("offset", 0.0), "offset")
    shape = HalfSpace(normal, offset)
    unit = np.array([as_scalar(x, "normal", least=-np.inf) for x in as_row(normal, "normal")])
    if abs((unit * unit).sum() - 1.0) <= ROUNDING:
        # To be taken bit by bit: made of length one again, it might not be the same.
        return HalfSpace._of_unit(unit, float(offset))
    return shape


def _height_field(shapes: Shapes, table: Mapping[str, Any]) -> Shape:
    heights = shapes.scaled(table["heights"], "heights")
    return HeightField(heights, shapes.scaled(table["spacing"], "spacing"))


def _mesh(shapes: Shapes, table: Mapping[str, Any]) -> Shape:
    if "file" in table:
        return shapes.mesh(table)
    return Mesh(shapes.scaled(table["vertices"], "vertices"), table["faces"])


def _compound(shapes: Shapes, table: Mapping[str, Any]) -> Shape:
    if not isinstance(table["parts"], list):
        raise ImpingeError("parts: expected a list of tables")
    found = []
    for row, part in enumerate(table["parts"]):
        if not isinstance(part, dict) or not {"shape"} | POSE_KEYS >= set(part) >= {"shape"}:
            raise ImpingeError(f"parts: row {row}: expected a table with shape and a pose")
        try:
            found.append((shapes.shape(part["shape"]), pose_of(part, shapes._metres)))
        except ImpingeError as error:
            raise ImpingeError(f"parts: row {row}: {error}") from error
    return Compound(found)


MAKERS: dict[str, Callable[[Shapes, Mapping[str, Any]], Shape]] = {
    "sphere": lambda s, t: Sphere(s.scaled(t["radius"], "radius")),
    "ellipsoid": lambda s, t: Ellipsoid(s.scaled(t["radii"], "radii")),
    "capsule": lambda s, t: Capsule(
        s.scaled(t["radius"], "radius"), s.scaled(t["length"], "length")
    ),
    "cylinder": lambda s, t: Cylinder(
        s.scaled(t["radius"], "radius"), s.scaled(t["length"], "length")
    ),
    "cone": lambda s, t: Cone(s.scaled(t["radius"], "radius"), s.scaled(t["length"], "length")),
    "box": lambda s, t: Box(s.scaled(t["sizes"], "sizes")),
    "hull": _hull,
    "half_space": _half_space,
    "height_field": _height_field,
    "mesh": _mesh,
    "compound": _compound,
}
