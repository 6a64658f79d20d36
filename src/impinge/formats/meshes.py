"""Vertices and faces of a mesh file, read by its extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, read_bytes
from impinge.formats.glb import read_glb
from impinge.formats.obj import read_obj
from impinge.formats.off import read_off
from impinge.formats.ply import read_ply
from impinge.formats.stl import read_stl

READERS: dict[str, Callable[[bytes, Path], MeshArrays]] = {
    ".glb": read_glb,
    ".obj": read_obj,
    ".off": read_off,
    ".ply": read_ply,
    ".stl": read_stl,
}
MESH_EXTENSIONS = tuple(READERS)

NOT_YET = {
    ".gltf": "glTF with its data in other files; save it as .glb",
    ".dae": "a COLLADA scene",
    ".urdf": "a robot",
    ".xacro": "a robot",
    ".srdf": "a robot",
    ".msh": "a tetrahedral mesh",
    ".vtk": "a tetrahedral mesh",
    ".vtu": "a tetrahedral mesh",
    ".node": "a tetrahedral mesh",
    ".ele": "a tetrahedral mesh",
    ".bvh": "a captured motion",
    ".step": "a CAD model; save it as a mesh",
    ".stp": "a CAD model; save it as a mesh",
    ".iges": "a CAD model; save it as a mesh",
    ".gz": "a compressed file; unpack it",
    ".zip": "a compressed file; unpack it",
}


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
    extension = path.suffix.lower()
    reader = READERS.get(extension)
    if reader is None:
        if path.is_dir():
            raise FileError(f"{path}: is a folder, expected a file")
        what = NOT_YET.get(extension)
        reason = f"{extension} is {what}" if what else f"unknown extension {extension!r}"
        raise FileError(f"{path}: {reason}; supported are {', '.join(MESH_EXTENSIONS)}")
    return reader(read_bytes(path), path)
