"""Convex hulls of points, as shapes."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.hull_parts import (
    FLAT,
    HullParts,
    at_unit_size,
    closed_surface,
    exactly_convex,
    hull_of,
)
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.mass import VolumeMeasures, surface_measures, volume_measures
from impinge.geometry.packing import OUTWARD, Loops, pack_header, pack_tables
from impinge.geometry.polygons import COPLANAR, area_vectors, join_triangles
from impinge.geometry.shape import Convex, furthest, unit_rows

THIN = 2.0**-20
"""Share of its length below which a hull is stretched for Qhull. Unstretched, it was seen to leave
out corners of plates from 2**-44 on; stretching rounds coordinates once more, so whatever is not
thin is left as it is."""

APART = (COPLANAR, 8.0 * COPLANAR, 64.0 * COPLANAR)
"""Where no closed surface is found, points this close to each other become one, as a share of the
largest coordinate: the least that helps. Crowds of points that are one within rounding were seen to
need it, two in ten thousand."""


class Hull(Convex):
    """The convex hull of points: a solid polytope, or a flat polygon, a segment, a point.

    Parameters
    ----------
    points : (n, 3) array_like
        At least four [m], finite and below 1e150 in magnitude; they may repeat, and may all lie in
        a plane, on a line or in one point.

    Raises
    ------
    ImpingeError
        If there are fewer than four, or a coordinate is not finite or too large.

    Attributes
    ----------
    vertices : (n, 3) float64
        The extreme points [m], as they were given and in their order. Read-only.
    edges : (e, 2) int64
        Lower vertex first, rows sorted. Read-only.
    faces : tuple of (k,) int64
        The vertices around each, counter-clockwise seen from outside. Read-only. A flat polygon has
        two, one for each side; a segment or a point none.
    planes : (f, 4) float64
        Of each face the unit normal outward, and its offset [m]: ``normal . x`` on it. Read-only.

    Notes
    -----
    Qhull finds the hull [1]_; exact signs make its surface convex where rounding has folded it.
    Triangles that lie in a plane, within rounding of the largest coordinate, are one face, and
    points in the middle of a face or an edge are left out, by the same measure: the hull of the
    corners of a turned box has six faces. Cost grows as the number of vertices times that of faces;
    some milliseconds for a hundred vertices.

    References
    ----------
    .. [1] C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull Algorithm for Convex Hulls, ACM
       Transactions on Mathematical Software 1996.

    Examples
    --------
    >>> pyramid = Hull([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0], [0, 0, 3], [0, 0, 1]])
    >>> pyramid, round(pyramid.volume, 12)
    (Hull(5 vertices, 8 edges, 5 faces), 4.0)
    """

    __slots__ = ()

    def __init__(self, points: ArrayLike) -> None:
        rows = as_coordinates(points, "points")
        if len(rows) < 4:
            raise ImpingeError(
                f"points: {len(rows)} rows, a hull needs at least 4; they may lie in a plane"
            )
        self._set(_packed=_pack(rows))

    @classmethod
    def _of_row(cls, packed: Array) -> Self:
        """From a row that was made before."""
        shape = object.__new__(cls)
        shape._set(_packed=packed.copy())
        return shape

    def __reduce__(self) -> tuple[Any, ...]:
        # Not from the vertices: made again, the hull of a hull may lose one of them to rounding.
        return type(self)._of_row, (self._packed,)

    def __repr__(self) -> str:
        v, e, f = len(self.vertices), len(self.edges), len(self.planes)
        return f"{type(self).__name__}({v} vertices, {e} edges, {f} faces)"

    @property
    def vertices(self) -> Array:
        """(n, 3) float64: the extreme points [m], in the order they were given. Read-only."""
        return derived(self, "vertices", lambda: frozen(np.ascontiguousarray(self._columns().T)))

    @property
    def edges(self) -> Ids:
        """(e, 2) int64: lower vertex first, rows sorted. Read-only."""
        return frozen(self._table(layout.AT_EDGES, layout.EDGES)[:, :2].astype(np.int64))

    @property
    def faces(self) -> tuple[Ids, ...]:
        """The vertices around each face, counter-clockwise seen from outside. Read-only."""
        return derived(self, "faces", self._find_faces)

    @property
    def planes(self) -> Array:
        """(f, 4) float64: unit normal outward and offset [m] of each face. Read-only."""
        return frozen(self._table(layout.AT_PLANES, layout.FACES))

    def _columns(self) -> Array:
        stride, at = int(self._packed[layout.STRIDE]), int(self._packed[layout.AT_VERTICES])
        columns = self._packed[at : at + 3 * stride].reshape(3, stride)
        return columns[:, : int(self._packed[layout.COUNT])]

    def _table(self, at: int, count: int) -> Array:
        start, rows = int(self._packed[at]), int(self._packed[count])
        return self._packed[start : start + 4 * rows].reshape(rows, 4)

    def _find_faces(self) -> tuple[Ids, ...]:
        row, at, count = (
            self._packed,
            int(self._packed[layout.AT_LOOPS]),
            int(self._packed[layout.FACES]),
        )
        starts = row[at : at + count + 1].astype(np.int64)
        pairs = zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        return tuple(frozen(row[start:stop].astype(np.int64)) for start, stop in pairs)

    def _triangles(self) -> Array:
        """(m, 3, 3) float64: corners of fans of the faces."""
        return self.vertices[np.concatenate([_fan(loop) for loop in self.faces])]

    def _measures(self) -> VolumeMeasures:
        return derived(self, "measures", self._find_measures)

    def _find_measures(self) -> VolumeMeasures:
        found = None
        if len(self.faces) > 2:
            found = volume_measures(self._triangles())
            if found.sense > 0:
                return found
        if len(self.faces) > 0:
            centroid = surface_measures(self._triangles()).centroid
        else:
            centroid = self.vertices.mean(axis=0)
        return VolumeMeasures(0, 0.0, centroid, np.zeros((3, 3)))

    def _find_bounds(self) -> Array:
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    def _find_volume(self) -> float:
        return self._measures().volume

    def _find_centroid(self) -> Array:
        return self._measures().centroid

    def _find_inertia(self) -> Array:
        return self._measures().inertia

    def _support(self, units: Array) -> Array:
        return furthest(self.vertices, units)


def _pack(points: Array) -> Array:
    """The row of the hull of some points."""
    _, size = at_unit_size(points)
    flat = COPLANAR * max(1.0, _largest(points) / size) if size > 0.0 else FLAT
    hull = hull_of(points, flat=flat, thin=THIN)
    vertices, loops = _solid(points, hull, flat) if hull.solid else _flat(hull)
    # About the first, lest an offset eat the digits.
    centre = vertices[0] + (vertices - vertices[0]).mean(axis=0)
    arms = vertices - centre
    reach = OUTWARD * float(np.hypot(np.hypot(arms[:, 0], arms[:, 1]), arms[:, 2]).max())
    planes = np.zeros((len(loops), 4))
    if len(loops):
        planes[:, :3] = _normals(vertices, loops)
        # Such that no vertex is above a plane.
        planes[:, 3] = (furthest(arms, planes[:, :3]) * planes[:, :3]).sum(axis=1)
        planes[:, 3] += planes[:, :3] @ centre
    return pack_tables(
        pack_header(layout.HULL, reach=reach, centre=centre), vertices, loops, planes
    )


def _solid(points: Array, hull: HullParts, flat: float) -> tuple[Array, Loops]:
    """Vertices, and polygons of a hull that has a volume."""
    parts, (triangles, twins) = _surface(points, hull, flat)
    scaled, size = _wide(parts.vertices)
    faces = join_triangles(scaled, triangles, twins, max(1.0, _largest(parts.vertices) / size))
    return parts.vertices[faces.vertices], faces.loops


def _wide(points: Array) -> tuple[NDArray[np.longdouble], float]:
    """From the middle and at unit size, in wider floats where there are any; and the size.

    The normal of a needle is lost first in rounding: that of its sides, and of their product.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    return (points.astype(np.longdouble) - 0.5 * (low + high)) / size, size


