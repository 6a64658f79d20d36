"""Files to arrays and back: what is in them, checked, and nothing that they refer to.

=========================================  =======================================================
:func:`~impinge.formats.meshes.read_mesh`  vertices and faces of a mesh file, by its extension:
                                           STL, OBJ, PLY, OFF, binary glTF 2.0 (``stl`` ... ``glb``)
:func:`~impinge.formats.tets.read_tets`    vertices and tetrahedra: Gmsh (``msh``, ``msh_text``,
                                           ``msh_binary``), VTK (``vtk``, ``vtu``), TetGen
:func:`~impinge.formats.points.read_points`  points: ``pcd`` (with ``lzf``), ``xyz``, ``ply_points``
:mod:`~impinge.formats.mesh_writers`       the same back to bytes
:mod:`~impinge.formats.tet_writers`
:mod:`~impinge.formats.point_writers`
:func:`~impinge.formats.writing.write_file`  a file as a whole or not at all
:mod:`~impinge.formats.frame_file`         named arrays frame by frame, in a file that only grows
:mod:`~impinge.formats.file`               bytes of a file, and errors that name it
:mod:`~impinge.formats.text`               lines of numbers, one at a time, and errors that name
                                           the line
:mod:`~impinge.formats.walk`               binary files, walked and never left
:mod:`~impinge.formats.markup`             XML without what can grow
:mod:`~impinge.formats.handover`           to meshio, and nothing that it could stumble over
=========================================  =======================================================

A file is an enemy: counts are compared with its size before anything is reserved for them, no
other file is opened on its behalf, and whatever is wrong ends in a ``FileError`` that names it.
``kernels`` unpacks LZF. Imports core and geometry. Imported by io.
"""

from impinge.formats.file import MeshArrays, PointArrays, TetArrays
from impinge.formats.meshes import MESH_EXTENSIONS, read_mesh
from impinge.formats.points import POINT_EXTENSIONS, read_points
from impinge.formats.tets import TET_EXTENSIONS, read_tets
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
