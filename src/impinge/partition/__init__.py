"""Divisions of space: which things share a cell, and which points are inside.

====================  ==========================================================================
:class:`UniformGrid`  cells of one size, a list each: things spread evenly
:class:`SpatialHash`  the same without empty cells: things spread anyhow
:class:`Octree`       cubes, divided where there is much in them, joined where there is little
:class:`KdTree`       the same, halved by one plane at a time
:class:`BspTree`      planes of any direction: inside and outside of a closed mesh, painter's order
:class:`Side`         where a point is: OUTSIDE, ON, INSIDE
:class:`Statistics`   how many cells and references there are, and what has changed
:class:`Cells`        the cells that hold something
====================  ==========================================================================

The first four hold boxes with ids, which are added, moved and removed; ``pairs()`` are those that
overlap. Imports core, geometry, bounds. Imported by pairs and above.
"""

from impinge.partition.bsp_tree import BspTree, Side
from impinge.partition.grid import SpatialHash, UniformGrid
from impinge.partition.partition import Cells, Statistics
from impinge.partition.tree import KdTree, Octree

__all__ = [
    "BspTree",
    "Cells",
    "KdTree",
    "Octree",
    "Side",
    "SpatialHash",
    "Statistics",
    "UniformGrid",
]
