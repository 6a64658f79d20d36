"""Any method that starts from nothing, behind the face of those that keep their boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import shown
from impinge.pairs.element_tree import tree_pairs
from impinge.pairs.stored_boxes import Kept


class Rebuilt(Kept):
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
        super().__init__()
        if not callable(method):
            raise ImpingeError(f"method: expected a function as tree_pairs is, got {shown(method)}")
        self._method = method
        self.add(lower, upper)

    def pairs(self) -> Ids:
        return self._pairs_by(self._method)

    def _note(self, ids: Ids) -> None:
        """Nothing else is kept."""
