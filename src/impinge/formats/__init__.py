"""Files to arrays and back: what is in them, checked, and nothing that they refer to.

=====================================  ===========================================================
:func:`~impinge.formats.meshes.read_mesh`  vertices and faces of a mesh file, by its extension
:mod:`~impinge.formats.stl`            STL, binary and text
:mod:`~impinge.formats.obj`            Wavefront OBJ
:mod:`~impinge.formats.ply`            PLY, binary and text
:mod:`~impinge.formats.off`            OFF
:mod:`~impinge.formats.glb`            binary glTF 2.0
:mod:`~impinge.formats.file`           bytes of a file, and errors that name it
=====================================  ===========================================================

A file is an enemy: counts are compared with its size before anything is reserved for them, no
other file is opened on its behalf, and whatever is wrong ends in a ``FileError`` that names it.
Imports core and geometry. Imported by io.
"""

from impinge.formats.file import MeshArrays
from impinge.formats.meshes import MESH_EXTENSIONS, read_mesh

__all__ = ["MESH_EXTENSIONS", "MeshArrays", "read_mesh"]
