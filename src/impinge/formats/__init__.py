"""Files to arrays and back: what is in them, checked, and nothing that they refer to.

=========================================  =======================================================
:mod:`~impinge.formats.readers`            arrays of a file by its extension, one module a format:
                                           meshes (STL, OBJ, PLY, OFF, binary glTF 2.0: ``glb``),
                                           tetrahedra (Gmsh: ``msh``; VTK: ``vtk``, ``vtu``;
                                           TetGen), points (PCD, XYZ, PLY)
:mod:`~impinge.formats.robot_parts`        what files have for a robot: ``urdf``, ``srdf``,
                                           ``mjcf``, ``bvh``, ``glb_skin``, models of pinocchio;
                                           the meshes that they name: ``robot_meshes``
:mod:`~impinge.formats.writers`            the same back to bytes
:func:`~impinge.formats.writing.write_file`  a file as a whole or not at all
:mod:`~impinge.formats.frame_file`         named arrays frame by frame, in a file that only grows
:mod:`~impinge.formats.file`               bytes of a file, and errors that name it
:mod:`~impinge.formats.text`               lines of numbers, one at a time, and errors that name
                                           the line
:mod:`~impinge.formats.walk`               binary files, walked and never left
:mod:`~impinge.formats.markup`             XML without what can grow
:mod:`~impinge.formats.yaml_text`          YAML likewise
=========================================  =======================================================

A file is an enemy: counts are compared with its size before anything is reserved for them, no
other file is opened on its behalf, and whatever is wrong ends in a ``FileError`` that names it.
``kernels`` unpacks LZF. Imports core and geometry. Imported by io.
"""

from impinge.formats.file import MeshArrays, PointArrays, TetArrays
from impinge.formats.readers import (
    MESH_EXTENSIONS,
    POINT_EXTENSIONS,
    TET_EXTENSIONS,
    read_mesh,
    read_points,
    read_tets,
)
from impinge.formats.writing import write_file

__all__ = [
    "MESH_EXTENSIONS",
    "POINT_EXTENSIONS",
    "TET_EXTENSIONS",
    "MeshArrays",
    "PointArrays",
    "TetArrays",
    "read_mesh",
    "read_points",
    "read_tets",
    "write_file",
]
