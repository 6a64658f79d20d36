"""k-DOPs: polytopes between pairs of planes across fixed directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds.directions import dop_of
from impinge.bounds.kernels import kdop as kernels
from impinge.bounds.points import as_pose, ask_points, points_of
from impinge.bounds.polytope import corners_between, volume_between
from impinge.core.arrays import Array, Flags, as_numbers, as_points, as_scalar, frozen, row_text
from impinge.core.errors import ImpingeError

LENGTH_ROUNDING = 2.0**-50
"""Share by which a margin along a direction is made larger: a length and a product are rounded."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Kdop:
    """All points x with ``lower <= D . x <= upper`` for k/2 fixed directions D. Immutable.

    The directions are those of :func:`~impinge.bounds.dop_directions`, for all k-DOPs of one k the
    same: two are compared number by number [Klosowski1998]_. They are not of unit length for k of
    6, 14, 18 and 26.

    Parameters
    ----------
    k : int
        6, 12, 14, 18, 26, 32 or 62.
    lower, upper : (k/2,) array_like
        Lowest and highest values of ``D . x`` [m]. Planes may be redundant, and may leave nothing
        between them: such a volume has no corners.

    Raises
    ------
    ImpingeError
        If there is no such k, a number is not finite, or a lower one above its upper.

    Examples
    --------
    >>> octahedron = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    >>> round(Kdop.of(octahedron, 6).volume, 12), round(Kdop.of(octahedron, 14).volume, 12)
    (8.0, 1.333333333333)
    >>> Kdop.of(octahedron, 14).overlaps(Kdop.of([[0.9, 0.9, 0.9]], 14))
    False
    """

    _k: int
    _ends: tuple[float, ...]

    def __init__(self, k: int, lower: ArrayLike, upper: ArrayLike) -> None:
        dop = dop_of(k)
        m = len(dop.directions)
        low, high = _as_ends(lower, "lower", m), _as_ends(upper, "upper", m)
        if not (low <= high).all():
            i = int(np.argmax(low > high))
            x, y, z = dop.directions[i]
            raise ImpingeError(
                f"lower: {low[i]:g} is above upper {high[i]:g} along direction {i} "
                f"({x:g}, {y:g}, {z:g})"
            )
        object.__setattr__(self, "_k", 2 * m)
        object.__setattr__(self, "_ends", (*low.tolist(), *high.tolist()))

    @classmethod
    def of(cls, source: Any, k: int = 26) -> Kdop:
        """The smallest k-DOP around points (n, 3), or around the faces of a mesh, rounded outward.

        Exact along the axes.
        """
        dop = dop_of(k)
        row = np.empty((1, k))
        points = points_of(source, "source")
        kernels.bound_corners_kdop(points, 0, len(points), dop.directions, row, 0)
        return cls._from_row(row)

    @classmethod
    def _from_row(cls, row: Array) -> Kdop:
        """From one row of ends, as kernels write it."""
        m = row.shape[1] // 2
        return cls(row.shape[1], row[0, :m], row[0, m:])

    @property
    def k(self) -> int:
        """Number of planes: twice that of the directions."""
        return self._k

    @property
    def directions(self) -> Array:
        """(k/2, 3) float64. Read-only."""
        return frozen(dop_of(self._k).directions)

    @property
    def lower(self) -> Array:
        """(k/2,) float64: lowest values along the directions [m]. Read-only."""
        return frozen(np.array(self._ends[: self._k // 2]))

    @property
    def upper(self) -> Array:
        """(k/2,) float64: highest values along the directions [m]. Read-only."""
        return frozen(np.array(self._ends[self._k // 2 :]))

    @property
    def corners(self) -> Array:
        """(n, 3) float64: vertices of the polytope [m], sorted; none if it is empty. Read-only.

        They err by 1e-14 of its size; those nearer to each other are one.
        """
        return frozen(corners_between(self._k, self.lower, self.upper))

    @property
    def volume(self) -> float:
        """[m^3]; 0 where flat or empty, inf where that is too large for a float64."""
        return volume_between(self._k, self.lower, self.upper)

    def merged(self, other: Kdop) -> Kdop:
        """The smallest k-DOP around both; exact."""
        out = np.empty((1, self._k))
        kernels.merge_kdop_kdop(self._row(), 0, self._row_of(other), 0, out, 0)
        return Kdop._from_row(out)

    def inflated(self, margin: float) -> Kdop:
        """A k-DOP around all within ``margin`` [m] of this one, rounded outward.

        Each plane moves by the margin: an end along D by as many times the length of D.
        """
        m = as_scalar(margin, "margin")
        if m == 0.0:
            return self
        widths = m * dop_of(self._k).lengths * (1.0 + LENGTH_ROUNDING)
        return Kdop(
            self._k,
            np.nextafter(self.lower - widths, -np.inf),
            np.nextafter(self.upper + widths, np.inf),
        )

    def moved(self, pose: ArrayLike) -> Kdop:
        """A k-DOP around this one moved by ``pose`` (4, 4), rounded outward.

        Each end is a sum of three old ones, without a look at what is inside [Zachmann1998]_: it
        grows with each turn, so move the first one rather than the last. For a k-DOP that fits
        anew, see :class:`~impinge.bounds.TurningHull`.
        """
        matrix = as_pose(pose)
        dop = dop_of(self._k)
        m = self._k // 2
        sides, weights = np.empty((m, 3), np.int64), np.empty((m, 3))
        rotation = tuple(matrix[:3, :3].ravel().tolist())
        kernels.turn_directions(dop.directions, dop.facets, rotation, sides, weights)
        shifts = dop.directions @ matrix[:3, 3]
        out = np.empty((1, self._k))
        kernels.bound_moved_kdop(
            self._row(), 0, sides, weights, shifts, kernels.TURN_ROUNDING, out, 0
        )
        return Kdop._from_row(out)

    def contains(self, other: Kdop | ArrayLike) -> bool | Flags:
        """Whether a k-DOP, a point (3,) or points (n, 3) lie inside; the surface counts.

        Points that rounding cannot tell from it do. A k-DOP lies inside if its planes do, which is
        certain; one whose planes are not all touched may be inside though they are not.
        """
        if isinstance(other, Kdop):
            self._row_of(other)
            return bool((other.lower >= self.lower).all() and (other.upper <= self.upper).all())
        directions = dop_of(self._k).directions
        return ask_points(kernels.overlap_point_kdop_rows, other, bool, directions, self._row(), 0)

    def overlaps(self, other: Kdop) -> bool:
        """Whether the intervals overlap along all directions; touching counts. Exact.

        False proves the volumes apart. True does not prove that they meet, for k above 6:
        polytopes may also be apart along a direction between the fixed ones.
        """
        return bool(kernels.overlap_kdop_kdop(self._row(), 0, self._row_of(other), 0))

    def gap(self, other: Kdop) -> float:
        """The largest gap [m] along a direction, negative where the intervals overlap along all.

        Where positive, a lower bound of the distance whatever was rounded.
        """
        lengths = dop_of(self._k).lengths
        return float(kernels.gap_kdop_kdop(self._row(), 0, self._row_of(other), 0, lengths))

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return {"k": self._k, "lower": self.lower.tolist(), "upper": self.upper.tolist()}

    def __repr__(self) -> str:
        return f"Kdop({self._k}, {row_text(self.lower)}, {row_text(self.upper)})"

    def _row(self) -> Array:
        return np.array([self._ends])

    def _row_of(self, other: Kdop) -> Array:
        """Of one that can be compared with this."""
        if not isinstance(other, Kdop):
            raise ImpingeError(f"other: expected a Kdop, got {type(other).__name__}")
        if other._k != self._k:
            raise ImpingeError(f"other: k is {other._k}, expected {self._k}, the same directions")
        return other._row()


def _as_ends(values: ArrayLike, name: str, count: int) -> Array:
    numbers = as_numbers(values, name, f"({count},)")
    if numbers.ndim != 1:
        raise ImpingeError(f"{name}: expected shape ({count},), got {numbers.shape}")
    return as_points(numbers[None], name, (count,))[0]
