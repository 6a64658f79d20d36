"""A cube divided into eight, and each of these again, where there is much in it."""

from __future__ import annotations

from typing import Any, Self

from numpy.typing import ArrayLike

from impinge.partition.boxes import box_rows
from impinge.partition.kernels.tree_nodes import ALL_AXES
from impinge.partition.tree import LEAF, SplitTree, as_depth, as_leaf, triangle_tree

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

    def __init__(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        adaptive: bool = True,
        *,
        depth: int | None = None,
        leaf_size: int = LEAF,
    ) -> None:
        self._begin(box_rows(lower, upper), None, *_options(adaptive, depth, leaf_size))

    @classmethod
    def from_triangles(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike,
        adaptive: bool = True,
        *,
        cells: str = "box",
        depth: int | None = None,
        leaf_size: int = LEAF,
    ) -> Self:
        """Triangles in cells; their numbers are the ids. See :meth:`UniformGrid.from_triangles`."""
        options = _options(adaptive, depth, leaf_size)
        return triangle_tree(cls, vertices, faces, cells, options)  # type: ignore[no-any-return]


def _options(adaptive: bool, depth: Any, leaf_size: Any) -> tuple[Any, ...]:
    if depth is None:
        depth = DEEPEST if adaptive else UNIFORM_DEPTH
    return ALL_AXES, bool(adaptive), as_depth(depth, DEEPEST), as_leaf(leaf_size)
