"""Trees over bounds, and the questions about one shape.

==========================  ==================================================================
:class:`Tree`               eight boxes a node over the triangles of a mesh
:func:`tree_of`             the tree of a mesh, built at first use and kept with it
:func:`rebuild_pays_after`  when a refitted tree has decayed too far
:class:`HullTree`           convex patches of a mesh, and hulls above them
:func:`hull_tree`           the hull tree of a mesh, built at first use and kept with it
:class:`RegionTree`         regions of a surface, level by level, from faces to connected parts
:class:`VolumeTree`         any volume, builder and arity, to compare them
:func:`sphere_tree`         spheres that cover a surface, level by level: :class:`SphereTree`
:class:`ReducedBody`        a dense surface and its spheres, driven by a coarse mesh
:func:`closest_point`       the nearest point of a shape to each of some points
:func:`cast_ray`            where a ray meets a shape first
:func:`contains`            which points are inside a shape
:func:`winding_number`      how often a surface winds around points
==========================  ==================================================================

Imports core, geometry, bounds. Imported by pairs, narrow and above.
"""

from impinge.hierarchy.cast_ray import RayHits, cast_ray
from impinge.hierarchy.closest_point import ClosestPoint, closest_point
from impinge.hierarchy.contains import contains, winding_number
from impinge.hierarchy.decay import rebuild_pays_after
from impinge.hierarchy.hull_tree import HullTree, hull_tree
from impinge.hierarchy.reduced_body import ReducedBody
from impinge.hierarchy.region_tree import RegionTree
from impinge.hierarchy.sphere_tree import SphereTree, sphere_tree
from impinge.hierarchy.tree import Tree, tree_of
from impinge.hierarchy.volume_tree import VolumeTree

__all__ = [
    "ClosestPoint",
    "HullTree",
    "RayHits",
    "ReducedBody",
    "RegionTree",
    "SphereTree",
    "Tree",
    "VolumeTree",
    "cast_ray",
    "closest_point",
    "contains",
    "hull_tree",
    "rebuild_pays_after",
    "sphere_tree",
    "tree_of",
    "winding_number",
]
