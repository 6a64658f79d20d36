"""Vertices and faces of a mesh file, read by its extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from impinge.formats.file import MeshArrays, read_bytes
from impinge.formats.glb import read_glb
from impinge.formats.obj import read_obj
from impinge.formats.off import read_off
from impinge.formats.ply import read_ply
from impinge.formats.stl import read_stl
from impinge.formats.unknown import unknown_file

READERS: dict[str, Callable[[bytes, Path], MeshArrays]] = {
    ".glb": read_glb,
    ".obj": read_obj,
    ".off": read_off,
    ".ply": read_ply,
    ".stl": read_stl,
}
MESH_EXTENSIONS = tuple(READERS)


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
    if path.suffix.lower() not in READERS:
        raise unknown_file(path, MESH_EXTENSIONS)
    return mesh_arrays(read_bytes(path), path)


def mesh_arrays(data: bytes, path: Path) -> MeshArrays:
    """The same of a file that was read already; its extension is one of ``MESH_EXTENSIONS``."""
    return READERS[path.suffix.lower()](data, path)
