"""What lies next to what on a mesh: the tables that follow a surface from triangle to triangle."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.narrow.kernels.region_sums import join_faces


class Links:
    """Edges of a mesh by face and by vertex.

    Faces that name a vertex twice have no edges here.

    Attributes
    ----------
    corners : (m, 3) int64
        The vertices of each face; those of equal coordinates are one where a mesh is not closed.
    face_edges : (m, 3) int64
        The edges of each face, from its corner k to the next; -1 for none.
    next_faces : (m, 3) int64
        The face that comes next around each of these edges, by number; -1 at a border.
    starts : (n + 1,) int64
        Where the edges of each vertex begin in ``ends`` and ``edges``.
    ends, edges : (2 e,) int64
        The other end, and the number, of each edge of a vertex.
    points : (n,) int64
        The vertex of the mesh that each vertex here is.
    edge_count : int
    """

    __slots__ = (
        "corners", "edge_count", "edges", "ends", "face_edges", "next_faces", "points", "starts",
    )  # fmt: skip

    def __init__(self, faces: Ids, vertex_count: int, points: Ids) -> None:
        a, b, c = faces.T
        proper = np.repeat((a != b) & (b != c) & (c != a), 3)
        start, stop = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
        lower, higher = np.minimum(start, stop)[proper], np.maximum(start, stop)[proper]
        keys, use = np.unique(lower * vertex_count + higher, return_inverse=True)
        self.edge_count = len(keys)
        self.corners = faces
        self.points = points
        uses = np.full(faces.size, -1, np.int64)
        uses[proper] = use
        self.next_faces = _next_around(uses, self.edge_count).reshape(-1, 3)
        self.face_edges = uses.reshape(-1, 3)
        ends = np.stack(np.divmod(keys, max(vertex_count, 1)))
        vertex = ends.ravel()
        order = np.argsort(vertex, kind="stable")
        self.starts = np.zeros(vertex_count + 1, np.int64)
        np.cumsum(np.bincount(vertex, minlength=vertex_count), out=self.starts[1:])
        self.ends = np.ascontiguousarray(ends[::-1].ravel()[order])
        self.edges = np.ascontiguousarray(np.tile(np.arange(len(keys)), 2)[order])


def links_of(mesh: Mesh) -> Links:
    """The links of a mesh, made at first use and kept with it.

    By vertex numbers where the mesh is closed by them, so that all its deformed versions share
    them; otherwise by coordinates, since files such as STL repeat each corner.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> links_of(box_mesh()).edge_count
    18
    """
    topology = mesh._topology
    if topology.is_closed:
        count = len(mesh._vertices)
        return derived(topology, "links", lambda: Links(mesh._faces, count, np.arange(count)))
    return derived(mesh, "links", lambda: _welded_links(mesh))


def component_points(mesh: Mesh) -> tuple[Array, Ids]:
    """(k, 3) float64: a vertex of each connected component, body frame; (k,) int64: a face of it.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> points, faces = component_points(box_mesh())
    >>> points, faces
    (array([[-0.5, -0.5, -0.5]]), array([0]))
    """
    return derived(mesh, "component_points", lambda: _component_points(mesh))


def _welded_links(mesh: Mesh) -> Links:
    welded = mesh.welded()
    points = np.empty(len(welded._vertices), np.int64)
    points[welded._faces] = mesh._faces
    return Links(welded._faces, len(points), points)


def _component_points(mesh: Mesh) -> tuple[Array, Ids]:
    corners = links_of(mesh).corners
    parents = np.arange(int(corners.max()) + 1)
    join_faces(corners, parents)
    # After a second pass over all vertices each points at its root.
    while (parents != parents[parents]).any():
        parents = parents[parents]
    _, faces = np.unique(parents[corners[:, 0]], return_index=True)
    return np.ascontiguousarray(mesh._vertices[mesh._faces[faces, 0]]), faces.astype(np.int64)


def _next_around(face_edges: Ids, edge_count: int) -> Ids:
    """For each use of an edge the face of the next use; of the last, that of the first."""
    order = np.argsort(face_edges, kind="stable")
    order = order[np.searchsorted(face_edges[order], 0) :]
    edge = face_edges[order]
    uses = np.bincount(edge, minlength=edge_count)
    first = np.cumsum(uses) - uses
    place = np.arange(len(edge)) - first[edge]
    following = order[first[edge] + (place + 1) % np.maximum(uses[edge], 1)]
    result = np.full(len(face_edges), -1, np.int64)
    result[order] = np.where(uses[edge] > 1, following // 3, -1)
    return result
