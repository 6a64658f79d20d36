"""Capsules, cylinders and cones: round about the z axis, and centred on it."""

from __future__ import annotations

from math import pi

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry.coordinates import as_size
from impinge.geometry.kernels.convex_row import CONE, CYLINDER, RADIUS, SEGMENT, SIZES
from impinge.geometry.packing import length_outward, pack_header, pack_tables
from impinge.geometry.shape import Convex, unit_rows


class _Axial(Convex):
    """What has a radius and a length."""

    __slots__ = ()
    _made_from = ("radius", "length")
    _kind: int

    def __init__(self, radius: float, length: float) -> None:
        r, half = as_size(radius, "radius"), 0.5 * as_size(length, "length")
        self._set(_packed=self._pack(r, half))

    def _pack(self, r: float, half: float) -> Array:
        return pack_header(self._kind, (r, half), reach=length_outward(r, half))

    @property
    def radius(self) -> float:
        """[m]"""
        return float(self._packed[SIZES])

    @property
    def length(self) -> float:
        """[m] along the axis."""
        return 2.0 * self._half

    @property
    def _half(self) -> float:
        return float(self._packed[SIZES + 1])

    def _find_bounds(self) -> Array:
        return np.outer([-1.0, 1.0], [self.radius, self.radius, self._half])


class Capsule(_Axial):
    """All points within a radius of a segment along z, centred: a cylinder with round caps.

    Parameters
    ----------
    radius : float
        [m], above zero.
    length : float
        Of the segment [m], above zero: from cap to cap, these not counted. With them the capsule
        is ``length + 2 radius`` long.

    Raises
    ------
    ImpingeError
        If one of them is no length above zero.

    Examples
    --------
    >>> pill = Capsule(radius=0.1, length=0.5)
    >>> pill, pill.bounds[1].tolist()
    (Capsule(radius=0.1, length=0.5), [0.1, 0.1, 0.35])
    """

    __slots__ = ()

    def _pack(self, r: float, half: float) -> Array:
        header = pack_header(SEGMENT, half, radius=r, reach=length_outward(half + r))
        ends = np.array([[0.0, 0.0, -half], [0.0, 0.0, half]])
        return pack_tables(header, ends)

    @property
    def radius(self) -> float:
        """[m]"""
        return float(self._packed[RADIUS])

    @property
    def _half(self) -> float:
        return float(self._packed[SIZES])

    def _find_bounds(self) -> Array:
        return np.outer([-1.0, 1.0], [self.radius, self.radius, self._half + self.radius])

    def _volumes(self) -> tuple[float, float]:
        """Of the cylinder and of both caps."""
        r, l = self.radius, self.length
        return pi * r * r * l, 4.0 / 3.0 * pi * r * r * r

    def _find_volume(self) -> float:
        return sum(self._volumes())

    def _find_inertia(self) -> Array:
        r, l = self.radius, self.length
        side, caps = self._volumes()
        across = side * (l * l / 12.0 + r * r / 4.0)
        across += caps * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r)
        along = side * (0.5 * r * r) + caps * (0.4 * r * r)
        return np.diag([across, across, along])

    def _support(self, units: Array) -> Array:
        points = self.radius * units
        points[:, 2] += np.where(units[:, 2] < 0.0, -self._half, self._half)
        return points


class Cylinder(_Axial):
    """A cylinder along z, centred.

    Parameters
    ----------
    radius, length : float
        [m], above zero.

    Raises
    ------
    ImpingeError
        If one of them is no length above zero.

    Examples
    --------
    >>> can = Cylinder(radius=1, length=4)
    >>> can, can.support([1, 0, 1]).tolist()
    (Cylinder(radius=1, length=4), [1.0, 0.0, 2.0])
    """

    __slots__ = ()
    _kind = CYLINDER

    def _find_volume(self) -> float:
        r = self.radius
        return pi * r * r * self.length

    def _find_inertia(self) -> Array:
        r, l, volume = self.radius, self.length, self._find_volume()
        across = volume * (0.25 * r * r + l * l / 12.0)
        return np.diag([across, across, volume * (0.5 * r * r)])

    def _support(self, units: Array) -> Array:
        points = self.radius * _around(units)
        points[:, 2] = np.where(units[:, 2] < 0.0, -self._half, self._half)
        return points


class Cone(_Axial):
    """A cone along z: its apex at ``z = length / 2``, its base a disc at ``z = -length / 2``.

    Parameters
    ----------
    radius : float
        Of the base [m], above zero.
    length : float
        From base to apex [m], above zero.

    Raises
    ------
    ImpingeError
        If one of them is no length above zero.

    Examples
    --------
    >>> funnel = Cone(radius=1, length=2)
    >>> funnel, funnel.centroid.tolist()
    (Cone(radius=1, length=2), [0.0, 0.0, -0.5])
    """

    __slots__ = ()
    _kind = CONE

    def _find_volume(self) -> float:
        r = self.radius
        return pi * r * r * self.length / 3.0

    def _find_centroid(self) -> Array:
        return np.array([0.0, 0.0, -0.5 * self._half])

    def _find_inertia(self) -> Array:
        r, l, volume = self.radius, self.length, self._find_volume()
        across = volume * (0.15 * r * r + 0.0375 * l * l)
        return np.diag([across, across, volume * (0.3 * r * r)])

    def _support(self, units: Array) -> Array:
        r, half = self.radius, self._half
        sideways = np.hypot(units[:, 0], units[:, 1])
        # Sizes over the larger, lest a product vanish.
        largest = max(r, half)
        up = units[:, 2] * (half / largest) >= 0.5 * sideways * (r / largest)
        points = r * _around(units)
        points[:, 2] = -half
        points[up] = (0.0, 0.0, half)
        return points


def _around(units: Array) -> Array:
    """Unit vectors across the axis; zero, the middle of a disc, for those along it."""
    return unit_rows(units * (1.0, 1.0, 0.0))
