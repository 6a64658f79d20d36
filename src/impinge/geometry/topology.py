"""Who shares an edge with whom: what faces say without their coordinates."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from impinge.core.arrays import frozen
from impinge.core.derived import Memo, derived
from impinge.core.ids import Ids


class EdgeUse(NamedTuple):
    """The edges of a mesh, each once, and how faces use them."""

    edges: Ids
    forward: Ids
    backward: Ids


class HasTopology(Protocol):
    """A mesh, which imports this module."""

    _topology: Topology


class Topology:
    """The faces of a mesh, shared by all meshes that differ in their vertices only.

    Everything here is combinatorial, and made when it is first asked for. Faces that name a vertex
    twice have no inside and no edges worth the name: they are left out of all of it.
    """

    __slots__ = ("__weakref__", "_derived", "_faces", "_vertex_count", "faces")

    def __init__(self, faces: Ids, vertex_count: int) -> None:
        self._faces = faces
        self._vertex_count = vertex_count
        self._derived = Memo()
        self.faces = frozen(faces)

    @property
    def edges(self) -> Ids:
        """As :attr:`Mesh.edges`."""
        return self._edge_use.edges

    @property
    def adjacency(self) -> Ids:
        """(k, 2) int64: faces i < j that share an edge, rows sorted, each once. Read-only.

        Of more than two faces at one edge, each is paired with the next by number: all are
        connected, and the rows stay fewer than the edges' uses.
        """
        return derived(self, "adjacency", self._find_adjacency)

    @property
    def is_closed(self) -> bool:
        """Whether there is no border: each edge belongs to an even number of faces.

        A border would be an edge with one face, or three. Four are fine, two boxes that share
        an edge.
        """
        use = self._edge_use
        return bool(len(use.edges) and ((use.forward + use.backward) % 2 == 0).all())

    @property
    def is_oriented(self) -> bool:
        """Whether neighbours agree which side is out: they run along their edge in turns.

        At an edge, as many faces run one way as the other; a border has one left over. A mesh that
        is closed and oriented bounds a volume, with each point inside a whole number of times.
        """
        use = self._edge_use
        return bool((np.abs(use.forward - use.backward) <= (use.forward + use.backward) % 2).all())

    @property
    def used_vertices(self) -> Ids:
        """Numbers of the vertices that a face refers to, sorted. Read-only."""
        return derived(self, "used_vertices", self._find_used_vertices)

    def defect(self) -> str | None:
        """Why this does not bound a volume, naming an edge; None if it does."""
        use = self._edge_use
        if not len(use.edges):
            return "no face has three different vertices"
        odd = np.flatnonzero((use.forward + use.backward) % 2)
        if len(odd):
            i, j = use.edges[odd[0]]
            return f"not closed ({len(odd)} border edges, such as {i}-{j})"
        unequal = np.flatnonzero(use.forward != use.backward)
        if len(unequal):
            i, j = use.edges[unequal[0]]
            return (
                f"not oriented (faces run the same way along {len(unequal)} edges, such as {i}-{j})"
            )
        return None

    @property
    def _edge_use(self) -> EdgeUse:
        return derived(self, "edge_use", self._count_edge_use)

    def _proper_faces(self) -> Ids:
        """Numbers of the faces with three different vertices."""
        a, b, c = self._faces.T
        return np.flatnonzero((a != b) & (b != c) & (c != a))

    def _directed_edges(self, which: Ids) -> tuple[Ids, ...]:
        """Lower vertex, higher vertex and direction of all edges of these faces, face by face."""
        faces = self._faces[which]
        start, stop = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
        return np.minimum(start, stop), np.maximum(start, stop), (start > stop).astype(np.int64)

    def _count_edge_use(self) -> EdgeUse:
        lower, higher, back = self._directed_edges(self._proper_faces())
        # One number an edge use; sorting plain numbers is several times faster than rows.
        keys = np.sort((lower * self._vertex_count + higher) * 2 + back)
        edge = keys >> 1
        first = np.flatnonzero(np.r_[len(edge) > 0, edge[1:] != edge[:-1]])
        total = np.diff(np.r_[first, len(edge)])
        backward = np.add.reduceat(keys & 1, first) if len(first) else total
        edges = np.stack(np.divmod(edge[first], max(self._vertex_count, 1)), axis=1)
        return EdgeUse(frozen(edges), total - backward, backward)

    def _find_adjacency(self) -> Ids:
        which = self._proper_faces()
        lower, higher, _ = self._directed_edges(which)
        keys = lower * self._vertex_count + higher
        order = np.argsort(keys, kind="stable")
        same = np.flatnonzero(keys[order[1:]] == keys[order[:-1]])
        face = np.repeat(which, 3)[order]
        pairs = np.stack([face[same], face[same + 1]], axis=1)
        count = len(self._faces)
        pair_keys = np.unique(pairs[:, 0] * count + pairs[:, 1])
        return frozen(np.stack(np.divmod(pair_keys, max(count, 1)), axis=1))

    def _find_every_edge(self) -> Ids:
        a, b, c = self._faces.T
        flat = self._faces[(a == b) | (b == c) | (c == a)]
        if not len(flat):
            return np.array(self.edges)
        sides = np.sort(flat[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        sides = sides[sides[:, 0] < sides[:, 1]]
        return np.unique(np.concatenate([self.edges, sides]), axis=0)

    def _find_used_vertices(self) -> Ids:
        used = np.zeros(self._vertex_count, dtype=np.bool_)
        used[self._faces.ravel()] = True
        return frozen(np.flatnonzero(used))


def edges_of(mesh: HasTopology) -> Ids:
    """Each edge once, lower vertex first, rows sorted; that of a face (a, b, b), too.

    A mesh leaves the latter out, as such a face has no area. It can still be touched. Kept, and not
    to be written to; writable, as kernels take it.
    """
    topology = mesh._topology
    return derived(topology, "every_edge", topology._find_every_edge)
