"""Spheres and ellipsoids."""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.geometry.coordinates import as_size, as_sizes
from impinge.geometry.kernels.convex_row import ELLIPSOID, POINT, RADIUS, SIZES
from impinge.geometry.packing import pack_header, pack_tables
from impinge.geometry.shape import Convex, inertia_along_axes, unit_rows


class Sphere(Convex):
    """A ball about the origin.

    Parameters
    ----------
    radius : float
        [m], above zero.

    Raises
    ------
    ImpingeError
        If the radius is no length above zero.

    Examples
    --------
    >>> ball = Sphere(0.5)
    >>> ball, round(ball.volume, 4)
    (Sphere(radius=0.5), 0.5236)
    """

    __slots__ = ()
    _made_from = ("radius",)

    def __init__(self, radius: float) -> None:
        r = as_size(radius, "radius")
        self._set(_packed=pack_tables(pack_header(POINT, radius=r, reach=r), np.zeros((1, 3))))

    @property
    def radius(self) -> float:
        """[m]"""
        return float(self._packed[RADIUS])

    def _find_bounds(self) -> Array:
        return np.outer([-1.0, 1.0], np.full(3, self.radius))

    def _find_volume(self) -> float:
        r = self.radius
        return 4.0 / 3.0 * pi * r * r * r

    def _find_inertia(self) -> Array:
        r = self.radius
        return np.diag(np.full(3, 0.4 * self._find_volume() * r * r))

    def _support(self, units: Array) -> Array:
        return self.radius * units


class Ellipsoid(Convex):
    """An ellipsoid about the origin, along the axes.

    Parameters
    ----------
    radii : (3,) array_like
        Half its width [m] along x, y and z, each above zero.

    Raises
    ------
    ImpingeError
        If there are not three, or one is no length above zero.

    Examples
    --------
    >>> egg = Ellipsoid((1, 1, 2))
    >>> egg, egg.support([0, 0, 5]).tolist()
    (Ellipsoid(radii=(1, 1, 2)), [0.0, 0.0, 2.0])
    """

    __slots__ = ()
    _made_from = ("radii",)

    def __init__(self, radii: ArrayLike) -> None:
        r = as_sizes(radii, "radii")
        self._set(_packed=pack_header(ELLIPSOID, r, reach=float(r.max())))

    @property
    def radii(self) -> Array:
        """(3,) float64: half its width [m] along x, y and z. Read-only."""
        return frozen(self._packed[SIZES : SIZES + 3])

    def _find_bounds(self) -> Array:
        return np.outer([-1.0, 1.0], self.radii)

    def _find_volume(self) -> float:
        a, b, c = self.radii.tolist()
        return float(4.0 / 3.0 * pi * a * b * c)

    def _find_inertia(self) -> Array:
        return inertia_along_axes(0.2 * self._find_volume(), self.radii)

    def _support(self, units: Array) -> Array:
        # Of the unit ball that it is a picture of; radii over the largest, lest squares vanish.
        r = self.radii
        return r * unit_rows(units * (r / r.max()))
