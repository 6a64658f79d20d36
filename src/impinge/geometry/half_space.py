"""Half spaces: floors and walls."""

from __future__ import annotations

from math import inf
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry.coordinates import as_row
from impinge.geometry.kernels.convex_row import HALFSPACE, SIZES
from impinge.geometry.packing import count_features, pack_header
from impinge.geometry.shape import Shape, missing, numbers_text

UNIT = 2.0**-49
"""A normal whose squared length is this close to one is a unit vector, and is kept bit by bit: what
was made of length one, is written down and comes back must not change. Root, quotient and square
of that length are off by less than 10 units of 2**-53, this is 16 of them."""


class HalfSpace(Shape):
    """All points behind a plane: solid where ``normal . x <= offset``.

    Parameters
    ----------
    normal : (3,) array_like
        Out of the solid, of any length but zero; it is kept at length one.
    offset : float, optional
        Of the plane along the normal as it is given; divided by its length, it is the signed
        distance [m] of the plane from the origin.

    Raises
    ------
    ImpingeError
        If the normal has no length, a number is not finite, or the plane is too far away.

    Notes
    -----
    It does not end: its volume is infinite, and it has neither centroid, inertia nor support.

    Examples
    --------
    >>> floor = HalfSpace((0, 0, 2), 1)
    >>> floor, floor.bounds.tolist()
    (HalfSpace(normal=(0, 0, 1), offset=0.5), [[-inf, -inf, -inf], [inf, inf, 0.5]])
    """

    __slots__ = ("_packed", "_row_address")
    _made_from = ("normal", "offset")
    centroid = missing("centroid", "a HalfSpace does not end, so it has none")
    inertia = missing("inertia", "a HalfSpace does not end, so it has none")

    def __init__(self, normal: ArrayLike, offset: float = 0.0) -> None:
        given = as_row(normal, "normal")
        n = np.array([as_scalar(x, f"normal[{i}]", least=-inf) for i, x in enumerate(given)])
        d = as_scalar(offset, "offset", least=-inf)
        if not (np.abs(n).max() <= 2.0 and abs(float((n * n).sum()) - 1.0) <= UNIT):
            n, d = _at_length_one(n, d)
        if not abs(d) < COORDINATE_LIMIT:
            raise ImpingeError(
                f"offset: the plane is {d:g} from the origin, coordinates end at "
                f"{COORDINATE_LIMIT:g}"
            )
        self._set(_packed=pack_header(HALFSPACE, (*n.tolist(), d), reach=inf, centre=d * n))

    @property
    def normal(self) -> Array:
        """(3,) float64: unit normal, out of the solid. Read-only."""
        return frozen(self._packed[SIZES : SIZES + 3])

    @property
    def offset(self) -> float:
        """Of the plane along the unit normal [m]."""
        return float(self._packed[SIZES + 3])

    @property
    def feature_count(self) -> int:
        """One: its surface."""
        return count_features(self._packed)

    @property
    def volume(self) -> float:
        """Infinite."""
        return inf

    def _find_bounds(self) -> Array:
        bounds = np.array([[-inf] * 3, [inf] * 3])
        (axes,) = np.nonzero(self.normal)
        if len(axes) == 1:
            # The plane is across this axis, and ends the solid there.
            (axis,) = axes
            side = int(self.normal[axis] > 0.0)
            bounds[side, axis] = self.offset * self.normal[axis]
        return bounds

    def _support(self, units: Array) -> NoReturn:  # noqa: ARG002
        raise ImpingeError("support: a HalfSpace does not end, so it has no furthest point")


def _at_length_one(normal: Array, offset: float) -> tuple[Array, float]:
    """The plane by its unit normal."""
    # By a power of two first, lest a square leave the range of a float64.
    _, exponent = np.frexp(np.abs(normal).max())
    scaled = np.ldexp(normal, -exponent)
    length = float(np.sqrt((scaled * scaled).sum()))
    if length == 0.0:
        raise ImpingeError(f"normal: has no length {numbers_text(normal)}")
    with np.errstate(over="ignore", under="ignore"):
        return scaled / length, float(np.ldexp(offset, -exponent) / length)
