"""How deep are vertices inside other bodies, and which way is out?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from impinge.contacts.kernels.tet_layers import (
    UNREACHED,
    closest_elsewhere,
    interpolate_normals,
    last_exits,
    list_exits,
    propagate,
    set_border,
    sum_normals,
)
from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_flag, as_kind
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, TetMesh
from impinge.geometry.tet_mesh import FACES
from impinge.hierarchy.closest_point import closest_point
from impinge.narrow.gathering import FoundRows
from impinge.narrow.tet_bodies import as_tet_meshes, joined_of, vertices_of
from impinge.narrow.tet_edges import cross
from impinge.narrow.tet_table import TetHits, vertices_in_tets

METHODS = ("consistent", "closest")
FARTHEST = 100
"""Exponent of two, of coordinates up to which lengths are used as they are."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TetExits(FoundRows):
    """Edges that leave a body. Immutable.

    Attributes
    ----------
    object, inside, outside : (e,) int64
        Object of the edge, its vertex inside the other body, and its vertex outside.
    other, face : (e,) int64
        The other body, and the face of its surface where the edge leaves; the last one if it leaves
        several times.
    point, normal : (e, 3) float64
        Where it leaves [m], and the smooth unit normal there.
    """

    object: Ids
    inside: Ids
    outside: Ids
    other: Ids
    face: Ids
    point: Array
    normal: Array


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TetDepths(FoundRows):
    """How deep vertices are inside bodies, by :func:`tet_depth`. Immutable.

    ``len(depths)`` is the number of rows, one for each vertex and body that contains it.

    Attributes
    ----------
    object, vertex, other : (m,) int64
        Object and vertex, and the object that contains it; rows are sorted by these.
    tet : (m,) int64
        Tetrahedron of ``other`` that contains the vertex; the first one of several.
    weights : (m, 4) float64
        Barycentric coordinates of the vertex in it.
    depth : (m,) float64
        Depth [m], never negative.
    direction : (m, 3) float64
        Unit vector, the way out of ``other``.
    layer : (m,) int64
        0 for vertices with an edge that leaves, 1, 2, ... for those that depth was propagated to,
        -1 for depth to the closest point of the surface.
    exits : TetExits
        Edges that leave.
    seconds : dict of str to float
        Time of the stages ``"hashing"`` (0 if hits were given), ``"edges"`` and
        ``"propagation"``, which includes closest points [s].
    """

    object: Ids
    vertex: Ids
    other: Ids
    tet: Ids
    weights: Array
    depth: Array
    direction: Array
    layer: Ids
    exits: TetExits
    seconds: dict[str, float]


def tet_depth(
    meshes: TetMesh | Sequence[TetMesh],
    *,
    method: str = "consistent",
    hits: TetHits | None = None,
    self_collision: bool = True,
) -> TetDepths:
    """Depth and direction of each vertex inside a body: of another, or its own.

    Parameters
    ----------
    meshes : TetMesh or sequence of TetMesh
        The objects.
    method : {'consistent', 'closest'}, optional
        From where edges leave, propagated inward, so that deep vertices point back to the side of
        entry; or to the closest point of the surface.
    hits : TetHits, optional
        Of :func:`impinge.narrow.vertices_in_tets` for the same meshes; found if not given.
    self_collision : bool, optional
        Whether to include vertices inside their own object.

    Returns
    -------
    TetDepths

    Raises
    ------
    ImpingeError
        If a mesh or an option is not usable.

    Notes
    -----
    Four stages [1]_. (1) Vertices inside tetrahedra. (2) Edges from them to neighbours that are
    not inside, and where these leave the surface, with smooth normals n. (3) Vertices with such
    edges: depth sum w (x - p) . n / sum w and direction sum w n, with w = 1 / (x - p)^2. (4)
    Layer by layer, depth sum w ((q - p) . r + d) / sum w of neighbours q of earlier layers, with
    their depth d and direction r. Both are exact where all normals agree. Where each face of a body
    belongs to several tetrahedra, none is outside: depth is to the closest point of any of them.

    References
    ----------
    .. [1] B. Heidelberger, M. Teschner, R. Keiser, M. Mueller, M. Gross, Consistent Penetration
       Depth Estimation for Deformable Collision Response, VMV 2004. [Heidelberger2004]_

    Examples
    --------
    A corner of one tetrahedron, 0.25 above the face z = 0 of another:

    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> spike = corner.with_vertices([[0.2, 0.2, 0.25], [1, 0, -1], [0, 1, -1], [0, 0, -1]])
    >>> deep = tet_depth([corner, spike])
    >>> deep.object, deep.vertex, deep.other, deep.layer
    (array([1]), array([0]), array([0]), array([0]))
    >>> bool(deep.direction[0, 2] < 0)
    True
    """
    several, exponent = _at_unit_size(as_tet_meshes(meshes, "meshes"))
    consistent = as_choice(method, "method", METHODS) == "consistent"
    own = as_flag(self_collision, "self_collision")
    clock = [perf_counter()]
    if hits is None:
        hits = vertices_in_tets(several, self_collision=own)
    else:
        _check_hits(as_kind(hits, "hits", TetHits), several)
    clock.append(perf_counter())
    rows = _Rows(several, hits, own)
    if consistent:
        rows.leave()
    clock.append(perf_counter())
    if consistent:
        propagate(rows.points, rows.table(), rows.depth, rows.direction, rows.layer)
    rows.go_to_closest(several)
    clock.append(perf_counter())
    stages = zip(("hashing", "edges", "propagation"), np.diff(clock).tolist(), strict=True)
    return rows.result(dict(stages), exponent)


