"""Meshes, tetrahedra and points of a file, read by its extension."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, PointArrays, TetArrays, as_path, blamed_on, read_bytes
from impinge.formats.glb import read_glb
from impinge.formats.msh import read_msh
from impinge.formats.obj import read_obj
from impinge.formats.off import read_off
from impinge.formats.pcd import read_pcd
from impinge.formats.ply import read_ply, read_ply_points
from impinge.formats.stl import read_stl
from impinge.formats.tetgen import read_tetgen
from impinge.formats.text import read_xyz
from impinge.formats.vtk import read_vtk
from impinge.formats.vtu import read_vtu
from impinge.geometry import Mesh

Arrays = TypeVar("Arrays")
MESH_READERS: dict[str, Callable[[bytes, Path], MeshArrays]] = {
    ".glb": read_glb,
    ".obj": read_obj,
    ".off": read_off,
    ".ply": read_ply,
    ".stl": read_stl,
}
TET_READERS: dict[str, Callable[[bytes, Path], TetArrays]] = {
    ".ele": read_tetgen,
    ".msh": read_msh,
    ".node": read_tetgen,
    ".vtk": read_vtk,
    ".vtu": read_vtu,
}
POINT_READERS: dict[str, Callable[[bytes, Path], PointArrays]] = {
    ".pcd": read_pcd,
    ".ply": read_ply_points,
    ".xyz": read_xyz,
}
MESH_EXTENSIONS = tuple(MESH_READERS)
TET_EXTENSIONS = tuple(TET_READERS)
POINT_EXTENSIONS = tuple(POINT_READERS)
WHAT_IT_IS = {
    ".gltf": "glTF with its data in other files; save it as .glb",
    ".dae": "a COLLADA scene",
    ".xacro": "a robot's template; make a URDF of it by xacro",
    ".srdf": "additions to a robot; give it as srdf= beside the URDF",
    **dict.fromkeys((".urdf", ".mjcf", ".xml"), "a robot"),
    **dict.fromkeys(TET_READERS, "a tetrahedral mesh"),
    **dict.fromkeys((".pcd", ".xyz"), "a cloud of points"),
    ".toml": "a scene",
    ".bvh": "a captured motion",
    **dict.fromkeys((".step", ".stp", ".iges"), "a CAD model; save it as a mesh"),
    **dict.fromkeys((".gz", ".zip"), "a compressed file; unpack it"),
}
"""Files that are not read here, and what they are."""


REPEATS_VERTICES = (".stl", ".glb")
"""Formats that repeat a vertex for each face or texture; equal ones are made one."""

WELD = 1e-9
"""They are equal within this share of the largest coordinate.

These formats hold float32, whose rounding is sixty times larger. Exact equality would not do: CAD
programs write 0 into one facet and 1e-17 into its neighbour.
"""


def read_mesh(path: Path) -> MeshArrays:
    """Vertices, in the file's unit, and faces of a mesh file.

    Parameters
    ----------
    path : Path
        Its extension says what it is: .glb, .obj, .off, .ply or .stl, in any case of letters.

    Raises
    ------
    FileError
        If the file cannot be read as what it claims to be, or holds something we do not know.
    """
    return _read(path, MESH_READERS)


def mesh_arrays(data: bytes, path: Path) -> MeshArrays:
    """The same of a file that was read already; its extension is one of ``MESH_EXTENSIONS``."""
    return MESH_READERS[path.suffix.lower()](data, path)


def read_tets(path: Path) -> TetArrays:
    """Vertices, in the file's unit, and tetrahedra; raises as :func:`read_mesh`.

    The extension is one of ``TET_EXTENSIONS``. Of the two files of TetGen either will do; the other
    one lies beside it.
    """
    return _read(path, TET_READERS)


def read_points(path: Path) -> PointArrays:
    """Points, in the file's unit, and normals where it has them; raises as :func:`read_mesh`.

    The extension is one of ``POINT_EXTENSIONS``.
    """
    return _read(path, POINT_READERS)


def _read(path: Any, readers: Mapping[str, Callable[[bytes, Path], Arrays]]) -> Arrays:
    path = as_path(path)
    extension = path.suffix.lower()
    if extension not in readers:
        raise unknown_file(path, readers)
    return readers[extension](read_bytes(path), path)


def unknown_file(path: Path, supported: Iterable[str]) -> FileError:
    """The error that says what a file is, and what could be read instead.

    Examples
    --------
    >>> unknown_file(Path("arm.urdf"), [".stl"])
    FileError('arm.urdf: .urdf is a robot; supported are .stl')
    """
    with suppress(OSError, ValueError):
        # A path may be too long, or no path at all.
        if path.is_dir():
            return FileError(f"{path}: is a folder, expected a file")
    extension = path.suffix.lower()
    what = WHAT_IT_IS.get(extension)
    reason = f"{extension} is {what}" if what else f"unknown extension {extension!r}"
    return FileError(f"{path}: {reason}; supported are {', '.join(supported)}")


def mesh_of(arrays: MeshArrays, path: Path, scale: float) -> Mesh:
    """The mesh of arrays from a file, repeated vertices joined; a ``FileError`` if it is none."""
    with blamed_on(path):
        mesh = Mesh(arrays.vertices * scale, arrays.faces)
    if path.suffix.lower() in REPEATS_VERTICES:
        return mesh.welded(WELD * float(np.abs(mesh.bounds).max()))
    return mesh