_Surface = tuple[HullParts, tuple[Ids, Ids]]
"""A hull, its triangles and their twins."""


def _surface(points: Array, hull: HullParts, flat: float) -> _Surface:
    """The best surface there is: convex exactly, or closed at least."""
    found = _best_surface(points, hull, flat)
    for apart in APART:
        if found is not None:
            return found
        # Triangles between points that are one, nearly, may have no area.
        spread = _spread_out(points, apart * _largest(points))
        found = _best_surface(spread, hull_of(spread, flat=flat, thin=THIN), flat)
    if found is None:
        raise ImpingeError("points: no closed surface around them; move those apart that crowd")
    return found


def _best_surface(points: Array, hull: HullParts, flat: float) -> _Surface | None:
    found = _exact_surface(hull)
    if found is not None:
        return found
    even = hull_of(points, flat=flat, thin=1.0)
    found = _exact_surface(even)
    if found is not None:
        return found
    for choice in (hull, even, hull_of(points, flat=flat, thin=1.0, options="QJ")):
        surface = closed_surface(choice) if choice.solid else None
        if surface is not None:
            return choice, surface
    return None


def _spread_out(points: Array, apart: float) -> Array:
    """The points without those that are within a distance of one before them."""
    from scipy.spatial import cKDTree

    close = cKDTree(points).query_pairs(apart, output_type="ndarray")
    left = np.ones(len(points), np.bool_)
    for i, j in close[np.lexsort((close[:, 1], close[:, 0]))].tolist():
        if left[i]:
            left[j] = False
    return points[left]


