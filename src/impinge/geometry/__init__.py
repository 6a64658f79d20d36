"""What things are: shapes as arrays, and the measures between their features.

===================================  =============================================================
:class:`Mesh`                        triangles of any kind: vertices and faces
:func:`as_mesh`                      a mesh from the objects of other libraries
:func:`closest_segments`             closest points of segments, row by row
:func:`closest_triangles`            closest points of triangles, row by row
:func:`closest_points_on_triangles`  closest points of points and triangles, row by row
:func:`overlap_triangles`            whether triangles meet, row by row, exactly
:class:`ClosestPoints`               what the former three return
:func:`box_mesh` :func:`icosphere`   meshes from formulas, closed and looking outward,
:func:`torus_knot`                   for tests, examples and benchmarks
:func:`bumpy_sphere`
:func:`grid_mesh`                    and a flat sheet
===================================  =============================================================

``kernels`` holds the same measures for one pair, callable from compiled code. Imports core.
Imported by every room above.
"""

from impinge.geometry.closest import (
    ClosestPoints,
    closest_points_on_triangles,
    closest_segments,
    closest_triangles,
    overlap_triangles,
)
from impinge.geometry.mesh import Mesh, as_mesh
from impinge.geometry.surfaces import box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot

__all__ = [
    "ClosestPoints",
    "Mesh",
    "as_mesh",
    "box_mesh",
    "bumpy_sphere",
    "closest_points_on_triangles",
    "closest_segments",
    "closest_triangles",
    "grid_mesh",
    "icosphere",
    "overlap_triangles",
    "torus_knot",
]
