"""Convex hulls of anything: solids, and also flat sets, segments and points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry.kernels.convexity import flip_outward, turn_outward
from impinge.geometry.kernels.half_edges import number_corners, pair_edges
from impinge.geometry.kernels.spread import (
    distance_from_own,
    distance_outside,
    scale_to_unit,
    thickness,
)

FLAT = 2.0**-44
"""Share of its length below which points have no thickness: coordinates that are meant to be in a
plane are off it by 2**-52, and Qhull refuses solids of 2**-48."""

THICK = 2.0**-20
"""Points of more than this ``kernels.spread.thickness`` are solid without a look at their singular
values: their least spread is 2**-10 of the widest."""


class HullParts(NamedTuple):
    """The convex hull of points, as arrays in the layout of kernels."""

    vertices: Array
    """(n, 3) float64: rows of the points [m]."""
    triangles: Ids
    """(f, 3) int64: its surface; of a flat one a fan, a segment (0, 1, 1), a point (0, 0, 0)."""
    solid: bool
    """Whether it has a volume."""
    rows: Ids
    """(n,) int64: which of the points the vertices are."""
    planes: Array
    """(f, 4) float64: unit normals out of the triangles and offsets, zeros if it is not solid. Of
    the points from the middle of their box, at unit size."""


def hull_of(
    points: Array, *, flat: float = FLAT, thin: float = 0.0, options: str | None = None
) -> HullParts:
    """The convex hull of points (n, 3), by Qhull, whatever their dimension.

    Parameters
    ----------
    points : (n, 3) float64
    flat : float, optional
        Share of its length below which points have no thickness.
    thin : float, optional
        Share of its length below which they are stretched until they are as thick as long: Qhull
        leaves out corners of very thin plates and needles. Its planes are those of what it saw.
    options : str, optional
        Of Qhull. ``"QJ"`` moves the points by some roundings until no four are in a plane: the
        surface is closed in every case then, and may have vertices that are inside by as much.

    Examples
    --------
    >>> corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]])
    >>> hull = hull_of(corners)
    >>> len(hull.vertices), len(hull.triangles), hull.solid
    (4, 4, True)
    """
    scaled, size = at_unit_size(points)
    if size == 0.0:
        none = np.zeros((1, 3), np.int64)
        return HullParts(points[:1].copy(), none, False, np.zeros(1, np.int64), np.zeros((1, 4)))
    rows, triangles, planes = _solid(scaled, flat, thin, options) or _flat(scaled, flat)
    return HullParts(
        np.ascontiguousarray(points[rows]), triangles, bool(planes.any()), rows, planes
    )


def slack_of(points: Array, hull: HullParts) -> float:
    """How far [m] the furthest of its points is outside a hull, by rounding or being nearly flat.

    Costs points times triangles for a solid hull, points times the logarithm of that for a flat
    one, of which it is an upper bound.
    """
    scaled, size = at_unit_size(points)
    if size == 0.0:
        return 0.0
    others = np.ones(len(points), np.bool_)
    others[hull.rows] = False
    left, vertices = scaled[others], scaled[hull.rows]
    if hull.solid:
        return size * float(distance_outside(left, vertices, hull.triangles, hull.planes))
    own = _fan_triangles(left, vertices)
    return size * float(distance_from_own(left, vertices, hull.triangles, own))


Surface = tuple[Ids, Ids]
"""Triangles, and the twin of each of their edges. Edge ``3 f + k`` runs from corner k of triangle f
to the next, its twin runs back."""


def exactly_convex(hull: HullParts) -> HullParts | None:
    """The same hull with a surface that is convex exactly, and not to rounding only, if it can be.

    Where vertices are meant to be in a plane, rounding puts them above and below it, and Qhull's
    triangles between them fold inward by as much; other diagonals do not. None for a hull without
    a volume, and where a vertex lies inside the hull of the others by rounding.
    """
    surface = convex_surface(hull.vertices, hull.triangles) if hull.solid else None
    return None if surface is None else hull._replace(triangles=surface[0])


def convex_surface(vertices: Array, triangles: Ids) -> Surface | None:
    """A surface of triangles made convex exactly by other diagonals, if it can be."""
    if len(triangles) != 2 * len(vertices) - 4:
        return None
    inside = tuple(vertices.mean(axis=0).tolist())
    surface = _closed(vertices, triangles, inside)
    return surface if surface and flip_outward(vertices, *surface, inside) else None


def closed_surface(hull: HullParts) -> Surface | None:
    """The triangles of a solid hull, looking outward, and their twins.

    None where rounding has left a gap, or the mean of the vertices lies in the plane of a triangle.
    """
    inside = tuple(hull.vertices.mean(axis=0).tolist())
    return _closed(hull.vertices, hull.triangles, inside)


def _closed(vertices: Array, triangles: Ids, inside: tuple[float, ...]) -> Surface | None:
    outward, twins = triangles.copy(), np.empty(triangles.size, np.int64)
    closed = turn_outward(vertices, outward, inside) and pair_edges(outward, len(vertices), twins)
    return (outward, twins) if closed else None


def at_unit_size(points: Array) -> tuple[Array, float]:
    """From the middle and at unit size, since Qhull counts its rounding against the coordinates."""
    scaled = np.array(points, order="C")
    return scaled, scale_to_unit(scaled)[0]


def is_thick(scaled: Array, limit: float) -> bool:
    """Whether points are solid for certain: their least spread is above a share of the widest."""
    return limit <= THICK and thickness(scaled) > THICK


_Parts = tuple[Ids, Ids, Array]
"""Which points are vertices, triangles of these, and the planes of the triangles."""


def _solid(scaled: Array, flat: float, thin: float, options: str | None) -> _Parts | None:
    from scipy.spatial import ConvexHull, QhullError

    if len(scaled) < 4:
        return None
    if not is_thick(scaled, max(flat, thin)):
        centred = scaled - scaled.mean(axis=0)
        _, spreads, axes = np.linalg.svd(centred, full_matrices=False)
        if spreads[2] <= flat * spreads[0]:
            return None
        if spreads[2] <= thin * spreads[0]:
            scaled = centred @ axes.T / spreads
    try:
        hull = ConvexHull(scaled, qhull_options=options)
    except QhullError:
        return None
    places, triangles = number_corners(hull.simplices.astype(np.int64), len(scaled))
    return places, triangles, np.ascontiguousarray(hull.equations)


def _flat(scaled: Array, flat: float) -> _Parts:
    """In the plane of the two widest spreads; along the widest, if that is a line too."""
    from scipy.spatial import ConvexHull, QhullError

    centred = scaled - scaled.mean(axis=0)
    _, spreads, axes = np.linalg.svd(centred, full_matrices=False)
    if len(scaled) > 2 and spreads[1] > flat * spreads[0]:
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


def _fan_triangles(points: Array, vertices: Array) -> Ids:
    """(n,) int64: which triangle of a flat hull's fan each point is in, or next to.

    By its angle about the vertex that they share, among those of the others, which are in order.
    """
    if len(vertices) < 4:
        return np.zeros(len(points), np.int64)
    _, _, axes = np.linalg.svd(vertices - vertices.mean(axis=0), full_matrices=False)
    x, y = axes[:2] @ (vertices[1:] - vertices[0]).T
    # From the first of them on, in the sense in which they turn.
    turn = np.sign(x[0] * y[-1] - y[0] * x[-1]) or 1.0
    u = np.stack([x[0], y[0]]) @ axes[:2]
    v = turn * (np.stack([-y[0], x[0]]) @ axes[:2])
    across = np.arctan2((vertices[2:-1] - vertices[0]) @ v, (vertices[2:-1] - vertices[0]) @ u)
    angles = np.arctan2((points - vertices[0]) @ v, (points - vertices[0]) @ u)
    return np.searchsorted(across, angles).astype(np.int64)


def edges_of(hull: HullParts) -> tuple[Ids, Ids]:
    """Neighbours of each vertex: those of vertex i are ``neighbours[starts[i]:starts[i + 1]]``."""
    t = hull.triangles
    pairs = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    pairs = np.unique(np.concatenate([pairs, pairs[:, ::-1]]), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    starts = np.searchsorted(pairs[:, 0], np.arange(len(hull.vertices) + 1))
    return starts.astype(np.int64), np.ascontiguousarray(pairs[:, 1])
