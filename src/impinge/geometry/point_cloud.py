"""Point clouds: what a scanner saw."""

from __future__ import annotations

from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_points, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry.coordinates import as_coordinates, bounds_of
from impinge.geometry.immutable import DataOnly


class PointCloud(DataOnly):
    """Points, and normals where they are known. Immutable.

    Data only: it is loaded, measured and saved, and no query takes it yet.

    Parameters
    ----------
    points : (n, 3) array_like
        Coordinates [m], finite and below 1e150 in magnitude; at least one row. Copied.
    normals : (n, 3) array_like, optional
        Directions out of the surface, of any length; (0, 0, 0) where it is not known. Copied.

    Raises
    ------
    ImpingeError
        If a shape is another, there is no point, or a number is not finite or too large.

    Attributes
    ----------
    points : (n, 3) float64
        Read-only.
    normals : (n, 3) float64, or None
        As they were given. Read-only.

    Examples
    --------
    >>> cloud = PointCloud([[0, 0, 0], [1, 2, 3]])
    >>> cloud, cloud.bounds.tolist()
    (PointCloud(2 points), [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
    """

    _made_from = ("points", "normals")
    __slots__ = _made_from

    _instead = "make a shape of its points, as Hull(cloud.points)"
    normals: Array | None
    points: Array

    def __init__(self, points: ArrayLike, normals: ArrayLike | None = None) -> None:
        rows = as_coordinates(points, "points", copy=True)
        if len(rows) == 0:
            raise ImpingeError("points: no rows, a cloud has at least one point")
        directions = None if normals is None else as_points(normals, "normals", copy=True)
        if directions is not None and len(directions) != len(rows):
            raise ImpingeError(
                f"normals: {len(directions)} rows, expected {len(rows)}, one a point"
            )
        shown = None if directions is None else frozen(directions)
        self._set(points=frozen(rows), normals=shown)

    def __repr__(self) -> str:
        normals = "" if self.normals is None else ", with normals"
        return f"{type(self).__name__}({len(self)} points{normals})"

    def __len__(self) -> int:
        """How many points there are."""
        return len(self.points)

    @property
    def bounds(self) -> Array:
        """(2, 3) float64: lowest and highest coordinates [m]. Read-only."""
        return derived(self, "bounds", lambda: bounds_of(self.points))
