"""Triangle meshes, of any kind: closed or open, oriented or not, with any number of flaws."""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_faces, as_scalar, frozen
from impinge.core.derived import Owner, derived
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.ids import Ids
from impinge.core.poses import as_poses
from impinge.geometry.coordinates import as_coordinates, as_moved
from impinge.geometry.immutable import DataOnly
from impinge.geometry.mass import SurfaceMeasures, VolumeMeasures, surface_measures, volume_measures
from impinge.geometry.shape import Shape, finite, finite_inertia, furthest
from impinge.geometry.topology import Topology


class Mesh(Shape):
    """Triangles: vertices, and faces that name three of them each. Immutable.

    Any triangle soup is a mesh. Faces may touch, cross, repeat, or have no area. Counter-clockwise
    faces look at you; only volume, centroid and inertia ask for that.

    Parameters
    ----------
    vertices : (n, 3) array_like, or an object with vertices and faces
        Coordinates [m], finite and below 1e150 in magnitude. Copied. Vertices that no face names
        are kept and do not count in any measure. Without ``faces``: a mesh of trimesh, Open3D and
        the like, or a pair ``(vertices, faces)``.
    faces : (m, 3) array_like, optional
        Vertex numbers, from 0 on; at least one row. Copied.

    Raises
    ------
    ImpingeError
        If a shape is another, a coordinate is not finite or too large, or a number is out of range.

    Attributes
    ----------
    vertices : (n, 3) float64
        Read-only.
    faces : (m, 3) int64
        Read-only.

    See Also
    --------
    impinge.geometry.as_mesh : a mesh from the objects of other libraries.

    Notes
    -----
    Two meshes are equal only if they are the same object. What queries derive from a mesh, its
    tree above all, is kept with it: ask the same object again and the second answer is faster.
    Pickles carry vertices, faces and the tree, if it is there; a copy is the mesh itself.

    Examples
    --------
    >>> tetrahedron = Mesh(
    ...     [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ...     [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    ... )
    >>> tetrahedron
    Mesh(4 vertices, 4 faces, closed, oriented)
    >>> round(tetrahedron.volume, 4)
    0.1667

    From a mesh of another library:

    >>> import trimesh
    >>> Mesh(trimesh.creation.box())
    Mesh(8 vertices, 12 faces, closed, oriented)
    """

    __slots__ = ("_faces", "_first", "_topology", "_vertices", "faces", "vertices")

    _faces: Ids
    _first: Mesh | None
    _topology: Topology
    _vertices: Array
    faces: Ids
    vertices: Array

    def __init__(self, vertices: Any, faces: ArrayLike | None = None) -> None:
        if faces is None:
            vertices, faces = _parts_of(vertices, "vertices")
        points, triangles = _checked(vertices, faces, "")
        self._fill(points, Topology(triangles, len(points)), None)

    def _fill(self, points: Array, topology: Topology, first: Mesh | None) -> None:
        self._set(
            _vertices=points,
            _faces=topology._faces,
            _topology=topology,
            # The mesh that with_vertices started from: its tree is refitted for all of the line,
            # whichever of them is asked first.
            _first=first,
            vertices=frozen(points),
            faces=topology.faces,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduced(Mesh, self._vertices, self._faces)

    def _to_carry(self, _owner: Owner) -> dict[Hashable, Any]:
        # Of a mesh that is made anew with its owner, as the surface of a height field.
        return self._derived.to_carry(self)

    def __repr__(self) -> str:
        closed = "closed" if self.is_closed else "open"
        oriented = "oriented" if self.is_oriented else "not oriented"
        counts = f"{len(self._vertices)} vertices, {len(self._faces)} faces"
        return f"Mesh({counts}, {closed}, {oriented})"

    def with_vertices(self, vertices: ArrayLike) -> Mesh:
        """A mesh with the same faces elsewhere: a deformed body, the next frame.

        Faces and all that depends on them alone are shared, and a tree is refitted, not built.

        Parameters
        ----------
        vertices : (n, 3) array_like
            Coordinates [m], as many rows as there are vertices. Copied.

        Raises
        ------
        ImpingeError
            If there are more or fewer rows, or a coordinate is not finite or too large.

        Examples
        --------
        >>> flat = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        >>> flat.with_vertices(2.0 * flat.vertices).area / flat.area
        4.0
        """
        points = as_moved(vertices, len(self._vertices))
        return self._with(points, self._topology, self if self._first is None else self._first)

    def transformed(self, pose: ArrayLike) -> Mesh:
        """The mesh moved by a pose, (4, 4): its vertices in the world frame."""
        matrix = as_poses(pose, "pose")
        if matrix is None or matrix.ndim != 2:
            raise ImpingeError("pose: expected one pose, of shape (4, 4)")
        points = self._vertices @ matrix[:3, :3].T + matrix[:3, 3]
        checked = as_coordinates(points, "pose: moved vertices", copy=True)
        # The first of a line of its own: a tree refitted to turned triangles keeps the old axes.
        return self._with(checked, self._topology, None)

    def flipped(self) -> Mesh:
        """The mesh turned inside out: each face in the opposite order."""
        return Mesh(self._vertices, self._faces[:, ::-1])

    def welded(self, tolerance: float = 0.0) -> Mesh:
        """The mesh with vertices of equal coordinates made one, and unused ones left out.

        Files such as STL repeat each corner; their faces then share no edges.

        Parameters
        ----------
        tolerance : float, optional
            Vertices whose coordinates round to the same multiples of this [m] are joined, too, and
            the first of them stands for all. 0 joins exactly equal ones only.

        Returns
        -------
        Mesh
            The same faces in the same order; the vertices in order of x, then y, then z.

        Examples
        --------
        >>> two = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]] * 2, [[0, 1, 2], [3, 5, 4]])
        >>> two.welded()
        Mesh(3 vertices, 2 faces, closed, oriented)
        """
        step = as_scalar(tolerance, "tolerance")
        used = self._topology.used_vertices
        # Adding zero turns -0.0 into 0.0, which is equal and has other bits.
        points = self._vertices[used] + 0.0
        with np.errstate(over="ignore"):
            keys = np.round(points / step) + 0.0 if step > 0.0 else points
        # A tolerance too small for a quotient joins equal vertices only.
        keys = np.where(np.isfinite(keys), keys, points)
        _, first, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        renumbered = np.zeros(len(self._vertices), dtype=np.int64)
        renumbered[used] = number.ravel()
        return Mesh(points[first], renumbered[self._faces])

    @staticmethod
    def _with(points: Array, topology: Topology, first: Mesh | None) -> Mesh:
        mesh = object.__new__(Mesh)
        mesh._fill(points, topology, first)
        return mesh

    @property
    def edges(self) -> Ids:
        """(e, 2) int64: each edge once, lower vertex first, rows sorted. Read-only."""
        return self._topology.edges

    @property
    def adjacency(self) -> Ids:
        """(k, 2) int64: faces i < j that share an edge, rows sorted. Read-only."""
        return self._topology.adjacency

    @property
    def is_closed(self) -> bool:
        """Whether each edge belongs to an even number of faces: there is no border.

        By vertex numbers, not by coordinates (see :meth:`welded`). Faces that name a vertex twice
        are left out.
        """
        return self._topology.is_closed

    @property
    def is_oriented(self) -> bool:
        """Whether neighbours agree which side is out: at each edge, faces run in turns."""
        return self._topology.is_oriented

    @property
    def feature_count(self) -> int:
        """How many faces it has."""
        return len(self._faces)

    @property
    def area(self) -> float:
        """Area of all faces [m^2]; of each, if they repeat."""
        return finite(self._surface.area, "area")

    @property
    def surface_centroid(self) -> Array:
        """(3,) float64: centroid [m] of the faces as a sheet of equal thickness. Read-only."""
        return frozen(self._surface.centroid)

    @property
    def volume(self) -> float:
        """Volume [m^3] inside; negative where the faces look inward.

        Space that is enclosed twice counts twice.

        Raises
        ------
        ImpingeError
            If the mesh is not closed and oriented.
        """
        return finite(self._measures("volume").volume, "volume")

    @property
    def centroid(self) -> Array:
        """(3,) float64: centroid [m] of the space inside. Read-only.

        Raises
        ------
        ImpingeError
            If the mesh is not closed and oriented with its faces outward, or encloses nothing.
        """
        return frozen(self._solid("centroid").centroid)

    @property
    def inertia(self) -> Array:
        """(3, 3) float64: inertia [m^5] of the space inside, density 1, about the centroid.

        Multiply by the density for kg m^2. Read-only.

        Raises
        ------
        ImpingeError
            If the mesh is not closed and oriented with its faces outward, or encloses nothing.
        """
        return finite_inertia(self._solid("inertia").inertia)

    @property
    def _surface(self) -> SurfaceMeasures:
        return derived(self, "surface", lambda: surface_measures(self._vertices[self._faces]))

    def _measures(self, what: str) -> VolumeMeasures:
        defect = self._topology.defect()
        if defect is not None:
            raise ImpingeError(f"{what}: the mesh bounds no volume, it is {defect}")
        return derived(self, "volume", lambda: volume_measures(self._vertices[self._faces]))

    def _solid(self, what: str) -> VolumeMeasures:
        measures = self._measures(what)
        if measures.sense == 0:
            raise ImpingeError(f"{what}: the mesh encloses no volume")
        if measures.sense < 0:
            raise ImpingeError(f"{what}: the faces of the mesh look inward; use flipped()")
        return measures

    def _find_bounds(self) -> Array:
        points = self._vertices[self._topology.used_vertices]
        return np.stack([points.min(axis=0), points.max(axis=0)])

    def _support(self, units: Array) -> Array:
        return furthest(self._vertices[self._topology.used_vertices], units)


def as_mesh(shape: Any, name: str) -> Mesh:
    """A mesh from anything that is one.

    Parameters
    ----------
    shape : Mesh, object with ``vertices`` and ``faces`` (or ``triangles``), or a pair of arrays
        Objects of trimesh, Open3D and the like. A :class:`Mesh` is returned as it is; anything
        else is checked and copied in each call, so turn it into a Mesh once for many queries.
    name : str
        What the caller calls this argument; errors begin with it.

    Raises
    ------
    ImpingeError
        If it is nothing of the kind, or not a valid mesh.

    Examples
    --------
    >>> as_mesh(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), "part")
    Mesh(3 vertices, 1 faces, open, oriented)
    """
    if isinstance(shape, Mesh):
        return shape
    points, triangles = _checked(*_parts_of(shape, name), f"{name}.")
    return Mesh._with(points, Topology(triangles, len(points)), None)


def _parts_of(shape: Any, name: str) -> tuple[Any, Any]:
    """Vertices and faces of anything that has them, not looked at yet."""
    if isinstance(shape, Shape) and not isinstance(shape, Mesh):
        raise ImpingeError(f"{name}: expected a Mesh, got a {type(shape).__name__}")
    _refuse_others(shape, name)
    vertices, faces = getattr(shape, "vertices", None), getattr(shape, "faces", None)
    if faces is None:
        faces = getattr(shape, "triangles", None)
    if vertices is None and isinstance(shape, (tuple, list)) and len(shape) == 2:
        vertices, faces = shape
    if vertices is None or faces is None or callable(vertices) or callable(faces):
        raise ImpingeError(
            f"{name}: expected a Mesh, an object with vertices and faces, or a pair "
            f"(vertices, faces), got {type(shape).__name__}"
        )
    return vertices, faces


def as_shape(shape: Any, name: str) -> Shape:
    """A shape of any kind: itself, or a mesh from anything that is one (:func:`as_mesh`).

    Parameters
    ----------
    shape : Shape, object with ``vertices`` and ``faces`` (or ``triangles``), or a pair of arrays
    name : str
        What the caller calls this argument; errors begin with it.

    Raises
    ------
    ImpingeError
        If it is nothing of the kind.

    Examples
    --------
    >>> as_shape("box", "a")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: a: expected a shape, as Sphere(1) or Mesh(vertices, faces), \
an object with vertices and faces, or a pair (vertices, faces), got str; if it is a path, load it: \
im.load('box')
    """
    if isinstance(shape, Shape):
        return shape
    _refuse_others(shape, name)
    pair = isinstance(shape, (tuple, list)) and len(shape) == 2
    if isinstance(shape, type) or not (pair or hasattr(shape, "vertices")):
        found = f"the class {shape.__name__}" if isinstance(shape, type) else type(shape).__name__
        if isinstance(shape, (str, PathLike)):
            found += f"; if it is a path, load it: im.load({str(shape)!r})"
        raise ImpingeError(
            f"{name}: expected a shape, as Sphere(1) or Mesh(vertices, faces), an object with "
            f"vertices and faces, or a pair (vertices, faces), got {found}"
        )
    return as_mesh(shape, name)


def _refuse_others(shape: Any, name: str) -> None:
    """What is no shape but may look like one; two objects would pass for a pair of arrays."""
    if isinstance(shape, DataOnly):
        raise ImpingeError(
            f"{name}: a {type(shape).__name__} is data only, no query takes it; {shape._instead}"
        )
    instead = getattr(type(shape), "_instead", None)
    if isinstance(instead, str):
        raise ImpingeError(f"{name}: a {type(shape).__name__} is no shape; {instead}")

    if not isinstance(shape, (tuple, list)):
        return
    if any(isinstance(x, Shape) for x in shape):
        kind = type(shape).__name__
        raise ImpingeError(f"{name}: a {kind} with shapes in it, expected one shape")
    if any(hasattr(x, "vertices") for x in shape):
        raise ImpingeError(
            f"{name}: {len(shape)} objects with vertices and faces, expected shapes; make each one "
            "a Mesh(x) first"
        )


def _checked(vertices: ArrayLike, faces: ArrayLike, prefix: str) -> tuple[Array, Ids]:
    """Arrays of our own, in the layout of kernels."""
    points = as_coordinates(vertices, f"{prefix}vertices", copy=True)
    shape = shape_of(faces, f"{prefix}faces")
    if len(shape) == 2 and shape[0] > 0 and shape[1] > 3:
        raise ImpingeError(
            f"{prefix}faces: {shape[1]} corners a face, expected triangles (m, 3); "
            "cut each face into triangles first"
        )
    triangles = as_faces(faces, f"{prefix}faces", len(points), copy=True)
    if len(triangles) == 0:
        raise ImpingeError(f"{prefix}faces: no rows, a mesh has at least one triangle")
    return points, triangles
