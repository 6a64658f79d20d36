"""A cube divided into eight, and each of these again, where there is much in it."""

from __future__ import annotations

from impinge.partition.kernels.tree_nodes import ALL_AXES
from impinge.partition.tree import SplitTree

DEEPEST = 21
"""Levels of an octree, at most: cells are then two millionths of the scene."""
UNIFORM_DEPTH = 5
"""Levels of a uniform one, if not said otherwise: up to 32 768 cells."""


class Octree(SplitTree):
    """Boxes in the leaves of an octree that changes as they move.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite extents are legal. Their ids are 0 to n - 1.
    adaptive : bool, optional
        Divide a cell that holds more than ``leaf_size`` boxes, and join its parts when they hold
        less than half of that. False: divide each cell that holds something, down to ``depth``.
    depth : int, optional
        Levels below the root, at most; 21, or 5 for a uniform division.
    leaf_size : int, optional
        Boxes of a leaf, if it can be divided.

    Notes
    -----
    The root is a cube around the boxes at first; outer cells go on to infinity. When a quarter of
    all boxes are beyond it, the tree is built anew.

    A box that straddles a plane and is longer than half a cell stays with the inner node, so that
    it is in eight nodes at most.

    Examples
    --------
    >>> tree = Octree([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.remove([0])
    >>> len(tree), tree.pairs().shape
    (2, (0, 2))
    """

    _axes, _deepest, _uniform_depth = ALL_AXES, DEEPEST, UNIFORM_DEPTH
