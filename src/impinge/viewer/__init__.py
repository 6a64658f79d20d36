"""Pictures of what the library sees, and pages to look at it from all sides.

=====================================  ==========================================================
:class:`View`                          layers of a page: things, answers, motions, recordings
:func:`show`                           things and answers in a notebook or a browser
:mod:`~impinge.viewer.page_file`       a page: one self-contained HTML text
:mod:`~impinge.viewer.serve`           a page on loopback, at an address with a token
:mod:`~impinge.viewer.browser`         a page as a picture, by a browser without a window
:mod:`~impinge.viewer.still`           the same by our own rays, where there is no browser
:class:`Camera`                        where the picture is taken from
:func:`model_of`                       parts, poses and colours as one model
:func:`render`                         shaded picture of a model, by the library's own rays
:func:`draw_overview`                  an assembly with its clashes marked, as a file
:func:`draw_largest`                   the largest clashes, close up, as a file
:func:`surface_of`                     a mesh that looks like a shape
=====================================  ==========================================================

The page itself is in ``page``: small modules of JavaScript, and what is built of them.

Imports core, geometry, motion, formats, bounds, hierarchy, pairs, narrow, continuous, contacts,
scene, io; matplotlib where a picture is written. Imported by cli and the front door.
"""

from impinge.viewer.camera import Camera
from impinge.viewer.clash import draw_largest, draw_overview
from impinge.viewer.model import model_of
from impinge.viewer.shading import Model, render
from impinge.viewer.show import show
from impinge.viewer.surfaces import surface_of
from impinge.viewer.view import View

__all__ = [
    "Camera",
    "Model",
    "View",
    "draw_largest",
    "draw_overview",
    "model_of",
    "render",
    "show",
    "surface_of",
]
