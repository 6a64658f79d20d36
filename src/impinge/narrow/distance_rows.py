"""The answer to: how far apart are two shapes, and where?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.rows import Rows
from impinge.narrow.kernels import witness

Vectors = NDArray[np.float64]

SWAPPED = np.array([0, 4, 5, 6, 1, 2, 3, 7, 8, 9, 11, 10, 12, 13])


class Distance(Rows):
    """The shortest connection of two shapes; one row a pair of poses, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        [m], never negative; 0 just where the shapes overlap.
    point_a, point_b : (3,) or (n, 3) float64
        Its ends on A and on B [m], world frame; the same point where the shapes overlap.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B. Where they overlap, that of a face of A at the common point.
    feature_a, feature_b : int, or (n,) int64
        The triangles that ``point_a`` and ``point_b`` lie on.
    """

    __slots__ = ()

    _names: tuple[str, ...] = ("distance", "point_a", "point_b", "normal", "feature_a", "feature_b")

    @property
    def distance(self) -> float | Vectors:
        return self._scalar(witness.DISTANCE)  # type: ignore[no-any-return]

    @property
    def point_a(self) -> Vectors:
        return self._vector(witness.POINT_A)

    @property
    def point_b(self) -> Vectors:
        return self._vector(witness.POINT_B)

    @property
    def normal(self) -> Vectors:
        return self._vector(witness.NORMAL)

    @property
    def feature_a(self) -> int | NDArray[np.int64]:
        return self._id(witness.FEATURE_A)  # type: ignore[no-any-return]

    @property
    def feature_b(self) -> int | NDArray[np.int64]:
        return self._id(witness.FEATURE_B)  # type: ignore[no-any-return]

    def swapped(self) -> Distance:
        """The same answer, asked as (B, A)."""
        rows = self._rows[..., SWAPPED]
        rows[..., witness.NORMAL : witness.NORMAL + 3] *= -1.0
        return Distance(rows)