def _exact_surface(hull: HullParts) -> _Surface | None:
    exact = exactly_convex(hull)
    surface = None if exact is None else closed_surface(exact)
    return None if exact is None or surface is None else (exact, surface)


def _flat(hull: HullParts) -> tuple[Array, Loops]:
    """Vertices, and both sides of a polygon; no sides for a segment or a point."""
    order = np.argsort(hull.rows)
    vertices = hull.vertices[order]
    if len(vertices) < 3:
        return vertices, ()
    loop = np.argsort(order)
    scaled, size = at_unit_size(hull.vertices)
    kept = _without_straight(scaled, COPLANAR * max(1.0, _largest(vertices) / size))
    rows = np.sort(loop[kept])
    around = np.searchsorted(rows, loop[kept])
    # From the first vertex to the lower of its neighbours, such that the hull of these vertices is
    # this one again.
    around = np.roll(around, -int(np.argmin(around)))
    around = around if around[1] < around[-1] else np.roll(around[::-1], 1)
    return vertices[rows], [around, np.roll(around[::-1], 1)]


def _without_straight(polygon: Array, limit: float) -> Ids:
    """The corners of a polygon, without those within the limit of their neighbours' line."""
    kept = np.arange(len(polygon))
    while len(kept) > 3:
        here = polygon[kept]
        before, after = np.roll(here, 1, axis=0), np.roll(here, -1, axis=0)
        off = np.cross(here - before, after - before)
        widths = np.sqrt(((after - before) ** 2).sum(axis=1))
        heights = np.sqrt((off * off).sum(axis=1)) / np.where(widths > 0.0, widths, 1.0)
        lowest = int(np.argmin(heights))
        if heights[lowest] > limit:
            break
        kept = np.delete(kept, lowest)
    return kept


def _fan(loop: Ids) -> Ids:
    """(k - 2, 3) int64: triangles from the first corner of a polygon."""
    return np.stack([np.full(len(loop) - 2, loop[0]), loop[1:-1], loop[2:]], axis=1)


def _normals(vertices: Array, loops: Loops) -> Array:
    """(f, 3) float64: unit normals out of polygons."""
    lengths = np.array([len(loop) for loop in loops])
    around = np.concatenate([np.asarray(loop) for loop in loops])
    face = np.repeat(np.arange(len(loops)), lengths - 2)
    # Each fan of triangles goes from the first corner of its loop through all others in turn.
    first = np.repeat(np.cumsum(lengths) - lengths, lengths - 2)
    second = np.arange(len(face)) + 2 * face + 1
    fans = around[np.stack([first, second, second + 1], axis=1)]
    vectors = area_vectors(_wide(vertices)[0][fans])
    sums = np.zeros((len(loops), 3), np.longdouble)
    np.add.at(sums, face, vectors)
    return unit_rows(sums).astype(np.float64)


def _largest(points: Array) -> float:
    return float(np.abs(points).max())
