"""Units of lengths on the command line: of files, of margins, of what is printed; surfaces."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, PointCloud, TetMesh
from impinge.io import load
from impinge.io.load_mesh import METRES, metres_of

IN_METRES = (".glb",)
"""Formats that define their unit."""
LENGTHS = {"distance", "separation", "gap", "depth", "point", "point_a", "point_b"}
"""Fields of results in metres."""
LARGE = 20.0
"""Largest side [m] above which a file without a unit is more likely in millimetres."""


class Unit(NamedTuple):
    """A unit of length: its name, and how many metres it has."""

    name: str
    metres: float

    @classmethod
    def of(cls, name: str) -> Unit:
        """The unit of a name, as ``"mm"``; an ``ImpingeError`` if there is none."""
        return cls(name, metres_of(None, name, ""))

    def told(self, lengths: Any) -> Any:
        """Lengths in metres, a number or an array, in this unit and JSON-ready."""
        return (np.asarray(lengths, np.float64) / self.metres).tolist()

    def in_metres(self, lengths: Any) -> Any:
        """Lengths in this unit likewise in metres."""
        return (self.metres * np.asarray(lengths, np.float64)).tolist()


def converted(plain: dict[str, Any], convert: Callable[[Any], Any]) -> dict[str, Any]:
    """A result whose lengths are converted, as by ``Unit.told``; those not known stay None."""
    return {
        name: convert(value)
        if name in LENGTHS and value is not None and None not in np.ravel(value)
        else value
        for name, value in plain.items()
    }


class UnitFile(NamedTuple):
    """A file, and the unit that was given for it; None if there was none."""

    path: Path
    units: str | None

    @property
    def unit(self) -> Unit:
        """Of its lengths; metres if none was given."""
        return Unit.of(self.units or "m")


def unit_file(given: Path, own: str | None = None, common: str | None = None) -> UnitFile:
    """The file of an argument such as ``part.stl:mm``, with its unit.

    A file that has a colon in its name is found all the same. ``own`` is the unit of this file, by
    an option, which must not differ; ``common`` that of all files that do not say theirs. GLB files
    always do.

    Examples
    --------
    >>> unit_file(Path("part.stl:mm"))
    UnitFile(path=PosixPath('part.stl'), units='mm')
    """
    path, said = given, None
    head, colon, tail = str(given).rpartition(":")
    if colon and not given.exists() and (tail in METRES or Path(head).exists()):
        path, said = Path(head), Unit.of(tail).name
    if own is not None and said is not None and own != said:
        raise ImpingeError(f"units: {given} says {said}, the option {own}")
    units = own or said
    if units is None and path.suffix.lower() not in IN_METRES:
        units = common
    return UnitFile(path, None if units is None else Unit.of(units).name)


def hint_at_units(file: UnitFile, thing: Mesh | PointCloud) -> None:
    """Say on standard error that a very large part may be in millimetres."""
    points = thing.vertices if hasattr(thing, "vertices") else thing.points
    if file.units is not None or file.path.suffix.lower() in IN_METRES or not len(points):
        return
    size = float((points.max(axis=0) - points.min(axis=0)).max())
    if size > LARGE:
        print(
            f"impinge: hint: {file.path} is {size:.4g} m large; if it is in millimetres, say "
            "--units mm",
            file=sys.stderr,
        )


def read_surface(file: Path, units: str | None) -> Mesh:
    """The mesh in a file, in metres, or the surface of its tetrahedra."""
    thing = load(file, units=units)
    if isinstance(thing, TetMesh):
        return thing.surface
    if not isinstance(thing, Mesh):
        raise ImpingeError(f"{file}: holds a {type(thing).__name__}, expected a mesh or tetrahedra")
    return thing
