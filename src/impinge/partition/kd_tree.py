"""Space halved by a plane across an axis, and each part again, where there is much in it."""

from __future__ import annotations

from impinge.partition.tree import SplitTree

ONE_AXIS = 1
"""How many axes a node is divided across."""

DEEPEST = 63
"""Levels of a k-d tree, at most: three for each of an octree."""
UNIFORM_DEPTH = 15
"""Levels of a uniform one, if not said otherwise: up to 32 768 cells."""


class KdTree(SplitTree):
    """Boxes in the leaves of a k-d tree that changes as they move.

    Arguments are those of :class:`Octree`, but for how cells are divided: across the axis along
    which their boxes are spread most, at the middle one of them but within the middle half of the
    cell. With ``adaptive=False`` the longest side is halved. ``depth`` is 63, or 15 for a uniform
    division.

    Notes
    -----
    A plane stays where it is until its node is joined. Large boxes and boxes beyond the root are
    kept as in an :class:`Octree`.

    Examples
    --------
    >>> tree = KdTree([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.find((4, 0, 0), (4, 0, 0))
    array([2])
    """

    _axes, _deepest, _uniform_depth = ONE_AXIS, DEEPEST, UNIFORM_DEPTH
