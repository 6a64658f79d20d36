"""Files to things and back: ``load`` and ``save`` of anything.

=======================================  =========================================================
:func:`~impinge.io.load.load`            a mesh, tetrahedra, points, a scene or a recording
:func:`~impinge.io.save.save`            any of them into a file
:mod:`~impinge.io.load_mesh`             a mesh from a file, in metres
:mod:`~impinge.io.scene_file`            a scene from TOML
:mod:`~impinge.io.scene_text`            a scene as TOML
:mod:`~impinge.io.recording_file`        a recording of poses from and to NumPy's archive
:mod:`~impinge.io.sphere_tree_file`      a sphere tree from and to the same
=======================================  =========================================================

Imports formats, geometry, hierarchy and scene. Imported by the rooms that show and measure.
"""

from impinge.io.load import load
from impinge.io.load_mesh import load_mesh
from impinge.io.save import save

__all__ = ["load", "load_mesh", "save"]
