"""Tetrahedral meshes: solids with an inside, for bodies that deform."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_faces, as_whole, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry.coordinates import as_coordinates, as_moved, bounds_of
from impinge.geometry.immutable import DataOnly
from impinge.geometry.mesh import Mesh, as_mesh
from impinge.geometry.shape import finite

FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
"""Corners of the four faces of a tetrahedron, each seen counter-clockwise from outside."""

FLAT = 2.0**-47
"""A tetrahedron of less volume than this share of its extent cubed may have either sign.

Its determinant is a sum of six products of three differences; with eight roundings on the way of
each, it is off by less than 25 times 2**-52 of that cube."""


FEWEST, MOST = 4, 10_000_000
ENVELOPE = 5e-3
"""How far the surface may move, as a share of the diagonal of its box."""
QUALITY = 30.0
"""Largest conformal energy of a tetrahedron; a regular one has 3."""

LITTER = "__tracked_surface.stl"
"""A file that fTetWild leaves in the working directory."""


class TetMesh(DataOnly):
    """Tetrahedra: vertices, and rows that name four of them each. Immutable.

    Vertices inside tetrahedra are found by :func:`impinge.narrow.vertices_in_tets`, their depth by
    :func:`impinge.contacts.tet_depth`. For other queries ask its :attr:`surface`.

    Parameters
    ----------
    vertices : (n, 3) array_like
        Coordinates [m], finite and below 1e150 in magnitude. Copied.
    tets : (m, 4) array_like
        Vertex numbers, from 0 on; at least one row. Copied. Rows of negative volume are turned:
        their last two numbers change places. Rows without volume are legal, and stay as they are.

    Raises
    ------
    ImpingeError
        If a shape is another, a coordinate is not finite or too large, or a number is out of range.

    Attributes
    ----------
    vertices : (n, 3) float64
        Read-only.
    tets : (m, 4) int64
        Seen from the fourth corner, the first three run counter-clockwise:
        ``det(b - a, c - a, d - a) > 0``. Read-only.
    turned : (k,) int64
        Rows that were turned when the mesh was made. Read-only.

    Examples
    --------
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 3, 2]])
    >>> corner, corner.tets.tolist(), corner.turned.tolist()
    (TetMesh(4 vertices, 1 tets), [[0, 1, 2, 3]], [0])
    >>> round(corner.volume, 4), corner.surface
    (0.1667, Mesh(4 vertices, 4 faces, closed, oriented))
    """

    __slots__ = ("_first", "_tets", "_vertices", "tets", "turned", "vertices")

    _instead = "ask about its surface, a Mesh: tet_mesh.surface"
    _first: TetMesh | None
    _tets: Ids
    _vertices: Array
    tets: Ids
    turned: Ids
    vertices: Array

    def __init__(self, vertices: ArrayLike, tets: ArrayLike) -> None:
        points = as_coordinates(vertices, "vertices", copy=True)
        rows = as_faces(tets, "tets", len(points), corners=4, copy=True)
        if len(rows) == 0:
            raise ImpingeError("tets: no rows, a mesh has at least one tetrahedron")
        turned = _folded(points, rows)
        rows[turned] = rows[turned][:, [0, 1, 3, 2]]
        self._fill(points, rows, turned, None)

    def _fill(self, points: Array, tets: Ids, turned: Ids, first: TetMesh | None) -> None:
        self._set(
            _vertices=points,
            _tets=tets,
            # The mesh that with_vertices started from: it knows the faces of the surface.
            _first=first,
            vertices=frozen(points),
            tets=frozen(tets),
            turned=frozen(turned),
        )

    @classmethod
    def _of_rows(cls, points: Array, tets: Ids, turned: Ids, first: TetMesh | None = None) -> Self:
        """From rows to be taken as they are: what has folded stays folded."""
        mesh = object.__new__(cls)
        mesh._fill(points, tets, turned, first)
        return mesh

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduced(type(self)._of_rows, self._vertices, self._tets, np.array(self.turned))

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"{kind}({len(self._vertices)} vertices, {len(self._tets)} tets)"

    def with_vertices(self, vertices: ArrayLike) -> Self:
        """A mesh with the same tetrahedra elsewhere: a deformed body, the next frame.

        Vertices and errors are those of :meth:`Mesh.with_vertices`. Nothing is turned: tetrahedra
        that fold are :attr:`inverted`.

        Examples
        --------
        >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
        >>> folded = corner.with_vertices(-corner.vertices)
        >>> folded.inverted.tolist(), round(folded.volume, 4)
        ([0], -0.1667)
        """
        points = as_moved(vertices, len(self._vertices))
        first = self if self._first is None else self._first
        return self._of_rows(points, self._tets, np.array(self.turned), first)

    @property
    def bounds(self) -> Array:
        """(2, 3) float64: lowest and highest coordinates [m] of all corners. Read-only."""
        return derived(self, "bounds", lambda: bounds_of(self._vertices[np.unique(self._tets)]))

    @property
    def volumes(self) -> Array:
        """(m,) float64: volume [m^3] of each tetrahedron, negative where it is folded. Read-only.

        Raises
        ------
        ImpingeError
            If one is too large for a float64.
        """
        return derived(self, "volumes", self._find_volumes)

    @property
    def volume(self) -> float:
        """Volume [m^3] of all tetrahedra; folded ones count negative.

        Raises
        ------
        ImpingeError
            If it is too large for a float64.
        """
        return finite(float(self.volumes.sum()), "volume")

    @property
    def inverted(self) -> Ids:
        """(k,) int64: rows whose volume is negative, beyond rounding. Read-only."""
        return derived(self, "inverted", lambda: frozen(_folded(self._vertices, self._tets)))

    @property
    def surface(self) -> Mesh:
        """The faces that belong to one tetrahedron only, looking outward.

        Vertices keep their numbers; those inside belong to no face. Surfaces of one line of
        :meth:`with_vertices` share their faces, so a tree is refitted, not built.

        Raises
        ------
        ImpingeError
            If each face belongs to several: a tetrahedron that is there twice has no outside.
        """
        return derived(self, "surface", self._find_surface)

    def _find_volumes(self) -> Array:
        determinants, _, factor = _determinants(self._vertices, self._tets)
        with np.errstate(over="ignore", under="ignore"):
            volumes = determinants / 6.0 / factor / factor / factor
        finite(float(np.abs(volumes).max()), "volumes")
        return frozen(volumes)

    def _find_surface(self) -> Mesh:
        if self._first is not None:
            return self._first.surface.with_vertices(self._vertices)
        faces = self._tets[:, FACES].reshape(-1, 3)
        low, middle, high = np.sort(faces, axis=1).T
        order = np.lexsort((high, middle, low))
        sorted_faces = np.stack([low, middle, high], axis=1)[order]
        same = (sorted_faces[1:] == sorted_faces[:-1]).all(axis=1)
        alone = ~(np.r_[False, same] | np.r_[same, False])
        outer = np.sort(order[alone])
        if len(outer) == 0:
            raise ImpingeError("surface: each face belongs to several tetrahedra, there is none")
        return Mesh(self._vertices, faces[outer])


def coarse_tets(mesh: Any, faces: int = 500) -> TetMesh:
    """Tetrahedra that fill a closed surface, with about so many faces on their outside.

    Quadric simplification [Garland1997]_ and fTetWild [Hu2020]_. Needs the extra ``tets``:
    ``pip install "impinge[tets]"``.

    Parameters
    ----------
    mesh : Mesh or TetMesh
        A surface, which should be closed; of a TetMesh its surface. Also anything with
        ``.vertices`` and ``.faces``.
    faces : int, optional
        Faces that simplification aims at. A surface with fewer is not simplified.

    Returns
    -------
    TetMesh

    Raises
    ------
    ImpingeError
        If the extra is not installed, or the surface contains nothing.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> body = coarse_tets(icosphere(4), faces=100)  # doctest: +SKIP
    """
    surface = mesh.surface if isinstance(mesh, TetMesh) else as_mesh(mesh, "mesh")
    count = as_whole(faces, "faces", FEWEST, MOST)
    try:
        import fast_simplification
        import pytetwild
    except ImportError as error:
        raise ImpingeError(
            f"coarse_tets: needs {error.name}; pip install 'impinge[tets]'"
        ) from None
    used, corners = np.unique(surface.faces, return_inverse=True)
    points, triangles = surface.vertices[used], corners.reshape(-1, 3)
    if len(triangles) > count:
        points, triangles = fast_simplification.simplify(points, triangles, target_count=count)
    edges = points[triangles] - points[np.roll(triangles, 1, axis=1)]
    litter = Path(LITTER)
    was_there = litter.exists()
    vertices, tets = pytetwild.tetrahedralize(
        np.asarray(points, np.float64), np.asarray(triangles, np.int32),
        edge_length_abs=float(np.linalg.norm(edges, axis=2).mean()),
        epsilon=ENVELOPE, stop_energy=QUALITY, num_threads=1,
    )  # fmt: skip
    if not was_there:
        litter.unlink(missing_ok=True)
    if len(tets) == 0:
        raise ImpingeError("mesh: contains no volume; is it closed?")
    made = TetMesh(vertices, tets)
    # Made so, not found to be turned.
    return TetMesh(made.vertices, made.tets)


def _determinants(points: Array, tets: Ids) -> tuple[Array, Array, float]:
    """Six times the volumes, and the extents, of tetrahedra scaled by a power of two; the power."""
    edges = points[tets[:, 1:]] - points[tets[:, :1]]
    _, exponent = np.frexp(np.abs(edges).max())
    factor = float(np.ldexp(1.0, min(-int(exponent), 1000)))
    edges *= factor
    u, v, w = edges[:, 0], edges[:, 1], edges[:, 2]
    with np.errstate(under="ignore"):
        determinants = (np.cross(u, v) * w).sum(axis=1)
    return determinants, np.abs(edges).max(axis=(1, 2)), factor


def _folded(points: Array, tets: Ids) -> Ids:
    """Rows whose volume is negative, beyond rounding."""
    determinants, extents, _ = _determinants(points, tets)
    with np.errstate(under="ignore"):
        return np.flatnonzero(determinants < -FLAT * extents**3)
