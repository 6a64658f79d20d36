"""Things to files, in metres."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from impinge.core.errors import ImpingeError
from impinge.formats.file import (
    MOST_BYTES,
    MOST_TEXT,
    MeshArrays,
    PointArrays,
    TetArrays,
    as_path,
    system_blamed_on,
)
from impinge.formats.writers import MESH_WRITERS, POINT_WRITERS, TET_WRITERS, tet_files
from impinge.formats.writing import write_file
from impinge.geometry import PointCloud, Shape, TetMesh, as_mesh
from impinge.geometry.mesh import Mesh
from impinge.hierarchy import SphereTree
from impinge.io.recording_file import EXTENSION as POSES_EXTENSION
from impinge.io.recording_file import recording_bytes
from impinge.io.scene_file import EXTENSION as SCENE_EXTENSION
from impinge.io.scene_file import MOST_NAME
from impinge.io.scene_file import MOST_TEXT as MOST_SCENE
from impinge.io.scene_poses import MOST_PARTS
from impinge.io.scene_text import scene_text
from impinge.io.sphere_tree_file import sphere_tree_bytes
from impinge.scene import Recording, Scene
from impinge.scene.recorder import save_frames
from impinge.scene.recording_frames import EXTENSION as FRAMES_EXTENSION

TEXT_EXTENSIONS = (".obj", ".off", ".xyz", ".node", ".ele", ".vtu")
"""Text formats, read with a smaller limit."""

MOST_STEM = 60
"""Characters of a scene's name that its folder of meshes takes over: at four bytes each, with what
is added, they fit into the 255 bytes that systems allow."""


def save(thing: Any, path: str | os.PathLike[str]) -> None:
    """Write a thing to a file, in metres: as a whole, or not at all.

    Parameters
    ----------
    thing : Mesh, TetMesh, PointCloud, Scene, Recording or SphereTree
        Anything that is a mesh to queries is one here, too.
    path : str or path
        Its extension says the format: .stl, .obj, .ply, .off or .glb of a mesh; .msh, .vtk, .vtu,
        .node or .ele of tetrahedra (the latter two are written together); .ply, .pcd or .xyz of
        points; .toml of a scene, whose meshes are written into a folder beside it;
        .rec of a recording, or .npz of one with poses only; .npz of a sphere tree.

    Raises
    ------
    ImpingeError
        If the thing cannot be written in that format.
    FileError
        If the file cannot be written.

    Notes
    -----
    :func:`~impinge.io.load.load` gives back the same numbers, bit by bit, but for STL and GLB,
    whose coordinates are float32, and which repeat or reorder vertices. A file that is there
    already is replaced when the new one is complete; of several files, the one that names the
    others comes last.

    Examples
    --------
    >>> from impinge.geometry import Sphere
    >>> save(Sphere(1), "ball.stl")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: thing: a Sphere has no file format of its own; save a Scene \
with it as .toml
    """
    file = as_path(path)
    if isinstance(thing, Recording) and file.suffix.lower() == FRAMES_EXTENSION:
        save_frames(thing, file)
        return
    files = _files(thing, file)
    for name, content in files.items():
        most = MOST_TEXT if Path(name).suffix.lower() in TEXT_EXTENSIONS else MOST_BYTES
        if len(content) > most:
            raise ImpingeError(
                f"thing: {name} would take {len(content)} bytes, only {most} are read again; save "
                "it in another format, or in parts"
            )
    tidied = set()
    for name, content in files.items():
        target = file.parent / name
        if target.parent != file.parent:
            # The meshes of a scene are in a folder beside it.
            with system_blamed_on(target.parent):
                target.parent.mkdir(exist_ok=True)
        # Once a folder: a scene may have thousands of meshes.
        write_file(target, content, tidy=target.parent not in tidied)
        tidied.add(target.parent)


def _files(thing: Any, file: Path) -> dict[str, bytes]:
    """Names relative to the folder, and what to write into them, in this order."""
    extension = file.suffix.lower()
    if isinstance(thing, Scene):
        _check(extension, (SCENE_EXTENSION,), "scene", file)
        return _scene_files(thing, file)
    if isinstance(thing, Recording):
        _check(extension, (FRAMES_EXTENSION, POSES_EXTENSION), "recording", file)
        return {file.name: recording_bytes(thing)}
    if isinstance(thing, SphereTree):
        _check(extension, (POSES_EXTENSION,), "sphere tree", file)
        return {file.name: sphere_tree_bytes(thing)}
    if isinstance(thing, TetMesh):
        _check(extension, TET_WRITERS, "tetrahedral mesh", file)
        found = tet_files(TetArrays(thing.vertices, thing.tets), extension)
        return {file.with_suffix(name).name: content for name, content in found.items()}
    if isinstance(thing, PointCloud):
        _check(extension, POINT_WRITERS, "cloud of points", file)
        return {file.name: POINT_WRITERS[extension](PointArrays(thing.points, thing.normals))}
    if isinstance(thing, Shape) and not isinstance(thing, Mesh):
        raise ImpingeError(
            f"thing: a {type(thing).__name__} has no file format of its own; save a Scene with it "
            "as .toml"
        )
    mesh = as_mesh(thing, "thing")
    _check(extension, MESH_WRITERS, "mesh", file)
    return {file.name: MESH_WRITERS[extension](MeshArrays(mesh.vertices, mesh.faces))}


def _scene_files(scene: Scene, file: Path) -> dict[str, bytes]:
    """Meshes, and then the scene that names them; nothing that would not be read again."""
    if len(scene) > MOST_PARTS:
        raise ImpingeError(f"thing: {len(scene)} parts, only {MOST_PARTS} are read again")
    longest = max(scene.names, key=len, default="")
    if len(longest) > MOST_NAME:
        raise ImpingeError(
            f"thing: the name {longest[:40]!r}... has {len(longest)} characters, only {MOST_NAME} "
            "are read again"
        )
    # Letters, digits and what is harmless between them: the path stands in the scene, and must be
    # one that is followed from there.
    stem = re.sub(r"[^\w .-]", "_", file.stem[:MOST_STEM])
    text, meshes = scene_text(scene, f"{stem}_meshes")
    content = text.encode("utf-8")
    if len(content) > MOST_SCENE:
        raise ImpingeError(
            f"thing: as TOML it takes {len(content)} bytes, only {MOST_SCENE} are read again"
        )
    return {**meshes, file.name: content}


def _check(extension: str, known: Any, what: str, file: Path) -> None:
    if extension not in known:
        raise ImpingeError(
            f"path: {file}: a {what} is saved as {', '.join(known)}, not as {extension!r}"
        )
