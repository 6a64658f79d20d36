"""Bounding ellipsoids."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds.kernels import ellipsoid as kernels
from impinge.bounds.kernels.ellipsoid_fit import FINE, bound_rows_ellipsoid, merge_rows_ellipsoid
from impinge.bounds.obb import STRETCH, Oriented
from impinge.bounds.points import Vector, ask_points, points_of
from impinge.core.arrays import Array, Flags, as_scalar, frozen
from impinge.core.options import as_kind

STEPS = 500
"""Steps towards a distance, at most. Three to five are usual; discs and segments may take 300."""
MERGED = 2.0**-14
"""How far ellipsoids may stick out of the one fitted to some of their points: 6e-5."""
CONTAINED = 1.0 + 4.0 * kernels.WITHIN_ROUNDING
"""Level up to which one ellipsoid counts as contained in another."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class BoundingEllipsoid(Oriented):
    """A closed ellipsoid along axes of its own. Immutable; equal ellipsoids are equal.

    Parameters
    ----------
    centre, axes
        As for :class:`Obb`.
    radii : (3,) array_like
        Half the lengths [m] along the axes; 0 makes a disc, a segment or a point.

    Raises
    ------
    ImpingeError
        If a number is not finite, a radius negative, or the axes are no such vectors.

    Examples
    --------
    >>> around = BoundingEllipsoid.of([[2, 0, 0], [-2, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]])
    >>> around.radii.round(3).tolist()
    [2.121, 1.061, 0.75]
    >>> a, b = BoundingEllipsoid((0, 0, 0), (3, 1, 1)), BoundingEllipsoid((4, 0, 0), (0.5, 2, 2))
    >>> round(a.distance(b), 9)
    0.5
    """

    _named = "radii", "radii"

    def __init__(self, centre: ArrayLike, radii: ArrayLike, axes: ArrayLike | None = None) -> None:
        self._fill(centre, radii, axes)

    @classmethod
    def of(cls, source: Any) -> BoundingEllipsoid:
        """The smallest ellipsoid around points (n, 3), or around the faces of a mesh.

        The points are inside whatever was rounded, and the volume is within 1e-6 of the least
        (Löwner-John), where the points spread by 1e-8 of their length, and by 1e7 roundings of
        their coordinates, along each axis. Flatter sets get the smallest ellipse in their plane, or
        the segment of their line, and a thickness of 1e-12 to 1e-10 of their length, or of 256
        roundings of their coordinates. The longest axis comes first. Five to twelve passes over the
        points [Sun2004]_.
        """
        points = points_of(source, "source")
        return cls(*_longest_first(*bound_rows_ellipsoid(points, 0, len(points), 1, FINE)))

    @property
    def radii(self) -> Array:
        """(3,) float64: half the lengths along the axes [m]. Read-only."""
        return frozen(np.array(self._sizes))

    @property
    def volume(self) -> float:
        """[m^3]; inf where that is too large for a float64."""
        x, y, z = self._sizes
        return 4.0 / 3.0 * pi * x * y * z

    def merged(self, other: BoundingEllipsoid) -> BoundingEllipsoid:
        """A small ellipsoid around both, rounded outward; one of them, if it contains the other.

        Within 0.1 % of the smallest volume where neither is flat. It is fitted to points of both,
        to which those that stick out the furthest are added, and grows until it contains both.
        """
        as_kind(other, "other", BoundingEllipsoid)
        for a, b in ((self, other), (other, self)):
            level, rounding, _ = kernels.level_of_ellipsoid(a._numbers, b._numbers)
            if level + rounding <= 1.0 or a == b:
                return a
        rows = np.array([np.hstack(e._numbers) for e in (self, other)])
        return BoundingEllipsoid(*_longest_first(*merge_rows_ellipsoid(rows, 0, 2, MERGED)))

    def inflated(self, margin: float) -> BoundingEllipsoid:
        """An ellipsoid around all within ``margin`` [m] of this one, along the same axes.

        What is near an ellipsoid has none as its outline: of those that fit, the one with the least
        sum of squared radii. A ball grows by the margin.
        """
        m = as_scalar(margin, "margin")
        if m == 0.0:
            return self
        m *= 1.0 + STRETCH
        ratio = hypot(*self._sizes) / (sqrt(3.0) * m)
        radii = kernels.grown_radii(self._sizes, m, max(ratio, kernels.FLATTEST))
        return BoundingEllipsoid(self._centre, radii, self.axes)

    def moved(self, pose: ArrayLike) -> BoundingEllipsoid:
        """The ellipsoid moved by ``pose`` (4, 4); radii grow by about 1e-13 of the longest one.

        As much is what a pose may stretch that is taken for a rigid motion; of the coordinates of
        centre and shift it is 1e-15, by rounding. A radius a million times as short as the longest
        one grows to 1000 times that, and the others by 5e-7 of themselves.
        """
        centre, axes, pad = self._moved_by(pose)
        return BoundingEllipsoid(centre, kernels.pad_radii(self._sizes, pad), axes)

    def contains(self, other: BoundingEllipsoid | ArrayLike) -> bool | Flags:
        """Whether an ellipsoid, a point (3,) or points (n, 3) lie inside; the surface counts.

        So do ellipsoids that stick out by less than 1e-13 of the longest radius.
        """
        if isinstance(other, BoundingEllipsoid):
            level, _, _ = kernels.level_of_ellipsoid(self._numbers, other._numbers)
            return self == other or bool(level <= CONTAINED)
        return ask_points(kernels.overlap_point_ellipsoid_rows, other, bool, self._numbers)

    def overlaps(self, other: BoundingEllipsoid) -> bool:
        """Whether the ellipsoids have a point in common; touching counts.

        Where rounding cannot tell, within 1e-13 of the sizes, they do; and so may flat ones within
        1e-7. Never False where they overlap.
        """
        as_kind(other, "other", BoundingEllipsoid)
        return not kernels.gap_ellipsoid_ellipsoid(self._numbers, other._numbers, 0)[0] > 0.0

    def distance(self, other: BoundingEllipsoid | ArrayLike) -> float | Array:
        """Distance [m] to an ellipsoid, a point (3,) or points (n, 3); 0 just where they overlap.

        Never above the distance, and below it by about 1e-13 of the sizes.
        """
        if isinstance(other, BoundingEllipsoid):
            gap, _ = kernels.gap_ellipsoid_ellipsoid(self._numbers, other._numbers, STEPS)
            return max(float(gap), 0.0)
        return ask_points(kernels.distance_point_ellipsoid_rows, other, float, self._numbers, STEPS)


def _longest_first(centre: Vector, radii: Vector, axes: tuple[float, ...]) -> tuple[Any, ...]:
    """Axes in the order of the radii, right-handed."""
    order = np.argsort(-np.array(radii), kind="stable")
    rows = np.array(axes).reshape(3, 3)[order]
    if np.linalg.det(rows) < 0.0:
        rows[2] = -rows[2]
    return centre, np.array(radii)[order], rows
