"""Boxes along axes of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds import tightening
from impinge.bounds.aabb import Aabb
from impinge.bounds.kernels import obb as kernels
from impinge.bounds.kernels.obb_fit import FIT_ROUNDING, bound_along
from impinge.bounds.points import Vector, as_axes, as_pose, as_vector, ask_points, points_of
from impinge.core.arrays import Array, Flags, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.core.tolerance import POSE_EXACT
from impinge.geometry import Mesh
from impinge.geometry.hull_parts import hull_of

STRETCH = 10.0 * POSE_EXACT
"""Share of its half lengths that a box may lose by axes, and by a pose, that are just accepted. A
vector is stretched by each by three times what its entries are off, and the moved axes, where they
are made square again, by half the sum of both: nine in all."""

MOVE_ROUNDING = 2.0**-50
"""Share of the numbers involved that a moved box grows by: coordinates of its centre are sums of
three products and a shift, off by half of it."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Oriented:
    """A volume along axes of its own: what oriented boxes and ellipsoids have in common."""

    _centre: Vector
    _sizes: Vector
    _axes: tuple[float, ...]
    _named: ClassVar[tuple[str, str]]
    """Its sizes as an argument, and in words."""

    def _fill(self, centre: ArrayLike, sizes: ArrayLike, axes: ArrayLike | None) -> None:
        name, words = self._named
        s = as_vector(sizes, name)
        if min(s) < 0.0:
            raise ImpingeError(f"{name}: {min(s):g} is negative, expected {words}")
        object.__setattr__(self, "_centre", as_vector(centre, "centre"))
        object.__setattr__(self, "_sizes", s)
        object.__setattr__(self, "_axes", tuple(as_axes(axes).ravel().tolist()))

    @property
    def _numbers(self) -> tuple[Vector, Vector, tuple[float, ...]]:
        """As kernels take it."""
        return self._centre, self._sizes, self._axes

    @property
    def centre(self) -> Array:
        """(3,) float64 [m]. Read-only."""
        return frozen(np.array(self._centre))

    @property
    def axes(self) -> Array:
        """(3, 3) float64: unit vectors, as rows. Read-only."""
        return frozen(np.array(self._axes).reshape(3, 3))

    def _moved_by(self, pose: ArrayLike) -> tuple[Array, Array, float]:
        """Moved centre and axes, and by how much it must grow (``STRETCH``, rounding)."""
        matrix = as_pose(pose)
        centre, shift = self.centre, matrix[:3, 3]
        pad = MOVE_ROUNDING * 2.0 * float(np.abs(centre).sum() + np.abs(shift).sum())
        pad += STRETCH * sum(self._sizes)
        return matrix[:3, :3] @ centre + shift, self.axes @ matrix[:3, :3].T, pad

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return {name: getattr(self, name).tolist() for name in ("centre", self._named[0], "axes")}

    def __repr__(self) -> str:
        centre, sizes = (", ".join(f"{x:g}" for x in v) for v in (self._centre, self._sizes))
        return f"{type(self).__name__}(centre ({centre}), {self._named[0]} ({sizes}))"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Obb(Oriented):
    """A closed box along axes of its own. Immutable.

    Parameters
    ----------
    centre : (3,) array_like
        [m].
    half : (3,) array_like
        Half the edge lengths [m] along the axes; 0 makes a flat box, a segment or a point.
    axes : (3, 3) array_like, optional
        Unit vectors as rows, square to each other and right-handed; the world's if not given.

    Raises
    ------
    ImpingeError
        If a number is not finite, a half length negative, or the axes are no such vectors.

    Examples
    --------
    >>> turned = Obb((0, 0, 0), (2, 1, 1), [[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]])
    >>> turned.volume
    16.0
    >>> turned.overlaps(Obb((3, 0, 0), (1, 1, 1)))
    True
    """

    _named = "half", "half edge lengths"

    def __init__(self, centre: ArrayLike, half: ArrayLike, axes: ArrayLike | None = None) -> None:
        self._fill(centre, half, axes)

    @classmethod
    def of(cls, source: Any) -> Obb:
        """A small box around points (n, 3), or around the faces of a mesh.

        It starts along the principal axes of the convex hull's surface, so that neither points
        inside nor the fineness of triangles turn it (Gottschalk, Lin, Manocha 1996
        [Gottschalk1996]_), or on a face of the hull, and is tightened: the rectangle across each
        axis in turn is made the smallest, by rotating calipers [Toussaint1983]_, until the volume
        falls no more. It is not proved the smallest. The longest side comes first. Points in a
        plane start along the axes of their own covariance, a mesh in a plane of its faces'.
        """
        points = points_of(source, "source")
        low, high = points.min(axis=0), points.max(axis=0)
        size = float((high - low).max())
        if size == 0.0:
            return cls(low, (0.0, 0.0, 0.0))
        middle = low + 0.5 * (high - low)
        axes = _axes_around(source, points, middle, size)
        centre = middle + _middle_along(points - middle, axes)
        # From the centre as it was rounded: only then all points are as near as half a side.
        half = _reach_along(points - centre, axes)
        return cls(centre, half + FIT_ROUNDING * half.sum(), axes)

    @classmethod
    def from_aabb(cls, box: Aabb) -> Obb:
        """The same box, as an oriented one; larger by rounding."""
        as_kind(box, "box", Aabb)
        return cls(box.centre, box.half + 2.0**-52 * (np.abs(box.centre) + box.half))

    @property
    def half(self) -> Array:
        """(3,) float64: half the edge lengths [m]. Read-only."""
        return frozen(np.array(self._sizes))

    @property
    def corners(self) -> Array:
        """(8, 3) float64 [m]; bit i of its number is a corner's side along axis i. Read-only."""
        return frozen(self.centre + _to_corners(self))

    @property
    def volume(self) -> float:
        """[m^3]; inf where that is too large for a float64."""
        x, y, z = self._sizes
        return 8.0 * x * y * z

    def merged(self, other: Obb) -> Obb:
        """A small box around both, found as that of their corners by :meth:`of`, rounded outward.

        Corners are taken as differences from a centre, so that small boxes far out lose none.
        """
        as_kind(other, "other", Obb)
        corners = np.concatenate([_to_corners(self), _to_corners(other, self.centre)])
        low, high = corners.min(axis=0), corners.max(axis=0)
        size = float((high - low).max())
        if size == 0.0:
            return self
        axes = _axes_around(corners, corners, low + 0.5 * (high - low), size)
        centre = self.centre + _middle_along(corners, axes)
        # From the centre as it was rounded, as in `of`.
        corners = np.concatenate([_to_corners(self, centre), _to_corners(other, centre)])
        half = _reach_along(corners, axes)
        return Obb(centre, half + (FIT_ROUNDING + STRETCH) * half.sum(), axes)

    def inflated(self, margin: float) -> Obb:
        """The box grown by ``margin`` [m] on every side, rounded outward."""
        m = as_scalar(margin, "margin")
        half = [np.nextafter(h + m, np.inf) if m else h for h in self._sizes]
        return Obb(self._centre, half, self.axes)

    def moved(self, pose: ArrayLike) -> Obb:
        """The box moved by ``pose`` (4, 4); larger by about 1e-13 of its half lengths.

        As much is what a pose may stretch that is taken for a rigid motion. Of the coordinates of
        centre and shift it is 1e-15, by rounding.
        """
        centre, axes, pad = self._moved_by(pose)
        return Obb(centre, self.half + pad, axes)

    def contains(self, other: Obb | ArrayLike) -> bool | Flags:
        """Whether a box, a point (3,) or points (n, 3) lie inside; the surface counts."""
        if isinstance(other, Obb):
            corners = _to_corners(other, self.centre)
            return bool((_reach_along(corners, self.axes) <= self.half).all())
        return ask_points(kernels.overlap_point_obb_rows, other, bool, *self._numbers)

    def overlaps(self, other: Obb) -> bool:
        """Whether the boxes have a point in common; touching counts.

        Where rounding cannot tell, within 1e-14 of the sizes, they do. Boxes with edges within 1e-8
        of parallel that are apart between just these edges need a gap of 1e-8 to be told apart.
        """
        as_kind(other, "other", Obb)
        return bool(kernels.overlap_obb_obb(*self._numbers, *other._numbers))

    def distance(self, other: Obb | ArrayLike) -> float | Array:
        """Distance [m] to a box, a point (3,) or points (n, 3); 0 where they overlap."""
        if isinstance(other, Obb):
            return float(kernels.distance_obb_obb(*self._numbers, *other._numbers))
        return ask_points(kernels.distance_point_obb_rows, other, float, *self._numbers)


