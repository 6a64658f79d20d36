"""Meshes from files, in metres."""

from __future__ import annotations

from pathlib import Path

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice
from impinge.formats.file import as_path
from impinge.formats.readers import mesh_of, read_mesh
from impinge.geometry.mesh import Mesh

METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "um": 1e-6, "km": 1000.0, "in": 0.0254, "ft": 0.3048}
"""Length of a unit [m]."""


def load_mesh(path: Path, *, scale: float = 1.0) -> Mesh:
    """The mesh in an STL, OBJ, PLY, OFF or GLB file, so many metres a unit.

    A ``FileError`` says if there is no such file, or it is broken, or has no mesh.
    """
    return mesh_of(read_mesh(path), as_path(path), metres_of(scale, None, ""))


def metres_of(scale: float | None, units: str | None, extension: str) -> float:
    """Metres a unit of a file, from either argument; both, or one without sense, are refused."""
    if scale is not None and units is not None:
        raise ImpingeError("scale and units: both given, expected one of them")
    if scale is not None:
        factor = as_scalar(scale, "scale")
        if factor == 0.0:
            raise ImpingeError("scale: 0, expected a positive number")
        return factor
    if units is None:
        return 1.0
    as_choice(units, "units", METRES)
    if extension == ".glb" and units != "m":
        raise ImpingeError(f"units: {units!r}, but GLB files are in metres; use scale to resize")
    return METRES[units]
