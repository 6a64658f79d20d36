"""What things are: shapes as arrays, and the measures between their features.

===================================  =============================================================
:class:`Sphere` :class:`Ellipsoid`   round solids about the origin
:class:`Capsule` :class:`Cylinder`   solids about the z axis
:class:`Cone`
:class:`Box` :class:`Hull`           solids with flat faces
:class:`HalfSpace`                   all behind a plane
:class:`HeightField`                 ground, from a grid of heights
:class:`Compound`                    posed parts, as one shape
:class:`Mesh`                        triangles of any kind: vertices and faces
:class:`Shape` :class:`Convex`       what all of them are, and what the former seven are
:class:`Articulation`                links joined to a tree, as a robot is
:class:`Link` :class:`Joint`         what it is made of
:class:`TetMesh`                     a solid of tetrahedra, data only
:func:`coarse_tets`                  tetrahedra that fill a surface, few of them
:class:`PointCloud`                  what a scanner saw, data only
:class:`Skin`                        dense vertices that follow a coarse TetMesh
:func:`pose`                         poses from positions, quaternions, angles and axes
:func:`as_shape` :func:`as_mesh`     shapes and meshes from the objects of other libraries
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

``description`` has one table of what each kind is made from, for scenes and files.
``kernels`` holds the same measures for one pair, callable from compiled code. Imports core.
Imported by every room above.
"""

from impinge.geometry.articulation import Articulation
from impinge.geometry.axial import Capsule, Cone, Cylinder
from impinge.geometry.box import Box
from impinge.geometry.closest import (
    ClosestPoints,
    closest_points_on_triangles,
    closest_segments,
    closest_triangles,
    overlap_triangles,
)
from impinge.geometry.compound import Compound
from impinge.geometry.half_space import HalfSpace
from impinge.geometry.height_field import HeightField
from impinge.geometry.hull import Hull
from impinge.geometry.joint import Joint, Link
from impinge.geometry.mesh import Mesh, as_mesh, as_shape
from impinge.geometry.point_cloud import PointCloud
from impinge.geometry.pose import pose
from impinge.geometry.round import Ellipsoid, Sphere
from impinge.geometry.shape import Convex, Shape
from impinge.geometry.skin import Skin
from impinge.geometry.surfaces import box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.geometry.tet_mesh import TetMesh, coarse_tets

__all__ = [
    "Articulation",
    "Box",
    "Capsule",
    "ClosestPoints",
    "Compound",
    "Cone",
    "Convex",
    "Cylinder",
    "Ellipsoid",
    "HalfSpace",
    "HeightField",
    "Hull",
    "Joint",
    "Link",
    "Mesh",
    "PointCloud",
    "Shape",
    "Skin",
    "Sphere",
    "TetMesh",
    "as_mesh",
    "as_shape",
    "box_mesh",
    "bumpy_sphere",
    "closest_points_on_triangles",
    "closest_segments",
    "closest_triangles",
    "coarse_tets",
    "grid_mesh",
    "icosphere",
    "overlap_triangles",
    "pose",
    "torus_knot",
]
