"""Things from files, in metres."""

from __future__ import annotations

import os
from pathlib import Path

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import as_path, read_bytes
from impinge.formats.ply import has_faces, read_ply, read_ply_points
from impinge.formats.readers import (
    MESH_EXTENSIONS,
    POINT_EXTENSIONS,
    TET_EXTENSIONS,
    read_points,
    read_tets,
    unknown_file,
)
from impinge.geometry import Mesh, PointCloud, TetMesh
from impinge.io.load_mesh import load_mesh, mesh_of, metres_of
from impinge.io.recording_file import EXTENSION as POSES_EXTENSION
from impinge.io.recording_file import read_recording
from impinge.io.recording_frames import EXTENSION as FRAMES_EXTENSION
from impinge.io.recording_frames import read_frames
from impinge.io.scene_file import EXTENSION as SCENE_EXTENSION
from impinge.io.scene_file import read_scene
from impinge.scene import Recording, Scene

EXTENSIONS = sorted({
    *MESH_EXTENSIONS, *TET_EXTENSIONS, *POINT_EXTENSIONS, SCENE_EXTENSION, POSES_EXTENSION,
    FRAMES_EXTENSION,
})  # fmt: skip


def load(
    path: str | os.PathLike[str], *, scale: float | None = None, units: str | None = None
) -> Mesh | TetMesh | PointCloud | Scene | Recording:
    """What is in a file, in metres.

    Parameters
    ----------
    path : str or path
        A file whose extension says what it is: a mesh (.stl, .obj, .ply, .off, .glb), tetrahedra
        (.msh, .vtk, .vtu, .node and .ele), points (.xyz, .pcd, .ply without faces), a scene
        (.toml) or a recording (.rec, .npz).
    scale : float, optional
        Metres per unit of the file; positive.
    units : str, optional
        The file's unit instead: m, cm, mm, um, km, in or ft. Without either, the file is taken to
        be in metres. A GLB file always is, as a recording; a scene says its unit itself.

    Returns
    -------
    Mesh, TetMesh, PointCloud, Scene or Recording
        All objects of a mesh file in one: polygons are cut into triangles, the nodes of a GLB file
        are moved to their places, and vertices that the format repeats are joined. Of tetrahedral
        meshes and clouds, data at points and cells is left out, but for normals.

    Raises
    ------
    FileError
        If there is no such file, it is broken or truncated, or holds something that is not
        supported. The message names the file, and the line where there are lines.
    ImpingeError
        If scale or units make no sense.

    Notes
    -----
    Only this file is read: neither materials nor textures nor other files it names. There are two
    exceptions: the two files of TetGen belong together, and a scene names mesh files, which lie in
    its folder or below. Counts are compared with sizes before memory is reserved, and files above
    2 GiB, or 256 MiB of text, are refused. Of a .rec file only the index is read here: its frames
    are read when they are asked for, so it may be of any size, but must stay where it is.

    Examples
    --------
    >>> load("part.step")
    Traceback (most recent call last):
        ...
    impinge.core.errors.FileError: part.step: .step is a CAD model; save it as a mesh; supported \
are .ele, .glb, .msh, .node, .npz, .obj, .off, .pcd, .ply, .rec, .stl, .toml, .vtk, .vtu, .xyz
    """
    file = as_path(path)
    extension = file.suffix.lower()
    if extension == SCENE_EXTENSION:
        if scale is not None or units is not None:
            raise ImpingeError("scale and units: a scene file says its unit itself")
        return read_scene(file)
    if extension in (POSES_EXTENSION, FRAMES_EXTENSION):
        if scale is not None or units is not None:
            raise ImpingeError("scale and units: a recording is in metres")
        return read_recording(file) if extension == POSES_EXTENSION else read_frames(file)
    metres = metres_of(scale, units, extension)
    try:
        if extension in TET_EXTENSIONS:
            tets = read_tets(file)
            return TetMesh(tets.vertices * metres, tets.tets)
        if extension == ".ply":
            return _load_ply(file, metres)
        if extension in POINT_EXTENSIONS:
            cloud = read_points(file)
            return PointCloud(cloud.points * metres, cloud.normals)
    except FileError:
        raise
    except ImpingeError as error:
        raise FileError(f"{file}: {error}") from error
    if extension not in MESH_EXTENSIONS:
        raise unknown_file(file, EXTENSIONS)
    return load_mesh(file, scale=metres)


def _load_ply(file: Path, metres: float) -> Mesh | PointCloud:
    """A mesh, or points where there are no faces; the file is read once."""
    data = read_bytes(file)
    if has_faces(data, file):
        return mesh_of(read_ply(data, file), file, metres)
    cloud = read_ply_points(data, file)
    return PointCloud(cloud.points * metres, cloud.normals)
