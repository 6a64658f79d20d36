"""Which things may touch.

Everything here answers one question, and misses no pair: given boxes, which of them meet? Boxes are
closed, so that touching is meeting. Answers are (m, 2) int64, each row i < j, rows sorted.

===========================  =====================================================================
:func:`find_pairs`           by the fastest method, or the one that is named
:func:`find_pairs_between`   pairs of two sets of boxes
:func:`tree_pairs`           a tree of eight boxes a node along a space-filling curve: the default
:func:`sweep_pairs`          sorted intervals along the axes
:func:`grid_pairs`           cells of one size in reach of the boxes; several sizes in layers
:func:`hash_pairs`           the same cells, in a table that is as large as the boxes are many
:func:`octree_pairs`         cells divided in eight
:func:`kd_pairs`             cells divided in two
:func:`all_pairs`            tests everything: the reference for the others
:class:`ElementTree`         a tree over elements that move: refitted in place
:func:`element_boxes`        boxes of segments, triangles, tets; of a whole step
:class:`IncrementalSweep`    keeps intervals sorted while boxes move a little
:class:`DynamicTree`         keeps a tree of wide boxes; also finds what meets a box or a ray
:class:`Rebuilt`             any of the functions, for boxes that come, move and go
:class:`BroadPhase`          what the last three have in common
:data:`METHODS`              the functions by name
===========================  =====================================================================

Imports core, hierarchy, partition. Imported by narrow and above.
"""

from impinge.pairs.dynamic_tree import DynamicTree
from impinge.pairs.element_boxes import element_boxes
from impinge.pairs.element_tree import ElementTree, find_pairs_between, tree_pairs
from impinge.pairs.find import (
    METHODS,
    all_pairs,
    find_pairs,
    grid_pairs,
    hash_pairs,
    kd_pairs,
    octree_pairs,
    sweep_pairs,
)
from impinge.pairs.incremental_sweep import IncrementalSweep
from impinge.pairs.stored_boxes import BroadPhase, Rebuilt

__all__ = [
    "METHODS",
    "BroadPhase",
    "DynamicTree",
    "ElementTree",
    "IncrementalSweep",
    "Rebuilt",
    "all_pairs",
    "element_boxes",
    "find_pairs",
    "find_pairs_between",
    "grid_pairs",
    "hash_pairs",
    "kd_pairs",
    "octree_pairs",
    "sweep_pairs",
    "tree_pairs",
]
