"""Convex hulls of anything: solids, and also flat sets, segments and points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bounds.kernels.outside import distance_outside

FLAT = 2.0**-44
"""Share of its length below which points have no thickness: coordinates that are meant to be in a
plane are off it by 2**-52, and Qhull refuses solids of 2**-48."""


class Hull(NamedTuple):
    """The convex hull of points, as arrays in the layout of kernels."""

    vertices: NDArray[np.float64]
    """(n, 3) float64: rows of the points [m]."""
    triangles: NDArray[np.int64]
    """(f, 3) int64: its surface; of a flat one a fan, a segment (0, 1, 1), a point (0, 0, 0)."""
    solid: bool
    """Whether it has a volume."""
    slack: float
    """How far [m] the furthest of the points is outside, by rounding or by being nearly flat."""


def hull_of(points: NDArray[np.float64]) -> Hull:
    """The convex hull of points (n, 3), by Qhull, whatever their dimension.

    Examples
    --------
    >>> corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]])
    >>> hull = hull_of(corners)
    >>> len(hull.vertices), len(hull.triangles), hull.slack
    (4, 4, 0.0)
    """
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    if size == 0.0:
        return Hull(points[:1].copy(), np.zeros((1, 3), np.int64), False, 0.0)
    # From the middle and at unit size: Qhull counts its rounding against the coordinates.
    scaled = (points - (low + 0.5 * (high - low))) / size
    places, triangles, planes = _solid(scaled) or _flat(scaled)
    others = np.ones(len(points), np.bool_)
    others[places] = False
    slack = distance_outside(scaled[others], scaled[places], triangles, planes)
    solid = bool(planes.any())
    return Hull(np.ascontiguousarray(points[places]), triangles, solid, float(slack) * size)


_Parts = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
"""Which points are vertices, triangles of these, and the planes of the triangles."""


def _solid(scaled: NDArray[np.float64]) -> _Parts | None:
    from scipy.spatial import ConvexHull, QhullError

    spreads = np.linalg.svd(scaled - scaled.mean(axis=0), compute_uv=False)
    if len(scaled) < 4 or spreads[2] <= FLAT * spreads[0]:
        return None
    try:
        hull = ConvexHull(scaled)
    except QhullError:
        return None
    places = np.sort(hull.vertices).astype(np.int64)
    triangles = np.searchsorted(places, hull.simplices).astype(np.int64)
    return places, np.ascontiguousarray(triangles), np.ascontiguousarray(hull.equations)


def _flat(scaled: NDArray[np.float64]) -> _Parts:
    """In the plane of the two widest spreads; along the widest, if that is a line too."""
    from scipy.spatial import ConvexHull, QhullError

    centred = scaled - scaled.mean(axis=0)
    _, spreads, axes = np.linalg.svd(centred, full_matrices=False)
    if len(scaled) > 2 and spreads[1] > FLAT * spreads[0]:
        try:
            # In order around the polygon.
            places = ConvexHull(centred @ axes[:2].T).vertices.astype(np.int64)
            n = len(places)
            fan = np.stack([np.zeros(n - 2, np.int64), np.arange(1, n - 1), np.arange(2, n)], 1)
            return places, np.ascontiguousarray(fan), np.zeros((n - 2, 4))
        except QhullError:
            pass
    along = centred @ axes[0]
    ends = np.array([np.argmin(along), np.argmax(along)], np.int64)
    return ends, np.array([[0, 1, 1]]), np.zeros((1, 4))


def edges_of(hull: Hull) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Neighbours of each vertex: those of vertex i are ``neighbours[starts[i]:starts[i + 1]]``.

    Examples
    --------
    >>> starts, neighbours = edges_of(hull_of(np.array([[0.0, 0, 0], [1, 0, 0]])))
    >>> starts.tolist(), neighbours.tolist()
    ([0, 1, 2], [1, 0])
    """
    t = hull.triangles
    pairs = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    pairs = np.unique(np.concatenate([pairs, pairs[:, ::-1]]), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    starts = np.searchsorted(pairs[:, 0], np.arange(len(hull.vertices) + 1))
    return starts.astype(np.int64), np.ascontiguousarray(pairs[:, 1])
