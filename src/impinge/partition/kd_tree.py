"""Space halved by a plane across an axis, and each part again, where there is much in it."""

from __future__ import annotations

from typing import Any, Self

from numpy.typing import ArrayLike

from impinge.partition.boxes import box_rows
from impinge.partition.tree import LEAF, SplitTree, as_depth, as_leaf, triangle_tree

DEEPEST = 63
"""Levels of a k-d tree, at most: three for each of an octree."""
UNIFORM_DEPTH = 15
"""Levels of a uniform one, if not said otherwise: up to 32 768 cells."""


class KdTree(SplitTree):
    """Boxes in the leaves of a k-d tree that changes as they move.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite extents are legal. Their ids are 0 to n - 1.
    adaptive : bool, optional
        Divide a cell that holds more than ``leaf_size`` boxes, across the axis along which they are
        spread most, at the middle one of them but within the middle half of the cell; and join its
        parts when they hold less than half of that. False: halve the longest side of each cell
        that holds something, down to ``depth``.
    depth : int, optional
        Levels below the root, at most; 63, or 15 for a uniform division.
    leaf_size : int, optional
        Boxes of a leaf, if it can be divided.

    Notes
    -----
    A plane stays where it is until its node is joined. Boxes that straddle it and are longer than
    half the cell stay with the inner node. Outer cells go on to infinity; when a quarter of all
    boxes are beyond the root, the tree is built anew.

    Examples
    --------
    >>> tree = KdTree([[0, 0, 0], [0.5, 0, 0], [4, 0, 0]], [[1, 1, 1], [2, 1, 1], [5, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.find((4, 0, 0), (4, 0, 0))
    array([2])
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
    return 1, bool(adaptive), as_depth(depth, DEEPEST), as_leaf(leaf_size)
