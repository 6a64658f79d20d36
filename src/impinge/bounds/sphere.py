"""Bounding spheres."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nextafter, pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds.kernels import sphere as kernels
from impinge.bounds.points import Vector, as_pose, as_vector, ask_points, points_of
from impinge.core.arrays import Array, Flags, as_scalar, frozen
from impinge.core.options import as_kind
from impinge.core.tolerance import POSE_EXACT

CENTRE_ROUNDING = 2.0**-50
"""Share of its terms by which a moved centre errs at most: sums of three products and a shift, each
off by 2**-51 of theirs."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class BoundingSphere:
    """A closed ball. Immutable; equal spheres are equal.

    Parameters
    ----------
    centre : (3,) array_like
        [m].
    radius : float
        [m]; 0 makes a point.

    Raises
    ------
    ImpingeError
        If a number is not finite, or the radius negative.

    Examples
    --------
    >>> ball = BoundingSphere.of([[-1, 0, 0], [1, 0, 0], [0, 0.5, 0]])
    >>> ball
    BoundingSphere((0, 0, 0), 1)
    >>> BoundingSphere((0, 0, 0), 1).distance(BoundingSphere((4, 0, 0), 2))
    1.0
    """

    _centre: Vector
    _radius: float

    def __init__(self, centre: ArrayLike, radius: float) -> None:
        object.__setattr__(self, "_centre", as_vector(centre, "centre"))
        object.__setattr__(self, "_radius", as_scalar(radius, "radius"))

    @classmethod
    def of(cls, source: Any) -> BoundingSphere:
        """The smallest sphere around points (n, 3), or around the faces of a mesh.

        The points are inside whatever was rounded, and the radius is within 1e-12 of the least
        (and the rounding of the centre's coordinates): a sphere of a few points is widened to the
        furthest one outside until there is none [Gartner1999]_. Three to ten passes over the
        points.
        """
        points = points_of(source, "source")
        return cls(*kernels.bound_rows_sphere(points, 0, len(points), 1))

    @property
    def centre(self) -> Array:
        """(3,) float64 [m]. Read-only."""
        return frozen(np.array(self._centre))

    @property
    def radius(self) -> float:
        """[m]."""
        return self._radius

    @property
    def volume(self) -> float:
        """[m^3]; inf where that is too large for a float64."""
        r = self._radius
        return 4.0 / 3.0 * pi * r * r * r

    def merged(self, other: BoundingSphere) -> BoundingSphere:
        """The smallest sphere around both, rounded outward; one of them, if it holds the other."""
        as_kind(other, "other", BoundingSphere)
        return BoundingSphere(
            *kernels.merge_sphere_sphere(self._centre, self._radius, other._centre, other._radius)
        )

    def inflated(self, margin: float) -> BoundingSphere:
        """The sphere grown by ``margin`` [m], rounded outward."""
        m = as_scalar(margin, "margin")
        radius = nextafter(self._radius + m, inf) if m else self._radius
        return BoundingSphere(self._centre, radius)

    def moved(self, pose: ArrayLike) -> BoundingSphere:
        """The sphere moved by ``pose`` (4, 4); larger by rounding, about 1e-14 of the coordinates.

        As much is what a pose may stretch that is taken for a rigid motion.
        """
        matrix = as_pose(pose)
        centre, shift = self.centre, matrix[:3, 3]
        radius = self._radius * (1.0 + 2.0 * POSE_EXACT)
        radius += CENTRE_ROUNDING * 2.0 * float(np.abs(centre).sum() + np.abs(shift).sum())
        return BoundingSphere(matrix[:3, :3] @ centre + shift, radius)

    def contains(self, other: BoundingSphere | ArrayLike) -> bool | Flags:
        """Whether a sphere, a point (3,) or points (n, 3) lie inside; the surface counts."""
        if isinstance(other, BoundingSphere):
            return self._to(other) + other._radius <= self._radius
        return ask_points(
            kernels.overlap_point_sphere_rows, other, bool, self._centre, self._radius
        )

    def overlaps(self, other: BoundingSphere) -> bool:
        """Whether the spheres have a point in common; touching counts.

        Where rounding cannot tell, within 1e-15 of the radii, they do.
        """
        as_kind(other, "other", BoundingSphere)
        return self._to(other) <= (self._radius + other._radius) * (1.0 + kernels.RADIUS_ROUNDING)

    def distance(self, other: BoundingSphere | ArrayLike) -> float | Array:
        """Distance [m] to a sphere, a point (3,) or points (n, 3); 0 just where they overlap."""
        if isinstance(other, BoundingSphere):
            apart = self._to(other) - (self._radius + other._radius)
            return 0.0 if self.overlaps(other) else apart
        return ask_points(
            kernels.distance_point_sphere_rows, other, float, self._centre, self._radius
        )

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return {"centre": list(self._centre), "radius": self._radius}

    def __repr__(self) -> str:
        x, y, z = self._centre
        return f"BoundingSphere(({x:g}, {y:g}, {z:g}), {self._radius:g})"

    def _to(self, other: BoundingSphere) -> float:
        return float(kernels.distance_point_point(self._centre, other._centre))
