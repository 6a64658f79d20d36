"""Closest points between sets of features, row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.row_layout import Layout
from impinge.core.rows import SidedRows, numbers, vector
from impinge.core.threads import run_rows
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.kernels import rows


class ClosestPoints(SidedRows):
    """Closest points of n pairs, row by row.

    Attributes
    ----------
    point_a, point_b : (n, 3) float64
        The point on A and the point on B [m]; the same where the two meet. Read-only.
    distance : (n,) float64
        Their distance [m], never negative. Read-only. It is more accurate than the distance of the
        two points, which are rounded where they lie far from the origin.
    """

    __slots__ = ()

    _layout = Layout(point_a=3, point_b=3, distance=1)

    point_a, point_b, distance = vector(), vector(), numbers()


def closest_segments(segments_a: ArrayLike, segments_b: ArrayLike) -> ClosestPoints:
    """Closest points between segments, pair by pair.

    Parameters
    ----------
    segments_a, segments_b : (n, 2, 3) array_like
        End points [m]. A segment of zero length is a point.

    Returns
    -------
    ClosestPoints
        One row per pair.

    Raises
    ------
    ImpingeError
        If the shapes differ, or a coordinate is not finite or above 1e150.

    See Also
    --------
    impinge.geometry.kernels.segment.closest_segment_segment : the same for one pair, callable
        from your own compiled code.

    Notes
    -----
    Direct solution, clamped (Ericson 2005, section 5.1.9 [Ericson2005]_), and solved twice where
    the segments are nearly parallel. Cost is O(n); memory is the output. The distance errs by less
    than 1e-15 of the size of both segments together; the hardest are those 1e-8 apart in direction
    that cross.

    Examples
    --------
    Two crossing edges, one metre apart:

    >>> x_axis = [[[-1, 0, 0], [1, 0, 0]]]
    >>> raised = [[[0, -1, 1], [0, 1, 1]]]
    >>> closest_segments(x_axis, raised).distance
    array([1.])
    """
    a, b = _pairs(segments_a, "segments_a", segments_b, "segments_b", (2, 3))
    return _closest(rows.closest_segment_segment_rows, a, b)


def closest_triangles(triangles_a: ArrayLike, triangles_b: ArrayLike) -> ClosestPoints:
    """Closest points between triangles, pair by pair; errors as for :func:`closest_segments`.

    Parameters
    ----------
    triangles_a, triangles_b : (n, 3, 3) array_like
        Corners [m], in any order. A triangle may be a segment or a point.

    Returns
    -------
    ClosestPoints
        One row per pair. Where the triangles meet, the distance is exactly 0, and both points are
        a point that they share.

    See Also
    --------
    overlap_triangles : only whether they meet, which is less work.
    impinge.geometry.kernels.triangle.closest_triangle_triangle : the same for one pair.

    Notes
    -----
    The best of 9 pairs of edges and 6 of vertex and face, after an exact test whether the two
    meet. The distance errs by less than 1e-15 of the size of both triangles together, measured on
    needles of aspect 1e9 and on nearly parallel faces against rational arithmetic.

    Examples
    --------
    >>> floor = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]
    >>> tip = [[[0.25, 0.25, 2], [1, 1, 3], [0, 1, 3]]]
    >>> closest_triangles(floor, tip).distance
    array([2.])
    """
    a, b = _pairs(triangles_a, "triangles_a", triangles_b, "triangles_b", (3, 3))
    return _closest(rows.closest_triangle_triangle_rows, a, b)


def closest_points_on_triangles(points: ArrayLike, triangles: ArrayLike) -> ClosestPoints:
    """Closest point of each triangle to the point of the same row.

    Triangles and errors are those of :func:`closest_triangles`, points are (n, 3) [m]. In the
    result, ``point_a`` repeats the points, and ``point_b`` lies on the triangles.

    See Also
    --------
    impinge.geometry.kernels.triangle.closest_point_triangle : the same for one pair.

    Examples
    --------
    >>> closest_points_on_triangles([[0, 0, 3]], [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]).distance
    array([3.])
    """
    p, t = _pairs(points, "points", triangles, "triangles", (3,), (3, 3))
    point, distance = np.empty((len(p), 3)), np.empty(len(p))
    run_rows(rows.closest_point_triangle_rows, len(p), p, t, point, distance)
    return ClosestPoints(np.column_stack([p, point, distance]))


def overlap_triangles(triangles_a: ArrayLike, triangles_b: ArrayLike) -> NDArray[np.bool_]:
    """Whether triangles meet, pair by pair: (n,) bool; touching counts.

    Triangles and errors are those of :func:`closest_triangles`.

    See Also
    --------
    impinge.geometry.kernels.intersect.overlap_triangle_triangle : the same for one pair.

    Notes
    -----
    Guigue and Devillers 2003 [Guigue2003]_, with exact arithmetic where rounding could decide
    (Shewchuk 1997 [Shewchuk1997]_): the result is exact for the given numbers, also for coplanar
    triangles and those without area. (Coordinates 1e90 times smaller than the largest of their row
    count as zero.)

    Examples
    --------
    Two triangles that share a corner:

    >>> overlap_triangles([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], [[[0, 0, 0], [0, 0, 1], [1, 1, 1]]])
    array([ True])
    """
    a, b = _pairs(triangles_a, "triangles_a", triangles_b, "triangles_b", (3, 3))
    meet = np.empty(len(a), dtype=np.bool_)
    run_rows(rows.overlap_triangle_triangle_rows, len(a), a, b, meet)
    return meet


def _pairs(
    rows_a: ArrayLike, name_a: str, rows_b: ArrayLike, name_b: str, *tails: tuple[int, ...]
) -> tuple[Array, Array]:
    """Checked features, as many of A as of B; their shapes are equal where one is given."""
    a, b = as_coordinates(rows_a, name_a, tails[0]), as_coordinates(rows_b, name_b, tails[-1])
    if len(a) != len(b):
        raise ImpingeError(f"{name_a} and {name_b}: {len(a)} and {len(b)} rows, expected equal")
    return a, b


def _closest(kernel: Any, a: Array, b: Array) -> ClosestPoints:
    point_a, point_b, distance = np.empty((len(a), 3)), np.empty((len(a), 3)), np.empty(len(a))
    run_rows(kernel, len(a), a, b, point_a, point_b, distance)
    return ClosestPoints(np.column_stack([point_a, point_b, distance]))