def _at_unit_size(meshes: tuple[TetMesh, ...]) -> tuple[tuple[TetMesh, ...], int]:
    """The meshes in a unit of length that is a power of two, and its exponent.

    It is the metre unless cubes of lengths would leave the range of numbers.
    """
    exponent = int(np.frexp(max(np.abs(mesh._vertices).max() for mesh in meshes))[1])
    if abs(exponent) <= FARTHEST:
        return meshes, 0
    moved = (mesh.with_vertices(np.ldexp(mesh._vertices, -exponent)) for mesh in meshes)
    return tuple(moved), exponent


class _Rows:
    """Vertices inside bodies, and what is known about their depth."""

    def __init__(self, meshes: Sequence[TetMesh], hits: TetHits, own: bool) -> None:
        scene = self._scene = joined_of(meshes)
        self.points = vertices_of(meshes)
        pairs = hits.pairs
        kept = np.ones(len(pairs), bool)
        # Of several tetrahedra of one body, the first.
        kept[1:] = (pairs[1:, :3] != pairs[:-1, :3]).any(axis=1)
        if not own:
            kept &= pairs[:, 0] != pairs[:, 2]
        self.pairs, self.weights = pairs[kept], hits.weights[kept]
        self._vertices = scene.first_vertex[self.pairs[:, 0]] + self.pairs[:, 1]
        self._others = self.pairs[:, 2].copy()
        self._starts = np.searchsorted(self._vertices, np.arange(len(self.points) + 1))
        count = len(self.pairs)
        self.depth, self.direction = np.zeros(count), np.zeros((count, 3))
        self.layer = np.full(count, UNREACHED)
        self._exits: tuple[Ids, Ids, Ids, Array, Array] | None = None

    def table(self) -> tuple[Ids, ...]:
        return self._vertices, self._others, self._starts, *self._scene.neighbours

    def leave(self) -> None:
        """Depth of vertices with edges that leave."""
        scene, points = self._scene, self.points
        offsets, _ = scene.neighbours
        most = int((offsets[self._vertices + 1] - offsets[self._vertices]).sum())
        edges, rows = np.empty((most, 2), np.int64), np.empty(most, np.int64)
        count = list_exits(*self.table(), edges, rows)
        edges, rows = edges[:count], rows[:count]
        edge, face, parameter, point = cross(points, edges, scene, self._others[rows])
        last = np.empty(len(edge), np.int64)
        last = last[: last_exits(edge, parameter, last)]
        exits = np.stack([edge[last], face[last]], axis=1)
        at, normals = point[last], np.empty((len(last), 3))
        corners = np.zeros((len(points), 3))
        sum_normals(points, scene.faces, corners)
        run_rows(
            interpolate_normals, len(exits), points, scene.faces, corners, edges, exits, at, normals
        )
        set_border(points, edges, rows, exits, at, normals, self.depth, self.direction, self.layer)
        self._exits = edges[exits[:, 0]], rows[exits[:, 0]], exits[:, 1], at, normals

    def go_to_closest(self, meshes: Sequence[TetMesh]) -> None:
        """Depth of all other vertices, to the closest point of the surface."""
        left = self.layer == UNREACHED
        own = self.pairs[:, 0] == self._others
        for other in np.unique(self._others[left]).tolist():
            surface = _surface(meshes[other])
            some = np.flatnonzero(left & (self._others == other) & ~own)
            near = closest_point(surface, self.points[self._vertices[some]])
            self._set_closest(some, surface, near.point, np.asarray(near.feature))
            some = np.flatnonzero(left & (self._others == other) & own)
            found, vertices = np.zeros((len(some), 4)), self.pairs[some, 1]
            arrays = surface._vertices, surface._faces
            run_rows(closest_elsewhere, len(some), *arrays, vertices, found)
            self._set_closest(some, surface, found[:, :3], found[:, 3].astype(np.int64))

    def _set_closest(self, rows: Ids, surface: Mesh, at: Array, face: Ids) -> None:
        way = at - self.points[self._vertices[rows]]
        length = np.linalg.norm(way, axis=1)
        a, b, c = surface._vertices[surface._faces[np.maximum(face, 0)]].swapaxes(0, 1)
        normal = np.cross(b - a, c - a)
        way = np.where((length > 0.0)[:, None], way, normal)
        size = np.linalg.norm(way, axis=1)
        # On a face without area any direction will do.
        way[size == 0.0], size[size == 0.0] = (0.0, 0.0, 1.0), 1.0
        self.depth[rows], self.direction[rows] = length, way / size[:, None]

    def result(self, seconds: dict[str, float], exponent: int) -> TetDepths:
        """In metres: those of a unit of two to the ``exponent``."""
        names = "object", "vertex", "other", "tet"
        columns = zip(names, self.pairs.T, strict=True)
        return TetDepths(
            **{name: frozen(column.copy()) for name, column in columns},
            weights=frozen(self.weights), depth=frozen(np.ldexp(self.depth, exponent)),
            direction=frozen(self.direction), layer=frozen(self.layer),
            exits=self._found_exits(exponent), seconds=seconds,
        )  # fmt: skip

    def _found_exits(self, exponent: int) -> TetExits:
        none = np.empty(0, np.int64)
        found = self._exits or (none.reshape(0, 2), none, none, np.empty((0, 3)), np.empty((0, 3)))
        edges, rows, faces, at, normals = found
        objects, others = self.pairs[rows, 0], self._others[rows]
        inside, outside = (edges - self._scene.first_vertex[objects][:, None]).T
        columns = {"object": objects, "inside": inside, "outside": outside, "other": others}
        return TetExits(
            **{name: frozen(column.copy()) for name, column in columns.items()},
            face=frozen(faces - self._scene.first_face[others]),
            point=frozen(np.ldexp(at, exponent)), normal=frozen(normals),
        )  # fmt: skip


def _surface(mesh: TetMesh) -> Mesh:
    try:
        return mesh.surface
    except ImpingeError:
        # Each face belongs to several tetrahedra: each of them counts.
        return Mesh(mesh._vertices, mesh._tets[:, FACES].reshape(-1, 3))


def _check_hits(hits: TetHits, meshes: Sequence[TetMesh]) -> None:
    pairs = hits.pairs
    for column, name in ((0, "vertices"), (2, "tets")):
        if len(pairs) and pairs[:, column].max() >= len(meshes):
            raise ImpingeError(
                f"hits: object {pairs[:, column].max()}, but there are {len(meshes)} meshes"
            )
        counts = np.array([len(getattr(mesh, name)) for mesh in meshes])
        beyond = np.flatnonzero(pairs[:, column + 1] >= counts[pairs[:, column]])
        if len(beyond):
            raise ImpingeError(f"hits: row {beyond[0]} is not of these meshes")
