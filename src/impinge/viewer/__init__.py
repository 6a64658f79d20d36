"""Pictures of what the library sees.

=====================================  ==========================================================
:class:`Camera`                        where the picture is taken from
:func:`model_of`                       parts, poses and colours as one model
:func:`render`                         shaded picture of a model, by the library's own rays
:func:`draw_overview`                  an assembly with its clashes marked, as a file
:func:`draw_largest`                   the largest clashes, close up, as a file
=====================================  ==========================================================

Imports core, geometry, hierarchy; matplotlib where a file is written. Imported by cli.
"""

from impinge.viewer.camera import Camera
from impinge.viewer.clash import draw_largest, draw_overview
from impinge.viewer.model import model_of
from impinge.viewer.shading import Model, render

__all__ = ["Camera", "Model", "draw_largest", "draw_overview", "model_of", "render"]
