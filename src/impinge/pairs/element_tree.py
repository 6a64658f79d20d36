"""A tree over boxes: of elements that move, or for one question about pairs, the default."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_boxes
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.lanes import WIDTH
from impinge.core.threads import run_rows
from impinge.hierarchy.asking import is_single
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels.blocks import (
    Levels,
    bound_elements,
    fill_blocks,
    fill_elements,
    fill_levels,
)
from impinge.pairs.kernels.curve import NUMBER, set_keys, sort_crowds, sort_keys, span_centres
from impinge.pairs.kernels.walk import find_overlapping

Boxes = Array
Pairs = Ids


class ElementTree:
    """Boxes of elements in a tree that is built once and refitted while they move.

    Boxes are closed: touching boxes overlap. Results equal those of comparing all boxes.

    Parameters
    ----------
    lower, upper : (n, 3) array_like
        Corners of the boxes [m]; infinite sides are allowed, and n may be 0. Copied.

    Raises
    ------
    ImpingeError
        If the shapes differ, a value is NaN, or a lower one is above the upper one; the message
        names the row.

    See Also
    --------
    element_boxes : boxes of segments, triangles or tets, at one time or over a step.
    find_pairs : pairs of boxes without a tree to keep.
    DynamicTree : boxes that come and go.

    Notes
    -----
    A linear hierarchy (Lauterbach et al. 2009 [Lauterbach2009]_) without links: boxes in the order
    of a space-filling curve, in blocks of eight, and boxes around eight of those. A refit keeps the
    order: elements that leave their neighbours make queries slower, never wrong.

    Any number of threads may query a tree at once; while one refits it, no other may use it. A
    refit that was interrupted (Ctrl-C) must be repeated before the next query. Kernels stream pairs
    from ``levels`` and ``groups``, see :mod:`impinge.pairs.kernels.walk`.

    Examples
    --------
    >>> tree = ElementTree([[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]])
    >>> tree.pairs()
    array([], shape=(0, 2), dtype=int64)
    >>> tree.refit([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.overlapping([1.5, 0, 0], [4, 1, 1])
    array([1])
    """

    __slots__ = ("levels",)

    levels: Levels
    """Arrays for kernels, see :mod:`impinge.pairs.kernels.blocks`."""

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        self._build(*as_boxes(lower, upper))

    @classmethod
    def of_checked(
        cls, lower: Boxes, upper: Boxes, order: NDArray[np.int32] | None = None
    ) -> ElementTree:
        """A tree over boxes that :func:`~impinge.core.arrays.as_boxes` has returned.

        ``order`` has the numbers of those that are in it, neighbours beside each other.
        """
        tree = cls.__new__(cls)
        tree._build(lower, upper, order)
        return tree

    @classmethod
    def of_elements(
        cls, points: Boxes, elements: Ids, order: NDArray[np.int32], margin: float, share: float
    ) -> ElementTree:
        """A tree over boxes of elements in a given order, without a copy of the boxes.

        Boxes are wider by a margin, and a share of their own largest coordinate. Arguments are
        canonical arrays, checked before; ``order`` is of :func:`element_order`.
        """
        tree = cls.__new__(cls)
        tree.levels = _empty_levels(order)
        nodes, _, first = tree.levels
        blocks, above = -(-len(order) // WIDTH), int(first[1])
        run_rows(fill_elements, blocks, points, elements, (margin, share), order, nodes, above)
        fill_levels(nodes, first)
        return tree

    def __len__(self) -> int:
        return len(self.levels.order)

    def __repr__(self) -> str:
        return f"ElementTree({len(self)} elements)"

    @property
    def groups(self) -> int:
        """Groups of up to 64 elements: the rows that a kernel with a walk is run over."""
        return int(self.levels.first[2] - self.levels.first[1])

    def refit(self, lower: ArrayLike, upper: ArrayLike) -> None:
        """Replace all boxes, in place; boxes of a step make the tree one of the step.

        Raises
        ------
        ImpingeError
            As for a new tree, or if the number of boxes is another; the tree is as it was.
        """
        self._fill(*self._checked(lower, upper, ("lower", "upper")))

    def refit_swept(
        self, lower_t0: ArrayLike, upper_t0: ArrayLike, lower_t1: ArrayLike, upper_t1: ArrayLike
    ) -> None:
        """:meth:`refit` to the boxes around those at both ends of a step.

        They bound elements over the whole step if their vertices move on lines.
        """
        low, high = self._checked(lower_t0, upper_t0, ("lower_t0", "upper_t0"))
        low_t1, high_t1 = self._checked(lower_t1, upper_t1, ("lower_t1", "upper_t1"))
        self._fill(np.minimum(low, low_t1), np.maximum(high, high_t1))

    def pairs(self) -> Pairs:
        """Pairs of elements whose boxes overlap: (m, 2) int64, each row ``i < j``, rows sorted."""
        return self._overlapping(self, itself=True)

    def pairs_with(self, other: ElementTree) -> Pairs:
        """Pairs of an element here and one of ``other`` whose boxes overlap.

        Returns
        -------
        (m, 2) int64
            Rows ``(i, j)``, element i of this tree and j of ``other``, sorted. A tree with itself
            has each pair twice and each element once.
        """
        if not isinstance(other, ElementTree):
            raise ImpingeError(f"other: expected an ElementTree, got {type(other).__name__}")
        return self._overlapping(other, itself=False)

    def overlapping(self, lower: ArrayLike, upper: ArrayLike) -> Pairs:
        """Elements whose boxes overlap the boxes given.

        Parameters
        ----------
        lower, upper : (k, 3) or (3,) array_like
            Corners of the boxes [m].

        Returns
        -------
        (m, 2) int64
            Rows ``(i, j)``, box i given and element j, sorted; for a single box the elements alone,
            (m,) int64.
        """
        single = is_single(lower) and is_single(upper)
        if single:
            lower, upper = np.asanyarray(lower)[None], np.asanyarray(upper)[None]
        found = ElementTree(lower, upper).pairs_with(self)
        return found[:, 1].copy() if single else found

    def _checked(
        self, lower: ArrayLike, upper: ArrayLike, names: tuple[str, str]
    ) -> tuple[Boxes, Boxes]:
        low, high = as_boxes(lower, upper, names)
        if len(low) != len(self):
            raise ImpingeError(f"{names[0]}: {len(low)} rows, expected {len(self)} as at build")
        return low, high

    def _build(self, lower: Boxes, upper: Boxes, order: NDArray[np.int32] | None = None) -> None:
        self.levels = _empty_levels(curve_order(lower, upper) if order is None else order)
        self._fill(lower, upper)

    def _fill(self, lower: Boxes, upper: Boxes) -> None:
        nodes, order, first = self.levels
        run_rows(fill_blocks, -(-len(order) // WIDTH), lower, upper, order, nodes, int(first[1]))
        fill_levels(nodes, first)

    def _overlapping(self, other: ElementTree, *, itself: bool) -> Pairs:
        found = gathered(find_overlapping, self.groups, self.levels, other.levels, itself)
        return sorted_pairs(found, len(self), len(other))


def _empty_levels(order: NDArray[np.int32]) -> Levels:
    """A tree over as many elements, with no boxes in it yet."""
    # An empty tree has a block without boxes, which overlaps nothing.
    counts = [max(1, -(-len(order) // WIDTH))]
    while len(counts) < 2 or counts[-1] > 1:
        counts.append(-(-counts[-1] // WIDTH))
    first = np.concatenate(([0], np.cumsum(counts)))
    nodes = np.empty((first[-1], 6 * WIDTH))
    nodes.fill(np.nan)
    return Levels(nodes, order, first)


def tree_pairs(lower: ArrayLike, upper: ArrayLike) -> Pairs:
    """Pairs of boxes that meet, found with a tree that is built for this one question.

    Boxes, result and errors are those of :func:`find_pairs`.

    See Also
    --------
    ElementTree : the tree, to keep and refit.

    Notes
    -----
    Boxes are sorted along Hilbert's curve, taken by eights, and those by eights again; sixty-four
    walk down together, eight comparisons at a time. Comparisons only, no arithmetic: the answer is
    exact at every scale. About n log n, for every distribution that was measured (the size of the
    answer is added); memory is some 80 bytes a box and 28 a pair.

    Examples
    --------
    >>> tree_pairs([[0, 0, 0], [1, 0, 0], [3, 0, 0]], [[1, 1, 1], [2, 1, 1], [4, 1, 1]])
    array([[0, 1]])
    """
    return ElementTree(lower, upper).pairs()


def find_pairs_between(
    lower_a: ArrayLike, upper_a: ArrayLike, lower_b: ArrayLike, upper_b: ArrayLike
) -> Pairs:
    """Pairs of a box of A and a box of B that meet.

    Parameters
    ----------
    lower_a, upper_a : (n, 3) array_like
        Corners of the boxes of A [m].
    lower_b, upper_b : (m, 3) array_like
        Corners of the boxes of B [m].

    Returns
    -------
    (k, 2) int64
        Rows ``(i, j)``, box i of A and box j of B, sorted. Boxes are closed: touching is meeting.

    Raises
    ------
    ImpingeError
        If shapes differ, a value is NaN, or a lower one is above the upper one.

    Notes
    -----
    A tree for each side, as in :func:`tree_pairs`.

    Examples
    --------
    >>> find_pairs_between([[0, 0, 0]], [[1, 1, 1]], [[5, 0, 0], [1, 0, 0]], [[6, 1, 1], [2, 1, 1]])
    array([[0, 1]])
    """
    boxes_a = as_boxes(lower_a, upper_a, ("lower_a", "upper_a"))
    boxes_b = as_boxes(lower_b, upper_b, ("lower_b", "upper_b"))
    return ElementTree.of_checked(*boxes_a).pairs_with(ElementTree.of_checked(*boxes_b))


def curve_order(lower: Boxes, upper: Boxes) -> NDArray[np.int32]:
    """The numbers of the boxes along a space-filling curve through their centres."""
    n = len(lower)
    keys, spare = np.arange(n, dtype=np.uint64), np.empty(n, np.uint64)
    span = np.empty(6)
    span_centres(lower, upper, keys, 0, n, span)
    run_rows(set_keys, n, lower, upper, span, keys)
    sort_keys(keys, spare, 0, n)
    sort_crowds(lower, upper, keys, spare)
    return (keys & NUMBER).astype(np.int32)


def element_order(points: Boxes, elements: Ids) -> NDArray[np.int32]:
    """:func:`curve_order` of the boxes of elements; arguments are canonical arrays."""
    lower, upper = np.empty((2, len(elements), 3))
    run_rows(bound_elements, len(elements), points, points, elements, 0.0, lower, upper)
    return curve_order(lower, upper)
