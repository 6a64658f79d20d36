"""Meshes from files, in metres."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from impinge.core.arrays import as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import MeshArrays
from impinge.formats.readers import read_mesh
from impinge.geometry.mesh import Mesh

METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "um": 1e-6, "km": 1000.0, "in": 0.0254, "ft": 0.3048}
"""Length of a unit [m]."""

REPEATS_VERTICES = (".stl", ".glb")
"""Formats that repeat a vertex for each face or texture; equal ones are made one."""

WELD = 1e-9
"""They are equal within this share of the largest coordinate.

These formats hold float32, whose rounding is sixty times larger. Exact equality would not do: CAD
programs write 0 into one facet and 1e-17 into its neighbour.
"""


def load_mesh(path: Path, *, scale: float = 1.0) -> Mesh:
    """The mesh in an STL, OBJ, PLY, OFF or GLB file, so many metres a unit.

    A ``FileError`` says if there is no such file, or it is broken, or has no mesh.
    """
    return mesh_of(read_mesh(path), path, scale)


def mesh_of(arrays: MeshArrays, path: Path, scale: float) -> Mesh:
    """The mesh of arrays from a file, repeated vertices joined; a ``FileError`` if it is none."""
    try:
        mesh = Mesh(arrays.vertices * scale, arrays.faces)
    except ImpingeError as error:
        raise FileError(f"{path}: {error}") from error
    if path.suffix.lower() in REPEATS_VERTICES:
        return mesh.welded(WELD * float(np.abs(mesh.bounds).max()))
    return mesh


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
    if not isinstance(units, str) or units not in METRES:
        raise ImpingeError(f"units: {units!r}, expected one of {', '.join(METRES)}")
    if extension == ".glb" and units != "m":
        raise ImpingeError(f"units: {units!r}, but GLB files are in metres; use scale to resize")
    return METRES[units]
