"""The contact direction and depth of two hulls, from points alone."""

from __future__ import annotations

from enum import IntEnum
from sys import maxsize

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.rows import Rows, code, flag, integer, scalar, vector
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.kernels.convex_row import HEADER, LANES
from impinge.narrow.kernels import hull_direction as kernels
from impinge.narrow.kernels.hull_direction import scaling_of_points
from impinge.narrow.penetration import as_units

Scaling = tuple[tuple[float, ...], float]
"""Origin, and unit: a power of two. Relative to these no coordinate is above one."""


class HullStatus(IntEnum):
    """How :func:`hull_separation` ended."""

    APART = kernels.APART_HULLS
    """A plane across the direction separates the hulls."""
    OVERLAPPING = kernels.OVERLAPPING
    """The hulls overlap or touch; the direction stays."""
    OUT_OF_BUDGET = kernels.OUT_OF_BUDGET
    """The hulls overlap; the direction still changes, but the translation parts them."""


class HullSeparation(Rows):
    """The contact direction of two hulls, and how far apart or how deep they are along it.

    Attributes
    ----------
    status : HullStatus
        APART, OVERLAPPING or OUT_OF_BUDGET.
    distance : float
        The gap [m], or minus the length of the translation along the direction that parts the
        hulls.
    direction : (3,) float64
        Unit vector from A to B.
    lowest_b, highest_a : float
        Support of B against the direction and of A along it [m]. Overlapping hulls have the
        contact slab between them, and highest_a - lowest_b = -distance.
    iterations : int
        Directions tried; 1 if the hulls are apart.
    gjk_runs : int
        Runs of GJK: one to see whether the hulls overlap, one for each direction, and one each time
        a translation was too short.
    certified : bool
        Whether the foot of the origin lies in its face of B - A: the depth is a local minimum.
    """

    __slots__ = ()

    _layout = kernels.LAYOUT
    status, distance, direction = code(HullStatus), scalar(), vector()
    lowest_b, highest_a = scalar("low"), scalar("high")
    iterations, gjk_runs, certified = integer(), integer(), flag()


def hull_separation(
    points_a: ArrayLike,
    points_b: ArrayLike,
    *,
    direction: ArrayLike | None = None,
    length: float | None = None,
    stretch: float = 1.05,
    max_iterations: int = 30,
) -> HullSeparation:
    """The contact direction of the convex hulls of two point sets, and gap or depth along it.

    Find_Contact_Direction of [Joukhadar1999]_: the hulls are parted along the last direction, GJK
    gives the next one, until it stays. The depth is a local minimum: hulls are parted through the
    side by which they came, if ``direction`` is that of the last frame.

    Parameters
    ----------
    points_a, points_b : (n, 3), (m, 3) array_like
        At least one point each [m]. No hull is built; points inside do no harm.
    direction : (3,) array_like, optional
        Where to begin, from A to B, of any length: the direction of the last frame. From the mean
        of A to the mean of B if not given.
    length : float, optional
        First translation [m], the last frame's depth; the depth along ``direction`` if not given.
        A translation that does not part the hulls is doubled.
    stretch : float, optional
        Factor on each translation, above 1. The nearer to 1, the better the next direction.
    max_iterations : int, optional
        Directions that are tried at most.

    Returns
    -------
    HullSeparation

    Raises
    ------
    ImpingeError
        If there is no point, a number is not finite, ``direction`` or ``length`` is zero,
        ``stretch`` is not above 1, or ``max_iterations`` is less than 1.

    See Also
    --------
    penetration : the least depth over all directions.
    ContactTracker : keeps the direction from frame to frame, and finds facets that meet.

    Notes
    -----
    A few scans of all points: time is linear in their number. Depths are exact for the direction;
    gaps below 4e-15 of the size of both sets count as touching, with a distance of 0.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> cube = box_mesh((2, 2, 2)).vertices
    >>> found = hull_separation(cube, cube + [1.5, 0.25, 0])
    >>> found.status.name, found.distance, found.direction
    ('OVERLAPPING', -0.5, array([1., 0., 0.]))
    >>> hull_separation(cube, cube + [0, 0, 3]).distance
    1.0
    """
    a, b = as_point_set(points_a, "points_a"), as_point_set(points_b, "points_b")
    start = None
    if direction is not None:
        start = np.asarray(as_units(direction)[0])
        if np.ndim(direction) != 1:
            raise ImpingeError(f"direction: expected shape (3,), got {np.shape(direction)}")
    first = -1.0
    if length is not None:
        first = as_scalar(length, "length", least=-np.inf)
        if first <= 0.0:
            raise ImpingeError(f"length: {first:g} is not above zero")
    limits = as_limits(stretch, max_iterations)
    return separated(a, b, scaling_of_points(a, b), start, first, *limits)


def as_point_set(values: ArrayLike, name: str) -> Array:
    """(n, 3) coordinates, at least one row."""
    points = as_coordinates(values, name)
    if not len(points):
        raise ImpingeError(f"{name}: expected at least one point")
    return points


def as_limits(stretch: float, max_iterations: int) -> tuple[float, int]:
    """The factor on translations, and how many directions are tried at most."""
    factor = as_scalar(stretch, "stretch", least=-np.inf)
    if not factor > 1.0:
        raise ImpingeError(f"stretch: {factor:g} is not above 1")
    return factor, as_whole(max_iterations, "max_iterations", 1, maxsize)


def separated(
    a: Array, b: Array, scaling: Scaling, start: Array | None, length: float, stretch: float,
    budget: int,
) -> HullSeparation:  # fmt: skip
    """:func:`hull_separation` of checked arguments; a negative ``length`` is none."""
    origin, unit = scaling
    rows = [np.empty(HEADER + 3 * (-(-len(points) // LANES) * LANES)) for points in (a, b)]
    mean_a, mean_b = (
        kernels.pack_points(points, origin, unit, row)
        for points, row in zip((a, b), rows, strict=True)
    )
    middle = tuple(y - x for x, y in zip(mean_a, mean_b, strict=True))
    begin = (middle if any(middle) else (0.0, 0.0, 1.0)) if start is None else tuple(start.tolist())
    size = np.hypot(np.hypot(begin[0], begin[1]), begin[2])
    begin = tuple(float(x / size) for x in begin)
    row = np.empty(kernels.LAYOUT.width)
    options = (length / unit if length > 0.0 else -1.0, stretch, budget)
    kernels.separate_hulls(*rows, begin, middle, options, row)
    n = row[kernels.DIRECTION : kernels.DIRECTION + 3]
    row[kernels.DISTANCE] *= unit
    row[kernels.LOW : kernels.HIGH + 1] = row[kernels.LOW : kernels.HIGH + 1] * unit + n @ origin
    return HullSeparation(row)
