"""Convex hulls of points, as shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_faces, digest, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.seal import seal_of
from impinge.core.sources import PACKAGE
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.hull_parts import (
    FLAT,
    HullParts,
    Surface,
    at_unit_size,
    closed_surface,
    convex_surface,
    hull_of,
    is_thick,
)
from impinge.geometry.immutable import is_made
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.half_edges import number_corners
from impinge.geometry.kernels.spread import scale_to_unit
from impinge.geometry.kernels.tables import fill_furthest
from impinge.geometry.mass import VolumeMeasures, surface_measures, volume_measures
from impinge.geometry.packing import OUTWARD, Loops, pack_header, pack_tables
from impinge.geometry.polygons import COPLANAR, area_vectors, join_triangles, triangles_only
from impinge.geometry.shape import Convex, furthest, unit_rows

if TYPE_CHECKING:
    from impinge.geometry.mesh import Mesh

PACKING = PACKAGE / "geometry" / "packing.py"
"""Says what a row holds, and where."""
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

    Notes
    -----
    Qhull finds the hull (Barber, Dobkin, Huhdanpaa 1996 [Barber1996]_); exact signs make its
    surface convex where rounding has folded it. Triangles that lie in a plane, within rounding of
    the largest coordinate, are one face, and points in the middle of a face or an edge are left
    out, by the same measure: the hull of the corners of a turned box has six faces. Cost is one to
    three times that of Qhull; tables that queries search are made when one first needs them. Hulls
    of equal points share all of it.

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
        key = type(self), digest(rows)
        equal = _MADE.get(key)
        self._set()
        if equal is None:
            self._take(_corners(rows))
        else:
            # Of the same points: all that follows from them is the same.
            object.__setattr__(self, "_derived", equal._derived)
        _MADE[key] = self

    @classmethod
    def _of_row(cls, packed: Array) -> Self:
        """From a row that was made before."""
        if packed.ndim != 1 or len(packed) < layout.HEADER or packed[layout.LENGTH] != len(packed):
            raise ImpingeError("hull: its row is cut off; pickle it again")
        shape = object.__new__(cls)
        shape._set(_packed=np.array(packed, np.float64))
        return shape

    @classmethod
    def _of_surface(cls, points: Array, triangles: Ids) -> Self | None:
        """The hull of the vertices of triangles that are its surface; None where they are not.

        They are if they are closed, and convex exactly after some of their diagonals were changed.
        """
        corners = _corners_of_surface(points, triangles)
        if corners is None:
            return None
        shape = object.__new__(cls)
        shape._set()
        shape._take(corners)
        return shape

    def _take(self, corners: _Corners) -> None:
        self._derived.values.update(vertices=frozen(corners[0]), loops=corners[1])

    @classmethod
    def _of_carried(cls, mesh: Mesh, plain: Any) -> Self | None:
        """The hull of a mesh from its pickle; None if this is not what was written for it."""
        match plain:
            case {"row": np.ndarray(dtype=np.float64) as row, "seal": str(seal)}:
                return cls._of_row(row) if seal == _seal(mesh, row) else None
        return None

    def _to_carry(self, mesh: Any) -> dict[str, Any]:
        seal = _seal(mesh, self._packed)
        return {} if seal is None else {"row": self._packed, "seal": seal}

    @classmethod
    def _of_triangles(cls, points: ArrayLike, triangles: ArrayLike) -> Self:
        """The hull of points, without Qhull if its triangles (``_fans``) are given.

        Triangles other than those of the resulting hull are ignored.
        """
        rows = as_coordinates(points, "points")
        given = as_faces(triangles, "triangles", len(rows))
        for found in (_MADE.get((cls, digest(rows))), cls._of_surface(rows, given)):
            if isinstance(found, cls) and np.array_equal(found._fans, given):
                if np.array_equal(found.vertices, rows):
                    return found
        return cls(rows)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Slots that are empty yet: tables are made when a query first needs them. What was
            # found once is in its slot, where a query of a microsecond finds it.
            if name not in ("_packed", "_row_address") or not is_made(self):
                raise AttributeError(f"a {type(self).__name__} has no attribute {name!r}")
            row = derived(self, "row", lambda: _pack(self.vertices, self._loops))
            object.__setattr__(self, "_row_address", row.ctypes.data)
            object.__setattr__(self, "_packed", row)
            return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        # Not from the vertices: made again, the hull of a hull may lose one of them to rounding.
        return type(self)._of_row, (self._packed,)

    def __repr__(self) -> str:
        v, e, f = len(self.vertices), len(self.edges), len(self.planes)
        return f"{type(self).__name__}({v} vertices, {e} edges, {f} faces)"

    @property
    def vertices(self) -> Array:
        """(n, 3) float64: the extreme points [m], as they were given, in their order. Read-only."""
        return derived(self, "vertices", lambda: frozen(np.ascontiguousarray(self._columns().T)))

    @property
    def edges(self) -> Ids:
        """(e, 2) int64: lower vertex first, rows sorted. Read-only."""
        return frozen(self._table(layout.AT_EDGES, layout.EDGES)[:, :2].astype(np.int64))

    @property
    def faces(self) -> tuple[Ids, ...]:
        """The vertices around each face (k,), counter-clockwise seen from outside. Read-only.

        A flat polygon has two, one for each side; a segment or a point none.
        """
        return derived(self, "faces", lambda: tuple(frozen(loop) for loop in self._loops))

    @property
    def planes(self) -> Array:
        """(f, 4) float64: unit normal outward and offset [m], ``normal . x``, of each face.

        Read-only.
        """
        return frozen(self._table(layout.AT_PLANES, layout.FACES))

    @property
    def _loops(self) -> Loops:
        return derived(self, "loops", self._find_loops)

    def _columns(self) -> Array:
        stride, at = int(self._packed[layout.STRIDE]), int(self._packed[layout.AT_VERTICES])
        columns = self._packed[at : at + 3 * stride].reshape(3, stride)
        return columns[:, : int(self._packed[layout.COUNT])]

    def _table(self, at: int, count: int) -> Array:
        start, rows = int(self._packed[at]), int(self._packed[count])
        return self._packed[start : start + 4 * rows].reshape(rows, 4)

    def _find_loops(self) -> Loops:
        row, at = self._packed, int(self._packed[layout.AT_LOOPS])
        places = row[at : at + int(row[layout.FACES]) + 1].astype(np.int64)
        around = row[int(places[0]) : int(places[-1])].astype(np.int64)
        return Loops(around, places - places[0])

    @property
    def _fans(self) -> Ids:
        """(m, 3) int64: triangles from the first corner of each face."""
        return _fans(self._loops)[0]

    def _triangles(self) -> Array:
        """(m, 3, 3) float64: their corners."""
        return self.vertices[self._fans]

    def _measures(self) -> VolumeMeasures:
        return derived(self, "measures", self._find_measures)

    def _find_measures(self) -> VolumeMeasures:
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


_MADE: WeakValueDictionary[tuple[type[Hull], bytes], Hull] = WeakValueDictionary()
"""Hulls in use, by their kind and the points they were made from."""


def _seal(mesh: Mesh, row: Array) -> str | None:
    return seal_of(PACKING, mesh._vertices, mesh._faces, row)


_Corners = tuple[Array, Loops]
"""The vertices of a hull, and the polygons around it."""


def _corners(points: Array) -> _Corners:
    """What the hull of some points is made from."""
    flat = _flatness(points)
    hull = hull_of(points, flat=flat, thin=THIN)
    return _solid(*_surface(points, hull, flat)) if hull.solid else _flat(hull)


def _corners_of_surface(points: Array, triangles: Ids) -> _Corners | None:
    """The same from triangles that may be the surface."""
    rows, numbered = number_corners(triangles, len(points))
    vertices = points[rows]
    scaled, size = at_unit_size(vertices)
    if size == 0.0 or not is_thick(scaled, max(_flatness(vertices), THIN)):
        return None
    surface = convex_surface(vertices, numbered)
    return None if surface is None else _solid(vertices, surface)


def _flatness(points: Array) -> float:
    """Share of their length below which points have no thickness: coordinates are rounded."""
    size, largest = scale_to_unit(points.copy())
    return COPLANAR * max(1.0, largest / size) if size > 0.0 else FLAT


def _pack(vertices: Array, loops: Loops) -> Array:
    vertices = np.require(vertices, None, ["C", "A", "W"])
    # About the first, lest an offset eat the digits.
    centre = vertices[0] + (vertices - vertices[0]).mean(axis=0)
    arms = vertices - centre
    reach = OUTWARD * float(np.hypot(np.hypot(arms[:, 0], arms[:, 1]), arms[:, 2]).max())
    planes, highest = np.zeros((len(loops), 4)), np.zeros(len(loops), np.int64)
    if len(loops):
        planes[:, :3] = _normals(vertices, loops)
    header = pack_header(layout.HULL, reach=reach, centre=centre)
    row = pack_tables(header, vertices, loops, planes)
    # Such that no vertex is above a plane.
    fill_furthest(row, arms - 0.5 * (arms.min(axis=0) + arms.max(axis=0)), highest)
    offsets = (arms[highest] * planes[:, :3]).sum(axis=1) + planes[:, :3] @ centre
    at = int(row[layout.AT_PLANES])
    row[at : at + planes.size].reshape(-1, 4)[:, 3] = offsets
    return row


def _solid(vertices: Array, surface: Surface) -> _Corners:
    """Vertices, and polygons of a hull that has a volume."""
    scaled = vertices.copy()
    size, most = scale_to_unit(scaled)
    largest = max(1.0, most / size)
    faces = triangles_only(scaled, *surface, largest)
    if faces is None:
        faces = join_triangles(_wide(vertices), *surface, largest)
    return vertices[faces.vertices], faces.loops


def _wide(points: Array) -> NDArray[np.longdouble]:
    """From the middle and at unit size, in wider floats where there are any.

    The normal of a needle is lost first in rounding: that of its sides, and of their product.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    return (points.astype(np.longdouble) - 0.5 * (low + high)) / size


