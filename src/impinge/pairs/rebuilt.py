"""Any method that starts from nothing, behind the face of those that keep their boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.pairs.stored_boxes import StoredBoxes
from impinge.pairs.tree import tree_pairs

Ids = NDArray[np.int64]


class Rebuilt:
    """Boxes among which pairs are found anew each time.

    Parameters
    ----------
    method : callable, optional
        Takes ``lower`` and ``upper`` and returns pairs, as :func:`~impinge.pairs.tree_pairs` does.
    lower, upper : (n, 3) array_like, optional
        Corners of the first boxes [m], whose ids are 0 to n - 1.

    Examples
    --------
    >>> boxes = Rebuilt(tree_pairs, [[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]])
    >>> boxes.add([[0.5, 0, 0]], [[2.5, 1, 1]])
    array([2])
    >>> boxes.pairs()
    array([[0, 2],
           [1, 2]])
    """

    def __init__(
        self,
        method: Callable[[Any, Any], Ids] = tree_pairs,
        lower: ArrayLike = (),
        upper: ArrayLike = (),
    ) -> None:
        self._method = method
        self._boxes = StoredBoxes()
        self.add(lower, upper)

    def __len__(self) -> int:
        return self._boxes.count

    @property
    def ids(self) -> Ids:
        """Ids of the boxes that are there, in order."""
        return self._boxes.ids

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""
        return self._boxes.add(lower, upper)

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""
        self._boxes.move(ids, lower, upper)

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""
        self._boxes.remove(ids)

    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""
        return self._boxes.pairs_by(self._method)