def _to_corners(box: Obb, origin: Array | None = None) -> Array:
    """(8, 3) float64: from an origin to the corners, from the centre if it is not given."""
    sides = np.array([[2.0 * (k >> i & 1) - 1.0 for i in range(3)] for k in range(8)])
    arms = (sides * box.half) @ box.axes
    return arms if origin is None else (box.centre - origin) + arms


def _axes_around(source: Any, points: Array, middle: Array, size: float) -> Array:
    """Axes of a small box around points, the longest side first."""
    hull = hull_of((points - middle) / size)
    if hull.solid:
        start, normals = tightening.surface_axes(hull), tightening.face_normals(hull)
    else:
        start, normals = _flat_axes(source, points, middle, size), np.empty((0, 3))
    return as_axes(
        _longest_first(hull.vertices, tightening.tight_axes(hull.vertices, start, normals))
    )


def _middle_along(points: Array, axes: Array) -> Array:
    """The middle of the box around points along these axes."""
    low, high = (np.array(v) for v in bound_along(points, tuple(axes.ravel().tolist())))
    return np.asarray((low + 0.5 * (high - low)) @ axes)


def _reach_along(points: Array, axes: Array) -> Array:
    """The largest coordinates of points along these axes, in magnitude."""
    ends = bound_along(points, tuple(axes.ravel().tolist()))
    return np.asarray(np.abs(ends).max(axis=0))


def _flat_axes(source: Any, points: Array, middle: Array, size: float) -> Array:
    """Principal axes of a mesh's faces, or of points, where a hull has no volume."""
    if isinstance(source, Mesh):
        corners = source._vertices[source._faces]
        return tightening.principal_axes_of(tightening.sheet_covariance((corners - middle) / size))
    return tightening.principal_axes_of(np.cov(((points - middle) / size).T, bias=True))


def _longest_first(points: Array, axes: Array) -> Array:
    """The axes in the order of the box's sides, right-handed."""
    lengths = np.ptp(points @ axes.T, axis=0)
    first, second, _ = axes[np.argsort(-lengths, kind="stable")]
    return np.stack([first, second, np.cross(first, second)])