_Hulled = tuple[Array, Surface]
"""The vertices of a hull, and its surface."""


def _surface(points: Array, hull: HullParts, flat: float) -> _Hulled:
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


def _best_surface(points: Array, hull: HullParts, flat: float) -> _Hulled | None:
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
            return choice.vertices, surface
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


def _exact_surface(hull: HullParts) -> _Hulled | None:
    surface = convex_surface(hull.vertices, hull.triangles) if hull.solid else None
    return None if surface is None else (hull.vertices, surface)


def _flat(hull: HullParts) -> _Corners:
    """Vertices, and both sides of a polygon; no sides for a segment or a point."""
    order = np.argsort(hull.rows)
    vertices = hull.vertices[order]
    if len(vertices) < 3:
        return vertices, Loops.of(())
    loop = np.argsort(order)
    scaled, size = at_unit_size(hull.vertices)
    kept = _without_straight(scaled, COPLANAR * max(1.0, _largest(vertices) / size))
    rows = np.sort(loop[kept])
    around = np.searchsorted(rows, loop[kept])
    # From the first vertex to the lower of its neighbours, such that the hull of these vertices is
    # this one again.
    around = np.roll(around, -int(np.argmin(around)))
    around = around if around[1] < around[-1] else np.roll(around[::-1], 1)
    return vertices[rows], Loops.of([around, np.roll(around[::-1], 1)])


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


def _fans(loops: Loops) -> tuple[Ids, Ids]:
    """(m, 3) int64: triangles from the first corner of each polygon; (m,) int64: the polygons."""
    starts, lengths = loops.starts[:-1], np.diff(loops.starts)
    face = np.repeat(np.arange(len(loops)), lengths - 2)
    second = np.arange(len(face)) + 2 * face + 1
    fans = np.stack([np.repeat(starts, lengths - 2), second, second + 1], axis=1)
    return loops.around[fans], face


def _normals(vertices: Array, loops: Loops) -> Array:
    """(f, 3) float64: unit normals out of polygons."""
    fans, face = _fans(loops)
    sums = area_vectors(_wide(vertices)[fans])
    if len(fans) > len(loops):
        vectors, sums = sums, np.zeros((len(loops), 3), np.longdouble)
        np.add.at(sums, face, vectors)
    # Zeros have the sign that a sum gives them.
    return unit_rows(sums + 0.0).astype(np.float64)


def _largest(points: Array) -> float:
    return float(np.abs(points).max())
