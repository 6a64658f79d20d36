"""Pairs by a tree: the default."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_boxes
from impinge.pairs.element_tree import ElementTree


def tree_pairs(lower: ArrayLike, upper: ArrayLike) -> NDArray[np.int64]:
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
) -> NDArray[np.int64]:
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
