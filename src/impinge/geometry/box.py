"""Boxes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.geometry.coordinates import as_sizes
from impinge.geometry.kernels.convex_row import BOX, SIZES
from impinge.geometry.packing import Loops, length_outward, pack_header, pack_tables
from impinge.geometry.shape import Convex, inertia_along_axes

CORNERS = np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1.0)])
"""Of a box, in half edge lengths: bits 0, 1, 2 of a vertex' number say x > 0, y > 0, z > 0."""

LOOPS = Loops.of(
    [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
)
"""Vertices around the faces -x, +x, -y, +y, -z, +z, counter-clockwise seen from outside."""


class Box(Convex):
    """A box about the origin, along the axes.

    Parameters
    ----------
    sizes : (3,) array_like
        Whole edge lengths [m] along x, y and z, each above zero.

    Raises
    ------
    ImpingeError
        If there are not three, or one is no length above zero.

    Examples
    --------
    >>> crate = Box((1, 2, 3))
    >>> crate, crate.volume, crate.bounds.tolist()
    (Box(sizes=(1, 2, 3)), 6.0, [[-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]])
    """

    __slots__ = ()
    _made_from = ("sizes",)

    def __init__(self, sizes: ArrayLike) -> None:
        half = 0.5 * as_sizes(sizes, "sizes")
        planes = np.zeros((6, 4))
        for face in range(6):
            planes[face, face // 2] = 1.0 if face % 2 else -1.0
            planes[face, 3] = half[face // 2]
        header = pack_header(BOX, half, reach=length_outward(*half.tolist()))
        self._set(_packed=pack_tables(header, CORNERS * half, LOOPS, planes))

    @property
    def sizes(self) -> Array:
        """(3,) float64: edge lengths [m]. Read-only."""
        return frozen(2.0 * self._half)

    @property
    def _half(self) -> Array:
        return self._packed[SIZES : SIZES + 3]

    def _find_bounds(self) -> Array:
        return np.outer([-1.0, 1.0], self._half)

    def _find_volume(self) -> float:
        a, b, c = self.sizes.tolist()
        return float(a * b * c)

    def _find_inertia(self) -> Array:
        return inertia_along_axes(self._find_volume() / 12.0, self.sizes)

    def _support(self, units: Array) -> Array:
        return np.where(units < 0.0, -self._half, self._half)
