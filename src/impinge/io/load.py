"""Things from files, in metres."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from impinge.core.arrays import as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.meshes import read_mesh
from impinge.geometry.mesh import Mesh

METRES = {
    "m": 1.0,
    "cm": 0.01,
    "mm": 0.001,
    "um": 1e-6,
    "km": 1000.0,
    "in": 0.0254,
    "ft": 0.3048,
}
"""Length of a unit [m]."""

REPEATS_VERTICES = (".stl", ".glb")
"""Formats that repeat a vertex for each face or texture; equal ones are made one."""

WELD = 1e-9
"""They are equal within this share of the largest coordinate.

These formats hold float32, whose rounding is sixty times larger. Exact equality would not do: CAD
programs write 0 into one facet and 1e-17 into its neighbour.
"""


def load(
    path: str | os.PathLike[str], *, scale: float | None = None, units: str | None = None
) -> Mesh:
    """The mesh in a file, in metres.

    Parameters
    ----------
    path : str or path
        A file whose extension says what it is: .stl, .obj, .ply, .off or .glb.
    scale : float, optional
        Metres per unit of the file; positive.
    units : str, optional
        The file's unit instead: m, cm, mm, um, km, in or ft. Without either, the file is taken to
        be in metres. A GLB file always is.

    Returns
    -------
    Mesh
        All objects of the file in one. Polygons are cut into triangles, the nodes of a scene are
        moved to their places, and vertices that the format repeats are joined.

    Raises
    ------
    FileError
        If there is no such file, it is broken or truncated, or holds something that is not
        supported. The message names the file, and the line where there are lines.
    ImpingeError
        If scale or units make no sense.

    Notes
    -----
    Only this file is read: neither materials nor textures nor other files it names. Its counts are
    compared with its size before memory is reserved, and files above 2 GiB are refused.

    Examples
    --------
    >>> load("part.step")
    Traceback (most recent call last):
        ...
    impinge.core.errors.FileError: part.step: .step is a CAD model; save it as a mesh; supported \
are .glb, .obj, .off, .ply, .stl
    """
    try:
        file = Path(path)
    except TypeError as error:
        raise ImpingeError(f"path: expected a path, got {type(path).__name__}") from error
    extension = file.suffix.lower()
    factor = _metres(scale, units, extension)
    arrays = read_mesh(file)
    try:
        mesh = Mesh(arrays.vertices * factor, arrays.faces)
    except ImpingeError as error:
        raise FileError(f"{file}: {error}") from error
    if extension in REPEATS_VERTICES:
        return mesh.welded(WELD * float(np.abs(mesh.bounds).max()))
    return mesh


def _metres(scale: float | None, units: str | None, extension: str) -> float:
    if scale is not None and units is not None:
        raise ImpingeError("scale and units: both given, expected one of them")
    if scale is not None:
        factor = as_scalar(scale, "scale")
        if factor == 0.0:
            raise ImpingeError("scale: 0, expected a positive number")
        return factor
    if units is None:
        return 1.0
    if units not in METRES:
        raise ImpingeError(f"units: {units!r}, expected one of {', '.join(METRES)}")
    if extension == ".glb" and units != "m":
        raise ImpingeError(f"units: {units!r}, but GLB files are in metres; use scale to resize")
    return METRES[units]
