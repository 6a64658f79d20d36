"""Trees over bounds, and the questions one tree answers.

==========================  ==================================================================
:class:`Tree`               eight boxes a node over the triangles of a mesh
:func:`tree_of`             the tree of a mesh, built at first use and kept with it
:func:`closest_point`       the nearest point of a mesh to each of some points
:func:`cast_ray`            the first triangle a ray meets
:func:`contains`            which points are inside a closed mesh
==========================  ==================================================================

Imports core, geometry, bounds. Imported by pairs, narrow and above.
"""

from impinge.hierarchy.tree import Tree, tree_of

__all__ = ["Tree", "tree_of"]
