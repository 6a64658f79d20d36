"""Boxes along the axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds.kernels import aabb as kernels
from impinge.bounds.points import Vector, as_pose, as_vector, ask_points, points_of
from impinge.core.arrays import Array, Flags, as_scalar, frozen, row_text
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Aabb:
    """A closed box along the axes. Immutable; equal boxes are equal.

    Parameters
    ----------
    lower, upper : (3,) array_like
        Lowest and highest coordinates [m]; equal ones make a flat box, or a point.

    Raises
    ------
    ImpingeError
        If a coordinate is not finite, or a lower one above its upper.

    Examples
    --------
    >>> box = Aabb.of([[0, 0, 0], [1, 2, 3]])
    >>> box
    Aabb((0, 0, 0), (1, 2, 3))
    >>> box.volume
    6.0
    >>> box.distance(Aabb((4, 0, 0), (5, 1, 1)))
    3.0
    """

    _lower: Vector
    _upper: Vector

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        low, high = as_vector(lower, "lower"), as_vector(upper, "upper")
        for k in range(3):
            if low[k] > high[k]:
                axis = "xyz"[k]
                raise ImpingeError(f"lower: {low[k]:g} is above upper {high[k]:g} along {axis}")
        object.__setattr__(self, "_lower", low)
        object.__setattr__(self, "_upper", high)

    @classmethod
    def of(cls, source: Any) -> Aabb:
        """The smallest box around points (n, 3), or around the faces of a mesh; exact."""
        return cls(*kernels.bound_points(points_of(source, "source")))

    @property
    def lower(self) -> Array:
        """(3,) float64 [m]. Read-only."""
        return frozen(np.array(self._lower))

    @property
    def upper(self) -> Array:
        """(3,) float64 [m]. Read-only."""
        return frozen(np.array(self._upper))

    @property
    def centre(self) -> Array:
        """(3,) float64 [m]. Read-only."""
        return frozen(0.5 * self.lower + 0.5 * self.upper)

    @property
    def half(self) -> Array:
        """(3,) float64: half the edge lengths [m]. Read-only."""
        return frozen(0.5 * self.upper - 0.5 * self.lower)

    @property
    def corners(self) -> Array:
        """(8, 3) float64 [m]; bit i of its number is a corner's side along axis i. Read-only."""
        sides = np.array([[k >> i & 1 for i in range(3)] for k in range(8)], dtype=np.bool_)
        return frozen(np.where(sides, self.upper, self.lower))

    @property
    def volume(self) -> float:
        """[m^3]; inf where that is too large for a float64."""
        x, y, z = (high - low for low, high in zip(self._lower, self._upper, strict=True))
        return x * y * z

    def merged(self, other: Aabb) -> Aabb:
        """The smallest box around both; exact."""
        as_kind(other, "other", Aabb)
        return Aabb(*kernels.merge_aabb_aabb(self._lower, self._upper, other._lower, other._upper))

    def inflated(self, margin: float) -> Aabb:
        """The box grown by ``margin`` [m] on every side, rounded outward."""
        m = as_scalar(margin, "margin")
        return Aabb(
            [np.nextafter(low - m, -np.inf) if m else low for low in self._lower],
            [np.nextafter(high + m, np.inf) if m else high for high in self._upper],
        )

    def moved(self, pose: ArrayLike) -> Aabb:
        """The box along the axes around this box moved by ``pose`` (4, 4).

        It grows with each turn, so move the first one rather than the last; rounded outward.
        """
        matrix = as_pose(pose)
        centre, half = tuple(self.centre.tolist()), tuple(self.half.tolist())
        rotation, shift = matrix[:3, :3].ravel().tolist(), matrix[:3, 3].tolist()
        return Aabb(*kernels.bound_moved_aabb(centre, half, tuple(rotation), tuple(shift)))

    def contains(self, other: Aabb | ArrayLike) -> bool | Flags:
        """Whether a box, a point (3,) or points (n, 3) lie inside; the surface counts. Exact."""
        if isinstance(other, Aabb):
            return self.merged(other) == self
        return ask_points(kernels.overlap_point_aabb_rows, other, bool, self._lower, self._upper)

    def overlaps(self, other: Aabb) -> bool:
        """Whether the boxes have a point in common; touching counts. Exact."""
        as_kind(other, "other", Aabb)
        return bool(kernels.overlap_aabb_aabb(self._lower, self._upper, other._lower, other._upper))

    def distance(self, other: Aabb | ArrayLike) -> float | Array:
        """Distance [m] to a box, a point (3,) or points (n, 3); 0 just where they overlap."""
        if isinstance(other, Aabb):
            return float(
                kernels.distance_aabb_aabb(self._lower, self._upper, other._lower, other._upper)
            )
        return ask_points(kernels.distance_point_aabb_rows, other, float, self._lower, self._upper)

    def to_dict(self) -> dict[str, list[float]]:
        """Names and plain numbers, JSON-ready."""
        return {"lower": list(self._lower), "upper": list(self._upper)}

    def __repr__(self) -> str:
        return f"Aabb({row_text(self.lower)}, {row_text(self.upper)})"
