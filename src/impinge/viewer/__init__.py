"""Pictures of what the library sees.

=====================================  ==========================================================
:class:`Camera`                        where the picture is taken from
:func:`model_of`                       parts, poses and colours as one model
:func:`render`                         shaded picture of a model, by the library's own rays
:func:`draw_overview`                  an assembly with its clashes marked, as a file
:func:`draw_largest`                   the largest clashes, close up, as a file
:func:`draw_frames`                    a scene from frame to frame, as a file
:func:`snapshot`                       a scene at one instant, for that
:func:`surface_of`                     a mesh that looks like a shape
=====================================  ==========================================================

Imports core, geometry, hierarchy, scene; matplotlib where a file is written. Imported by cli.
"""

from impinge.viewer.camera import Camera
from impinge.viewer.clash import draw_largest, draw_overview
from impinge.viewer.frames import Snapshot, draw_frames, snapshot
from impinge.viewer.model import model_of
from impinge.viewer.shading import Model, render
from impinge.viewer.surfaces import surface_of

__all__ = [
    "Camera",
    "Model",
    "Snapshot",
    "draw_frames",
    "draw_largest",
    "draw_overview",
    "model_of",
    "render",
    "snapshot",
    "surface_of",
]
