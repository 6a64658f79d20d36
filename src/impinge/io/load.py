"""Things from files, in metres."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from impinge.core.errors import ImpingeError
from impinge.formats.file import as_path, blamed_on, read_bytes
from impinge.formats.glb import read_glb
from impinge.formats.glb_skin import has_skin
from impinge.formats.ply import has_faces, read_ply, read_ply_points
from impinge.formats.readers import (
    MESH_EXTENSIONS,
    POINT_EXTENSIONS,
    TET_EXTENSIONS,
    mesh_of,
    read_points,
    read_tets,
    unknown_file,
)
from impinge.geometry import Mesh, PointCloud, TetMesh
from impinge.hierarchy import SphereTree
from impinge.io.array_archive import member_names
from impinge.io.load_mesh import load_mesh, metres_of
from impinge.io.recording_file import EXTENSION as POSES_EXTENSION
from impinge.io.recording_file import read_recording
from impinge.io.robot_file import ROBOT_EXTENSIONS, RobotOptions, load_robot
from impinge.io.scene_file import EXTENSION as SCENE_EXTENSION
from impinge.io.scene_file import read_scene
from impinge.io.sphere_tree_file import read_sphere_tree
from impinge.scene import Recording, Robot, Scene
from impinge.scene.recording_frames import EXTENSION as FRAMES_EXTENSION
from impinge.scene.recording_frames import read_frames

EXTENSIONS = sorted({
    *MESH_EXTENSIONS, *TET_EXTENSIONS, *POINT_EXTENSIONS, SCENE_EXTENSION, POSES_EXTENSION,
    FRAMES_EXTENSION, *ROBOT_EXTENSIONS,
})  # fmt: skip


def load(
    path: str | os.PathLike[str],
    *,
    scale: float | None = None,
    units: str | None = None,
    srdf: str | os.PathLike[str] | None = None,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    missing: str = "error",
    shapes: Mapping[str, Any] | None = None,
) -> Mesh | TetMesh | PointCloud | Scene | Recording | Robot | SphereTree:
    """What is in a file, in metres.

    Parameters
    ----------
    path : str or path
        A file whose extension says what it is: a mesh (.stl, .obj, .ply, .off, .glb), tetrahedra
        (.msh, .vtk, .vtu, .node and .ele), points (.xyz, .pcd, .ply without faces), a scene
        (.toml), a recording (.rec, .npz), a sphere tree (.npz) or a robot (.urdf; .xml or .mjcf of
        MuJoCo; .bvh; .glb with a skin).
    scale : float, optional
        Metres per unit of the file; positive.
    units : str, optional
        The file's unit instead: m, cm, mm, um, km, in or ft. Without either, the file is taken to
        be in metres. A GLB file always is, as a recording; a scene says its unit itself.
    srdf : str or path, optional
        A robot's SRDF file: pairs of links that are not tested, groups, named states.
    packages : mapping of str to path, optional
        Folders of the packages that a robot's file names (``package://name/...``). Others are
        looked for among the five folders above the file. ``"."`` is the folder that relative names
        must stay in, if not the file's own.
    missing : str, optional
        ``"skip"`` leaves out meshes of a robot that are not there, and warns; ``"error"`` refuses.
    shapes : mapping of str to shape, or to a list of (shape, pose), optional
        Shapes for links of a BVH skeleton; others have a capsule for each bone.

    Returns
    -------
    Mesh, TetMesh, PointCloud, Scene, Recording, Robot or SphereTree
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
    Only this file is read: neither materials nor textures nor other files it names. There are three
    exceptions: the two files of TetGen belong together, a scene names mesh files, which lie in its
    folder or below, and a robot names mesh files in its folder and packages. Counts are compared
    with sizes before memory is reserved, and files above 2 GiB, or 256 MiB of text, are refused.
    Of a .rec file only the index is read here: its frames are read when they are asked for, so it
    may be of any size, but must stay where it is, and as it is: after it was saved over, load it
    again.

    Examples
    --------
    >>> load("part.step")
    Traceback (most recent call last):
        ...
    impinge.core.errors.FileError: part.step: .step is a CAD model; save it as a mesh; supported \
are .bvh, .ele, .glb, .mjcf, .msh, .node, .npz, .obj, .off, .pcd, .ply, .rec, .stl, .toml, .urdf, \
.vtk, .vtu, .xml, .xyz
    """
    file = as_path(path)
    extension = file.suffix.lower()
    robots = RobotOptions(srdf, packages, missing, shapes)
    if extension in ROBOT_EXTENSIONS:
        return load_robot(file, scale, units, robots)
    if extension == ".glb":
        data = read_bytes(file)
        if has_skin(data, file):
            return load_robot(file, scale, units, robots, data)
        robots.refuse()
        return mesh_of(read_glb(data, file), file, metres_of(scale, units, extension))
    robots.refuse()
    if extension == SCENE_EXTENSION:
        if scale is not None or units is not None:
            raise ImpingeError("scale and units: a scene file says its unit itself")
        return read_scene(file)
    if extension in (POSES_EXTENSION, FRAMES_EXTENSION):
        if scale is not None or units is not None:
            raise ImpingeError("scale and units: recordings and sphere trees are in metres")
        if extension == FRAMES_EXTENSION:
            return read_frames(file)
        is_tree = "radii" in member_names(file)
        return read_sphere_tree(file) if is_tree else read_recording(file)
    metres = metres_of(scale, units, extension)
    with blamed_on(file):
        if extension in TET_EXTENSIONS:
            tets = read_tets(file)
            return TetMesh(tets.vertices * metres, tets.tets)
        if extension == ".ply":
            # A mesh, or points where there are no faces; the file is read once.
            data = read_bytes(file)
            if has_faces(data, file):
                return mesh_of(read_ply(data, file), file, metres)
            cloud = read_ply_points(data, file)
            return PointCloud(cloud.points * metres, cloud.normals)
        if extension in POINT_EXTENSIONS:
            cloud = read_points(file)
            return PointCloud(cloud.points * metres, cloud.normals)
    if extension not in MESH_EXTENSIONS:
        raise unknown_file(file, EXTENSIONS)
    return load_mesh(file, scale=metres)
