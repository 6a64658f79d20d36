"""Files that are not read here, and what they are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from impinge.core.errors import FileError

WHAT_IT_IS = {
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
    ".pcd": "a cloud of points",
    ".xyz": "a cloud of points",
    ".toml": "a scene",
    ".bvh": "a captured motion",
    ".step": "a CAD model; save it as a mesh",
    ".stp": "a CAD model; save it as a mesh",
    ".iges": "a CAD model; save it as a mesh",
    ".gz": "a compressed file; unpack it",
    ".zip": "a compressed file; unpack it",
}


def unknown_file(path: Path, supported: Iterable[str]) -> FileError:
    """The error that says what a file is, and what could be read instead.

    Examples
    --------
    >>> unknown_file(Path("arm.urdf"), [".stl"])
    FileError('arm.urdf: .urdf is a robot; supported are .stl')
    """
    if path.is_dir():
        return FileError(f"{path}: is a folder, expected a file")
    extension = path.suffix.lower()
    what = WHAT_IT_IS.get(extension)
    reason = f"{extension} is {what}" if what else f"unknown extension {extension!r}"
    return FileError(f"{path}: {reason}; supported are {', '.join(supported)}")
